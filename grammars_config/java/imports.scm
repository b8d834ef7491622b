(import_declaration) @import.statement
(package_declaration) @import.above

; Not the package of `import a.b.*`.
(import_declaration (scoped_identifier) @import.name . ";")
