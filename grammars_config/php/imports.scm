(namespace_use_declaration) @import.statement
(namespace_use_group) @import.group
[(php_tag) (declare_statement)] @import.opening
(namespace_definition !body) @import.above
(namespace_definition body: (_) @import.guard)

(namespace_use_clause alias: (_) @binds) @import.name
(namespace_use_clause !alias (qualified_name (name) @import.name))
(namespace_use_clause !alias (name) @import.name)
