(open_module) @import.statement
