(fenced_code_block) @block.fence
(minus_metadata) @block.region
(plus_metadata) @block.region
; Code is as deep as its fence
(fenced_code_block) @space.moves
