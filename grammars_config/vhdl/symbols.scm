(entity_declaration name: (_) @name "is" @opener) @definition.entity
(architecture_body name: (_) @name "is" @opener) @definition.architecture
(package_declaration name: (_) @name "is" @opener) @definition.package
(package_body package: (_) @name "is" @opener) @definition.impl
(configuration_declaration name: (_) @name "is" @opener) @definition.configuration
(context_declaration name: (_) @name "is" @opener) @definition.context

; What a subprogram declares stands before its statements, and stays when these are replaced.
(function_body designator: (_) @name (sequence_of_statements) @body) @definition.function
(procedure_body designator: (_) @name (sequence_of_statements) @body) @definition.function
(function_body designator: (_) @name "begin" @opener) @definition.function
(procedure_body designator: (_) @name "begin" @opener) @definition.function
(function_declaration designator: (_) @name) @definition.declaration
(procedure_declaration designator: (_) @name) @definition.declaration

(process_statement (label (identifier) @name) "begin" @opener) @definition.process
(block_statement (label (identifier) @name) "block" @opener) @definition.block
(for_generate_statement (label (identifier) @name) (generate_statement_body) @body) @definition.generate
(if_generate_statement (label (identifier) @name) (if_generate "generate" @opener)) @definition.generate
(component_instantiation_statement (label (identifier) @name)) @definition.instance

(component_declaration name: (_) @name) @definition.component
(full_type_declaration name: (_) @name (record_type_definition "record" @opener)) @definition.record
(full_type_declaration name: (_) @name (protected_type_declaration (declarative_part) @body)) @definition.class
(full_type_declaration name: (_) @name (protected_type_body (declarative_part) @body)) @definition.class
(full_type_declaration name: (_) @name (enumeration_type_definition) @body) @definition.enum
(full_type_declaration name: (_) @name) @definition.type
(subtype_declaration name: (_) @name) @definition.type
(element_declaration (identifier_list (identifier) @name)) @definition.field
(enumeration_type_definition literal: (_) @name @definition.constant)
(signal_declaration (identifier_list (identifier) @name)) @definition.variable
(variable_declaration (identifier_list (identifier) @name)) @definition.variable
(constant_declaration (identifier_list (identifier) @name)) @definition.constant
(port_clause (signal_interface_declaration (identifier_list (identifier) @name)) @definition.field)
(generic_clause (constant_interface_declaration (identifier_list (identifier) @name)) @definition.field)
