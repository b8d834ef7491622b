(if_statement "else" @start
  alternative: (if_statement condition: (_) @condition consequence: (_) @body) @block.elif)
(if_statement condition: (_) @condition consequence: (_) @body) @block.if
(if_statement "else" @start alternative: (braced_expression) @body) @block.else
(if_statement "else" @start alternative: [
    (call) (binary_operator) (unary_operator) (identifier) (string) (float) (integer) (null) (true) (false) (na)
    (function_definition) (for_statement) (while_statement) (repeat_statement) (subset) (subset2)
    (extract_operator) (namespace_operator) (parenthesized_expression)] @body) @block.else
(for_statement sequence: (_) @condition body: (_) @body) @block.for
(while_statement condition: (_) @condition body: (_) @body) @block.while
(repeat_statement body: (_) @body) @block.loop

; Calls with a label: test_that("adds", { … })
(call function: (identifier) @name
  arguments: (arguments . (argument value: (string) @label)
    (argument value: (braced_expression) @body) .)) @block.call
(call function: (identifier) @name
  arguments: (arguments . (argument value: (string) @label)
    (argument value: (braced_expression) @body))) @block.call
(call function: (identifier) @keyword arguments: (arguments) @body) @block.keyword_block
(argument !name value: (function_definition body: (_) @body) @block.lambda)
