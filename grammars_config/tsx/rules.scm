; inherits: jsx_rules, ecma_rules

(return_statement) @needs.function
[
  (function_declaration) (function_expression) (generator_function_declaration) (generator_function)
  (arrow_function) (method_definition)
] @gives.function
