(program (local (list . (symbol) @keyword)) @import.keyword_imports)
(program (list . (symbol) @keyword) @import.keyword_imports)

(local (binding (symbol) @binds) (list . (symbol) @keyword)) @import.keyword_import_parts
