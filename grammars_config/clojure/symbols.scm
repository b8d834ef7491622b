; (defn name "doc" {:meta true} [arguments] body …)
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @name) . (vec_lit) @opener) @definition.keyword_functions
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @name)
  . (str_lit) @doc . (vec_lit) @opener) @definition.keyword_functions
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @name)
  . (map_lit) . (vec_lit) @opener) @definition.keyword_functions
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @name)
  . (str_lit) @doc . (map_lit) . (vec_lit) @opener) @definition.keyword_functions

; (defn name ([x] …) ([x y] …)): each has its own arguments and body.
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @name)
  . (str_lit)? @doc . (map_lit)? . (list_lit . (vec_lit)) @clauses) @definition.keyword_functions

; The same with comments in between.
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @name) (vec_lit) @opener) @definition.keyword_functions
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @name)
  (list_lit . (vec_lit)) @clauses) @definition.keyword_functions
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @name)) @definition.keyword_functions

; (deftype name [fields] …)
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @name) . (vec_lit) @opener . (_)) @definition.keyword_types

; A namespace may be written with its path.
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @path) @opener) @definition.keyword_namespaces

; (def name "doc" value), (deftest name body …), (ns name …)
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @name @opener) . (str_lit) @doc . (_)) @definition.keyword
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @name) @opener . (_)) @definition.keyword
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @name)) @definition.keyword
(list_lit . (sym_lit) @keyword . (kwd_lit) @name . (_)) @definition.keyword

; A method is called by what it is for: (defmethod area :square [s] …) is area.square.
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @qualifier)
  . (kwd_lit name: (kwd_name) @name) . (vec_lit) @opener) @definition.keyword_methods
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @qualifier)
  . (_) @name . (vec_lit) @opener) @definition.keyword_methods
(list_lit . (sym_lit) @keyword . (sym_lit name: (sym_name) @qualifier) . (_) @name) @definition.keyword_methods

(list_lit . (sym_lit) @keyword
  (list_lit . (sym_lit name: (sym_name) @name) . (vec_lit) @opener . (str_lit) @doc .) @definition.keyword_members)
(list_lit . (sym_lit) @keyword
  (list_lit . (sym_lit name: (sym_name) @name) . (vec_lit) @opener . (_)) @definition.keyword_members)
(list_lit . (sym_lit) @keyword
  (list_lit . (sym_lit name: (sym_name) @name) . (vec_lit) .) @definition.keyword_members)
