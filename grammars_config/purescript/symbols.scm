(function name: (_) @name rhs: (_) @body) @definition.function
(function name: (_) @name) @definition.function
(signature name: (_) @name) @definition.declaration
(type_alias name: (_) @name) @definition.type
(data name: (_) @name) @definition.type
(newtype name: (_) @name) @definition.type
(class_declaration (class_head (class_name) @name) (class_body) @body) @definition.class
