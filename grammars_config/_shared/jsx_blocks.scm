(jsx_expression
  [
    (arrow_function body: (_) @body)
    (function_expression !name body: (_) @body)
  ] @block.lambda)
