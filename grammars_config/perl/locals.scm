(source_file) @local.scope.module
(package_statement (block)) @local.scope.module
[(subroutine_declaration_statement) (method_declaration_statement)] @local.scope.function
[(block) (for_statement) (cstyle_for_statement) (conditional_statement) (loop_statement)] @local.scope
(anonymous_subroutine_expression) @local.scope
(subroutine_declaration_statement) @local.barrier

(variable_declaration "my" (scalar) @local.bound)
(variable_declaration "state" (scalar) @local.bound)
(variable_declaration "our" (scalar) @local.global)
(for_statement "my" variable: (scalar) @local.bound)
(localization_expression (scalar) @local.global)
(signature (mandatory_parameter (scalar) @local.parameter))
(signature (optional_parameter (scalar) @local.parameter))
(assignment_expression left: (variable_declaration)) @local.declaration

; These mean the name without showing it as one.
(scalar "{") @local.opaque
(eval_expression (interpolated_string_literal)) @local.opaque
(eval_expression (string_literal)) @local.opaque
