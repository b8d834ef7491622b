; inherits: perl_symbols
