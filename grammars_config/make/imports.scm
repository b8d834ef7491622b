(include_directive) @import.statement
