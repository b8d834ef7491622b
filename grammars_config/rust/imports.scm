(use_declaration) @import.statement
(extern_crate_declaration) @import.statement
(use_declaration (visibility_modifier)) @import.export
(use_list) @import.group
(inner_attribute_item) @import.above

(extern_crate_declaration name: (_) @import.module)
(use_declaration argument: (identifier) @import.module)
(use_declaration argument: (scoped_identifier name: (identifier) @import.name))
(use_declaration argument: (use_as_clause alias: (_) @binds) @import.name)
(use_declaration argument: (use_wildcard) @import.all)
(use_list (identifier) @import.name)
(use_list (scoped_identifier name: (identifier) @binds) @import.name)
(use_list (use_as_clause alias: (_) @binds) @import.name)
(use_list (use_wildcard) @import.all)
; `a::{self}` brings `a`.
(scoped_use_list path: (_) @binds list: (use_list (self) @import.name))
