(if_expression "else" @start
  alternative: (if_expression condition: (_) @condition consequence: (_) @body) @block.elif)
(if_expression condition: (_) @condition consequence: (_) @body) @block.if
(if_expression "else" @start alternative: (_) @body @block.else)
(let_expression "let" @opener) @block.block
(with_expression environment: (_) @condition body: (_) @body) @block.with
(list_expression (parenthesized_expression (function_expression body: (_) @body) @block.lambda))
(apply_expression argument: (parenthesized_expression
  expression: (function_expression body: (_) @body) @block.lambda))
