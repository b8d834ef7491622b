(chunk) @local.scope.module
[(function_declaration) (function_definition)] @local.scope.function
[(for_statement) (repeat_statement)] @local.scope
(while_statement body: (block) @local.scope)
(do_statement body: (block) @local.scope)
(if_statement consequence: (block) @local.scope)
(elseif_statement consequence: (block) @local.scope)
(else_statement body: (block) @local.scope)

(function_declaration "local" name: (identifier) @local.outside)
(parameters name: (identifier) @local.parameter)
(variable_declaration (assignment_statement (variable_list name: (identifier) @local.bound)))
(variable_declaration (variable_list name: (identifier) @local.bound))
(for_generic_clause (variable_list name: (identifier) @local.bound))
(for_numeric_clause name: (identifier) @local.bound)
(for_generic_clause (expression_list) @local.outer)
(for_numeric_clause start: (_) @local.outer)
(for_numeric_clause end: (_) @local.outer)
(for_numeric_clause step: (_) @local.outer)
(variable_declaration) @local.declaration

(attribute (identifier) @local.other)
(dot_index_expression field: (identifier) @local.other)
(method_index_expression method: (identifier) @local.other)
(field name: (identifier) @local.other . "=")
(goto_statement (identifier) @local.other)
(label_statement (identifier) @local.other)
