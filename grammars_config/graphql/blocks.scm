; Its indentation is that of the closing delimiter, or what all lines have
(string_value) @space.moves
