; inherits: ecma, ecma_types
