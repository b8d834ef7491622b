(import_or_export) @import.statement
(import_or_export (library_export)) @import.export
(configurable_uri) @import.source
(library_name) @import.above

(import_specification "as" (identifier) @binds) @import.module
(combinator "show" (identifier) @import.name)
