(if_statement condition: (_) @condition (block) @body) @block.if
(else_if_clause (block) @body) @block.elif
(else_clause (block) @body) @block.else
(for_statement (block) @body) @block.for
(each_statement (block) @body) @block.for
(while_statement (block) @body) @block.while
