(string) @one_line
