; Of statements without braces the grammar does not know where they end.
(if_statement "else" @start
  alternative: (if_statement condition: (_) @condition consequence: (block) @body) @block.elif)
(if_statement "else" @start alternative: (block) @body @block.else)
(if_statement condition: (_) @condition consequence: (block) @body
  !alternative) @block.if
(if_statement condition: (_) @condition consequence: (block) @body
  alternative: [(block) (if_statement consequence: (block) !alternative)]) @block.if
(if_statement condition: (_) @condition consequence: (block) @body
  alternative: (if_statement consequence: (block)
    alternative: [(block) (if_statement consequence: (block) !alternative)])) @block.if
(if_statement condition: (_) @condition consequence: (block) @body
  alternative: (if_statement consequence: (block)
    alternative: (if_statement consequence: (block)
      alternative: [(block) (if_statement consequence: (block) !alternative)]))) @block.if
(if_statement condition: (_) @condition consequence: (block) @body
  alternative: (if_statement consequence: (block)
    alternative: (if_statement consequence: (block)
      alternative: (if_statement consequence: (block)
        alternative: [(block) (if_statement consequence: (block) !alternative)])))) @block.if
(for_statement condition: (_) @condition body: (block) @body) @block.for
(for_statement body: (block) @body) @block.for
(for_in_statement value: (_) @condition body: (block) @body) @block.for
(while_statement condition: (_) @condition body: (block) @body) @block.while
(do_while_statement body: (block) @body condition: (_) @condition) @block.do
(try_statement resources: (_) @condition body: (block) @body) @block.try
(try_statement body: (block) @body) @block.try
(catch_clause parameter: (_) @condition body: (block) @body) @block.catch
(finally_clause body: (block) @body) @block.finally
(switch_expression value: (_) @condition body: (switch_block) @body) @block.switch
(switch_case value: (_) @condition ":" @opener) @block.case
(switch_default ":" @opener) @block.case
(static_initializer body: (block) @body) @block.block
(closure (closure_parameters) @opener) @block.lambda
(closure "{" @opener) @block.lambda
