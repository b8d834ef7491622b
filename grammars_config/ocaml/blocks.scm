(else_clause "else" @start (if_expression condition: (_) @condition (then_clause (_) @body .)) @block.elif)
(if_expression condition: (_) @condition (then_clause (_) @body .)) @block.if
(else_clause "else" (_) @body .) @block.else
(for_expression name: (_) @condition from: (_) @condition to: (_) @condition (do_clause) @body) @block.for
(while_expression condition: (_) @condition (do_clause) @body) @block.while
(match_expression expression: (_) @condition "with" @opener) @block.match
(try_expression "try" @opener) @block.try
(try_expression "|" @start . (match_case pattern: (_) @condition body: (_) @body) @block.catch)
(try_expression "with" . (match_case pattern: (_) @condition body: (_) @body) @block.catch)
(match_expression "|" @start . (match_case pattern: (_) @condition body: (_) @body) @block.case)
(function_expression "|" @start . (match_case pattern: (_) @condition body: (_) @body) @block.case)
(match_expression "with" . (match_case pattern: (_) @condition body: (_) @body) @block.case)
(function_expression "function" . (match_case pattern: (_) @condition body: (_) @body) @block.case)
(parenthesized_expression (fun_expression body: (_) @body) @block.lambda)
(parenthesized_expression "begin" @opener "end") @block.block
([(let_binding) (let_expression) (sequence_expression) (parenthesized_expression) (application_expression)
  (then_clause) (else_clause) (match_case) (fun_expression) (typed_expression) (coercion_expression)]
  (object_expression "object" @opener) @block.block)
