(program) @local.scope.module
(class_body) @local.scope.class
[(extension_body) (mixin_declaration) (enum_body)] @local.scope.class
; A function's signature and its body are neighbours.
((method_signature) @local.from . (function_body) @local.to)
((function_signature) @local.from . (function_body) @local.to)
((catch_clause) @local.from . (block) @local.to)
[(lambda_expression) (function_expression)] @local.scope.function
[
  (block)
  (for_statement)
  (for_element)
  (switch_statement_case)
  (switch_expression_case)
  (if_element)
] @local.scope

(function_signature name: (identifier) @local.outside)
(formal_parameter name: (identifier) @local.parameter)
(formal_parameter . (identifier) @local.parameter .)
(optional_formal_parameters "{" (formal_parameter name: (identifier) @local.named))
(constructor_param (identifier) @local.parameter)
(constructor_param (identifier) @local.member)
(initialized_variable_definition name: (identifier) @local.bound)
(initialized_identifier (identifier) @local.bound)
(for_loop_parts name: (identifier) @local.bound)
(for_loop_parts name: (_) value: (_) @local.outer)
(catch_parameters (identifier) @local.bound)
(variable_pattern (identifier) @local.bound)
(pattern_variable_declaration (_ (constant_pattern (identifier) @local.bound)))
(object_pattern (variable_pattern (identifier) @local.doubt))
(constant_pattern (identifier) @local.doubt)
(local_variable_declaration) @local.declaration

(unconditional_assignable_selector (identifier) @local.other)
(conditional_assignable_selector (identifier) @local.other)
(cascade_selector (identifier) @local.other)
(label (identifier) @local.other)
(break_statement (identifier) @local.other)
(continue_statement (identifier) @local.other)
(enum_constant name: (identifier) @local.other)
(constructor_signature name: (identifier) @local.other)
(annotation (identifier) @local.other)
(import_or_export) @local.opaque
