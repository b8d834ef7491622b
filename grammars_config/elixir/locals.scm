(source) @local.scope.module
(call target: (identifier) @keyword_definitions) @local.scope.function
(call target: (identifier) @keyword_definitions (arguments . (alias)) (do_block) @local.scope.module)
(call target: (identifier) @keyword_definitions) @local.barrier
(call (do_block)) @local.scope
(call target: (identifier) @keyword_blocks (arguments (keywords))) @local.scope
[(anonymous_function) (stab_clause)] @local.scope

; def f(a, {b, _}, %{c: d} = e, f \\ 1) when …
(call target: (identifier) @keyword_definitions (arguments . (call (arguments) @local.pattern)))
(call target: (identifier) @keyword_definitions
  (arguments . (binary_operator left: (call (arguments) @local.pattern) operator: "when")))
(stab_clause left: (arguments) @local.pattern)
(stab_clause left: (binary_operator left: (arguments) @local.pattern operator: "when"))
(binary_operator left: (_) @local.pattern operator: ["=" "<-"])
; test "…", %{a: b} do
(call (arguments (map) @local.pattern) (do_block))
(binary_operator operator: "\\\\" right: (_) @local.free)
(unary_operator operator: "^" operand: (_) @local.free)
; if a = f() do: the name may hold behind the `end`.
(call (arguments (binary_operator left: (identifier) @local.doubt operator: "=")) (do_block))
(binary_operator operator: "=") @local.declaration

(call target: (identifier) @local.other)
(dot right: (identifier) @local.other)
(unary_operator operator: "@" operand: (identifier) @local.other)
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @local.other operator: "/"))
(bitstring (binary_operator operator: "::" right: (identifier) @local.other))
