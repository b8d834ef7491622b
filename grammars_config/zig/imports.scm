(Decl (VarDecl (ErrorUnionExpr (SuffixExpr . (BUILTINIDENTIFIER) @keyword)))) @import.keyword_imports
(Decl (VarDecl
  variable_type_function: (IDENTIFIER) @binds
  (ErrorUnionExpr (SuffixExpr . (BUILTINIDENTIFIER) @keyword)))) @import.keyword_import_parts
