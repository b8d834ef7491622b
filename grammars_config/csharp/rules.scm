[(string_literal) (character_literal)] @one_line

(break_statement) @needs.loop_or_switch
(continue_statement) @needs.loop
[(for_statement) (foreach_statement) (while_statement) (do_statement)] @gives.loop
[
  (for_statement) (foreach_statement) (while_statement) (do_statement) (switch_statement)
] @gives.loop_or_switch
[
  (method_declaration) (constructor_declaration) (destructor_declaration) (operator_declaration)
  (accessor_declaration) (local_function_statement) (lambda_expression) (anonymous_method_expression)
] @stops.loop @stops.loop_or_switch

(await_expression) @needs.async_method
[
  (method_declaration (modifier "async")) (local_function_statement (modifier "async"))
  (lambda_expression (modifier)) (anonymous_method_expression (modifier))
] @gives.async_method
(global_statement) @gives.async_method
[
  (method_declaration) (constructor_declaration) (destructor_declaration) (operator_declaration)
  (accessor_declaration) (local_function_statement) (lambda_expression) (anonymous_method_expression)
] @stops.async_method

(if_statement consequence: (local_declaration_statement) @wrong.a_declaration_needs_braces_here)
(if_statement alternative: (local_declaration_statement) @wrong.a_declaration_needs_braces_here)
(for_statement body: (local_declaration_statement) @wrong.a_declaration_needs_braces_here)
(foreach_statement body: (local_declaration_statement) @wrong.a_declaration_needs_braces_here)
(while_statement body: (local_declaration_statement) @wrong.a_declaration_needs_braces_here)

(postfix_unary_expression
  [(integer_literal) (string_literal) (binary_expression)] ["++" "--"]) @wrong.only_a_variable_can_be_counted_up_or_down

(compilation_unit [(global_attribute) (preproc_if) (preproc_region) (preproc_endregion) (file_scoped_namespace_declaration)] @order.any)
(compilation_unit (extern_alias_directive) @order.1)
(compilation_unit (using_directive) @order.2)
(compilation_unit [
  (class_declaration) (struct_declaration) (interface_declaration) (enum_declaration) (record_declaration)
  (delegate_declaration) (namespace_declaration) (global_statement)
] @order.3)
(declaration_list (using_directive) @order.2)
(declaration_list [
  (class_declaration) (struct_declaration) (interface_declaration) (enum_declaration) (record_declaration)
  (delegate_declaration) (namespace_declaration)
] @order.3)

; A `:` in the braces of a string begins a format.
(interpolation (conditional_expression)) @wrong.a_conditional_needs_parentheses_in_a_string
(expression_statement (parenthesized_expression)) @wrong.this_value_is_no_statement
