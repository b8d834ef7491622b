; Help may stand inside, as the first thing in the braces.
(function_statement (function_name) @name "{" @opener . (comment) @doc) @definition.function
(function_statement (function_name) @name "{" @opener) @definition.function
(class_statement . (simple_name) @name "{" @opener) @definition.class
(class_statement (simple_name) @name "{" @opener) @definition.class
(class_property_definition (variable) @name) @definition.field
(class_method_definition (simple_name) @name "{" @opener) @definition.method
(enum_statement (simple_name) @name "{" @opener) @definition.enum
(enum_member (simple_name) @name) @definition.constant
(program (statement_list (pipeline (assignment_expression
  (left_assignment_expression (logical_expression (bitwise_expression (comparison_expression
    (additive_expression (multiplicative_expression (format_expression (range_expression
      (array_literal_expression . (unary_expression . (variable) @name .) .)))))))))
  value: (_) @body)) @definition.variable))
