[(library_clause) (use_clause)] @import.statement
[(design_unit) (context_clause)] @import.list
