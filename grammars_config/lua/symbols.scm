(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(function_declaration name: (identifier) @name !body) @definition.function
(function_declaration name: (_) @path body: (_) @body) @definition.function
(function_declaration name: (_) @path !body) @definition.function

; f = function () … end, M.f = function () … end
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_) @body) .)) @definition.function
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition !body parameters: (_) @opener) .)) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression) @path .)
  (expression_list . value: (function_definition body: (_) @body) .)) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression) @path .)
  (expression_list . value: (function_definition !body parameters: (_) @opener) .)) @definition.function

; M["f"] = function () … end, M[name] = function () … end
(assignment_statement
  (variable_list . name: (bracket_index_expression
    table: (_) @qualifier field: (string content: (_) @name)) .)
  (expression_list . value: (function_definition body: (_) @body) .)) @definition.function
(assignment_statement
  (variable_list . name: (bracket_index_expression
    table: (_) @qualifier field: (string content: (_) @name)) .)
  (expression_list . value: (function_definition !body parameters: (_) @opener) .)) @definition.function
(assignment_statement
  (variable_list . name: (bracket_index_expression) @name .)
  (expression_list . value: (function_definition body: (_) @body) .)) @definition.function
(assignment_statement
  (variable_list . name: (bracket_index_expression) @name .)
  (expression_list . value: (function_definition !body parameters: (_) @opener) .)) @definition.function

; Tables, their functions and keys.
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (table_constructor) @body .)) @definition.variable))
(chunk (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (table_constructor) @body .)) @definition.variable)
(chunk (assignment_statement
  (variable_list . name: (dot_index_expression) @path .)
  (expression_list . value: (table_constructor) @body .)) @definition.variable)
(field name: (identifier) @name value: (function_definition body: (_) @body)) @definition.function
(field name: (identifier) @name value: (function_definition !body parameters: (_) @opener)) @definition.function
(chunk (variable_declaration (assignment_statement (expression_list (table_constructor
  (field name: (identifier) @name value: (table_constructor) @body) @definition.field)))))
(chunk (variable_declaration (assignment_statement (expression_list (table_constructor
  (field name: (identifier) @name) @definition.field)))))
(chunk (assignment_statement (expression_list (table_constructor
  (field name: (identifier) @name) @definition.field))))
(chunk (return_statement (expression_list (table_constructor
  (field name: (identifier) @name) @definition.field))))
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)) @definition.variable))
(chunk (assignment_statement (variable_list . name: (identifier) @name .)) @definition.variable)
(chunk (assignment_statement (variable_list . name: (dot_index_expression) @path .)) @definition.variable)
