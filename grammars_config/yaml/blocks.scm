; Scalars are deeper than their key, whatever depth that has
[(block_scalar) (double_quote_scalar) (single_quote_scalar) (plain_scalar)] @space.moves
