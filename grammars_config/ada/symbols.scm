(package_body name: (_) @name) @definition.module
(package_declaration name: (_) @name) @definition.module
(subprogram_body (function_specification name: (_) @name) (handled_sequence_of_statements) @body) @definition.function
(subprogram_body (procedure_specification name: (_) @name) (handled_sequence_of_statements) @body) @definition.function
(subprogram_declaration (function_specification name: (_) @name)) @definition.declaration
(subprogram_declaration (procedure_specification name: (_) @name)) @definition.declaration
(full_type_declaration . "type" . (identifier) @name) @definition.type
