; A value in a `let` is local.
(file (value_declaration
  functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name)
  body: (_) @body) @definition.function)
(let_in_expr (value_declaration
  functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name . (_))
  body: (_) @body) @definition.function)
(type_alias_declaration name: (_) @name
  typeExpression: (type_expression . (record_type) @body .)) @definition.type
(type_alias_declaration name: (_) @name typeExpression: (_) @body) @definition.type
(type_declaration name: (_) @name (eq) @opener) @definition.enum
(union_variant name: (_) @name) @definition.constant
(type_alias_declaration typeExpression: (type_expression
  (record_type (field_type name: (_) @name) @definition.field)))
(port_annotation name: (_) @name) @definition.declaration
(infix_declaration operator: (_) @name) @definition.declaration
