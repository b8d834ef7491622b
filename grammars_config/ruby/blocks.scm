(elsif condition: (_) @condition consequence: (_) @body) @block.elif
(elsif condition: (_) @condition @opener !consequence) @block.elif
(if condition: (_) @condition consequence: (_) @body) @block.if
(if condition: (_) @condition @opener !consequence) @block.if
(unless condition: (_) @condition consequence: (_) @body) @block.if
(unless condition: (_) @condition @opener !consequence) @block.if
(else "else" @opener) @block.else
(while condition: (_) @condition body: (_) @body) @block.while
(until condition: (_) @condition body: (_) @body) @block.while
(for value: (in (_) @condition) body: (_) @body) @block.for
(case value: (_) @condition @opener) @block.switch
(case "case" @opener !value) @block.switch
(case_match value: (_) @condition @opener) @block.match
(when . (pattern) @condition ("," . (pattern) @condition)* body: (_) @body) @block.case
(when . (pattern) @condition @opener ("," . (pattern) @condition @opener)* !body) @block.case
(in_clause pattern: (_) @condition body: (_) @body) @block.case
(in_clause pattern: (_) @condition guard: (_) @opener !body) @block.case
(in_clause pattern: (_) @condition @opener !body) @block.case
(begin "begin" @opener [(rescue) (ensure)]) @block.try
(begin "begin" @opener) @block.block
(rescue body: (_) @body) @block.catch
(rescue variable: (_) @opener !body) @block.catch
(rescue exceptions: (_) @opener !variable !body) @block.catch
(rescue "rescue" @opener !exceptions !variable !body) @block.catch
(ensure "ensure" @opener) @block.finally

; Calls with a label: describe "cart" do, it "adds" do, task :build do. Other blocks are lambdas.
(call method: (_) @name
  arguments: (argument_list . [(string) (simple_symbol) (constant) (scope_resolution)] @label)
  block: (do_block) @body) @block.call
(call block: (_) @body) @block.lambda
(lambda body: (_) @body) @block.lambda
(begin_block "{" @opener) @block.block
(end_block "{" @opener) @block.block
; A heredoc: the table of words says which ones move, by what opens them
(heredoc_body) @space.heredoc
