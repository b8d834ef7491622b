; A definition is one `let`, or its part of a chain: let rec f x = … and g y = …
(value_definition "and" @start . (let_binding pattern: (value_name) @name . (parameter) body: (_) @body) @definition.function)
(value_definition "and" @start . (let_binding pattern: (value_name) @name
  body: [(fun_expression) (function_expression)] @body) @definition.function)
(value_definition "and" @start . (let_binding pattern: (value_name) @name body: (_) @body) @definition.variable)
(value_definition "let" @start (let_binding pattern: (value_name) @name . (parameter) body: (_) @body) @definition.function . (comment)* . "and")
(value_definition "let" @start (let_binding pattern: (value_name) @name
  body: [(fun_expression) (function_expression)] @body) @definition.function . (comment)* . "and")
(value_definition "let" @start (let_binding pattern: (value_name) @name body: (_) @body) @definition.variable . (comment)* . "and")
(value_definition . _ . ["rec" "%" (attribute) (attribute_id)]* . (let_binding pattern: (value_name) @name . (parameter) body: (_) @body) .) @definition.function
(value_definition . _ . ["rec" "%" (attribute) (attribute_id)]* . (let_binding pattern: (parenthesized_operator (_) @name) body: (_) @body) .) @definition.function
(value_definition . _ . ["rec" "%" (attribute) (attribute_id)]* . (let_binding pattern: (value_name) @name
  body: [(fun_expression) (function_expression)] @body) .) @definition.function
(compilation_unit (value_definition . _ . ["rec" "%" (attribute) (attribute_id)]* . (let_binding pattern: (unit) @name body: (_) @body) .) @definition.function)
(value_definition . _ . ["rec" "%" (attribute) (attribute_id)]* . (let_binding pattern: (value_name) @name body: (_) @body) .) @definition.variable
(external (value_name) @name) @definition.declaration
(value_specification (value_name) @name) @definition.declaration
(external (parenthesized_operator (_) @name)) @definition.declaration
(value_specification (parenthesized_operator (_) @name)) @definition.declaration

(type_definition "and" @start . (type_binding name: (_) @name body: (_) @body) @definition.type)
(type_definition "and" @start . (type_binding name: (_) @name) @definition.type)
(type_definition "type" @start (type_binding name: (_) @name body: (_) @body) @definition.type . (comment)* . "and")
(type_definition "type" @start (type_binding name: (_) @name) @definition.type . (comment)* . "and")
(type_definition . "type" . "nonrec"? . (type_binding name: (_) @name body: (_) @body) .) @definition.type
(type_definition . "type" . "nonrec"? . (type_binding name: (_) @name) .) @definition.type
(variant_declaration "|" @start . (constructor_declaration (constructor_name) @name) @definition.constant)
(variant_declaration (constructor_declaration (constructor_name) @name) @definition.constant)
(field_declaration (field_name) @name) @definition.field
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.type

(module_definition "and" @start . (module_binding (module_name) @name body: (structure) @body) @definition.module)
(module_definition "module" @start (module_binding (module_name) @name body: (structure) @body) @definition.module . (comment)* . "and")
(module_definition "and" @start . (module_binding (module_name) @name module_type: (signature) @body) @definition.module)
(module_definition "module" @start (module_binding (module_name) @name module_type: (signature) @body) @definition.module . (comment)* . "and")
(module_definition "and" @start . (module_binding (module_name) @name) @definition.module)
(module_definition "module" @start (module_binding (module_name) @name) @definition.module . (comment)* . "and")
(let_module_expression "let" @start . (module_definition (module_binding (module_name) @name body: (structure) @body)) @definition.module)
(let_module_expression "let" @start . (module_definition (module_binding (module_name) @name)) @definition.module)
(module_definition . _ . ["rec" "%" (attribute) (attribute_id)]* . (module_binding (module_name) @name body: (structure) @body) .) @definition.module
(module_definition . _ . ["rec" "%" (attribute) (attribute_id)]* . (module_binding (module_name) @name body: (functor body: (structure) @body)) .) @definition.module
(module_definition . _ . ["rec" "%" (attribute) (attribute_id)]* . (module_binding (module_name) @name module_type: (signature) @body !body) .) @definition.module
(module_definition . _ . ["rec" "%" (attribute) (attribute_id)]* . (module_binding (module_name) @name) .) @definition.module
(module_type_definition (module_type_name) @name body: (signature) @body) @definition.interface
(module_type_definition (module_type_name) @name) @definition.interface

(class_definition "and" @start . (class_binding (class_name) @name body: (object_expression self: (_) . ")" @opener) @body) @definition.class)
(class_definition "and" @start . (class_binding (class_name) @name body: (object_expression) @body) @definition.class)
(class_definition (class_binding (class_name) @name body: (object_expression self: (_) . ")" @opener) @body)) @definition.class
(class_definition (class_binding (class_name) @name body: (object_expression) @body)) @definition.class
(class_definition (class_binding (class_name) @name)) @definition.class
(class_type_definition (class_type_binding (class_type_name) @name body: (_) @body)) @definition.interface
(method_definition (method_name) @name body: (_) @body) @definition.method
(method_definition (method_name) @name) @definition.declaration
(method_specification (method_name) @name) @definition.declaration
(instance_variable_definition (instance_variable_name) @name) @definition.field
