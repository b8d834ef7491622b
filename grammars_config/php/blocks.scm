(else_clause "else" @start
  body: (if_statement condition: (parenthesized_expression (_) @condition) body: (_) @body)) @block.elif
(if_statement condition: (parenthesized_expression (_) @condition) body: (_) @body) @block.if
(else_if_clause condition: (parenthesized_expression (_) @condition) body: (_) @body) @block.elif
(else_clause
  body: [(compound_statement) (colon_block) (expression_statement) (return_statement) (echo_statement)
    (break_statement) (continue_statement) (exit_statement) (unset_statement) (for_statement)
    (foreach_statement) (while_statement) (do_statement) (try_statement) (switch_statement)] @body) @block.else
(for_statement condition: (_) @condition body: (_) @body) @block.for
(for_statement body: (_) @body) @block.for
(foreach_statement . "foreach" . "(" . (_) @condition body: (_) @body) @block.for
(foreach_statement body: (_) @body) @block.for
(while_statement condition: (parenthesized_expression (_) @condition) body: (_) @body) @block.while
(do_statement body: (_) @body condition: (parenthesized_expression (_) @condition)) @block.do
(try_statement body: (_) @body) @block.try
(catch_clause type: (_) @condition body: (_) @body) @block.catch
(finally_clause body: (_) @body) @block.finally
(switch_statement condition: (parenthesized_expression (_) @condition) body: (_) @body) @block.switch
(case_statement value: (_) @condition [":" ";"] @opener) @block.case
(default_statement [":" ";"] @opener) @block.case
(match_expression condition: (parenthesized_expression (_) @condition) body: (_) @body) @block.match
(match_conditional_expression
  conditional_expressions: (_) @condition return_expression: (_) @body) @block.case
(match_default_expression return_expression: (_) @body) @block.case

; Calls with a label: it('adds', function () { … }).
(function_call_expression function: (name) @name
  arguments: (arguments . (argument [(string) (encapsed_string)] @label)
    (argument [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]) .)) @block.call
(member_call_expression name: (name) @name
  arguments: (arguments . (argument [(string) (encapsed_string)] @label)
    (argument [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]) .)) @block.call
(scoped_call_expression name: (name) @name
  arguments: (arguments . (argument [(string) (encapsed_string)] @label)
    (argument [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]) .)) @block.call
(anonymous_function body: (_) @body) @block.lambda
(arrow_function body: (_) @body) @block.lambda
(anonymous_class body: (_) @body) @block.region
(compound_statement (compound_statement) @body @block.block)
