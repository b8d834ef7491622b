(source_file) @local.scope.module
[(Decl (FnProto)) (TestDecl)] @local.scope.function
(ContainerDecl) @local.scope.class
[
  (Block)
  (ForStatement)
  (WhileStatement)
  (IfStatement)
  (ForExpr)
  (WhileExpr)
  (IfExpr)
  (SwitchProng)
  (BinaryExpr)
] @local.scope
(ContainerDecl) @local.barrier

(FnProto function: (IDENTIFIER) @local.other)
(ParamDecl parameter: (IDENTIFIER) @local.parameter)
(VarDecl . variable_type_function: (IDENTIFIER) @local.bound)
(_ variable: (IDENTIFIER) @local.bound)

(FieldOrFnCall (IDENTIFIER) @local.other)
(FieldInit field_member: (IDENTIFIER) @local.other)
(ContainerField (IDENTIFIER) @local.other)
(_ field_constant: (IDENTIFIER) @local.other)
(BlockLabel (IDENTIFIER) @local.other)
(BreakLabel (IDENTIFIER) @local.other)
