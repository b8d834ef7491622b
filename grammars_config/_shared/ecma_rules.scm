; Rules of JavaScript and TypeScript.
(string) @one_line.continued

((break_statement !label) @needs.loop_or_switch)
((continue_statement !label) @needs.loop)
[(for_statement) (for_in_statement) (while_statement) (do_statement)] @gives.loop
[(for_statement) (for_in_statement) (while_statement) (do_statement) (switch_statement)] @gives.loop_or_switch
[
  (function_declaration) (function_expression) (generator_function_declaration) (generator_function)
  (arrow_function) (method_definition) (class_static_block)
] @stops.loop @stops.loop_or_switch

(await_expression) @needs.async_function
(for_in_statement "await") @needs.async_function
(program) @gives.async_function
[
  (function_declaration "async") (function_expression "async") (generator_function_declaration "async")
  (generator_function "async") (arrow_function "async") (method_definition "async")
] @gives.async_function
[
  (function_declaration) (function_expression) (generator_function_declaration) (generator_function)
  (arrow_function) (method_definition)
] @stops.async_function

(yield_expression) @needs.generator_function
[(generator_function_declaration) (generator_function) (method_definition "*")] @gives.generator_function
[(function_declaration) (function_expression) (arrow_function) (method_definition)] @stops.generator_function

(if_statement
  consequence: [(lexical_declaration) (class_declaration)] @wrong.a_declaration_needs_braces_here)
(else_clause [(lexical_declaration) (class_declaration)] @wrong.a_declaration_needs_braces_here)
(for_statement body: [(lexical_declaration) (class_declaration)] @wrong.a_declaration_needs_braces_here)
(for_in_statement body: [(lexical_declaration) (class_declaration)] @wrong.a_declaration_needs_braces_here)
(while_statement body: [(lexical_declaration) (class_declaration)] @wrong.a_declaration_needs_braces_here)
(do_statement body: [(lexical_declaration) (class_declaration)] @wrong.a_declaration_needs_braces_here)

(export_statement
  "default"
  declaration: [(lexical_declaration) (variable_declaration)]) @wrong.a_default_export_takes_an_expression_and_no_declaration_of_variables

; `() => {a: true}` is a block with a label: an object needs parentheses there.
(arrow_function body: (object) @wrong.an_object_after_the_arrow_needs_parentheses)
(arrow_function
  body: (statement_block
    "{" . (labeled_statement body: (expression_statement)) . "}") @wrong.an_object_after_the_arrow_needs_parentheses)

(update_expression
  argument: [
    (number) (string) (template_string) (true) (false) (null) (object) (array) (binary_expression)
    (unary_expression) (await_expression) (arrow_function) (function_expression)
  ]) @wrong.only_a_variable_can_be_counted_up_or_down
(new_expression constructor: (arrow_function)) @wrong.an_arrow_function_needs_parentheses_here
(arguments ["(" ","] . "," @wrong.an_argument_is_missing)
(binary_expression
  left: (binary_expression operator: ["||" "&&"])
  operator: "??") @wrong.mixing_these_operators_needs_parentheses
(binary_expression
  operator: "??"
  right: (binary_expression operator: ["||" "&&"])) @wrong.mixing_these_operators_needs_parentheses
(binary_expression
  left: (binary_expression operator: "??")
  operator: ["||" "&&"]) @wrong.mixing_these_operators_needs_parentheses
(binary_expression
  operator: ["||" "&&"]
  right: (binary_expression operator: "??")) @wrong.mixing_these_operators_needs_parentheses
(binary_expression
  left: (unary_expression)
  operator: "**") @wrong.the_left_operand_needs_parentheses
