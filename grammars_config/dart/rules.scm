(break_statement (break_builtin) . ";") @needs.loop_or_switch
(continue_statement "continue" . ";") @needs.loop
[(for_statement) (while_statement) (do_statement)] @gives.loop
[(for_statement) (while_statement) (do_statement) (switch_statement)] @gives.loop_or_switch
[(function_body) (function_expression_body)] @stops.loop @stops.loop_or_switch

(await_expression) @needs.async_function
[(function_body "async") (function_body "async*") (function_expression_body "async") (function_expression_body "async*")] @gives.async_function
[(function_body) (function_expression_body)] @stops.async_function

(program (library_name) @order.1)
(program (import_or_export) @order.2)
(program (part_directive) @order.3)
(program [(script_tag) (part_of_directive)] @order.any)
(program (_) @order.4)
