(class_name_statement name: (_) @name) @definition.module
(class_definition name: (_) @name body: (_) @body) @definition.class
(function_definition name: (_) @name body: (_) @body) @definition.function
(function_definition name: (_) @name !body) @definition.declaration
(constructor_definition "_init" @name body: (_) @body) @definition.constructor
(signal_statement name: (_) @name) @definition.signal
(enum_definition name: (_) @name body: (_) @body) @definition.enum
(enumerator left: (_) @name) @definition.constant
(const_statement name: (_) @name) @definition.constant

(variable_statement name: (_) @name setget: (setget ":" @opener)) @definition.property
(set_body "set" @name body: (_) @body) @definition.method
(get_body "get" @name body: (_) @body) @definition.method
(source (variable_statement name: (_) @name) @definition.field)
(class_body (variable_statement name: (_) @name) @definition.field)
(source (export_variable_statement name: (_) @name) @definition.field)
(source (onready_variable_statement name: (_) @name) @definition.field)
(class_body (export_variable_statement name: (_) @name) @definition.field)
(class_body (onready_variable_statement name: (_) @name) @definition.field)
