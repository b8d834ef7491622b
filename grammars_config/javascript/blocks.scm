; inherits: ecma_blocks, jsx_blocks
