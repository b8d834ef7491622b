(value_specification (value_name) @name) @definition.declaration
(value_specification (parenthesized_operator (_) @name)) @definition.declaration
(external (value_name) @name) @definition.declaration
(external (parenthesized_operator (_) @name)) @definition.declaration

(exception_definition (constructor_declaration (constructor_name) @name)) @definition.type
(type_binding name: (_) @path body: (record_declaration) @body) @definition.struct
(type_binding name: (_) @path body: (variant_declaration) @body) @definition.enum
(type_binding name: (_) @path) @definition.type
(field_declaration (field_name) @name) @definition.field
(constructor_declaration (constructor_name) @name) @definition.constant

(module_binding (module_name) @name module_type: (signature) @body) @definition.module
(module_binding (module_name) @name) @definition.module
(module_type_definition (module_type_name) @name body: (signature) @body) @definition.interface
(module_type_definition (module_type_name) @name) @definition.interface

(class_binding (class_name) @name) @definition.class
(method_specification (method_name) @name) @definition.declaration
(class_type_binding (class_type_name) @name) @definition.interface
