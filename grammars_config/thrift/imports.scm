(include_statement) @import.statement
(namespace_declaration) @import.above
