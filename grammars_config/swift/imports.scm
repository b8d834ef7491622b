(import_declaration) @import.statement
(directive "#if") @import.open
(directive "#endif") @import.close
