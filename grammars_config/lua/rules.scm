(string start: "\"") @one_line.continued
(string start: "'") @one_line.continued

(break_statement) @needs.loop
[(for_statement) (while_statement) (repeat_statement)] @gives.loop
[(function_declaration) (function_definition)] @stops.loop
