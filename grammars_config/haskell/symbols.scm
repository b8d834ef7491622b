; Each equation is a definition; several of one name are told apart by their number.
(declarations (function name: (_) @name (match !guards "=" @opener)) @definition.function)
(declarations (function name: (_) @name (match guards: (_))+ @body) @definition.function)
(declarations (function (infix operator: (_) @name) (match !guards "=" @opener)) @definition.function)
(declarations (function (infix operator: (_) @name) (match guards: (_))+ @body) @definition.function)
(declarations (bind name: (_) @name (match !guards "=" @opener)) @definition.function)
(declarations (bind name: (_) @name (match guards: (_))+ @body) @definition.function)
(declarations (signature name: (_) @name) @definition.declaration)
(class_declarations (function name: (_) @name (match !guards "=" @opener)) @definition.function)
(class_declarations (function name: (_) @name (match guards: (_))+ @body) @definition.function)
(class_declarations (function (infix operator: (_) @name) (match !guards "=" @opener)) @definition.function)
(class_declarations (function (infix operator: (_) @name) (match guards: (_))+ @body) @definition.function)
(class_declarations (bind name: (_) @name (match !guards "=" @opener)) @definition.function)
(class_declarations (bind name: (_) @name (match guards: (_))+ @body) @definition.function)
(class_declarations (signature name: (_) @name) @definition.declaration)
(instance_declarations (function name: (_) @name (match !guards "=" @opener)) @definition.function)
(instance_declarations (function name: (_) @name (match guards: (_))+ @body) @definition.function)
(instance_declarations (function (infix operator: (_) @name) (match !guards "=" @opener)) @definition.function)
(instance_declarations (function (infix operator: (_) @name) (match guards: (_))+ @body) @definition.function)
(instance_declarations (bind name: (_) @name (match !guards "=" @opener)) @definition.function)
(instance_declarations (bind name: (_) @name (match guards: (_))+ @body) @definition.function)
(instance_declarations (signature name: (_) @name) @definition.declaration)
(local_binds (function name: (_) @name (match !guards "=" @opener)) @definition.function)
(local_binds (function name: (_) @name (match guards: (_))+ @body) @definition.function)
(local_binds (function (infix operator: (_) @name) (match !guards "=" @opener)) @definition.function)
(local_binds (function (infix operator: (_) @name) (match guards: (_))+ @body) @definition.function)

(data_type name: (_) @name constructors: (_) @body) @definition.type
(data_type name: (_) @name) @definition.type
(newtype name: (_) @name constructor: (_) @body) @definition.type
(type_synomym name: (_) @name) @definition.type
(newtype_constructor name: (constructor) @name) @definition.constant
(data_constructor [(prefix name: (_) @name) (record name: (_) @name) (infix operator: (_) @name)]) @definition.constant
(type_family name: (_) @name) @definition.type
(data_family name: (_) @name) @definition.type
(type_instance name: (_) @name patterns: (_) @name) @definition.type
(data_instance (data_type name: (_) @name patterns: (_) @name)) @definition.type
(foreign_import signature: (signature name: (_) @name)) @definition.declaration
(gadt_constructor name: (_) @name) @definition.constant
(field name: (field_name (variable) @name)) @definition.field

(class name: (_) @name declarations: (_) @body) @definition.class
(class name: (_) @name) @definition.class
; An instance is called by its class and its type: instance Show Cart.
(instance name: (_) @name patterns: (_) @name declarations: (_) @body) @definition.impl
(instance name: (_) @name patterns: (_) @name) @definition.impl
