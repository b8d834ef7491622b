(if_statement condition: (_) @condition body: (_) @body) @block.if
(elif_clause condition: (_) @condition body: (_) @body) @block.elif
(else_clause body: (_) @body) @block.else
(for_statement right: (_) @condition body: (_) @body) @block.for
(while_statement condition: (_) @condition body: (_) @body) @block.while
(match_statement value: (_) @condition body: (_) @body) @block.match
(pattern_section . (_) @condition body: (_) @body) @block.case
(lambda body: (_) @body) @block.lambda
