; inherits: preprocessor_imports
