(if_statement (if . "if" . (_) @condition "then" @opener)) @block.if
(elsif . "elsif" . (_) @condition "then" @opener) @block.elif
(if_statement (else . "else" @opener) @block.else)
(case_statement . "case" . (_) @condition "is" @opener) @block.switch
(case_statement_alternative . "when" . (_) @condition . "=>" @opener) @block.case
(loop_statement (for_loop (_) @condition) "loop" @opener) @block.for
(loop_statement (while_loop (_) @condition) "loop" @opener) @block.while
(loop_statement . "loop" @opener) @block.loop
(process_statement . "process" "begin" @opener) @block.block
