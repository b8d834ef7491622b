(import_directive) @import.statement
(import_directive source: (_) @import.source)
(pragma_directive) @import.above

(import_directive import_name: (identifier) @import.name)
