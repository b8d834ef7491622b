(break_statement) @needs.loop
(continue_statement) @needs.loop
[(for_statement) (while_statement)] @gives.loop
(function_definition) @stops.loop
; A macro may put its block into a loop.
[(quote_statement) (macrocall_expression)] @gives.loop
