(module_declaration [(module_ansi_header name: (_) @name) (module_nonansi_header name: (_) @name)] @opener) @definition.module
(program_declaration [(program_ansi_header name: (_) @name) (program_nonansi_header name: (_) @name)] @opener) @definition.module
(interface_declaration [(interface_ansi_header name: (_) @name) (interface_nonansi_header name: (_) @name)] @opener) @definition.interface
(package_declaration name: (_) @name ";" @opener) @definition.package
(class_declaration name: (_) @name ";" @opener) @definition.class

; A function or task of a class may stand outside of it: task Cart::run();
(function_declaration (function_body_declaration
  (class_scope (class_type (simple_identifier) @qualifier)) name: (_) @name ";" @opener)) @definition.function
(function_declaration (function_body_declaration name: (_) @name ";" @opener)) @definition.function
(task_declaration (task_body_declaration
  (class_scope (class_type (simple_identifier) @qualifier)) name: (_) @name ";" @opener)) @definition.function
(task_declaration (task_body_declaration name: (_) @name ";" @opener)) @definition.function
(class_constructor_declaration "new" @name ";" @opener) @definition.constructor
(class_method [(function_prototype name: (_) @name) (task_prototype name: (_) @name)]) @definition.declaration
(property_declaration name: (_) @name ";" @opener) @definition.property
(sequence_declaration name: (_) @name ";" @opener) @definition.property

(type_declaration (data_type (struct_union) "{" @opener) type_name: (_) @name) @definition.struct
(type_declaration (data_type "enum" "{" @opener) type_name: (_) @name) @definition.enum
(type_declaration type_name: (_) @name) @definition.type
(enum_name_declaration . (simple_identifier) @name) @definition.constant
(struct_union_member (list_of_variable_decl_assignments
  (variable_decl_assignment name: (_) @name))) @definition.field

(text_macro_definition (text_macro_name (simple_identifier) @name)) @definition.macro
(local_parameter_declaration (list_of_param_assignments
  (param_assignment . (simple_identifier) @name))) @definition.constant
(module_declaration (parameter_declaration (list_of_param_assignments
  (param_assignment . (simple_identifier) @name))) @definition.constant)
(package_item (parameter_declaration (list_of_param_assignments
  (param_assignment . (simple_identifier) @name))) @definition.constant)

; What a class has, and what modules and their parts have.
(class_property (data_declaration (list_of_variable_decl_assignments
  (variable_decl_assignment name: (_) @name)))) @definition.field
(module_declaration (data_declaration (list_of_variable_decl_assignments
  (variable_decl_assignment name: (_) @name))) @definition.variable)
(interface_declaration (data_declaration (list_of_variable_decl_assignments
  (variable_decl_assignment name: (_) @name))) @definition.variable)
(package_item (data_declaration (list_of_variable_decl_assignments
  (variable_decl_assignment name: (_) @name))) @definition.variable)
(net_declaration (list_of_net_decl_assignments
  (net_decl_assignment . (simple_identifier) @name))) @definition.variable
(module_instantiation (hierarchical_instance
  (name_of_instance instance_name: (_) @name))) @definition.variable
