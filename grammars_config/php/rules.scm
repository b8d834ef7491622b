(break_statement) @needs.loop_or_switch
(continue_statement) @needs.loop_or_switch
[
  (for_statement) (foreach_statement) (while_statement) (do_statement) (switch_statement)
] @gives.loop_or_switch
[
  (function_definition) (method_declaration) (anonymous_function) (arrow_function)
] @stops.loop_or_switch

(yield_expression) @needs.function
[(function_definition) (method_declaration) (anonymous_function) (arrow_function)] @gives.function

(program (php_tag) @order.0)
(program (declare_statement (declare_directive "strict_types")) @order.1)
(program (namespace_definition) @order.2.first)
(program [(text_interpolation) (text) (declare_statement)] @order.any)
(program (_) @order.3)
