(if_statement "else" @start
  alternative: (if_statement "(" . (_)+ @condition . ")" consequence: (_) @body) @block.elif)
(if_statement "(" . (_)+ @condition . ")" consequence: (_) @body) @block.if
(if_statement "else" @start
  alternative: [(block) (expression_statement) (return_statement) (break_statement)
    (continue_statement) (for_statement) (while_statement) (do_statement) (try_statement)
    (switch_statement)] @body @block.else)
(for_statement body: (_) @body) @block.for
(while_statement condition: (parenthesized_expression "(" . (_)+ @condition . ")") body: (_) @body) @block.while
(do_statement body: (_) @body condition: (parenthesized_expression "(" . (_)+ @condition . ")")) @block.do
(switch_statement condition: (parenthesized_expression "(" . (_)+ @condition . ")") body: (_) @body) @block.switch
(switch_statement_case (case_builtin) . (_)+ @condition . ":" @opener) @block.case
(switch_statement_default ":" @opener) @block.case
(try_statement body: (block) @body) @block.try
(try_statement "on" @start . (type_identifier) @condition . (catch_clause) . (block) @body @block.catch)
(try_statement "on" @start . (type_identifier) @condition . (block) @body @block.catch)
(try_statement body: (block) . (catch_clause) @start . (block) @body @block.catch)
(try_statement (block) . (catch_clause) @start . (block) @body @block.catch)
(finally_clause (block) @body) @block.finally
; Calls with a label: test('adds', () { … });
(expression_statement . (identifier) @name . (selector (argument_part (arguments
  . (argument (string_literal) @label)
  (argument (function_expression body: (function_expression_body (block) @body))))))) @block.call
(expression_statement . (identifier) @name . (selector (argument_part (arguments
  . (argument (string_literal) @label)
  (argument (function_expression body: (function_expression_body "=>" . (_)+ @body))))))) @block.call
(function_expression body: (function_expression_body (block) @body)) @block.lambda
(function_expression body: (function_expression_body "=>" . (_)+ @body)) @block.lambda
(block (block) @body @block.block)
