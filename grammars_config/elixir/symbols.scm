(call target: (identifier) @keyword (arguments . (alias) @path) (do_block) @body) @definition.keyword
(call target: (identifier) @keyword
  (arguments . (call target: (identifier) @name)) (do_block) @body) @definition.keyword
(call target: (identifier) @keyword
  (arguments . (binary_operator left: (call target: (identifier) @name) operator: "when"))
  (do_block) @body) @definition.keyword
(call target: (identifier) @keyword (arguments . (identifier) @name) (do_block) @body) @definition.keyword
(call target: (identifier) @keyword
  (arguments . (binary_operator operator: _ @name)) (do_block) @body) @definition.keyword

; def f(x), do: x
(call target: (identifier) @keyword
  (arguments . (call target: (identifier) @name)
    (keywords . (pair key: (keyword) value: (_) @body) .) .)) @definition.keyword
(call target: (identifier) @keyword
  (arguments . (binary_operator left: (call target: (identifier) @name) operator: "when")
    (keywords . (pair key: (keyword) value: (_) @body) .) .)) @definition.keyword
(call target: (identifier) @keyword
  (arguments . (identifier) @name
    (keywords . (pair key: (keyword) value: (_) @body) .) .)) @definition.keyword

; def f(x) alone, and delegates
(call target: (identifier) @keyword (arguments . (call target: (identifier) @name))) @definition.keyword
(call target: (identifier) @keyword
  (arguments . (binary_operator left: (call target: (identifier) @name) operator: "when"))) @definition.keyword

; @type t(a) :: …, @callback run(a) :: …
(unary_operator operand: (call target: (identifier) @keyword
  (arguments . (binary_operator left: (identifier) @name operator: "::")))) @definition.keyword_attributes
(unary_operator operand: (call target: (identifier) @keyword
  (arguments . (binary_operator left: (call target: (identifier) @name) operator: "::")))) @definition.keyword_attributes
(unary_operator operand: (call target: (identifier) @keyword
  (arguments . (binary_operator left: (binary_operator left: (call target: (identifier) @name) operator: "::")
    operator: "when")))) @definition.keyword_attributes
