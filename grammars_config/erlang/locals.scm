(source_file) @local.scope.module
(function_clause) @local.scope.function
; Each variable of a clause holds in all of it, wherever it is bound.
(function_clause) @local.pattern
(macro_call_expr name: (var) @local.other)
