(if_expression "else" @start
  alternative: (control_structure_body
    (if_expression condition: (_) @condition consequence: (_) @body) @block.elif))
(if_expression condition: (_) @condition consequence: (_) @body) @block.if
(if_expression "else" @start alternative: (control_structure_body "{") @body @block.else)
(if_expression "else" @start
  alternative: (control_structure_body
    [(call_expression) (jump_expression) (assignment) (integer_literal) (string_literal)
     (simple_identifier) (navigation_expression) (when_expression) (for_statement)
     (while_statement) (boolean_literal) (additive_expression) (multiplicative_expression)]) @body @block.else)
(for_statement "in" . (_) @condition (control_structure_body) @body) @block.for
(while_statement "(" . (_) @condition (control_structure_body) @body) @block.while
(do_while_statement (control_structure_body) @body "while" "(" . (_) @condition) @block.do
(when_expression (when_subject (_) @condition) "{" @opener) @block.match
(when_expression "{" @opener) @block.match
(when_entry . (when_condition) @condition ("," . (when_condition) @condition)*
  "->" (control_structure_body) @body) @block.case
(when_entry "else" (control_structure_body) @body) @block.case
(try_expression "{" @opener) @block.try
(catch_block (user_type) @condition "{" @opener) @block.catch
(catch_block "{" @opener) @block.catch
(finally_block "{" @opener) @block.finally
(anonymous_initializer "{" @opener) @block.block
(object_literal (class_body) @body) @block.region

; Calls with a label: test("adds") { … }
(call_expression (_) @name
  (call_suffix
    (value_arguments . (value_argument (string_literal) @label))
    (annotated_lambda (lambda_literal) @body))) @block.call
(call_expression
  (call_expression (_) @name
    (call_suffix (value_arguments . (value_argument (string_literal) @label))))
  (call_suffix (annotated_lambda (lambda_literal) @body))) @block.call
(lambda_literal "->" @opener) @block.lambda
(lambda_literal "{" @opener) @block.lambda
(anonymous_function (function_body) @body) @block.lambda
; Such a call strips the indentation
(call_expression (navigation_expression (string_literal) (navigation_suffix (simple_identifier) @keyword))) @space.keyword_stripped
