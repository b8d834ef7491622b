(call target: (identifier) @keyword (arguments)) @import.keyword_imports
(unary_operator operator: "@" operand: (call target: (identifier) @keyword)) @import.keyword_import_heads
(call target: (identifier) @keyword (do_block) @import.keyword_import_guards)

(call target: (identifier) @keyword (arguments . (alias) @import.keyword_import_parts .))
(call
  target: (identifier) @keyword
  (arguments . (alias) (keywords . (pair value: (alias) @binds) .)) @import.keyword_import_parts)
(call target: (identifier) @keyword (arguments (dot right: (tuple (alias) @import.keyword_import_parts))))
