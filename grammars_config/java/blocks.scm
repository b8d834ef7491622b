(if_statement "else" @start
  alternative: (if_statement condition: (_) @condition consequence: (_) @body) @block.elif)
(if_statement condition: (_) @condition consequence: (_) @body) @block.if
(if_statement "else" @start alternative: (block) @body @block.else)
(if_statement "else" @start
  alternative: [(expression_statement) (return_statement) (throw_statement) (break_statement)
    (continue_statement) (for_statement) (enhanced_for_statement) (while_statement) (do_statement)
    (try_statement) (try_with_resources_statement) (switch_expression) (synchronized_statement)] @body @block.else)
(for_statement condition: (_) @condition body: (_) @body) @block.for
(for_statement body: (_) @body) @block.for
(enhanced_for_statement value: (_) @condition body: (_) @body) @block.for
(while_statement condition: (_) @condition body: (_) @body) @block.while
(do_statement body: (_) @body condition: (_) @condition) @block.do
(try_statement body: (block) @body) @block.try
(try_with_resources_statement resources: (_) @condition body: (block) @body) @block.try
(catch_clause (catch_formal_parameter) @condition body: (block) @body) @block.catch
(finally_clause (block) @body) @block.finally
(switch_expression condition: (_) @condition body: (switch_block) @body) @block.switch
(switch_block_statement_group ((switch_label) @condition ":" @opener)+) @block.case
(switch_rule (switch_label) @condition "->" [(block) (expression_statement) (throw_statement)] @body) @block.case
(synchronized_statement (parenthesized_expression) @condition body: (block) @body) @block.with
(lambda_expression body: (_) @body) @block.lambda
(static_initializer (block) @body) @block.block
(class_body (block) @body @block.block)
(block (block) @body @block.block)
; Its indentation is that of the closing delimiter, or what all lines have
(string_literal (multiline_string_fragment)) @space.moves
