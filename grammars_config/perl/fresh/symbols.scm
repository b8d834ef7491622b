; inherits: perl_symbols

; sub total; and sub total($$); declare what comes later.
(subroutine_declaration_statement name: (_) @path !body) @definition.declaration
