; What is indented below a directive, or below `::`, is relative to it
(directive) @space.moves
(literal_block) @space.moves
