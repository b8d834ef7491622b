; inherits: c_blocks
(else_clause [(throw_statement) (try_statement) (for_range_loop) (co_return_statement)] @body) @block.else
(for_range_loop body: (_) @body) @block.for
(try_statement body: (_) @body) @block.try
(catch_clause parameters: (_) @condition body: (_) @body) @block.catch
(lambda_expression body: (_) @body) @block.lambda
(linkage_specification body: (declaration_list) @body) @block.region
(namespace_definition !name body: (declaration_list) @body) @block.region
