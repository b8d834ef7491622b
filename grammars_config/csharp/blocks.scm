(if_statement "else" @start
  alternative: (if_statement condition: (_) @condition consequence: (_) @body) @block.elif)
(if_statement condition: (_) @condition consequence: (_) @body) @block.if
(if_statement "else" @start alternative: (block) @body @block.else)
(if_statement "else" @start
  alternative: [(expression_statement) (return_statement) (throw_statement) (break_statement)
    (continue_statement) (goto_statement) (yield_statement) (for_statement) (foreach_statement)
    (while_statement) (do_statement) (try_statement) (switch_statement) (lock_statement)
    (using_statement)] @body @block.else)
(for_statement condition: (_) @condition body: (_) @body) @block.for
(for_statement body: (_) @body) @block.for
(foreach_statement right: (_) @condition body: (_) @body) @block.for
(while_statement condition: (_) @condition body: (_) @body) @block.while
(do_statement body: (_) @body condition: (_) @condition) @block.do
(try_statement body: (block) @body) @block.try
(catch_clause (catch_declaration) @condition body: (block) @body) @block.catch
(catch_clause body: (block) @body) @block.catch
(finally_clause (block) @body) @block.finally
(switch_statement value: (_) @condition body: (switch_body) @body) @block.switch
(switch_section "case" . (_) @condition ":" @opener) @block.case
(switch_section "default" ":" @opener) @block.case
(switch_expression . (_) @condition "{" @opener) @block.match
(switch_expression_arm . (_) @condition "=>" (_) @body .) @block.case
(using_statement (variable_declaration) @condition body: (_) @body) @block.with
(using_statement body: (_) @body) @block.with
(lock_statement (block) @body) @block.with
(fixed_statement (block) @body) @block.with
(checked_statement (block) @body) @block.block
(unsafe_statement (block) @body) @block.block
(lambda_expression body: (_) @body) @block.lambda
(anonymous_method_expression (block) @body) @block.lambda
(block (block) @body @block.block)
(preproc_if condition: (_) @condition @opener) @block.region
(preproc_elif condition: (_) @condition @opener) @block.region
(preproc_else "#else" @opener) @block.region
; Its indentation is that of the closing delimiter, or what all lines have
(raw_string_literal) @space.moves
(interpolated_string_expression (interpolation_quote) @keyword) @space.keyword_quotes
