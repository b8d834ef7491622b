(if_statement condition: (_) @condition consequence: (_) @body) @block.if
(if_statement condition: (_) @condition "then" @opener !consequence) @block.if
(elseif_statement condition: (_) @condition consequence: (_) @body) @block.elif
(elseif_statement condition: (_) @condition "then" @opener !consequence) @block.elif
(else_statement "else" @opener) @block.else
(for_statement clause: (_) @condition body: (_) @body) @block.for
(for_statement clause: (_) @condition "do" @opener !body) @block.for
(while_statement condition: (_) @condition body: (_) @body) @block.while
(while_statement condition: (_) @condition "do" @opener !body) @block.while
(repeat_statement body: (_) @body condition: (_) @condition) @block.loop
(repeat_statement "repeat" @opener condition: (_) @condition !body) @block.loop
(do_statement body: (_) @body) @block.block
(do_statement "do" @opener !body) @block.block

; Calls with a label: describe("cart", function() … end).
(function_call name: (_) @name
  arguments: (arguments . (string) @label . (function_definition body: (_) @body) .)) @block.call
(arguments (function_definition body: (_) @body) @block.lambda)
(arguments (function_definition parameters: (_) @opener !body) @block.lambda)
(return_statement (expression_list (function_definition body: (_) @body) @block.lambda))
(return_statement (expression_list (function_definition parameters: (_) @opener !body) @block.lambda))
(parenthesized_expression (function_definition body: (_) @body) @block.lambda)
(binary_expression (function_definition body: (_) @body) @block.lambda)
(field !name value: (function_definition body: (_) @body) @block.lambda)
