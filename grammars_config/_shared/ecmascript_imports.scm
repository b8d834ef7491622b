(import_statement) @import.statement
(import_statement source: (_) @import.source)
(named_imports) @import.group

(import_clause (identifier) @import.default)
(namespace_import (identifier) @binds) @import.all
(import_specifier alias: (_) @binds) @import.name
(import_specifier name: (_) @binds) @import.name

; `const a = require("a"), { b, c: d } = require("b").e`
(lexical_declaration (variable_declarator
  value: (call_expression function: (identifier) @keyword))) @import.keyword_imports
(lexical_declaration (variable_declarator
  value: (member_expression object: (call_expression function: (identifier) @keyword)))) @import.keyword_imports
(variable_declaration (variable_declarator
  value: (call_expression function: (identifier) @keyword))) @import.keyword_imports
(variable_declaration (variable_declarator
  value: (member_expression object: (call_expression function: (identifier) @keyword)))) @import.keyword_imports
(expression_statement (call_expression function: (identifier) @keyword)) @import.keyword_imports
(variable_declarator
  name: (identifier) @binds
  value: (call_expression function: (identifier) @keyword)) @import.keyword_import_parts
(variable_declarator
  name: (identifier) @binds
  value: (member_expression object: (call_expression function: (identifier) @keyword))) @import.keyword_import_parts
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @import.keyword_import_names)
  value: (call_expression function: (identifier) @keyword))
(variable_declarator
  name: (object_pattern (pair_pattern value: (identifier) @binds) @import.keyword_import_names)
  value: (call_expression function: (identifier) @keyword))
(variable_declarator
  name: (object_pattern) @import.keyword_import_groups
  value: (call_expression function: (identifier) @keyword))
