(if_statement (parenthesized_expression) @condition "then" @opener) @block.if
(elseif_clause (parenthesized_expression) @condition "then" @opener) @block.elif
(else_clause "else" @opener) @block.else
(do_loop_statement (while_statement) @opener) @block.while
(do_loop_statement (loop_control_expression) @opener) @block.for
(do_loop_statement "do" @opener) @block.loop
(select_case_statement (selector) @opener) @block.switch
(case_statement ")" @opener) @block.case
(case_statement (default) @opener) @block.case
