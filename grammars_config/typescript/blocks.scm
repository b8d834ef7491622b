; inherits: ecma_blocks, ecma_types_blocks
