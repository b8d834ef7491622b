(if_statement condition: (_) @condition "then" @opener) @block.if
(elif_clause . "elif" . (_) @condition "then" @opener) @block.elif
(else_clause "else" @opener) @block.else
(for_statement body: (_) @body) @block.for
(c_style_for_statement condition: (_) @condition body: (_) @body) @block.for
(c_style_for_statement body: (_) @body) @block.for
(while_statement condition: (_) @condition body: (_) @body) @block.while
(case_statement value: (_) @condition "in" @opener) @block.switch
(case_item . (_) @condition ("|" . (_) @condition)* ")" @opener [";;" ";&" ";;&"] @closer) @block.case
(case_item . (_) @condition ("|" . (_) @condition)* ")" @opener) @block.case
(program (compound_statement) @body @block.block)
(compound_statement (compound_statement) @body @block.block)
(program (subshell) @body @block.block)
(compound_statement (subshell) @body @block.block)
; A heredoc: the table of words says which ones move, by what opens them
(heredoc_redirect) @space.heredoc
