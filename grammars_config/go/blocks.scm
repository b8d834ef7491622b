(if_statement "else" @start
  alternative: (if_statement condition: (_) @condition consequence: (block) @body) @block.elif)
(if_statement condition: (_) @condition consequence: (block) @body) @block.if
(if_statement "else" @start alternative: (block) @body @block.else)
(for_statement (for_clause condition: (_) @condition) body: (block) @body) @block.for
(for_statement body: (block) @body) @block.for
(expression_switch_statement value: (_) @condition "{" @opener) @block.switch
(expression_switch_statement "{" @opener) @block.switch
(type_switch_statement value: (_) @condition "{" @opener) @block.switch
(select_statement "{" @opener) @block.switch
(expression_case value: (_) @condition ":" @opener) @block.case
(type_case ":" @opener) @block.case
(communication_case communication: (_) @condition ":" @opener) @block.case
(default_case ":" @opener) @block.case
; Calls with a label: t.Run("adds", func(t *testing.T) { … }).
(call_expression function: [(identifier) (selector_expression)] @name
  arguments: (argument_list . [(interpreted_string_literal) (raw_string_literal)] @label
    (func_literal body: (block) @body) .)) @block.call
(func_literal body: (block) @body) @block.lambda
(statement_list (block) @body @block.block)
