(import_declaration) @import.statement
(import_spec_list) @import.group
(import_spec path: (_) @import.source)
(package_clause) @import.above

(import_spec name: (blank_identifier)) @import.all
(import_spec name: (dot)) @import.all
(import_spec name: (package_identifier) @binds) @import.module
(import_spec) @import.module
