; inherits: c_symbols

(type_definition declarator: (reference_declarator (type_identifier) @name)) @definition.type

; A test, TEST(Cart, Total) {: a macro with two words where no constructor can stand.
(translation_unit
  (function_definition !type
    declarator: (function_declarator
      declarator: (identifier)
      parameters: (parameter_list
        . (parameter_declaration type: (type_identifier) @qualifier !declarator)
        . (parameter_declaration type: (type_identifier) @name !declarator) .))
    body: (compound_statement) @body) @definition.function)
(namespace_definition
  body: (declaration_list
    (function_definition !type
    declarator: (function_declarator
      declarator: (identifier)
      parameters: (parameter_list
        . (parameter_declaration type: (type_identifier) @qualifier !declarator)
        . (parameter_declaration type: (type_identifier) @name !declarator) .))
    body: (compound_statement) @body) @definition.function))

; Functions whose names C does not have: methods, destructors, operators, qualified names. The body
; may be a function-try-block's, or none (`= default`).
(field_declaration_list
  (function_definition !type
    declarator: (function_declarator declarator: (identifier) @name)
    [(compound_statement) @body (try_statement body: (compound_statement) @body) (default_method_clause) (delete_method_clause)]) @definition.constructor)
(field_declaration_list
  (template_declaration
    (function_definition !type
      declarator: (function_declarator declarator: (identifier) @name)
      [(compound_statement) @body (try_statement body: (compound_statement) @body) (default_method_clause) (delete_method_clause)]) @definition.constructor))
(function_definition
  declarator: (function_declarator
    declarator: [(identifier) (field_identifier) (destructor_name) (operator_name) (template_function)] @name)
  [(compound_statement) @body (try_statement body: (compound_statement) @body) (default_method_clause) (delete_method_clause) (pure_virtual_clause)]) @definition.function
(function_definition
  declarator: (_ (function_declarator
    declarator: [(identifier) (field_identifier) (operator_name) (template_function)] @name))
  [(compound_statement) @body (try_statement body: (compound_statement) @body) (default_method_clause) (delete_method_clause) (pure_virtual_clause)]) @definition.function
(function_definition
  declarator: (_ (_ (function_declarator
    declarator: [(identifier) (field_identifier) (operator_name) (template_function)] @name)))
  [(compound_statement) @body (default_method_clause) (delete_method_clause) (pure_virtual_clause)]) @definition.function
(function_definition
  declarator: (operator_cast) @name
  [(compound_statement) @body (default_method_clause) (delete_method_clause) (pure_virtual_clause)]) @definition.function

(function_definition !type
  declarator: (function_declarator declarator: (qualified_identifier name: (identifier)) @path)
  [(compound_statement) @body (try_statement body: (compound_statement) @body) (default_method_clause) (delete_method_clause)]) @definition.constructor
(function_definition
  declarator: (function_declarator declarator: (qualified_identifier) @path)
  [(compound_statement) @body (try_statement body: (compound_statement) @body) (default_method_clause) (delete_method_clause)]) @definition.function
(function_definition
  declarator: (_ (function_declarator declarator: (qualified_identifier) @path))
  [(compound_statement) @body (try_statement body: (compound_statement) @body) (default_method_clause) (delete_method_clause)]) @definition.function
(function_definition
  declarator: (_ (_ (function_declarator declarator: (qualified_identifier) @path)))
  [(compound_statement) @body (default_method_clause) (delete_method_clause)]) @definition.function
(function_definition
  declarator: (qualified_identifier) @path
  [(compound_statement) @body (default_method_clause) (delete_method_clause)]) @definition.function

; Prototypes.
(field_declaration
  declarator: (function_declarator declarator: [(destructor_name) (operator_name)] @name)) @definition.declaration
(field_declaration
  declarator: (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))) @definition.declaration
(field_declaration
  declarator: (_ (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name)))) @definition.declaration
(declaration
  declarator: (function_declarator declarator: [(destructor_name) (operator_name)] @name)) @definition.declaration
(declaration
  declarator: (reference_declarator (function_declarator declarator: [(identifier) (operator_name)] @name))) @definition.declaration
(declaration
  declarator: (pointer_declarator (function_declarator declarator: (operator_name) @name))) @definition.declaration
(declaration declarator: (operator_cast) @name) @definition.declaration
(field_declaration declarator: (operator_cast) @name) @definition.declaration
(declaration
  declarator: (function_declarator declarator: (qualified_identifier) @path)) @definition.declaration

; Types and namespaces.
(namespace_definition name: (namespace_identifier) @name body: (declaration_list) @body) @definition.namespace
(namespace_definition name: (nested_namespace_specifier) @path body: (declaration_list) @body) @definition.namespace
(class_specifier name: [(type_identifier) (template_type)] @name body: (field_declaration_list) @body) @definition.class
(class_specifier name: (qualified_identifier) @path body: (field_declaration_list) @body) @definition.class
(struct_specifier name: (template_type) @name body: (field_declaration_list) @body) @definition.struct
(struct_specifier name: (qualified_identifier) @path body: (field_declaration_list) @body) @definition.struct
(union_specifier name: (template_type) @name body: (field_declaration_list) @body) @definition.union
(union_specifier name: (qualified_identifier) @path body: (field_declaration_list) @body) @definition.union
(enum_specifier name: (qualified_identifier) @path body: (enumerator_list) @body) @definition.enum
(concept_definition name: (identifier) @name) @definition.concept
(alias_declaration name: (type_identifier) @name) @definition.type

; Variables.
(field_declaration declarator: (reference_declarator (field_identifier) @name)) @definition.field
(declaration declarator: (qualified_identifier) @path) @definition.variable
(declaration declarator: (_ declarator: (qualified_identifier) @path)) @definition.variable
(declaration declarator: (reference_declarator (identifier) @name)) @definition.variable
(declaration declarator: (init_declarator declarator: (reference_declarator (identifier) @name))) @definition.variable
