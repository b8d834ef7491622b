(char_literal) @one_line

(break_expression . "break" .) @needs.loop
(continue_expression . "continue" .) @needs.loop
[(loop_expression) (while_expression) (for_expression)] @gives.loop
[(function_item) (closure_expression) (async_block)] @stops.loop

(await_expression) @needs.async_function
[
  (async_block) (function_item (function_modifiers "async")) (closure_expression "async")
] @gives.async_function
[(function_item) (closure_expression)] @stops.async_function

(source_file [
  (expression_statement (return_expression)) (expression_statement (if_expression))
  (expression_statement (for_expression)) (expression_statement (while_expression))
  (expression_statement (loop_expression)) (expression_statement (match_expression)) (let_declaration)
] @wrong.a_statement_needs_a_function_around_it)

(source_file (inner_attribute_item) @order.1)
(source_file [(shebang) (line_comment) (block_comment)] @order.any)
(source_file (_) @order.2)
(declaration_list (inner_attribute_item) @order.1)
(declaration_list [(function_item) (struct_item) (use_declaration) (mod_item) (impl_item)] @order.2)

; A statement ends behind such a block, and `+ 1` does not begin another one.
(expression_statement
  (binary_expression
    left: [
      (if_expression) (match_expression) (loop_expression) (while_expression) (for_expression) (block) (unsafe_block)
    ]) @wrong.a_block_needs_parentheses_here)
(block
  (binary_expression
    left: [
      (if_expression) (match_expression) (loop_expression) (while_expression) (for_expression) (block) (unsafe_block)
    ]) @wrong.a_block_needs_parentheses_here)

; `a as usize < b` begins the arguments of a type.
(binary_expression left: (type_cast_expression) operator: ["<" "<<"]) @wrong.the_cast_needs_parentheses_here
(binary_expression
  left: (binary_expression right: (type_cast_expression))
  operator: ["<" "<<"]) @wrong.the_cast_needs_parentheses_here
