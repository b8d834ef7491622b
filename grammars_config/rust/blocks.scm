(else_clause "else" @start
  (if_expression condition: (_) @condition consequence: (block) @body) @block.elif)
(if_expression condition: (_) @condition consequence: (block) @body) @block.if
(else_clause (block) @body) @block.else
(let_declaration "else" @start alternative: (block) @body @block.else)
(for_expression value: (_) @condition body: (block) @body) @block.for
(while_expression condition: (_) @condition body: (block) @body) @block.while
(loop_expression body: (block) @body) @block.loop
(match_expression value: (_) @condition body: (match_block) @body) @block.match
(match_arm pattern: (_) @condition value: (_) @body) @block.case
(closure_expression body: (_) @body) @block.lambda
(unsafe_block (block) @body) @block.block
(async_block (block) @body) @block.block
(const_block body: (block) @body) @block.block
(try_block (block) @body) @block.try
(expression_statement (block) @body @block.block)
(foreign_mod_item body: (declaration_list) @body) @block.region
