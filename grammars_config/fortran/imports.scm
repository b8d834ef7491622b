(use_statement) @import.statement
[(program) (module)] @import.guard
[(program_statement) (module_statement)] @import.above
