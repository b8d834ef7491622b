(source) @local.scope.module
[(function_definition) (constructor_definition) (lambda)] @local.scope.function
(class_body) @local.scope.class
[(for_statement) (while_statement) (if_statement) (elif_clause) (else_clause) (pattern_section)] @local.scope

(for_statement right: (_) @local.outer)
(function_definition name: (name) @local.other)
(parameters (identifier) @local.parameter)
(typed_parameter . (identifier) @local.parameter)
(default_parameter . (identifier) @local.parameter)
(typed_default_parameter . (identifier) @local.parameter)
(variable_statement name: (name) @local.bound)
(const_statement name: (name) @local.bound)
(for_statement left: (identifier) @local.bound)
(pattern_binding (identifier) @local.bound)
(variable_statement) @local.declaration

(type (identifier) @local.other)
(attribute (_) (identifier) @local.other)
(attribute_call (identifier) @local.other)
(attribute_subscript . (identifier) @local.other)
(call . (identifier) @local.other)
(pair left: (identifier) @local.doubt)
