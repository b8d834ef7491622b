; A block string begins with three quotes.
(string_value) @one_line
