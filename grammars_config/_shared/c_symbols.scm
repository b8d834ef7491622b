; Definitions that C and C++ write alike. A declarator is a chain; each pattern is one depth of it.

; Functions: f, *f, **f, (f), functions that return a function pointer.
(function_definition type: (_)
  declarator: (function_declarator declarator: (identifier) @name)
  body: (compound_statement) @body) @definition.function
(function_definition type: (_)
  declarator: (function_declarator declarator: (parenthesized_declarator (identifier) @name))
  body: (compound_statement) @body) @definition.function
(function_definition type: (_)
  declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  body: (compound_statement) @body) @definition.function
(function_definition type: (_)
  declarator: (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator (identifier) @name)))
  body: (compound_statement) @body) @definition.function
(function_definition type: (_)
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
  body: (compound_statement) @body) @definition.function
(function_definition type: (_)
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))
  body: (compound_statement) @body) @definition.function
(function_definition type: (_)
  declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))
  body: (compound_statement) @body) @definition.function

; Prototypes.
(declaration
  declarator: (function_declarator declarator: (identifier) @name)) @definition.declaration
(declaration
  declarator: (function_declarator declarator: (parenthesized_declarator (identifier) @name))) @definition.declaration
(declaration
  declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @definition.declaration
(declaration
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))) @definition.declaration
(declaration
  declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))) @definition.declaration

; Types: with a typedef, the typedef's name stands for all of it.
(type_definition
  type: (struct_specifier body: (field_declaration_list) @body)
  declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (struct_specifier body: (field_declaration_list) @body)
  declarator: (_ declarator: (type_identifier) @name)) @definition.struct
(type_definition
  type: (union_specifier body: (field_declaration_list) @body)
  declarator: (type_identifier) @name) @definition.union
(type_definition
  type: (union_specifier body: (field_declaration_list) @body)
  declarator: (_ declarator: (type_identifier) @name)) @definition.union
(type_definition
  type: (enum_specifier body: (enumerator_list) @body)
  declarator: (type_identifier) @name) @definition.enum
(type_definition declarator: [(type_identifier) (primitive_type)] @name) @definition.type
(type_definition declarator: (_ declarator: (type_identifier) @name)) @definition.type
(type_definition declarator: (_ declarator: (_ declarator: (type_identifier) @name))) @definition.type
(type_definition declarator: (_ declarator: (_ declarator: (_ declarator: (type_identifier) @name)))) @definition.type
(type_definition
  declarator: (function_declarator
    declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name)))) @definition.type
(type_definition
  declarator: (pointer_declarator
    declarator: (function_declarator
      declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name))))) @definition.type

(struct_specifier name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (field_declaration_list) @body) @definition.union
(enum_specifier name: (type_identifier) @name body: (enumerator_list) @body) @definition.enum
(enumerator name: (identifier) @name) @definition.constant

; Fields.
(field_declaration
  type: [(struct_specifier body: (field_declaration_list) @body) (union_specifier body: (field_declaration_list) @body)]
  declarator: (field_identifier) @name) @definition.field
(field_declaration declarator: (field_identifier) @name) @definition.field
(field_declaration
  declarator: (function_declarator declarator: (field_identifier) @name)) @definition.declaration
(field_declaration
  declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))) @definition.declaration
(field_declaration declarator: (_ declarator: (field_identifier) @name)) @definition.field
(field_declaration declarator: (_ declarator: (_ declarator: (field_identifier) @name))) @definition.field
(field_declaration
  declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))) @definition.field
(field_declaration
  declarator: (pointer_declarator
    declarator: (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name))))) @definition.field

; Variables; those of a function are left out since a function holds them.
(declaration declarator: (identifier) @name) @definition.variable
(declaration declarator: (_ declarator: (identifier) @name)) @definition.variable
(declaration declarator: (_ declarator: (_ declarator: (identifier) @name))) @definition.variable
(declaration declarator: (_ declarator: (_ declarator: (_ declarator: (identifier) @name)))) @definition.variable
(declaration
  declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))) @definition.variable
(declaration
  declarator: (init_declarator
    declarator: (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name))))) @definition.variable

(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
