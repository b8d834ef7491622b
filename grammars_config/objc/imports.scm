; inherits: preprocessor_imports
(module_import) @import.statement
