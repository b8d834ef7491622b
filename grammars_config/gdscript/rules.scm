(break_statement) @needs.loop
(continue_statement) @needs.loop
[(for_statement) (while_statement)] @gives.loop
[(function_definition) (lambda)] @stops.loop
