[(using_statement) (import_statement)] @import.statement
(selected_import) @import.group
(module_definition) @import.guard
(module_definition (block) @import.guard)

(using_statement (identifier) @import.all)
(import_statement (identifier) @import.module)
(import_statement (import_alias (identifier) @binds .) @import.module)
(selected_import . (_) (identifier) @import.name)
(selected_import . (_) (import_alias (identifier) @binds .) @import.name)
