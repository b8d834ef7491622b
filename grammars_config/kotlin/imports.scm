(import_header) @import.statement
(import_list) @import.list
[(package_header) (file_annotation) (shebang_line)] @import.above

(import_header (import_alias (type_identifier) @binds)) @import.name
(import_header (identifier) @import.name .)
