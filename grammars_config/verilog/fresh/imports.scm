(include_compiler_directive) @import.statement
(package_import_declaration) @import.statement
