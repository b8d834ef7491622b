; What TypeScript adds, with or without JSX.

(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(type_alias_declaration name: (_) @name value: (_) @body) @definition.type

(internal_module name: (nested_identifier) @path body: (_) @body) @definition.namespace
(internal_module name: (_) @name body: (_) @body) @definition.namespace
(internal_module name: (nested_identifier) @path) @definition.namespace
(module name: (nested_identifier) @path body: (_) @body) @definition.module
(module name: (_) @name body: (_) @body) @definition.module
(module name: (_) @name) @definition.module
(ambient_declaration "global" @name (statement_block) @body) @definition.module

; Overloads, abstract and ambient functions have no body

(function_signature name: (_) @name) @definition.function
(method_signature name: (_) @name) @definition.method
(abstract_method_signature name: (_) @name) @definition.method
(interface_body (construct_signature "new" @name) @definition.method)

; Fields

(public_field_definition
  name: (_) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.method
(public_field_definition name: (_) @name value: (object) @body) @definition.field
(public_field_definition name: (_) @name) @definition.field
(interface_body (property_signature name: (_) @name) @definition.field)
(type_alias_declaration
  value: (object_type (property_signature name: (_) @name) @definition.field))
(enum_body (enum_assignment name: (_) @name) @definition.constant)
(enum_body name: (_) @name @definition.constant)

; Variables: ambient ones, those of a namespace, and constant objects

(ambient_declaration
  [
    (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)
    (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)
  ])
(internal_module
  body: (statement_block
    [
      (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)
      (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)
      (export_statement
        (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable))
      (export_statement
        (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
    ]))
(module
  body: (statement_block
    [
      (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)
      (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)
      (export_statement
        (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable))
      (export_statement
        (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
    ]))
