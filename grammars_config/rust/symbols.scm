(function_item name: (identifier) @name body: (block) @body) @definition.function
(function_signature_item name: (identifier) @name) @definition.declaration
(struct_item name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(struct_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name body: (enum_variant_list) @body) @definition.enum
(union_item name: (type_identifier) @name body: (field_declaration_list) @body) @definition.union
(trait_item name: (type_identifier) @name body: (declaration_list) @body) @definition.trait
(mod_item name: (identifier) @name body: (declaration_list) @body) @definition.module
(mod_item name: (identifier) @name !body) @definition.declaration
(enum_variant name: (identifier) @name body: (field_declaration_list) @body) @definition.constant
(enum_variant name: (identifier) @name) @definition.constant
(field_declaration name: (field_identifier) @name) @definition.field

; An impl is called by its type's name, without the path to it.
(impl_item type: (type_identifier) @name body: (declaration_list) @body) @definition.impl
(impl_item type: (generic_type type: (type_identifier) @name) body: (declaration_list) @body) @definition.impl
(impl_item type: (scoped_type_identifier name: (type_identifier) @name)
  body: (declaration_list) @body) @definition.impl
(impl_item type: (generic_type type: (scoped_type_identifier name: (type_identifier) @name))
  body: (declaration_list) @body) @definition.impl
(impl_item type: (reference_type type: (type_identifier) @name) body: (declaration_list) @body) @definition.impl
(impl_item type: (reference_type type: (generic_type type: (type_identifier) @name))
  body: (declaration_list) @body) @definition.impl
(impl_item type: (_) @name body: (declaration_list) @body) @definition.impl

(macro_definition name: (identifier) @name "{" @opener) @definition.macro
(macro_definition name: (identifier) @name) @definition.macro
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
