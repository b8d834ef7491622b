(program (list . (symbol) @keyword . (list . (symbol) @name) @opener . (_)) @definition.keyword_functions)
(program (list . (symbol) @keyword . (symbol) @name @opener . (_)) @definition.keyword)
