(defun (defun_header keyword: (_) @keyword function_name: (_) @name) @opener) @definition.keyword_headers
(list_lit . (sym_lit) @keyword . (sym_lit) @name @opener) @definition.keyword
(list_lit . (sym_lit) @keyword . (list_lit . (sym_lit) @name) @opener) @definition.keyword
(list_lit . (sym_lit) @keyword . (kwd_lit (kwd_symbol) @name) @opener) @definition.keyword
