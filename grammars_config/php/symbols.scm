(namespace_definition name: (namespace_name) @name body: (compound_statement) @body) @definition.namespace
(namespace_definition name: (namespace_name) @name !body) @definition.declaration

(class_declaration name: (name) @name body: (declaration_list) @body) @definition.class
(interface_declaration name: (name) @name body: (declaration_list) @body) @definition.interface
(trait_declaration name: (name) @name body: (declaration_list) @body) @definition.trait
(enum_declaration name: (name) @name body: (enum_declaration_list) @body) @definition.enum
(enum_case name: (name) @name) @definition.constant

(function_definition name: (name) @name body: (compound_statement) @body) @definition.function
(method_declaration name: (name) @name body: (compound_statement) @body) @definition.method
(method_declaration name: (name) @name !body) @definition.declaration

; A property is called by its name without the $.
(property_declaration
  (property_element name: (variable_name (name) @name))
  (property_hook_list) @body) @definition.property
(property_declaration (property_element name: (variable_name (name) @name))) @definition.field
(property_hook (name) @name body: (compound_statement) @body) @definition.method
(property_hook (name) @name body: (_) @body) @definition.method
(const_declaration (const_element . (name) @name)) @definition.constant

; $f = function () {…} outside of functions.
(program
  (expression_statement
    (assignment_expression
      left: (variable_name (name) @name)
      right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)])) @definition.function)
