; `(ns a.b "doc" (:require [c :as d] e))`
(source (list_lit . (sym_lit) @keyword) @import.keyword_import_forms)
(source (list_lit . (sym_lit) @keyword @import.keyword_import_heads))
(source (list_lit . (sym_lit) @keyword . (sym_lit) @import.keyword_import_heads))
(source (list_lit . (sym_lit) (list_lit . (kwd_lit) @keyword) @import.keyword_imports))
(source (list_lit . (sym_lit) (list_lit . (kwd_lit) @keyword) @import.keyword_import_groups))

(list_lit . (kwd_lit) @keyword (vec_lit (kwd_lit) . (sym_lit) @binds .) @import.keyword_import_parts)
; What `[a :refer [b]]` brings is not known: a bracket binds nothing.
(list_lit . (kwd_lit) @keyword (vec_lit "[" @binds) @import.keyword_import_parts)
(list_lit . (kwd_lit) @keyword (sym_lit) @import.keyword_import_parts)
