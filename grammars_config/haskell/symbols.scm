; A function is all its equations; where there is one, its guards or its value are the body.
(function name: (_) @name match: (match . "=" expression: (do . "do" @opener))) @definition.function
(function name: (_) @name match: (match . "=" expression: (_) @body) binds: (_) @body) @definition.function
(function name: (_) @name match: (match . "=" expression: (_) @body)) @definition.function
(function name: (_) @name patterns: (_) @opener match: (match . "|")) @definition.function
(function (infix operator: (_) @name) match: (match . "=" expression: (_) @body) binds: (_) @body) @definition.function
(function (infix operator: (_) @name) match: (match . "=" expression: (_) @body)) @definition.function
(function (infix operator: (_) @name) @opener match: (match . "|")) @definition.function

(local_binds (bind name: (_) @name match: (match . "=" expression: (_) @body)) @definition.variable)
(bind name: (_) @name match: (match . "=" expression: (do . "do" @opener))) @definition.function
(bind name: (_) @name match: (match . "=" expression: (_) @body) binds: (_) @body) @definition.function
(bind name: (_) @name match: (match . "=" expression: (_) @body)) @definition.function
(bind name: (_) @name @opener match: (match . "|")) @definition.function

(signature name: (_) @name) @definition.declaration
(signature names: (binding_list . name: (_) @name)) @definition.declaration
(foreign_import signature: (signature name: (_) @name)) @definition.declaration

; Pattern synonyms; what builds with them is a part of them.
(pattern_synonym (equation
  synonym: [
    (constructor) @name
    (record constructor: (_) @name)
    (infix operator: (_) @name)
    (apply function: (constructor) @name)
    (apply function: (apply function: (constructor) @name))
    (apply function: (apply function: (apply function: (constructor) @name)))
    (apply function: (apply function: (apply function: (apply function: (constructor) @name))))
    (apply function: (apply function: (apply function: (apply function: (apply function: (constructor) @name)))))
  ]
  pattern: (_) @body constructors: (_) @body)) @definition.function
(pattern_synonym (equation
  synonym: [
    (constructor) @name
    (record constructor: (_) @name)
    (infix operator: (_) @name)
    (apply function: (constructor) @name)
    (apply function: (apply function: (constructor) @name))
    (apply function: (apply function: (apply function: (constructor) @name)))
    (apply function: (apply function: (apply function: (apply function: (constructor) @name))))
    (apply function: (apply function: (apply function: (apply function: (apply function: (constructor) @name)))))
  ]
  pattern: (_) @body)) @definition.function
(pattern_synonym (signature synonym: (_) @name)) @definition.function

(data_type name: (_) @name constructors: (_) @body) @definition.type
(data_type name: (_) @name) @definition.type
(newtype name: (_) @name constructor: (_) @body) @definition.type
(newtype name: (_) @name) @definition.type
(newtype_constructor name: (_) @name field: (record) @body) @definition.constant
(newtype_constructor name: (_) @name) @definition.constant
(type_synomym name: (_) @name) @definition.type
(type_family name: (_) @name closed_family: (_) @body) @definition.type
(type_family name: (_) @name) @definition.type
(data_family name: (_) @name) @definition.type
(data_constructors "|" @start . constructor: (data_constructor (record name: (_) @name fields: (_) @body)) @definition.constant)
(data_constructors "|" @start . constructor: (data_constructor (_ name: (_) @name)) @definition.constant)
(data_constructors constructor: (data_constructor (record name: (_) @name fields: (_) @body)) @definition.constant)
(data_constructors constructor: (data_constructor (_ name: (_) @name)) @definition.constant)
(gadt_constructor name: (_) @name) @definition.constant
(field name: (field_name (_) @name)) @definition.field

(class name: (_) @name declarations: (_) @body) @definition.class
(class name: (_) @name) @definition.class
(instance name: (_) @name patterns: (_) @name declarations: (_) @body) @definition.impl
(instance name: (_) @name patterns: (_) @name) @definition.impl
(type_instance name: (_) @name patterns: (_) @name) @definition.type
(data_instance (data_type name: (_) @name patterns: (_) @name)) @definition.type
