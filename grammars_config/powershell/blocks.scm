(if_statement condition: (_) @condition . (statement_block) @body) @block.if
(elseif_clause condition: (_) @condition (statement_block) @body) @block.elif
(else_clause (statement_block) @body) @block.else
(foreach_statement (variable) (pipeline) @condition (statement_block) @body) @block.for
(foreach_statement (statement_block) @body) @block.for
(for_statement (statement_block) @body) @block.for
(while_statement condition: (_) @condition (statement_block) @body) @block.while
(do_statement (statement_block) @body condition: (_) @condition) @block.do
(switch_statement (switch_condition) @condition (switch_body) @body) @block.switch
(switch_clause (switch_clause_condition) @condition (statement_block) @body) @block.case
(try_statement . (statement_block) @body) @block.try
(catch_clause (catch_type_list) @condition (statement_block) @body) @block.catch
(catch_clause (statement_block) @body) @block.catch
(finally_clause (statement_block) @body) @block.finally
(named_block (statement_block) @body) @block.block

; Describe "cart" { … }
(command command_name: (_) @name
  command_elements: (command_elements
    . (command_argument_sep)
    . (array_literal_expression (unary_expression (string_literal) @label))
    (array_literal_expression
      (unary_expression (script_block_expression "{" @opener))) .)) @block.call
(script_block_expression "{" @opener) @block.lambda
