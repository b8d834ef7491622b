[(string_literal) (character_literal)] @one_line.verbatim

(exit_statement . "exit" . ";") @needs.loop
(loop_statement) @gives.loop
