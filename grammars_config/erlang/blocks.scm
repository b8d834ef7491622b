(fun_decl clause: (function_clause
  args: (_) @condition guard: (_) @condition body: (clause_body "->" @opener))) @block.case
(fun_decl clause: (function_clause
  args: (_) @condition body: (clause_body "->" @opener))) @block.case

(case_expr expr: (_) @condition "of" @opener) @block.switch
(if_expr "if" @opener) @block.if
(receive_expr "receive" @opener) @block.switch
(receive_after expr: (_) @condition body: (clause_body "->" @opener)) @block.case
(cr_clause pat: (_) @condition body: (clause_body "->" @opener)) @block.case
(if_clause guard: (_) @condition body: (clause_body "->" @opener)) @block.case
(try_expr "try" @opener) @block.try
(catch_clause pat: (_) @condition body: (clause_body "->" @opener)) @block.catch
(try_after "after" @opener) @block.finally
(block_expr "begin" @opener) @block.block
(maybe_expr "maybe" @opener) @block.with
(maybe_expr "else" @block.else @opener)

(anonymous_fun . clauses: (fun_clause body: (clause_body "->" @opener)) . ) @block.lambda
(anonymous_fun "fun" @opener) @block.lambda
(anonymous_fun clauses: (fun_clause args: (_) @condition body: (clause_body "->" @opener)) @block.case
  . clauses: (fun_clause))
(anonymous_fun clauses: (fun_clause)
  . clauses: (fun_clause args: (_) @condition body: (clause_body "->" @opener)) @block.case)
