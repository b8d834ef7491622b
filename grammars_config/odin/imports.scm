(import_declaration) @import.statement
(import_declaration (string) @import.source)
(package_declaration) @import.above

(import_declaration alias: (_) @binds) @import.module
