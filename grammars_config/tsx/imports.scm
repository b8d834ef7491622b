; inherits: ecmascript_imports
(import_require_clause . (identifier) @binds) @import.module
