(const_statement value: (call (identifier) @keyword)) @import.keyword_imports
[(annotation) (class_name_statement) (extends_statement)] @import.above

(const_statement name: (_) @binds value: (call (identifier) @keyword)) @import.keyword_import_parts
