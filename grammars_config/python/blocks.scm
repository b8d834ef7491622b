(if_statement condition: (_) @condition consequence: (block) @body) @block.if
(elif_clause condition: (_) @condition consequence: (block) @body) @block.elif
(else_clause body: (block) @body) @block.else
(for_statement body: (block) @body) @block.for
(while_statement condition: (_) @condition body: (block) @body) @block.while
(try_statement body: (block) @body) @block.try
(except_clause (block) @body) @block.catch
(finally_clause (block) @body) @block.finally
(with_statement body: (block) @body) @block.with
(match_statement body: (block) @body) @block.match
(case_clause consequence: (block) @body) @block.case
(lambda body: (_) @body) @block.lambda
