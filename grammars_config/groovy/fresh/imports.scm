(import_declaration) @import.statement
(package_declaration) @import.above
