(list_lit . (sym_lit) @keyword @name . (str_lit) @label @opener) @block.keyword_labelled
(list_lit . (sym_lit) @keyword . (_) @condition @opener) @block.keyword_blocks
(list_lit . (sym_lit) @keyword @opener) @block.keyword_bare
(list_lit . (sym_lit) @keyword . (_) @condition . (_) @opener) @block.keyword_catches
(list_lit . (sym_lit) @keyword . (sym_lit)? . (vec_lit) @opener) @block.keyword_lambdas
(list_lit . (sym_lit) @keyword @opener (list_lit . (vec_lit))) @block.keyword_lambdas
(list_lit . (sym_lit) @keyword (list_lit . (vec_lit) @condition @opener) @block.keyword_arities)
(anon_fn_lit "(" @opener) @block.lambda
