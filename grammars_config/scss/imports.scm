[(use_statement) (import_statement)] @import.statement
(forward_statement) @import.export
(charset_statement) @import.above
