(compound_statement . "@autoreleasepool" . "{" @opener) @block.block
; A pool is no bare block: what C has comes behind it.
(else_clause "else" @start
  (if_statement condition: (_) @condition consequence: (_) @body) @block.elif)
(if_statement condition: (_) @condition consequence: (_) @body) @block.if
(else_clause (compound_statement) @body) @block.else
(else_clause
  [(expression_statement) (return_statement) (break_statement) (continue_statement) (goto_statement)
   (for_statement) (while_statement) (do_statement) (switch_statement) (labeled_statement)] @body) @block.else
(for_statement body: (_) @body) @block.for
(while_statement condition: (_) @condition body: (_) @body) @block.while
(do_statement body: (_) @body condition: (_) @condition) @block.do
(switch_statement condition: (_) @condition body: (_) @body) @block.switch
(case_statement value: (_) @condition ":" @opener) @block.case
(case_statement ":" @opener) @block.case
(compound_statement (compound_statement) @body @block.block)

(preproc_if condition: (_) @condition @opener) @block.region
(preproc_ifdef name: (_) @condition @opener) @block.region
(preproc_elif condition: (_) @condition @opener) @block.region
(preproc_else "#else" @opener) @block.region

(else_clause [(throw_statement) (try_statement)] @body) @block.else
; for (Line *line in lines)
(for_statement !body "in" . (_) @condition . ")" . (_) @body) @block.for
(try_statement . (compound_statement) @body) @block.try
(catch_clause (type_name) @condition (compound_statement) @body) @block.catch
(catch_clause (compound_statement) @body) @block.catch
(finally_clause (compound_statement) @body) @block.finally
(synchronized_statement . (_) @condition (compound_statement) @body) @block.with
(block_literal (compound_statement) @body) @block.lambda
