(import_statement) @import.statement
(charset_statement) @import.above
