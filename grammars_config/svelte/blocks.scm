(if_statement (if_start_expr (raw_text_expr) @condition) @opener) @block.if
(else_if_statement (else_if_expr (raw_text_expr) @condition) @opener) @block.elif
(else_statement (else_expr) @opener) @block.else
(each_statement (each_start_expr (raw_text_expr) @condition) @opener) @block.for
; Line ends and blanks show in these elements
(element (start_tag (tag_name) @keyword) @opener) @space.keyword_preformatted
