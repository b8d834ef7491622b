(variable_declaration (assignment_statement (expression_list
  value: (function_call name: (identifier) @keyword)))) @import.keyword_imports
(variable_declaration (assignment_statement (expression_list
  value: (dot_index_expression table: (function_call name: (identifier) @keyword))))) @import.keyword_imports
(assignment_statement (expression_list
  value: (function_call name: (identifier) @keyword))) @import.keyword_imports
(function_call name: (identifier) @keyword) @import.keyword_imports

(variable_declaration (assignment_statement
  (variable_list . (identifier) @binds .)
  (expression_list . (function_call name: (identifier) @keyword) .))) @import.keyword_import_parts
