(include_compiler_directive) @import.statement
(package_or_generate_item_declaration (data_declaration (package_import_declaration))) @import.statement
