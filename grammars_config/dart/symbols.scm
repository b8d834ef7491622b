(class_definition name: (identifier) @name body: (class_body) @body) @definition.class
(mixin_declaration (mixin) . (identifier) @name (class_body) @body) @definition.class
(extension_type_declaration name: (identifier) @name body: (class_body) @body) @definition.extension
(extension_declaration name: (identifier) @name body: (extension_body) @body) @definition.extension
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant
(type_alias . "typedef" . (type_identifier) @name) @definition.type

; A body stands beside its signature.
((method_signature (function_signature name: (identifier) @name)) @definition.method
  . (function_body (block) @body))
((method_signature (function_signature name: (identifier) @name)) @definition.method
  . (function_body "=>" . (_)+ @body))
((method_signature (getter_signature name: (identifier) @name)) @definition.property
  . (function_body (block) @body))
((method_signature (getter_signature name: (identifier) @name)) @definition.property
  . (function_body "=>" . (_)+ @body))
((method_signature (setter_signature name: (identifier) @name)) @definition.property
  . (function_body (block) @body))
((method_signature (setter_signature name: (identifier) @name)) @definition.property
  . (function_body "=>" . (_)+ @body))
((method_signature (operator_signature "operator" @name (binary_operator) @name)) @definition.method
  . (function_body (block) @body))
((method_signature (operator_signature "operator" @name (binary_operator) @name)) @definition.method
  . (function_body "=>" . (_)+ @body))
((method_signature (constructor_signature name: (identifier) name: (identifier) @name)) @definition.constructor
  . (function_body (block) @body))
((method_signature (constructor_signature . name: (identifier) @name . parameters: (_))) @definition.constructor
  . (function_body (block) @body))
((method_signature (factory_constructor_signature (identifier) (identifier) @name)) @definition.constructor
  . (function_body (block) @body))
((method_signature (factory_constructor_signature (identifier) (identifier) @name)) @definition.constructor
  . (function_body "=>" . (_)+ @body))
((method_signature (factory_constructor_signature (identifier) @name)) @definition.constructor
  . (function_body (block) @body))
((function_signature name: (identifier) @name) @definition.function . (function_body (block) @body))
((function_signature name: (identifier) @name) @definition.function . (function_body "=>" . (_)+ @body))
((getter_signature name: (identifier) @name) @definition.property . (function_body (block) @body))
((getter_signature name: (identifier) @name) @definition.property . (function_body "=>" . (_)+ @body))
((setter_signature name: (identifier) @name) @definition.property . (function_body (block) @body))
(local_function_declaration (lambda_expression
  parameters: (function_signature name: (identifier) @name) body: (function_body (block) @body))) @definition.function
(local_function_declaration (lambda_expression
  parameters: (function_signature name: (identifier) @name)
  body: (function_body "=>" . (_)+ @body))) @definition.function

(declaration (constructor_signature name: (identifier) name: (identifier) @name)) @definition.constructor
(declaration (constructor_signature . name: (identifier) @name)) @definition.constructor
(declaration (constant_constructor_signature (identifier) (identifier) @name)) @definition.constructor
(declaration (constant_constructor_signature (identifier) @name)) @definition.constructor
(declaration (redirecting_factory_constructor_signature (identifier) (identifier) @name)) @definition.constructor
(declaration (function_signature name: (identifier) @name)) @definition.declaration
(declaration (getter_signature name: (identifier) @name)) @definition.declaration
(declaration (setter_signature name: (identifier) @name)) @definition.declaration
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.field
