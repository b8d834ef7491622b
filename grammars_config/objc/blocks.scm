(compound_statement . "@autoreleasepool" . "{" @opener) @block.block
; A pool is no bare block, so what C has comes behind it.
; inherits: c_blocks
(else_clause [(throw_statement) (try_statement)] @body) @block.else
; for (Line *line in lines)
(for_statement !body "in" . (_) @condition . ")" . (_) @body) @block.for
(try_statement . (compound_statement) @body) @block.try
(catch_clause (type_name) @condition (compound_statement) @body) @block.catch
(catch_clause (compound_statement) @body) @block.catch
(finally_clause (compound_statement) @body) @block.finally
(synchronized_statement . (_) @condition (compound_statement) @body) @block.with
(block_literal (compound_statement) @body) @block.lambda
