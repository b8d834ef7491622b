[(string) (unicode_string_literal) (hex_string_literal)] @one_line.continued

(break_statement) @needs.loop
(continue_statement) @needs.loop
[(for_statement) (while_statement) (do_while_statement)] @gives.loop
