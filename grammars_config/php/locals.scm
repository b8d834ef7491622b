(program) @local.scope.module
[
  (method_declaration)
  (function_definition)
  (anonymous_function)
  (property_hook)
] @local.scope.function
(declaration_list) @local.scope.class
(arrow_function) @local.scope
(function_definition) @local.barrier
(declaration_list) @local.barrier

(formal_parameters (simple_parameter name: (variable_name) @local.parameter))
(formal_parameters (variadic_parameter name: (variable_name) @local.parameter))
(property_promotion_parameter name: (variable_name) @local.parameter)
(property_promotion_parameter name: (variable_name) @local.member)
; A function by value or by reference takes the variable of the function around it.
(anonymous_function_use_clause (variable_name) @local.nonlocal)
(anonymous_function_use_clause (by_ref (variable_name) @local.nonlocal))

(assignment_expression left: (variable_name) @local.hoisted)
(reference_assignment_expression left: (variable_name) @local.hoisted)
(reference_assignment_expression right: (variable_name) @local.hoisted)
(augmented_assignment_expression left: (variable_name) @local.hoisted)
(list_literal (variable_name) @local.hoisted)
(list_literal (by_ref (variable_name) @local.hoisted))
(foreach_statement (_) . "as" . (variable_name) @local.hoisted)
(foreach_statement (_) . "as" . (by_ref (variable_name) @local.hoisted))
(foreach_statement (pair (variable_name) @local.hoisted))
(foreach_statement (pair (by_ref (variable_name) @local.hoisted)))
(catch_clause name: (variable_name) @local.hoisted)
; A call may bind a variable that it takes by reference.
(argument (variable_name) @local.assigns)
(static_variable_declaration name: (variable_name) @local.hoisted)
(global_declaration (variable_name) @local.global)
(property_element name: (variable_name) @local.bound)

(scoped_property_access_expression name: (variable_name) @local.other)
(dynamic_variable_name) @local.opaque
(argument name: (name) @local.other)
(function_call_expression
  function: (name) @local.callee arguments: (arguments (argument name: (name) @local.argument)))
(member_call_expression
  name: (name) @local.callee arguments: (arguments (argument name: (name) @local.argument)))
(scoped_call_expression
  name: (name) @local.callee arguments: (arguments (argument name: (name) @local.argument)))
