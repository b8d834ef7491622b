(module_declaration (module_header (simple_identifier) @name) ";" @opener) @definition.module
(function_declaration (function_body_declaration (function_identifier) @name ";" @opener)) @definition.function
(task_declaration (task_body_declaration (task_identifier) @name ";" @opener)) @definition.function
(package_declaration (package_identifier) @name ";" @opener) @definition.package
