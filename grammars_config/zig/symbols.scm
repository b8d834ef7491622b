; A container is a value: const Cart = struct { … };
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType ["struct" "opaque"]) "{" @opener) @body)))) @definition.struct
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType . "union") "{" @opener) @body)))) @definition.union
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType . "enum") "{" @opener) @body)))) @definition.enum
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ErrorSetDecl "{" @opener) @body)))) @definition.enum
(ErrorSetDecl field_constant: (IDENTIFIER) @name @definition.constant)

(Decl (FnProto function: (IDENTIFIER) @name) (Block) @body) @definition.function
(Decl (FnProto function: (IDENTIFIER) @name)) @definition.declaration

(ContainerField field_member: (IDENTIFIER) @name) @definition.field
(ContainerField !field_member . (ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @name))) @definition.constant
(Decl (VarDecl "const" variable_type_function: (IDENTIFIER) @name)) @definition.constant
(Decl (VarDecl "var" variable_type_function: (IDENTIFIER) @name)) @definition.variable
