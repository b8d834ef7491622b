; Blocks of JavaScript and TypeScript. A condition is what stands inside the parentheses.

(if_statement
  condition: (parenthesized_expression [(expression) (sequence_expression)] @condition)
  consequence: (_) @body) @block.if

(else_clause
  "else" @start
  (if_statement
    condition: (parenthesized_expression [(expression) (sequence_expression)] @condition)
    consequence: (_) @body) @block.elif)

(else_clause
  [
    (statement_block) (expression_statement) (return_statement) (throw_statement)
    (break_statement) (continue_statement) (for_statement) (for_in_statement)
    (while_statement) (do_statement) (try_statement) (switch_statement) (with_statement)
    (labeled_statement) (empty_statement) (debugger_statement)
    (lexical_declaration) (variable_declaration)
  ] @body) @block.else

(for_statement condition: (expression) @condition body: (_) @body) @block.for
(for_statement body: (_) @body) @block.for
(for_in_statement body: (_) @body) @block.for

(while_statement
  condition: (parenthesized_expression [(expression) (sequence_expression)] @condition)
  body: (_) @body) @block.while

(do_statement
  body: (_) @body
  condition: (parenthesized_expression [(expression) (sequence_expression)] @condition)) @block.do

(try_statement body: (_) @body) @block.try
(catch_clause body: (_) @body) @block.catch
(finally_clause body: (_) @body) @block.finally
(with_statement
  object: (parenthesized_expression [(expression) (sequence_expression)] @condition)
  body: (_) @body) @block.with

(switch_statement
  value: (parenthesized_expression [(expression) (sequence_expression)] @condition)
  body: (_) @body) @block.switch
(switch_case value: (_) @condition body: (_)+ @body) @block.case
(switch_case value: (_) @condition !body) @block.case
(switch_default body: (_)+ @body) @block.case
(switch_default !body) @block.case

(class_static_block body: (_) @body) @block.block
(statement_block (statement_block) @body @block.block)
(program (statement_block) @body @block.block)

; Calls with a label and a callback: describe("cart", () => {}), test.only(`x`, fn), it.each(t)("x", fn)

(call_expression
  function: [
    (identifier) @name
    (member_expression object: [(identifier) (member_expression) (this)]) @name
    (member_expression
      object: [(call_expression) (parenthesized_expression) (new_expression) (await_expression)]
      property: (_) @name)
    (call_expression function: [(identifier) (member_expression)] @name)
  ]
  arguments: (arguments
    . [(string) (template_string)] @label
    [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ] .)) @block.call

(call_expression
  function: [
    (identifier) @name
    (member_expression object: [(identifier) (member_expression) (this)]) @name
    (member_expression
      object: [(call_expression) (parenthesized_expression) (new_expression) (await_expression)]
      property: (_) @name)
    (call_expression function: [(identifier) (member_expression)] @name)
  ]
  arguments: (arguments
    . [(string) (template_string)] @label
    [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ])) @block.call

; Functions that nothing names

([
  (arguments [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)] @block.lambda)
  (return_statement [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)] @block.lambda)
  (parenthesized_expression [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)] @block.lambda)
  (array [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)] @block.lambda)
  (binary_expression [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)] @block.lambda)
  (ternary_expression [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)] @block.lambda)
  (sequence_expression [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)] @block.lambda)
  (unary_expression (function_expression !name body: (_) @body) @block.lambda)
  (call_expression function: (function_expression !name body: (_) @body) @block.lambda)
  (arrow_function body: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)] @block.lambda)
  (assignment_pattern right: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)] @block.lambda)
  (object_assignment_pattern right: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)] @block.lambda)
  (augmented_assignment_expression right: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)] @block.lambda)
  (yield_expression [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)] @block.lambda)
  (assignment_expression
    left: (subscript_expression index: [
      (identifier) (member_expression) (subscript_expression) (template_string) (number)
      (binary_expression) (call_expression) (update_expression)
    ])
    right: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)] @block.lambda)
])
