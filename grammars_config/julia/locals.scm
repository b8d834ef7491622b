(source_file) @local.scope.module
(module_definition) @local.scope.module
[(function_definition) (macro_definition) (struct_definition)] @local.scope.function
(assignment . (call_expression)) @local.scope.function
(assignment . (where_expression)) @local.scope.function
[
  (for_statement)
  (while_statement)
  (let_statement)
  (do_clause)
  (catch_clause)
  (arrow_function_expression)
  (comprehension_expression)
  (generator)
] @local.scope
(try_statement (block) @local.scope)
(struct_definition) @local.barrier

(signature (call_expression (argument_list (identifier) @local.parameter)))
(signature (call_expression (argument_list (typed_expression . (identifier) @local.parameter))))
(signature (where_expression (call_expression (argument_list (identifier) @local.parameter))))
(signature (where_expression (call_expression (argument_list (typed_expression . (identifier) @local.parameter)))))
(assignment . (call_expression (argument_list (identifier) @local.parameter)))
(assignment . (call_expression (argument_list (typed_expression . (identifier) @local.parameter))))
(assignment . (where_expression (call_expression (argument_list (identifier) @local.parameter))))
(assignment . (where_expression (call_expression (argument_list (typed_expression . (identifier) @local.parameter)))))
(arrow_function_expression . (identifier) @local.bound)
(arrow_function_expression . (argument_list (identifier) @local.bound))
(do_clause . (identifier) @local.bound)
(catch_clause . (identifier) @local.bound)
(for_binding . (identifier) @local.bound)
(for_binding . (tuple_expression (identifier) @local.bound))
(for_binding (_) @local.outer .)
(let_statement (assignment . (identifier) @local.bound))
(local_statement (identifier) @local.bound)
(local_statement (assignment . (identifier) @local.bound))
(signature (call_expression . (identifier) @local.outside))
(signature (where_expression (call_expression . (identifier) @local.outside)))

(block (assignment . (identifier) @local.assigns))
(block (assignment . (typed_expression . (identifier) @local.assigns)))
(block (assignment . (open_tuple (identifier) @local.assigns)))
(block (assignment . (tuple_expression (identifier) @local.assigns)))
(compound_assignment_expression . (identifier) @local.assigns)
(global_statement (identifier) @local.global)
(global_statement (assignment . (identifier) @local.global))

(field_expression value: (_) (identifier) @local.other)
; f(a = 1), (a = 1,): a name of the call or the tuple. f(; a) is that and a value at once.
(argument_list (assignment . (identifier) @local.other))
(tuple_expression (assignment . (identifier) @local.other))
(argument_list ";" (identifier) @local.doubt)
(tuple_expression ";" (identifier) @local.doubt)
(call_expression . (identifier) @local.called)

[(macrocall_expression) (quote_expression) (quote_statement) (prefixed_string_literal) (prefixed_command_literal)] @local.opaque
