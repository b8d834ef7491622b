(fenced_code_block) @block.fence
(minus_metadata) @block.region
(plus_metadata) @block.region
