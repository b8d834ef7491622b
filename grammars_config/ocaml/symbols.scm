(let_binding pattern: (value_name) @name (parameter) body: (_) @body) @definition.function
(let_binding pattern: (parenthesized_operator (_) @name) body: (_) @body) @definition.function
(let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)] @body) @definition.function
; let () = main ()
(compilation_unit (value_definition (let_binding pattern: (unit) @name body: (_) @body) @definition.function))
(compilation_unit (value_definition (let_binding pattern: (value_name) @name body: (_) @body) @definition.variable))
(structure (value_definition (let_binding pattern: (value_name) @name body: (_) @body) @definition.variable))

(exception_definition (constructor_declaration (constructor_name) @name)) @definition.type
(type_binding name: (_) @path body: (record_declaration) @body) @definition.struct
(type_binding name: (_) @path body: (variant_declaration) @body) @definition.enum
(type_binding name: (_) @path) @definition.type
(field_declaration (field_name) @name) @definition.field
(constructor_declaration (constructor_name) @name) @definition.constant

(module_binding (module_name) @name body: (structure) @body) @definition.module
(module_binding (module_name) @name body: (_) @body) @definition.module
(module_binding (module_name) @name) @definition.module
(module_type_definition (module_type_name) @name body: (signature) @body) @definition.interface
(module_type_definition (module_type_name) @name) @definition.interface

(class_binding (class_name) @name body: (object_expression) @body) @definition.class
(class_binding (class_name) @name body: (_) @body) @definition.class
(method_definition (method_name) @name body: (_) @body) @definition.method
(method_definition (method_name) @name) @definition.declaration
(method_specification (method_name) @name) @definition.declaration
(instance_variable_definition (instance_variable_name) @name) @definition.field

(value_specification (value_name) @name) @definition.declaration
(value_specification (parenthesized_operator (_) @name)) @definition.declaration
(external (value_name) @name) @definition.declaration
(class_type_binding (class_type_name) @name) @definition.interface
