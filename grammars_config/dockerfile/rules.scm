[(double_quoted_string) (single_quoted_string) (json_string)] @one_line.verbatim
