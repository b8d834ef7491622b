; inherits: c_blocks
