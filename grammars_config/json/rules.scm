(string) @one_line.continued
