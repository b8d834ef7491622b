(typedef_definition (typedef_identifier) @name) @definition.type
(const_definition (type) . (identifier) @name) @definition.constant
(enum_definition . "enum" . (identifier) @name "{" @opener) @definition.enum
(struct_definition . "struct" . (identifier) @name "{" @opener) @definition.struct
(union_definition . "union" . (identifier) @name "{" @opener) @definition.struct
(exception_definition . "exception" . (identifier) @name "{" @opener) @definition.struct
(service_definition . "service" . (identifier) @name "{" @opener) @definition.service
(function_definition (type) . (identifier) @name . (parameters)) @definition.method
(field (type) . (identifier) @name) @definition.field
