(source_file) @local.scope.module
(function_declaration) @local.scope.function
(method_declaration) @local.scope.function
(func_literal) @local.scope.function
[
  (block)
  (if_statement)
  (for_statement)
  (expression_switch_statement)
  (type_switch_statement)
  (select_statement)
  (expression_case)
  (type_case)
  (default_case)
  (communication_case)
] @local.scope
(function_type) @local.scope.function

(function_declaration name: (identifier) @local.outside)
(parameter_declaration name: (identifier) @local.parameter)
(variadic_parameter_declaration name: (identifier) @local.parameter)
(short_var_declaration left: (expression_list (identifier) @local.bound))
(var_spec name: (identifier) @local.bound)
(const_spec name: (identifier) @local.bound)
(range_clause left: (expression_list (identifier) @local.bound) ":=")
(receive_statement left: (expression_list (identifier) @local.bound) ":=")
(type_switch_statement alias: (expression_list (identifier) @local.bound))

[(short_var_declaration) (var_spec) (const_spec) (range_clause) (receive_statement)] @local.declaration

; The key of a composite literal is a field, or a variable: the type decides, elsewhere.
(keyed_element . (literal_element (identifier) @local.doubt))
