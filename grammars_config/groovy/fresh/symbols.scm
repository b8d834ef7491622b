(class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(trait_declaration name: (_) @name body: (_) @body) @definition.trait
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(record_declaration name: (_) @name body: (_) @body) @definition.record
(annotation_type_declaration name: (_) @name body: (_) @body) @definition.annotation

; Outside of classes and scripts, what looks like a method may be a call with a closure; so may
; what has no body anywhere but where methods may lack one.
(source_file (method_declaration name: (_) @name body: (_) @body) @definition.function)
(class_body (method_declaration name: (_) @name body: (_) @body) @definition.method)
(enum_body (method_declaration name: (_) @name body: (_) @body) @definition.method)
(interface_declaration body: (class_body (method_declaration name: (_) @name !body) @definition.declaration))
(annotation_type_declaration body: (class_body (method_declaration name: (_) @name !body) @definition.declaration))
(class_body (method_declaration "abstract" name: (_) @name !body) @definition.declaration)

(class_body (constructor_declaration name: (_) @name body: (_) @body) @definition.constructor)
(enum_body (constructor_declaration name: (_) @name body: (_) @body) @definition.constructor)

(enum_body (enum_constant name: (_) @name) @definition.constant)
(class_body (field_declaration (variable_declarator name: (_) @name)) @definition.field)
(enum_body (field_declaration (variable_declarator name: (_) @name)) @definition.field)

(source_file (local_variable_declaration (variable_declarator name: (_) @name value: (closure) @body)) @definition.function)
(source_file (local_variable_declaration name: (_) @name value: (closure) @body) @definition.function)
