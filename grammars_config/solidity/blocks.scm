(if_statement "else" @start . body: (statement (if_statement
  condition: (_) @condition . body: (statement (block_statement) @body)) @block.elif))
(if_statement "else" @start . body: (statement (if_statement
  condition: (_) @condition . body: (statement) @body) @block.elif))
(if_statement condition: (_) @condition . body: (statement (block_statement) @body)) @block.if
(if_statement condition: (_) @condition . body: (statement) @body) @block.if
(if_statement "else" @start . body: (statement (block_statement) @body @block.else))
(if_statement "else" @start . body: (statement [(expression_statement) (return_statement)
  (revert_statement) (emit_statement) (break_statement) (continue_statement) (for_statement)
  (while_statement) (do_while_statement) (try_statement) (assembly_statement)] @body @block.else))
(for_statement body: (statement (block_statement) @body)) @block.for
(for_statement body: (statement) @body) @block.for
(while_statement condition: (_) @condition body: (statement (block_statement) @body)) @block.while
(while_statement condition: (_) @condition body: (statement) @body) @block.while
(do_while_statement body: (statement (block_statement) @body) condition: (_) @condition) @block.do
(try_statement body: (_) @body) @block.try
(catch_clause body: (_) @body) @block.catch
(block_statement (unchecked) "{" @opener) @block.block
(assembly_statement "{" @opener) @block.block
(yul_if_statement . (_) @condition . (yul_block) @body .) @block.if
(yul_for_statement (yul_block) @body .) @block.for
(yul_switch_statement . (_) @condition @opener) @block.switch
