; inherits: c_locals
