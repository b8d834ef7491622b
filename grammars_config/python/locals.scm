(module) @local.scope.module
(function_definition) @local.scope.function
(lambda) @local.scope.function
(class_definition) @local.scope.class
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @local.scope

(function_definition name: (identifier) @local.outside)
(class_definition name: (identifier) @local.outside)

(parameters [
  (identifier) @local.parameter
  (default_parameter name: (identifier) @local.parameter)
  (typed_parameter . (identifier) @local.parameter)
  (typed_default_parameter name: (identifier) @local.parameter)
])
(lambda_parameters [
  (identifier) @local.parameter
  (default_parameter name: (identifier) @local.parameter)
])

; What is read outside of the scope that it is written in.
(default_parameter value: (_) @local.outer)
(typed_default_parameter value: (_) @local.outer)
(parameters (typed_parameter type: (_) @local.outer))
(parameters (typed_default_parameter type: (_) @local.outer))
(function_definition return_type: (_) @local.outer)
(class_definition superclasses: (_) @local.outer)
(list_comprehension body: (_) . (for_in_clause right: (_) @local.outer))
(set_comprehension body: (_) . (for_in_clause right: (_) @local.outer))
(dictionary_comprehension body: (_) . (for_in_clause right: (_) @local.outer))
(generator_expression body: (_) . (for_in_clause right: (_) @local.outer))

(assignment left: (identifier) @local.bound)
(augmented_assignment left: (identifier) @local.bound)
(for_statement left: (identifier) @local.bound)
(for_in_clause left: (identifier) @local.bound)
(pattern_list (identifier) @local.bound)
(tuple_pattern (identifier) @local.bound)
(list_pattern (identifier) @local.bound)
; `*args` and `**kwargs` too: no caller passes them by these names.
(list_splat_pattern (identifier) @local.bound)
(dictionary_splat_pattern (identifier) @local.bound)
(as_pattern_target (identifier) @local.bound)
(as_pattern_target (tuple (identifier) @local.bound))
(named_expression name: (identifier) @local.hoisted)
(delete_statement (identifier) @local.bound)
(delete_statement (expression_list (identifier) @local.bound))
(type_alias_statement left: (type (identifier) @local.bound))

; Imports bind what they name: another name there would import something else.
(import_statement name: (dotted_name . (identifier) @local.fixed))
(import_statement name: (aliased_import alias: (identifier) @local.bound))
(import_from_statement name: (dotted_name (identifier) @local.fixed))
(import_from_statement name: (aliased_import alias: (identifier) @local.bound))
(import_statement name: (aliased_import name: (dotted_name (identifier) @local.other)))
(import_from_statement name: (aliased_import name: (dotted_name (identifier) @local.other)))
(import_from_statement module_name: (dotted_name (identifier) @local.other))

; Patterns of `match` bind, or name a value: which of them is not written.
(case_pattern (dotted_name (identifier) @local.doubt))
(case_pattern (as_pattern (identifier) @local.bound))
(splat_pattern (identifier) @local.bound)
(keyword_pattern . (identifier) @local.other)

(global_statement (identifier) @local.global)
(nonlocal_statement (identifier) @local.nonlocal)

(attribute attribute: (identifier) @local.other)
(call
  function: [(identifier) @local.callee (attribute attribute: (identifier) @local.callee)]
  arguments: (argument_list (keyword_argument name: (identifier) @local.argument)))
(keyword_argument name: (identifier) @local.other)
(interpolation (identifier) @local.doubt . "=")
