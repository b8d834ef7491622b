(class_declaration declaration_kind: "class" name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration declaration_kind: "actor" name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name body: (_) @body) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name body: (_) @body) @definition.enum
(class_declaration declaration_kind: "extension" name: (_) @path body: (_) @body) @definition.extension
(protocol_declaration name: (type_identifier) @name body: (_) @body) @definition.protocol
(enum_entry name: (simple_identifier) @name) @definition.constant
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

(function_declaration name: (simple_identifier) @name body: (function_body) @body) @definition.function
(function_declaration name: _ @name body: (function_body) @body) @definition.function
(protocol_function_declaration name: (simple_identifier) @name) @definition.declaration
(protocol_function_declaration name: _ @name) @definition.declaration
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.declaration
(init_declaration name: "init" @name body: (function_body) @body) @definition.constructor
(init_declaration name: "init" @name !body) @definition.declaration
(deinit_declaration "deinit" @name body: (function_body) @body) @definition.method
(subscript_declaration "subscript" @name (computed_property) @body) @definition.property

(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (computed_property) @body) @definition.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  (willset_didset_block) @body) @definition.property
(computed_getter (getter_specifier) @name "{" @opener) @definition.method
(computed_setter (setter_specifier) @name "{" @opener) @definition.method
(didset_clause "didSet" @name "{" @opener) @definition.method
(willset_clause "willSet" @name "{" @opener) @definition.method
(class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field)
(enum_class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field)
(source_file (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)
