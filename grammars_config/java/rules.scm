; Text blocks, which begin with three quotes, may hold line breaks.
[(string_literal) (character_literal)] @one_line

(break_statement . "break" . ";") @needs.loop_or_switch
(continue_statement . "continue" . ";") @needs.loop
[(for_statement) (enhanced_for_statement) (while_statement) (do_statement)] @gives.loop
[
  (for_statement) (enhanced_for_statement) (while_statement) (do_statement) (switch_expression)
] @gives.loop_or_switch
[
  (method_declaration) (constructor_declaration) (compact_constructor_declaration) (lambda_expression)
  (static_initializer)
] @stops.loop @stops.loop_or_switch

(if_statement consequence: (local_variable_declaration) @wrong.a_declaration_needs_braces_here)
(if_statement alternative: (local_variable_declaration) @wrong.a_declaration_needs_braces_here)
(for_statement body: (local_variable_declaration) @wrong.a_declaration_needs_braces_here)
(enhanced_for_statement body: (local_variable_declaration) @wrong.a_declaration_needs_braces_here)
(while_statement body: (local_variable_declaration) @wrong.a_declaration_needs_braces_here)
(do_statement body: (local_variable_declaration) @wrong.a_declaration_needs_braces_here)

(update_expression
  [(decimal_integer_literal) (string_literal) (true) (false) (binary_expression)]) @wrong.only_a_variable_can_be_counted_up_or_down

; In a rule of a `switch` it is a value.
(block (expression_statement [
  (binary_expression) (ternary_expression) (cast_expression) (unary_expression) (lambda_expression)
  (decimal_integer_literal) (string_literal) (true) (false) (null_literal) (parenthesized_expression)
]) @wrong.this_value_is_no_statement)

(program [
  (return_statement) (break_statement) (continue_statement) (if_statement) (for_statement) (while_statement)
  (expression_statement) (try_statement) (throw_statement)
] @wrong.a_statement_needs_a_method_around_it)

(program (package_declaration) @order.1)
(program (import_declaration) @order.2)
(program (_) @order.3)
