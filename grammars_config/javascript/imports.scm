; inherits: ecmascript_imports
