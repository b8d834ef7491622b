(conditional_statement condition: (_) @condition block: (block) @body) @block.if
(elsif condition: (_) @condition block: (block) @body) @block.elif
(else block: (block) @body) @block.else
(for_statement list: (_) @condition block: (block) @body) @block.for
(cstyle_for_statement block: (block) @body) @block.for
(loop_statement condition: (_) @condition block: (block) @body) @block.while
(postfix_loop_expression (do_expression (block) @body)) @block.do
(try_statement try_block: (block) @body) @block.try
(eval_expression (block) @body) @block.try
(expression_statement (do_expression (block) @body) @block.block)
(assignment_expression right: (do_expression (block) @body) @block.block)
(lowprec_logical_expression right: (do_expression (block) @body) @block.block)
(defer_statement (block) @body) @block.block
(phaser_statement (block) @body) @block.block
(block_statement "{" @opener) @block.block

; Calls with a label: subtest 'adds' => sub { … };
(function_call_expression function: (function) @name
  arguments: (list_expression . [(string_literal) (interpolated_string_literal)] @label
    (anonymous_subroutine_expression body: (block) @body) .)) @block.call
(map_grep_expression callback: (block) @body) @block.lambda
(sort_expression callback: (block) @body) @block.lambda
(list_expression (anonymous_subroutine_expression body: (block) @body) @block.lambda)
(return_expression (anonymous_subroutine_expression body: (block) @body) @block.lambda)
(function_call_expression arguments: (anonymous_subroutine_expression body: (block) @body) @block.lambda)
(ambiguous_function_call_expression (anonymous_subroutine_expression body: (block) @body) @block.lambda)
(method_call_expression arguments: (anonymous_subroutine_expression body: (block) @body) @block.lambda)
(anonymous_array_expression (anonymous_subroutine_expression body: (block) @body) @block.lambda)
