(break_statement . "break" .) @needs.loop_or_switch
(continue_statement . "continue" .) @needs.loop
(for_statement) @gives.loop
[(for_statement) (expression_switch_statement) (type_switch_statement) (select_statement)] @gives.loop_or_switch
[(function_declaration) (method_declaration) (func_literal)] @stops.loop @stops.loop_or_switch

(source_file [
  (short_var_declaration) (expression_statement) (assignment_statement) (inc_statement) (dec_statement)
  (if_statement) (for_statement) (return_statement) (go_statement) (defer_statement) (block)
  (expression_switch_statement) (type_switch_statement) (select_statement) (send_statement)
  (break_statement) (continue_statement)
] @wrong.a_statement_needs_a_function_around_it)

(inc_statement [(int_literal) (binary_expression) (call_expression)]) @wrong.only_a_variable_can_be_counted_up_or_down
(dec_statement [(int_literal) (binary_expression) (call_expression)]) @wrong.only_a_variable_can_be_counted_up_or_down

(go_statement [
  (binary_expression) (int_literal) (composite_literal) (func_literal) (parenthesized_expression)
]) @wrong.only_a_call_can_be_started
(defer_statement [
  (binary_expression) (int_literal) (composite_literal) (func_literal) (parenthesized_expression)
]) @wrong.only_a_call_can_be_deferred
(expression_statement [
  (binary_expression) (int_literal) (float_literal) (interpreted_string_literal) (raw_string_literal)
  (composite_literal) (func_literal)
]) @wrong.this_value_is_no_statement
(expression_statement (parenthesized_expression [
  (binary_expression) (int_literal) (float_literal) (interpreted_string_literal) (raw_string_literal)
  (composite_literal) (func_literal)
])) @wrong.this_value_is_no_statement

(argument_list
  (variadic_argument) @wrong.only_the_last_argument_can_be_spread
  [
    (identifier) (selector_expression) (call_expression) (index_expression) (int_literal) (float_literal)
    (interpreted_string_literal) (raw_string_literal) (composite_literal) (func_literal) (binary_expression)
    (unary_expression) (parenthesized_expression) (variadic_argument) (nil) (true) (false)
  ])

(source_file (package_clause) @order.1)
(source_file (import_declaration) @order.2)
(source_file (_) @order.3)
