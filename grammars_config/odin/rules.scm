[(string "\"") (character)] @one_line

(break_statement . "break" .) @needs.loop_or_switch
(continue_statement . "continue" .) @needs.loop
(for_statement) @gives.loop
[(for_statement) (switch_statement)] @gives.loop_or_switch
(procedure) @stops.loop @stops.loop_or_switch
