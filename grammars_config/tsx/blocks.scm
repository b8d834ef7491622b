; inherits: ecma_blocks, ecma_types_blocks, jsx_blocks
