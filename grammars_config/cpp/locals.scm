; inherits: c_locals
(lambda_expression) @local.scope.function
(field_declaration_list) @local.scope.class
(namespace_definition body: (_) @local.scope.module)
[(for_range_loop) (catch_clause) (try_statement)] @local.scope

(parameter_declaration declarator: (reference_declarator (identifier) @local.parameter))
(optional_parameter_declaration declarator: (identifier) @local.parameter)
(optional_parameter_declaration declarator: (reference_declarator (identifier) @local.parameter))
(optional_parameter_declaration
  declarator: (pointer_declarator declarator: (identifier) @local.parameter))
(variadic_parameter_declaration declarator: (_) @local.unclear)
(init_declarator declarator: (reference_declarator (identifier) @local.bound))
(for_range_loop declarator: (identifier) @local.bound)
(for_range_loop declarator: (reference_declarator (identifier) @local.bound))
(for_range_loop declarator: (pointer_declarator (identifier) @local.bound))
(structured_binding_declarator (identifier) @local.bound)
(condition_clause (declaration) @local.unclear)
(lambda_capture_initializer left: (identifier) @local.doubt)
(qualified_identifier name: (identifier) @local.other)
(field_declaration_list) @local.barrier
(for_range_loop right: (_) @local.outer)
(template_parameter_list (parameter_declaration declarator: (identifier) @local.doubt))
(using_declaration (identifier) @local.doubt)
