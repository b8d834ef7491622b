(module (module_statement (name) @name) @opener) @definition.module
(submodule (submodule_statement (name) @name) @opener) @definition.module
(program (program_statement (name) @name) @opener) @definition.module
(subroutine (subroutine_statement name: (name) @name) @opener) @definition.function
(function (function_statement name: (name) @name) @opener) @definition.function
(module_procedure (module_procedure_statement name: (name) @name) @opener) @definition.function
(derived_type_definition (derived_type_statement (type_name) @name) @opener) @definition.type
(interface (interface_statement (name) @name) @opener) @definition.interface
