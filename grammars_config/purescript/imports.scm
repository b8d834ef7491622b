(import) @import.statement
(import imports: (import_list) @import.group)
(purescript name: (_) @import.above)
(purescript (where) @import.above)

(import import_rename: (module) @binds) @import.module
(import_list (import_item) @import.name)
