(seq_block "begin" @opener) @block.block
