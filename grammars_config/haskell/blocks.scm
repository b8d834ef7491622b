(conditional "else" @start else: (conditional if: (_) @condition then: (_) @body) @block.elif)
(conditional if: (_) @condition then: (_) @body) @block.if
(conditional "else" @start else: [
    (apply) (infix) (variable) (constructor) (literal) (do) (case) (lambda) (lambda_case) (let_in)
    (parens) (list) (tuple) (record) (negation) (unit) (qualified) (signature) (multi_way_if)
    (list_comprehension) (arithmetic_sequence) (left_section) (right_section) (projection)
    (type_application) (prefix_id) (quasiquote) (operator)] @body) @block.else
(case (_) @condition "of" alternatives: (_) @body) @block.switch
(lambda_case alternatives: (_) @body) @block.match
(alternative pattern: (_) @condition match: (match !guards "->" @opener)) @block.case
(alternative pattern: (_) @condition (match guards: (_))+ @body) @block.case
(do "do" @opener) @block.do
(lambda expression: (_) @body) @block.lambda
