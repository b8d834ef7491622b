; inherits: c_locals
[(method_definition) (block_literal)] @local.scope.function
(catch_clause) @local.scope
(for_statement (pointer_declarator declarator: (identifier) @local.bound))
(for_statement type: (_) declarator: (identifier) @local.bound)
(for_statement (pointer_declarator) . (_) @local.outer)
(catch_clause (type_name (pointer_declarator declarator: (identifier) @local.bound)))
(method_parameter (identifier) @local.parameter)
(declaration declarator: (init_declarator
  declarator: (function_declarator
    declarator: (parenthesized_declarator (block_pointer_declarator declarator: (identifier) @local.bound)))))

(method_definition (identifier) @local.other)
(message_expression method: (identifier) @local.other)
(selector_expression) @local.opaque
(class_implementation (identifier) @local.other)
