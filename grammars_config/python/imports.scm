(import_statement) @import.statement
[(import_from_statement) (future_import_statement)] @import.statement
[(import_from_statement) (future_import_statement)] @import.group
(future_import_statement) @import.above
(import_from_statement module_name: (_) @import.source)

(import_statement name: (dotted_name . (identifier) @binds) @import.module)
(import_statement name: (aliased_import alias: (_) @binds) @import.module)
(import_from_statement name: (aliased_import alias: (_) @binds) @import.name)
(import_from_statement name: (dotted_name) @import.name)
(import_from_statement (wildcard_import) @import.all)
(future_import_statement name: (_) @import.name)
