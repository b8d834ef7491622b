[(with_clause) (use_clause)] @import.statement
(compilation_unit) @import.list
