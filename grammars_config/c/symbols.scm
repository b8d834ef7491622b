; inherits: c_symbols

; Functions without a type (old C, or a macro gives it).
(function_definition !type
  declarator: (function_declarator declarator: (identifier) @name)
  body: (compound_statement) @body) @definition.function
