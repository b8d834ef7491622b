; Calls with a label: (describe "a cart" …)
(list . (symbol) @keyword @name . (string) @label @opener) @block.keyword_labelled

(special_form . "if" . (_) @condition @opener) @block.if
(special_form . "cond" @opener) @block.switch
(special_form . "while" . (_) @condition @opener) @block.while
(special_form . ["let" "let*"] . (_) @condition @opener) @block.with
(special_form . ["progn" "prog1" "prog2"] @opener) @block.block
(special_form . ["save-excursion" "save-restriction" "save-current-buffer"] @opener) @block.with
(special_form . ["condition-case" "unwind-protect"] @opener) @block.try
(special_form . "lambda" . (_) . (string) @opener . (_)) @block.lambda
(special_form . "lambda" . (_) @opener) @block.lambda
(list . (symbol) @keyword . (_) @condition @opener) @block.keyword_blocks
(list . (symbol) @keyword @opener) @block.keyword_bare
