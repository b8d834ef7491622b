(class_declaration "enum" (type_identifier) @name (enum_class_body) @body) @definition.enum
(class_declaration "interface" (type_identifier) @name (class_body) @body) @definition.interface
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration (type_identifier) @name (class_body) @body) @definition.class
(class_declaration (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name (class_body) @body) @definition.object
(object_declaration (type_identifier) @name) @definition.object
(companion_object (type_identifier) @name (class_body) @body) @definition.object
(companion_object "companion" @name (class_body) @body) @definition.object
(enum_entry (simple_identifier) @name (class_body) @body) @definition.constant
(enum_entry (simple_identifier) @name) @definition.constant
(type_alias (type_identifier) @name) @definition.type

; An extension is called with its receiver: String.shout.
(function_declaration
  receiver: (receiver_type [(user_type (type_identifier) @qualifier)
    (nullable_type (user_type (type_identifier) @qualifier))])
  (simple_identifier) @name (function_body "=" (_) @body)) @definition.function
(function_declaration
  receiver: (receiver_type [(user_type (type_identifier) @qualifier)
    (nullable_type (user_type (type_identifier) @qualifier))])
  (simple_identifier) @name (function_body) @body) @definition.function
(function_declaration (simple_identifier) @name (function_body "=" (_) @body)) @definition.function
(function_declaration (simple_identifier) @name (function_body) @body) @definition.function
(function_declaration (simple_identifier) @name) @definition.declaration
(secondary_constructor "constructor" @name "{" @opener) @definition.constructor
(secondary_constructor "constructor" @name) @definition.constructor

(source_file (property_declaration
  receiver: (receiver_type [(user_type (type_identifier) @qualifier)
    (nullable_type (user_type (type_identifier) @qualifier))])
  (variable_declaration (simple_identifier) @name)) @definition.property)
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
(enum_class_body
  (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
(getter "get" @name (function_body "=" (_) @body)) @definition.method
(getter "get" @name (function_body) @body) @definition.method
(setter "set" @name (function_body "=" (_) @body)) @definition.method
(setter "set" @name (function_body) @body) @definition.method
