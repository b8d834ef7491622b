(procedure_declaration . (identifier) @name (procedure (block) @body)) @definition.function
(procedure_declaration . (identifier) @name) @definition.declaration
(struct_declaration . (identifier) @name "{" @opener) @definition.struct
(enum_declaration . (identifier) @name "{" @opener) @definition.enum
(union_declaration . (identifier) @name "{" @opener) @definition.struct
(const_declaration . (identifier) @name) @definition.constant
