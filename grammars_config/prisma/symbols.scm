(model_block . "model" . (identifier) @name . "{" @opener) @definition.struct
(enum_block . "enum" . (identifier) @name . "{" @opener) @definition.enum
(key_value_block . _ . (identifier) @name . "{" @opener) @definition.object
(model_field field_name: (identifier) @name) @definition.field
; What stands behind a constant on its line may be an attribute of it.
(enum_block "{" ((identifier) @name @definition.constant . [(identifier) (document_comment) "}"]))
(key_value (key (identifier) @name)) @definition.property
