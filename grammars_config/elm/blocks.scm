(if_else_expr . "if" . [(line_comment) (block_comment)]* . exprList: (_) @condition
  . "then" . [(line_comment) (block_comment)]* . exprList: (_) @body) @block.if
(if_else_expr "else" @start . "if" . [(line_comment) (block_comment)]* . exprList: (_) @condition
  . "then" . [(line_comment) (block_comment)]* . exprList: (_) @body @block.elif)
(if_else_expr "else" @start . [(line_comment) (block_comment)]* . exprList: (_) @body @block.else .)
(case_of_expr expr: (_) @condition . (of) @opener) @block.switch
(case_of_branch pattern: (_) @condition expr: (_) @body) @block.case
(let_in_expr "let" @opener) @block.with
(anonymous_function_expr expr: (_) @body) @block.lambda
