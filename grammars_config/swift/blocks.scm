(if_statement (else) @start
  . (if_statement . condition: (_) @condition . "{" @opener) @block.elif)
(if_statement (else) @start
  . (if_statement (_) . "{" @opener) @block.elif)
(if_statement . condition: (_) @condition . "{" @opener) @block.if
(if_statement (_) . "{" @opener) @block.if
(if_statement (else) @start . "{" @opener) @block.else
(guard_statement . condition: (_) @condition . (else) . "{" @opener) @block.if
(guard_statement (else) . "{" @opener) @block.if
(for_statement collection: (_) @condition "{" @opener) @block.for
(while_statement . condition: (_) @condition . "{" @opener) @block.while
(while_statement "{" @opener) @block.while
(repeat_while_statement "{" @opener condition: (_) @condition) @block.do
(switch_statement expr: (_) @condition "{" @opener) @block.switch
(switch_entry (switch_pattern) @condition ("," (switch_pattern) @condition)* ":" @opener) @block.case
(switch_entry (default_keyword) ":" @opener) @block.case
(do_statement "{" @opener) @block.try
(catch_block error: (_) @condition "{" @opener) @block.catch
(catch_block "{" @opener) @block.catch
; Calls with a label: it("adds") { … }
(call_expression . (_) @name . (call_suffix
  (value_arguments . (value_argument value: (line_string_literal) @label))
  (lambda_literal "in" @opener))) @block.call
(call_expression . (_) @name . (call_suffix
  (value_arguments . (value_argument value: (line_string_literal) @label))
  (lambda_literal "{" @opener))) @block.call
(lambda_literal "in" @opener) @block.lambda
(lambda_literal "{" @opener) @block.lambda
; Its indentation is that of the closing delimiter, or what all lines have
[(multi_line_string_literal) (raw_string_literal)] @space.moves
