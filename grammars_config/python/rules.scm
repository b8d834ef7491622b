(string) @one_line.continued
(interpolation) @free

(break_statement) @needs.loop
(continue_statement) @needs.loop
[(for_statement) (while_statement)] @gives.loop
[(function_definition) (class_definition)] @stops.loop

(return_statement) @needs.function
(yield) @needs.function
[(function_definition) (lambda)] @gives.function
(class_definition) @stops.function

(module (future_import_statement) @order.1)
(module (string) @order.any)
(module (_) @order.2)
