(required_parameter pattern: (identifier) @local.parameter)
(optional_parameter pattern: (identifier) @local.parameter)
(required_parameter pattern: (rest_pattern (identifier) @local.parameter))
(required_parameter (accessibility_modifier) pattern: (identifier) @local.member)
(function_signature) @local.scope.function
(function_type) @local.scope.function
(method_signature) @local.scope.function
(construct_signature) @local.scope.function
(call_signature) @local.scope.function
(abstract_method_signature) @local.scope.function
(function_signature name: (identifier) @local.outside)
(enum_declaration name: (identifier) @local.bound)
(internal_module) @local.scope.module
(type_predicate name: (identifier) @local.doubt)
(asserts (identifier) @local.doubt)
(index_signature name: (identifier) @local.other)
