(import) @import.statement
(import "public") @import.export
[(syntax) (edition) (package)] @import.above
