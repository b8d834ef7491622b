(function_declaration name: (identifier) @name body: (block) @body) @definition.function
(function_declaration name: (identifier) @name !body) @definition.declaration

(method_declaration
  receiver: (parameter_list (parameter_declaration type: (type_identifier) @qualifier))
  name: (field_identifier) @name body: (block) @body) @definition.method
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (pointer_type (type_identifier) @qualifier)))
  name: (field_identifier) @name body: (block) @body) @definition.method
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (generic_type type: (type_identifier) @qualifier)))
  name: (field_identifier) @name body: (block) @body) @definition.method
(method_declaration
  receiver: (parameter_list
    (parameter_declaration type: (pointer_type (generic_type type: (type_identifier) @qualifier))))
  name: (field_identifier) @name body: (block) @body) @definition.method
(method_declaration
  receiver: (parameter_list
    (parameter_declaration type: [
      (type_identifier) @qualifier
      (pointer_type (type_identifier) @qualifier)
      (generic_type type: (type_identifier) @qualifier)
      (pointer_type (generic_type type: (type_identifier) @qualifier))]))
  name: (field_identifier) @name !body) @definition.declaration

(type_spec name: (type_identifier) @name
  type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @opener)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type
(method_elem name: (field_identifier) @name) @definition.declaration
(field_declaration name: (field_identifier) @name
  type: (struct_type (field_declaration_list) @body)) @definition.field
(field_declaration name: (field_identifier) @name
  type: (_ (struct_type (field_declaration_list) @body))) @definition.field
(field_declaration name: (field_identifier) @name
  type: (_ (_ (struct_type (field_declaration_list) @body)))) @definition.field
(field_declaration name: (field_identifier) @name
  type: (_ (_ (_ (struct_type (field_declaration_list) @body))))) @definition.field
(field_declaration name: (field_identifier) @name) @definition.field

(const_spec (identifier) @name) @definition.constant
(var_spec name: (identifier) @name) @definition.variable
