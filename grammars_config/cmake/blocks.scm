(if_condition (if_command (argument_list) @condition) @opener) @block.if
(if_condition (elseif_command (argument_list) @condition) @opener @block.elif)
(if_condition (else_command) @opener @block.else)
(foreach_loop (foreach_command) @opener) @block.for
(while_loop (while_command (argument_list) @condition) @opener) @block.while
