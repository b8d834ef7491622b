(string_literal) @one_line.continued
