(character_literal) @one_line
(string_literal) @one_line
(interpolated_expression) @free

(jump_expression . "break" .) @needs.loop
(jump_expression . "continue" .) @needs.loop
[(for_statement) (while_statement) (do_while_statement)] @gives.loop
; A lambda may be inlined into the loop around it.
[(function_declaration) (anonymous_function)] @stops.loop

(source_file (package_header) @order.1)
(source_file (import_list) @order.2)
(source_file (file_annotation) @order.0)
(source_file (shebang_line) @order.any)
(source_file (_) @order.3)
