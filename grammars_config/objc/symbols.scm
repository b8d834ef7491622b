; inherits: c_symbols

; Instance variables are the opening delimiter of what follows: a new member comes behind them.
(class_interface "@interface" . (identifier) @name . "(" [")" (instance_variables)] @opener) @definition.extension
(class_interface "@interface" . (identifier) @name . "(" ")" . [(parameterized_arguments) (protocol_reference_list)] @opener) @definition.extension
(class_interface "@interface" . (identifier) @name (instance_variables) @opener) @definition.interface
(class_interface "@interface" . (identifier) @name superclass: (_) . (parameterized_arguments) . (parameterized_arguments) @opener) @definition.interface
(class_interface "@interface" . (identifier) @name superclass: (_) . [(parameterized_arguments) (protocol_reference_list)] @opener) @definition.interface
(class_interface "@interface" . (identifier) @name superclass: (_) @opener) @definition.interface
(class_interface "@interface" . (identifier) @name . [(parameterized_arguments) (protocol_reference_list)] @opener) @definition.interface
(class_interface "@interface" . (identifier) @name @opener) @definition.interface

(class_implementation "@implementation" . (identifier) @name . "(" ")" @opener) @definition.extension
(class_implementation "@implementation" . (identifier) @name (instance_variables) @opener) @definition.class
(class_implementation "@implementation" . (identifier) @name superclass: (_) @opener) @definition.class
(class_implementation "@implementation" . (identifier) @name @opener) @definition.class

(protocol_declaration "@protocol" . (identifier) @name . (protocol_reference_list) @opener) @definition.protocol
(protocol_declaration "@protocol" . (identifier) @name @opener) @definition.protocol

; A method is called by its selector, add:count:, which is each word and colon of it.
(method_definition . (method_type)? .
  ((identifier)? @name . (method_parameter . ":" @name))+
  (compound_statement) @body) @definition.function
(method_definition . (method_type)? . (identifier) @name (compound_statement) @body) @definition.function
(method_declaration . (method_type)? .
  ((identifier)? @name . (method_parameter . ":" @name))+) @definition.declaration
(method_declaration . (method_type)? . (identifier) @name) @definition.declaration

(property_declaration (struct_declaration (struct_declarator) (struct_declarator (identifier) @name) @definition.property))
(property_declaration (struct_declaration (struct_declarator) (struct_declarator (_ declarator: (identifier) @name)) @definition.property))
(property_declaration (struct_declaration (struct_declarator (identifier) @name))) @definition.property
(property_declaration (struct_declaration (struct_declarator (_ declarator: (identifier) @name)))) @definition.property
(property_declaration (struct_declaration (struct_declarator (_ declarator: (_ declarator: (identifier) @name))))) @definition.property
(property_declaration (struct_declaration (struct_declarator (_ declarator: (_ (_ declarator: (identifier) @name)))))) @definition.property

; int _a, *_b; the second and later names have a part of their own.
(instance_variable (struct_declaration (struct_declarator) (struct_declarator (identifier) @name) @definition.field))
(instance_variable (struct_declaration (struct_declarator) (struct_declarator (_ declarator: (identifier) @name)) @definition.field))
(instance_variable (struct_declaration (struct_declarator (identifier) @name))) @definition.field
(instance_variable (struct_declaration (struct_declarator (_ declarator: (identifier) @name)))) @definition.field
(instance_variable (struct_declaration (struct_declarator (_ declarator: (_ declarator: (identifier) @name))))) @definition.field
(instance_variable (struct_declaration (struct_declarator (_ declarator: (_ (_ declarator: (identifier) @name)))))) @definition.field

; Functions without a type (old C, or a macro gives it).
(function_definition !type
  declarator: (function_declarator declarator: (identifier) @name)
  body: (compound_statement) @body) @definition.function
