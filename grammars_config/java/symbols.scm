(class_declaration name: (identifier) @name body: (class_body) @body) @definition.class
(interface_declaration name: (identifier) @name body: (interface_body) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(record_declaration name: (identifier) @name body: (class_body) @body) @definition.record
(annotation_type_declaration name: (identifier) @name body: (annotation_type_body) @body) @definition.annotation
(module_declaration name: (identifier) @name body: (module_body) @body) @definition.module
(module_declaration name: (scoped_identifier) @path body: (module_body) @body) @definition.module
(method_declaration name: (identifier) @name body: (block) @body) @definition.method
(method_declaration name: (identifier) @name !body) @definition.declaration
(constructor_declaration name: (identifier) @name body: (constructor_body) @body) @definition.constructor
(compact_constructor_declaration name: (identifier) @name body: (block) @body) @definition.constructor
(annotation_type_element_declaration name: (identifier) @name) @definition.declaration
(enum_constant name: (identifier) @name body: (class_body) @body) @definition.constant
(enum_constant name: (identifier) @name) @definition.constant
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
