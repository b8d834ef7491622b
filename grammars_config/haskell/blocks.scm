; Each of several equations is a case of the function.
(function patterns: (_) @condition match: (match . "=" expression: (_) @body) binds: (_) @body) @block.case
(function patterns: (_) @condition match: (match . "=" expression: (_) @body)) @block.case
(function patterns: (_) @condition @opener match: (match . "|")) @block.case
(function (infix) @condition match: (match . "=" expression: (_) @body)) @block.case
(function (infix) @condition @opener match: (match . "|")) @block.case

(conditional "else" @start else: (conditional if: (_) @condition then: (_) @body) @block.elif)
(conditional if: (_) @condition then: (_) @body) @block.if
(conditional "else" @start else: (_) @body @block.else)
(case . "case" . (_) @condition "of" @opener) @block.switch
(lambda_case "case" @opener) @block.switch
(alternative pattern: (_) @condition match: (match . "->" expression: (_) @body) binds: (_) @body) @block.case
(alternative pattern: (_) @condition match: (match . "->" expression: (_) @body)) @block.case
(alternative pattern: (_) @condition @opener match: (match . "|")) @block.case
(lambda expression: (do . "do" @opener)) @block.lambda
(lambda expression: (_) @body) @block.lambda
(_ "where" @start binds: (local_binds) @body @block.block)
(do . "do" @opener) @block.do
