[(string_literal) (double_quoted_string)] @one_line.continued
