; if, else if and else are parts of one statement.
(conditional_statement "else" @start . "if" . "(" . (cond_predicate) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (statement_or_null (statement (statement_item (seq_block) @body)))) @block.elif
(conditional_statement "else" @start . "if" . "(" . (cond_predicate) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (statement_or_null) @body) @block.elif
(conditional_statement . (unique_priority)? . "if" . "(" . (cond_predicate) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (statement_or_null (statement (statement_item (seq_block) @body)))) @block.if
(conditional_statement . (unique_priority)? . "if" . "(" . (cond_predicate) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (statement_or_null) @body) @block.if
(conditional_statement "else" @start
  . [(one_line_comment) (block_comment)]* . (statement_or_null (statement (statement_item (seq_block) @body)))) @block.else
; Beside an error an `else if` may be an else that holds an if: that is no else.
(conditional_statement "else" @start
  . [(one_line_comment) (block_comment)]* . (statement_or_null (statement (statement_item
    . [(blocking_assignment) (nonblocking_assignment) (subroutine_call_statement) (case_statement)
      (loop_statement) (par_block) (procedural_timing_control_statement) (jump_statement)
      (procedural_continuous_assignment) (wait_statement) (disable_statement) (event_trigger)
      (text_macro_usage)]))) @body) @block.else

(loop_statement . "for" (statement_or_null (statement (statement_item (seq_block) @body)))) @block.for
(loop_statement . "for" (statement_or_null) @body) @block.for
(loop_statement . "foreach" (statement (statement_item (seq_block) @body))) @block.for
(loop_statement . "foreach" (statement) @body) @block.for
(loop_statement . ["while" "repeat"] . "(" . (expression) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (statement_or_null (statement (statement_item (seq_block) @body)))) @block.while
(loop_statement . ["while" "repeat"] . "(" . (expression) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (statement_or_null) @body) @block.while
(loop_statement . "forever"
  . [(one_line_comment) (block_comment)]* . (statement_or_null (statement (statement_item (seq_block) @body)))) @block.loop
(loop_statement . "do"
  . [(one_line_comment) (block_comment)]* . (statement_or_null (statement (statement_item (seq_block) @body)))) @block.do

(case_statement (case_expression) @condition . ")" . "inside" @opener) @block.switch
(case_statement (case_expression) @condition . ")" @opener) @block.switch
(case_item (case_item_expression) @condition ("," (case_item_expression) @condition)*
  (statement_or_null (statement (statement_item (seq_block) @body)))) @block.case
(case_item (case_item_expression) @condition ("," (case_item_expression) @condition)* (statement_or_null) @body) @block.case
(case_item "default" (statement_or_null (statement (statement_item (seq_block) @body)))) @block.case
(case_item "default" (statement_or_null) @body) @block.case
(case_inside_item (range_list) @condition (statement_or_null (statement (statement_item (seq_block) @body)))) @block.case
(case_inside_item (range_list) @condition (statement_or_null) @body) @block.case
(case_inside_item "default" (statement_or_null (statement (statement_item (seq_block) @body)))) @block.case
(case_inside_item "default" (statement_or_null) @body) @block.case

; always, initial, final
(always_construct (statement (statement_item (procedural_timing_control_statement
  (event_control) @condition (statement_or_null (statement (statement_item (seq_block) @body))))))) @block.block
(always_construct (statement (statement_item (procedural_timing_control_statement
  (event_control) @condition (statement_or_null) @body)))) @block.block
(always_construct (statement (statement_item (seq_block) @body))) @block.block
(initial_construct (statement_or_null (statement (statement_item [(seq_block) (par_block)] @body)))) @block.block
(final_construct (function_statement (statement (statement_item (seq_block) @body)))) @block.block
(seq_block (statement_or_null (statement (statement_item [(seq_block) (par_block)] @body @block.block))))
(par_block (statement_or_null (statement (statement_item (seq_block) @body @block.block))))
(task_body_declaration (statement_or_null (statement (statement_item [(seq_block) (par_block)] @body @block.block))))
(function_statement_or_null (function_statement (statement (statement_item (seq_block) @body @block.block))))

; What is generated.
(generate_region "generate" @opener) @block.region
(if_generate_construct "else" @start
  . [(one_line_comment) (block_comment)]* . (generate_block . (conditional_generate_construct
  . (if_generate_construct "(" . (constant_expression) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (generate_block . "begin") @body) @block.elif)))
(if_generate_construct "else" @start
  . [(one_line_comment) (block_comment)]* . (generate_block . (conditional_generate_construct
  . (if_generate_construct "(" . (constant_expression) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (generate_block) @body) @block.elif)))
(module_declaration (conditional_generate_construct (if_generate_construct
  . "if" . "(" . (constant_expression) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (generate_block . "begin") @body) @block.if))
(module_declaration (conditional_generate_construct (if_generate_construct
  . "if" . "(" . (constant_expression) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (generate_block) @body) @block.if))
(interface_declaration (conditional_generate_construct (if_generate_construct
  . "if" . "(" . (constant_expression) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (generate_block . "begin") @body) @block.if))
(generate_region (conditional_generate_construct (if_generate_construct
  . "if" . "(" . (constant_expression) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (generate_block . "begin") @body) @block.if))
(generate_region (conditional_generate_construct (if_generate_construct
  . "if" . "(" . (constant_expression) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (generate_block) @body) @block.if))
(generate_block . "begin" (conditional_generate_construct (if_generate_construct
  . "if" . "(" . (constant_expression) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (generate_block . "begin") @body) @block.if))
(generate_block . "begin" (conditional_generate_construct (if_generate_construct
  . "if" . "(" . (constant_expression) @condition . ")"
  . [(one_line_comment) (block_comment)]* . (generate_block) @body) @block.if))
(if_generate_construct "else" @start
  . [(one_line_comment) (block_comment)]* . (generate_block . "begin") @body) @block.else
(if_generate_construct "else" @start
  . [(one_line_comment) (block_comment)]* . (generate_block . [(continuous_assign) (module_instantiation)
  (always_construct) (initial_construct) (net_declaration) (data_declaration)]) @body) @block.else
(loop_generate_construct (generate_block . "begin") @body) @block.for
(case_generate_construct (constant_expression) @condition . ")" @opener) @block.switch
(case_generate_item (generate_block . "begin") @body) @block.case
(generate_block (generate_block . "begin") @body @block.block)
