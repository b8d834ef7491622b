(object_type_definition (description)? @doc (name) @name (fields_definition) @body) @definition.type
(object_type_definition (name) @name) @definition.type
(interface_type_definition (description)? @doc (name) @name (fields_definition) @body) @definition.interface
(enum_type_definition (description)? @doc (name) @name (enum_values_definition) @body) @definition.enum
(input_object_type_definition (description)? @doc (name) @name (input_fields_definition) @body) @definition.record
(union_type_definition (description)? @doc (name) @name) @definition.union
(scalar_type_definition (description)? @doc (name) @name) @definition.type
(directive_definition (description)? @doc (name) @name) @definition.declaration
(object_type_extension (name) @name (fields_definition) @body) @definition.extension
(interface_type_extension (name) @name (fields_definition) @body) @definition.extension
(enum_type_extension (name) @name (enum_values_definition) @body) @definition.extension
(input_object_type_extension (name) @name (input_fields_definition) @body) @definition.extension
(schema_definition "schema" @name "{" @opener) @definition.object

(field_definition (description)? @doc (name) @name) @definition.field
(input_fields_definition (input_value_definition (description)? @doc (name) @name) @definition.field)
(enum_value_definition (description)? @doc (enum_value) @name) @definition.constant

(operation_definition (name) @name (selection_set) @body) @definition.function
(fragment_definition (fragment_name) @name (selection_set) @body) @definition.function
