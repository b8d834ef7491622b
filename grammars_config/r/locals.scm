(program) @local.scope.module
(function_definition) @local.scope.function

(parameter name: (identifier) @local.parameter)
(binary_operator lhs: (identifier) @local.assigns operator: "<-")
(binary_operator lhs: (identifier) @local.assigns operator: "=")
(binary_operator operator: "->" rhs: (identifier) @local.assigns)
(binary_operator lhs: (identifier) @local.nonlocal operator: "<<-")
(binary_operator operator: "->>" rhs: (identifier) @local.nonlocal)
(for_statement variable: (identifier) @local.hoisted)

(extract_operator rhs: (identifier) @local.other)
(namespace_operator (identifier) @local.other)
(argument name: (identifier) @local.other)
(call function: (identifier) @local.called)
(call
  function: (identifier) @local.callee arguments: (arguments (argument name: (identifier) @local.argument)))

; Names in a text may be read by the function that it is given to, and those in a formula are columns.
(string) @local.opaque
(unary_operator operator: "~") @local.opaque
(binary_operator operator: "~") @local.opaque
