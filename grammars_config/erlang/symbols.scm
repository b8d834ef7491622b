; A function is all its clauses; each of several is a `case` of it.
(fun_decl clause: (function_clause name: (_) @name body: (clause_body "->" @opener))) @definition.function

(module_attribute name: (_) @name) @definition.module
(record_decl name: (_) @name "{" @opener) @definition.record
(record_decl fields: (record_field name: (_) @name) @definition.field)
(type_alias name: (type_name name: (_) @name)) @definition.type
(opaque name: (type_name name: (_) @name)) @definition.type
(callback fun: (_) @name) @definition.declaration
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.macro
