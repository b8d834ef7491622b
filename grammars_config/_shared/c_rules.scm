; Rules that C and its relatives share.
[(string_literal) (char_literal)] @one_line.continued

((break_statement) @needs.loop_or_switch)
((continue_statement) @needs.loop)
[(for_statement) (while_statement) (do_statement)] @gives.loop
[(for_statement) (while_statement) (do_statement) (switch_statement)] @gives.loop_or_switch
; A bare block may be the body of a macro that loops: list_for_each(p, q) { … }
(compound_statement (compound_statement) @gives.loop @gives.loop_or_switch)
(function_definition) @stops.loop @stops.loop_or_switch
; Files that others include in the middle of a function hold statements.
(translation_unit) @gives.loop @gives.loop_or_switch

(update_expression
  argument: [(number_literal) (string_literal) (char_literal) (binary_expression)]) @wrong.only_a_variable_can_be_counted_up_or_down
