; inherits: ecma_locals, jsx_locals
(class_declaration name: (identifier) @local.bound)
(formal_parameters (identifier) @local.parameter)
(formal_parameters (rest_pattern (identifier) @local.parameter))
(formal_parameters (assignment_pattern left: (identifier) @local.parameter))
