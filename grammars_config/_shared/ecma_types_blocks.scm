; A function behind a cast is still nobody's.

([
  (required_parameter value: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)] @block.lambda)
  (optional_parameter value: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)] @block.lambda)
])
