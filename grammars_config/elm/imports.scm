(import_clause) @import.statement
(import_clause exposing: (exposing_list) @import.group)
(module_declaration) @import.above

(import_clause asClause: (as_clause name: (_) @binds)) @import.module
(import_clause exposing: (exposing_list (exposed_value) @import.name))
(import_clause exposing: (exposing_list (exposed_type) @import.name))
