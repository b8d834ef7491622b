(source_file) @local.scope.module
[
  (function_declaration)
  (anonymous_function)
  (lambda_literal)
  (secondary_constructor)
  (anonymous_initializer)
  (getter)
  (setter)
] @local.scope.function
(class_body) @local.scope.class
(enum_class_body) @local.scope.class
(class_declaration (primary_constructor)) @local.scope.class
[
  (control_structure_body)
  (for_statement)
  (catch_block)
  (finally_block)
  (try_expression)
  (when_expression)
  (when_entry)
] @local.scope

(class_body) @local.inherits
(for_statement [(variable_declaration) (multi_variable_declaration)] . (_) @local.outer)
(function_declaration . (simple_identifier) @local.outside)

(parameter (simple_identifier) @local.parameter)
(parameter (simple_identifier) @local.callable (function_type))
(parameter_with_optional_type (simple_identifier) @local.parameter)
(class_parameter (simple_identifier) @local.bound)
(variable_declaration (simple_identifier) @local.bound)
(variable_declaration (simple_identifier) @local.callable (function_type))
(property_declaration
  (variable_declaration (simple_identifier) @local.callable) [(lambda_literal) (anonymous_function)])
(catch_block (simple_identifier) @local.bound)
[(property_declaration) (when_subject)] @local.declaration

(navigation_suffix (simple_identifier) @local.other)
(call_expression . (simple_identifier) @local.called)
(infix_expression (_) . (simple_identifier) @local.other . (_))
(callable_reference (simple_identifier) @local.doubt)
(enum_entry (simple_identifier) @local.other)
(import_header) @local.opaque
(value_argument (simple_identifier) @local.other . "=")
(call_expression
  [(simple_identifier) @local.callee (navigation_expression (navigation_suffix (simple_identifier) @local.callee))]
  (call_suffix (value_arguments (value_argument (simple_identifier) @local.argument . "="))))
