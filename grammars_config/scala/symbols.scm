(class_definition name: (identifier) @name body: (template_body) @body) @definition.class
(class_definition name: (identifier) @name !body) @definition.class
(object_definition name: (identifier) @name body: (template_body) @body) @definition.object
(object_definition name: (identifier) @name !body) @definition.object
(package_object name: (identifier) @name body: (template_body) @body) @definition.object
(trait_definition name: (identifier) @name body: (template_body) @body) @definition.trait
(trait_definition name: (identifier) @name !body) @definition.trait
(enum_definition name: (identifier) @name body: (enum_body) @body) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.constant
(full_enum_case name: (identifier) @name) @definition.constant
(type_definition name: (type_identifier) @name) @definition.type

(function_definition name: (_) @name body: (_) @body) @definition.function
(function_declaration name: (_) @name) @definition.declaration
(template_body (val_definition pattern: (identifier) @name) @definition.field)
(template_body (val_definition pattern: (identifiers (identifier) @name)) @definition.field)
(template_body (var_definition pattern: (identifier) @name) @definition.field)
(template_body (var_definition pattern: (identifiers (identifier) @name)) @definition.field)
(template_body (val_declaration name: (identifier) @name) @definition.field)
(template_body (var_declaration name: (identifier) @name) @definition.field)
(compilation_unit (val_definition pattern: (identifier) @name) @definition.variable)
(compilation_unit (val_definition pattern: (identifiers (identifier) @name)) @definition.variable)
(compilation_unit (var_definition pattern: (identifier) @name) @definition.variable)
(compilation_unit (var_definition pattern: (identifiers (identifier) @name)) @definition.variable)
