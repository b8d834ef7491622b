(line_string_literal) @one_line
(raw_string_literal) @one_line
(interpolated_expression) @free

(control_transfer_statement . "break" .) @needs.loop_or_switch
(control_transfer_statement . "continue" .) @needs.loop
[(for_statement) (while_statement) (repeat_while_statement)] @gives.loop
[(for_statement) (while_statement) (repeat_while_statement) (switch_statement)] @gives.loop_or_switch
[(function_declaration) (init_declaration) (lambda_literal)] @stops.loop @stops.loop_or_switch

(await_expression) @needs.async_function
[(function_declaration "async") (init_declaration "async") (lambda_literal)] @gives.async_function
(source_file) @gives.async_function
(function_declaration) @stops.async_function
