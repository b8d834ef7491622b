; Functions. The `pub` before a declaration is a node beside it.
(_ "pub" @start . (Decl (FnProto function: (_) @name) (Block) @body) @definition.function)
(Decl (FnProto function: (_) @name) (Block) @body) @definition.function
(_ "pub" @start . (Decl (FnProto function: (_) @name) ";") @definition.declaration)
(Decl (FnProto function: (_) @name) ";") @definition.declaration

(TestDecl (STRINGLITERALSINGLE) @name (Block) @body) @definition.test
(TestDecl (IDENTIFIER) @name (Block) @body) @definition.test

; Containers: const Stack = struct { … };
; A union may say `enum` as well, so it is asked first.
(_ "pub" @start . (Decl (VarDecl variable_type_function: (_) @name (ErrorUnionExpr . (SuffixExpr .
  (ContainerDecl (ContainerDeclType . "union") "{" @opener) @body .) .))) @definition.union)
(Decl (VarDecl variable_type_function: (_) @name (ErrorUnionExpr . (SuffixExpr .
  (ContainerDecl (ContainerDeclType . "union") "{" @opener) @body .) .))) @definition.union
(_ "pub" @start . (Decl (VarDecl variable_type_function: (_) @name (ErrorUnionExpr . (SuffixExpr .
  (ContainerDecl (ContainerDeclType . "enum") "{" @opener) @body .) .))) @definition.enum)
(Decl (VarDecl variable_type_function: (_) @name (ErrorUnionExpr . (SuffixExpr .
  (ContainerDecl (ContainerDeclType . "enum") "{" @opener) @body .) .))) @definition.enum
(_ "pub" @start . (Decl (VarDecl variable_type_function: (_) @name (ErrorUnionExpr . (SuffixExpr .
  (ContainerDecl "{" @opener) @body .) .))) @definition.struct)
(Decl (VarDecl variable_type_function: (_) @name (ErrorUnionExpr . (SuffixExpr .
  (ContainerDecl "{" @opener) @body .) .))) @definition.struct
(_ "pub" @start . (Decl (VarDecl variable_type_function: (_) @name (ErrorUnionExpr . (SuffixExpr .
  (ErrorSetDecl "{" @opener) @body .) .))) @definition.enum)
(Decl (VarDecl variable_type_function: (_) @name (ErrorUnionExpr . (SuffixExpr .
  (ErrorSetDecl "{" @opener) @body .) .))) @definition.enum
(Statement (VarDecl variable_type_function: (_) @name (ErrorUnionExpr . (SuffixExpr .
  (ContainerDecl (ContainerDeclType . "union") "{" @opener) @body .) .))) @definition.union
(Statement (VarDecl variable_type_function: (_) @name (ErrorUnionExpr . (SuffixExpr .
  (ContainerDecl (ContainerDeclType . "enum") "{" @opener) @body .) .))) @definition.enum
(Statement (VarDecl variable_type_function: (_) @name (ErrorUnionExpr . (SuffixExpr .
  (ContainerDecl "{" @opener) @body .) .))) @definition.struct

; Other values; a list of them is a body.
(_ "pub" @start . (Decl (VarDecl "var" variable_type_function: (_) @name)) @definition.variable)
(Decl (VarDecl "var" variable_type_function: (_) @name)) @definition.variable
(_ "pub" @start . (Decl (VarDecl "const" variable_type_function: (_) @name (ErrorUnionExpr . (SuffixExpr
  (InitList "{" @opener) @body .) .))) @definition.constant)
(Decl (VarDecl "const" variable_type_function: (_) @name (ErrorUnionExpr . (SuffixExpr
  (InitList "{" @opener) @body .) .))) @definition.constant
(_ "pub" @start . (Decl (VarDecl "const" variable_type_function: (_) @name)) @definition.constant)
(Decl (VarDecl "const" variable_type_function: (_) @name)) @definition.constant

; Fields hold the comments above them.
(ContainerField (doc_comment) . "comptime" @start . field_member: (_) @name) @definition.field
(ContainerField (doc_comment) . field_member: (_) @name @start) @definition.field
(ContainerField field_member: (_) @name) @definition.field
(ContainerDecl (ContainerDeclType . ["enum" "union"])
  (ContainerField (doc_comment) . (ErrorUnionExpr . (SuffixExpr . (IDENTIFIER) @name .) .) @start) @definition.constant)
(ContainerDecl (ContainerDeclType . ["enum" "union"])
  (ContainerField . (ErrorUnionExpr . (SuffixExpr . (IDENTIFIER) @name .) .)) @definition.constant)
(ErrorSetDecl field_constant: (_) @name @definition.constant)

; What a .zon file says.
(source_file (ContainerField (ErrorUnionExpr (SuffixExpr (InitList
  (FieldInit field_member: (_) @name (ErrorUnionExpr . (SuffixExpr (InitList "{" @opener) @body .) .)) @definition.field)))))
(source_file (ContainerField (ErrorUnionExpr (SuffixExpr (InitList
  (FieldInit field_member: (_) @name) @definition.field)))))
(source_file (ContainerField (ErrorUnionExpr (SuffixExpr (InitList (FieldInit (ErrorUnionExpr (SuffixExpr (InitList
  (FieldInit field_member: (_) @name (ErrorUnionExpr . (SuffixExpr (InitList "{" @opener) @body .) .)) @definition.field)))))))))
(source_file (ContainerField (ErrorUnionExpr (SuffixExpr (InitList (FieldInit (ErrorUnionExpr (SuffixExpr (InitList
  (FieldInit field_member: (_) @name) @definition.field)))))))))
(source_file (ContainerField (ErrorUnionExpr (SuffixExpr (InitList (FieldInit (ErrorUnionExpr (SuffixExpr (InitList
  (FieldInit (ErrorUnionExpr (SuffixExpr (InitList (FieldInit field_member: (_) @name) @definition.field)))))))))))))
