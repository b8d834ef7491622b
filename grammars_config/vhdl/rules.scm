[(string_literal) (character_literal)] @one_line.verbatim
