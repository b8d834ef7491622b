(if_expression "else" @start
  alternative: (if_expression condition: [(parenthesized_expression (_) @condition) (_) @condition]
    consequence: (_) @body) @block.elif)
(if_expression condition: (parenthesized_expression (_) @condition) consequence: (_) @body) @block.if
(if_expression condition: (_) @condition consequence: (_) @body) @block.if
(if_expression "else" @start
  alternative: [(block) (indented_block) (call_expression) (identifier) (integer_literal) (string)
    (infix_expression) (field_expression) (boolean_literal) (instance_expression)
    (match_expression) (throw_expression) (generic_function) (interpolated_string_expression)
    (parenthesized_expression) (tuple_expression) (assignment_expression) (unit)
    (for_expression) (try_expression) (return_expression) (null_literal)] @body @block.else)
(for_expression enumerators: (enumerators) @condition body: (_) @body) @block.for
(while_expression condition: (parenthesized_expression (_) @condition) body: (_) @body) @block.while
(while_expression condition: (_) @condition body: (_) @body) @block.while
(do_while_expression body: (_) @body condition: (parenthesized_expression (_) @condition)) @block.do
(match_expression value: (_) @condition body: (_) @body) @block.match
(case_clause pattern: (_) @condition "=>" (_)+ @body) @block.case
(try_expression body: (_) @body) @block.try
(catch_clause (case_block) @body) @block.catch
(finally_clause (_) @body) @block.finally
(lambda_expression "=>" (_)+ @body) @block.lambda

; Calls with a label: test("adds") { … }, "a cart" should "add" in { … }
(call_expression
  function: (call_expression function: (_) @name arguments: (arguments . (string) @label))
  arguments: (block) @body) @block.call
; Such a call strips the indentation
(field_expression value: [(string) (interpolated_string_expression)] field: (identifier) @keyword) @space.keyword_stripped
