(if_expression "else" @start
  alternative: (if_expression condition: (_) @condition consequence: (_) @body) @block.elif)
(if_expression condition: (_) @condition consequence: (_) @body) @block.if
(if_expression "else" @start alternative: [(apply_expression) (attrset_expression)
  (rec_attrset_expression) (list_expression) (string_expression) (indented_string_expression)
  (variable_expression) (select_expression) (binary_expression) (unary_expression)
  (integer_expression) (float_expression) (path_expression) (spath_expression)
  (parenthesized_expression) (let_expression) (with_expression) (assert_expression)
  (function_expression) (has_attr_expression) (uri_expression)] @body @block.else)
(let_expression "let" @opener) @block.block
(with_expression environment: (_) @condition body: (_) @body) @block.with
(list_expression (parenthesized_expression (function_expression body: (_) @body) @block.lambda))
(apply_expression argument: (parenthesized_expression
  expression: (function_expression body: (_) @body) @block.lambda))
; Its indentation is that of the closing delimiter, or what all lines have
(indented_string_expression) @space.moves
