(compilation_unit) @local.scope.module
[(function_definition) (lambda_expression)] @local.scope.function
[(template_body) (with_template_body)] @local.scope.class
[(class_definition) (trait_definition) (enum_definition)] @local.scope.class
[(block) (indented_block) (case_clause) (for_expression)] @local.scope

(template_body) @local.inherits
(function_definition name: (identifier) @local.outside)
(parameter name: (identifier) @local.parameter)
(class_parameter name: (identifier) @local.bound)
(lambda_expression parameters: (identifier) @local.bound)
(binding name: (identifier) @local.bound)
(val_definition pattern: (identifier) @local.bound)
(var_definition pattern: (identifier) @local.bound)
(val_declaration name: (identifier) @local.bound)
(val_definition pattern: (identifiers (identifier) @local.bound))
(tuple_pattern (identifier) @local.bound)
(case_class_pattern pattern: (identifier) @local.bound)
(typed_pattern pattern: (identifier) @local.bound)
(capture_pattern name: (identifier) @local.bound)
(infix_pattern left: (identifier) @local.bound)
(infix_pattern right: (identifier) @local.bound)
(case_clause pattern: (identifier) @local.bound)
(enumerator . (identifier) @local.bound)
(enumerators . (enumerator . (_) . (_) @local.outer))
(alternative_pattern (identifier) @local.doubt)
[(val_definition) (var_definition)] @local.declaration

(field_expression field: (identifier) @local.other)
(infix_expression operator: (identifier) @local.other)
(infix_pattern operator: (identifier) @local.other)
(postfix_expression (_) . (identifier) @local.other)
(stable_identifier (identifier) @local.doubt)
(interpolated_string_expression interpolator: (identifier) @local.other)
(function_declaration name: (identifier) @local.other)
(object_definition name: (identifier) @local.other)
(import_declaration) @local.opaque
(arguments (assignment_expression left: (identifier) @local.other))
(call_expression
  function: [(identifier) @local.callee (field_expression field: (identifier) @local.callee)]
  arguments: (arguments (assignment_expression left: (identifier) @local.argument)))
