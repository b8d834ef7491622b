(program) @local.scope.module
[
  (method_declaration)
  (constructor_declaration)
  (compact_constructor_declaration)
  (lambda_expression)
] @local.scope.function
(class_body) @local.scope.class
(interface_body) @local.scope.class
(enum_body) @local.scope.class
(annotation_type_body) @local.scope.class
[
  (block)
  (constructor_body)
  (for_statement)
  (enhanced_for_statement)
  (try_with_resources_statement)
  (catch_clause)
  (switch_block_statement_group)
  (switch_rule)
  (static_initializer)
] @local.scope

; A class inherits names that its text does not show.
(class_body) @local.inherits
(enhanced_for_statement value: (_) @local.outer)
(formal_parameter name: (identifier) @local.parameter)
(spread_parameter (variable_declarator name: (identifier) @local.parameter))
(inferred_parameters (identifier) @local.parameter)
(lambda_expression parameters: (identifier) @local.parameter)
(catch_formal_parameter name: (identifier) @local.bound)
(local_variable_declaration (variable_declarator name: (identifier) @local.bound))
(enhanced_for_statement name: (identifier) @local.bound)
(resource name: (identifier) @local.bound)
(instanceof_expression name: (identifier) @local.doubt)
(type_pattern (identifier) @local.doubt)
(record_pattern_component (identifier) @local.doubt)

(field_declaration (variable_declarator name: (identifier) @local.bound))
(constant_declaration (variable_declarator name: (identifier) @local.bound))
(method_declaration name: (identifier) @local.other)
(constructor_declaration name: (identifier) @local.other)
(class_declaration name: (identifier) @local.other)
(interface_declaration name: (identifier) @local.other)
(enum_declaration name: (identifier) @local.other)
(record_declaration name: (identifier) @local.other)
(enum_constant name: (identifier) @local.other)
(method_invocation name: (identifier) @local.other)
(field_access field: (identifier) @local.other)
(method_reference (_) "::" (identifier) @local.other)
(element_value_pair key: (identifier) @local.other)
(annotation name: (identifier) @local.other)
(marker_annotation name: (identifier) @local.other)
(labeled_statement . (identifier) @local.other)
(break_statement (identifier) @local.other)
(continue_statement (identifier) @local.other)
(switch_label (identifier) @local.doubt)
(scoped_identifier name: (identifier) @local.other)
