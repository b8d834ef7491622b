(if_statement condition: (_) @condition consequence: (block) @body) @block.if
(for_statement consequence: (block) @body) @block.for
