(program) @local.scope.module
[(method) (singleton_method)] @local.scope.function
[(class) (module) (singleton_class)] @local.scope.class
[(block) (do_block) (lambda)] @local.scope

(method_parameters (identifier) @local.parameter)
(method_parameters (optional_parameter name: (identifier) @local.parameter))
(lambda_parameters (identifier) @local.bound)
(block_parameters (identifier) @local.bound)
(block_parameters locals: (identifier) @local.bound)
(lambda_parameters (optional_parameter name: (identifier) @local.bound))
(block_parameters (optional_parameter name: (identifier) @local.bound))
(splat_parameter name: (identifier) @local.bound)
(hash_splat_parameter name: (identifier) @local.bound)
(block_parameter name: (identifier) @local.bound)
(destructured_parameter (identifier) @local.bound)
(keyword_parameter name: (identifier) @local.bound)
(keyword_parameter name: (identifier) @local.named)

; An assignment in a block means the variable outside, where there is one.
(assignment left: (identifier) @local.assigns)
(operator_assignment left: (identifier) @local.assigns)
(left_assignment_list (identifier) @local.assigns)
(left_assignment_list (rest_assignment (identifier) @local.assigns))
(destructured_left_assignment (identifier) @local.assigns)
(destructured_left_assignment (rest_assignment (identifier) @local.assigns))
(for pattern: (identifier) @local.assigns)
(exception_variable (identifier) @local.assigns)
(as_pattern name: (identifier) @local.assigns)
(array_pattern (identifier) @local.assigns)
(find_pattern (identifier) @local.assigns)
(keyword_pattern value: (identifier) @local.assigns)
(in_clause pattern: (identifier) @local.assigns)

; {a:} and f(a:) are a name and a value at once.
(pair key: (hash_key_symbol) @local.other value: (_))
(keyword_pattern key: (hash_key_symbol) @local.other value: (_))
(pair key: (hash_key_symbol) @local.doubt !value)
(keyword_pattern key: (hash_key_symbol) @local.doubt !value)
(call receiver: (_) method: (identifier) @local.other)
(call method: (identifier) @local.other arguments: (_))
(call method: (identifier) @local.other block: (_))
(method name: (identifier) @local.other)
(singleton_method name: (identifier) @local.other)
(alias (identifier) @local.other)
(undef (identifier) @local.other)
(method) @local.barrier
(singleton_method) @local.barrier
(assignment) @local.declaration
