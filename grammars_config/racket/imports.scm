(program (list . (symbol) @keyword) @import.keyword_imports)
(extension) @import.above

(list . (symbol) @keyword (symbol) @import.keyword_import_parts)
