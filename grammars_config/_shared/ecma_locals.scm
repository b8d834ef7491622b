(program) @local.scope.module
[
  (function_declaration)
  (function_expression)
  (generator_function)
  (generator_function_declaration)
  (arrow_function)
  (method_definition)
] @local.scope.function
(class_static_block) @local.scope.function
(class_body) @local.scope.class
[
  (statement_block)
  (for_statement)
  (for_in_statement)
  (catch_clause)
  (switch_body)
] @local.scope

(function_declaration name: (identifier) @local.outside)
(generator_function_declaration name: (identifier) @local.outside)
(function_expression name: (identifier) @local.bound)
(generator_function name: (identifier) @local.bound)

(arrow_function parameter: (identifier) @local.parameter)
(catch_clause parameter: (identifier) @local.bound)

(variable_declaration (variable_declarator name: (identifier) @local.hoisted))
(lexical_declaration (variable_declarator name: (identifier) @local.bound))
(for_in_statement kind: ["let" "const"] left: (identifier) @local.bound)
(for_in_statement kind: "var" left: (identifier) @local.hoisted)

; Patterns take things apart: in a declaration or a parameter they bind, in an assignment not. A
; pattern of `var` binds in the function, which is not asked for here: such names are in doubt.
(variable_declaration (variable_declarator name: (object_pattern) @local.unclear))
(variable_declaration (variable_declarator name: (array_pattern) @local.unclear))
(for_in_statement kind: "var" left: (object_pattern) @local.unclear)
(for_in_statement kind: "var" left: (array_pattern) @local.unclear)
(array_pattern (identifier) @local.bound)
(array_pattern (assignment_pattern left: (identifier) @local.bound))
(object_pattern (pair_pattern value: (identifier) @local.bound))
(object_pattern (pair_pattern value: (assignment_pattern left: (identifier) @local.bound)))
(object_pattern (rest_pattern (identifier) @local.bound))
(array_pattern (rest_pattern (identifier) @local.bound))
(object_pattern (shorthand_property_identifier_pattern) @local.bound)
(object_pattern (shorthand_property_identifier_pattern) @local.short)
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @local.bound)
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @local.short)
(assignment_expression left: (object_pattern) @local.assigned)
(assignment_expression left: (array_pattern) @local.assigned)
(for_in_statement !kind left: (object_pattern) @local.assigned)
(for_in_statement !kind left: (array_pattern) @local.assigned)
(shorthand_property_identifier) @local.short

(import_specifier name: (identifier) @local.other alias: (identifier))
(export_specifier (identifier) @local.doubt)
(with_statement) @local.opaque
