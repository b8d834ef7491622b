[(string_constant_expr) (char_constant_expr)] @one_line
