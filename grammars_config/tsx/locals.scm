; inherits: ecma_locals, ecma_types_locals, jsx_locals
