(import_declaration) @import.statement
(namespace_selectors) @import.group
(package_clause !body) @import.above

; Without selectors, the statement is one part.
(import_declaration) @import.name
(namespace_selectors (identifier) @import.name)
(namespace_selectors (arrow_renamed_identifier alias: (_) @binds) @import.name)
(namespace_wildcard) @import.all
