(namespace_declaration name: (_) @path body: (declaration_list) @body) @definition.namespace
(file_scoped_namespace_declaration name: (_) @path) @definition.declaration

(class_declaration name: (identifier) @name body: (declaration_list) @body) @definition.class
(class_declaration name: (identifier) @name !body) @definition.class
(struct_declaration name: (identifier) @name body: (declaration_list) @body) @definition.struct
(struct_declaration name: (identifier) @name !body) @definition.struct
(interface_declaration name: (identifier) @name body: (declaration_list) @body) @definition.interface
(interface_declaration name: (identifier) @name !body) @definition.interface
(record_declaration name: (identifier) @name body: (declaration_list) @body) @definition.record
(record_declaration name: (identifier) @name !body) @definition.record
(enum_declaration name: (identifier) @name body: (enum_member_declaration_list) @body) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.constant
(delegate_declaration name: (identifier) @name) @definition.type

(method_declaration name: (identifier) @name body: (block) @body) @definition.method
(method_declaration name: (identifier) @name body: (arrow_expression_clause (_) @body)) @definition.method
(method_declaration name: (identifier) @name !body) @definition.declaration
(constructor_declaration name: (identifier) @name body: (block) @body) @definition.constructor
(constructor_declaration name: (identifier) @name
  body: (arrow_expression_clause (_) @body)) @definition.constructor
(constructor_declaration name: (identifier) @name !body) @definition.declaration
(destructor_declaration "~" @name name: (identifier) @name body: (block) @body) @definition.method
(destructor_declaration "~" @name name: (identifier) @name
  body: (arrow_expression_clause (_) @body)) @definition.method
(operator_declaration "operator" @name operator: _ @name body: (block) @body) @definition.method
(operator_declaration "operator" @name operator: _ @name
  body: (arrow_expression_clause (_) @body)) @definition.method
(operator_declaration "operator" @name operator: _ @name !body) @definition.declaration
(conversion_operator_declaration "operator" @name type: (_) @name body: (block) @body) @definition.method
(conversion_operator_declaration "operator" @name type: (_) @name
  body: (arrow_expression_clause (_) @body)) @definition.method
(conversion_operator_declaration "operator" @name type: (_) @name !body) @definition.declaration
(local_function_statement name: (identifier) @name body: (block) @body) @definition.function
(local_function_statement name: (identifier) @name
  body: (arrow_expression_clause (_) @body)) @definition.function
(local_function_statement name: (identifier) @name !body) @definition.declaration

(property_declaration name: (identifier) @name accessors: (accessor_list) @body) @definition.property
(property_declaration name: (identifier) @name
  value: (arrow_expression_clause (_) @body)) @definition.property
(indexer_declaration "this" @name accessors: (accessor_list) @body) @definition.property
(indexer_declaration "this" @name value: (arrow_expression_clause (_) @body)) @definition.property
(event_declaration name: (identifier) @name accessors: (accessor_list) @body) @definition.property
(accessor_declaration name: _ @name body: (block) @body) @definition.method
(accessor_declaration name: _ @name body: (arrow_expression_clause (_) @body)) @definition.method

(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(event_field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
