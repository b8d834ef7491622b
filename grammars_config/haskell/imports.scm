(import) @import.statement
(imports) @import.list
(import names: (import_list) @import.group)
(header) @import.above

(import alias: (_) @binds) @import.module
(import_list name: (import_name) @import.name)
