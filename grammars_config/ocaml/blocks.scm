(else_clause "else" @start
  (if_expression condition: (_) @condition (then_clause "then" (_) @body))) @block.elif
(if_expression condition: (_) @condition (then_clause "then" (_) @body)) @block.if
(else_clause "else" [
    (application_expression) (array_expression) (array_get_expression) (assert_expression)
    (bigarray_get_expression) (coercion_expression) (cons_expression) (field_get_expression)
    (for_expression) (fun_expression) (function_expression) (hash_expression) (infix_expression)
    (lazy_expression) (let_exception_expression) (let_expression) (let_open_expression)
    (list_expression) (local_open_expression) (match_expression) (new_expression)
    (object_copy_expression) (object_expression) (package_expression) (parenthesized_expression)
    (prefix_expression) (record_expression) (set_expression) (sign_expression)
    (string_get_expression) (try_expression) (tuple_expression) (typed_expression)
    (while_expression) (unit) (number) (string) (boolean) (value_path) (constructor_path)
    (extension) (tag) (character) (quoted_string)] @body) @block.else
(for_expression (do_clause) @body) @block.for
(while_expression condition: (_) @condition (do_clause) @body) @block.while
(match_expression "match" (_) @condition "with" @opener) @block.switch
(function_expression "function" @opener) @block.match
(try_expression "try" (_) @body "with") @block.try
(try_expression (match_case pattern: (_) @condition body: (_) @body) @block.catch)
(match_case pattern: (_) @condition body: (_) @body) @block.case
(parenthesized_expression (fun_expression body: (_) @body) @block.lambda)
