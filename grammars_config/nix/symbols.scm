; add = a: b: a + b; the header takes in all arguments.
(binding attrpath: (_) @path
  expression: (function_expression body: (function_expression body: (function_expression
    body: (_) @body)))) @definition.function
(binding attrpath: (_) @path
  expression: (function_expression body: (function_expression body: (_) @body))) @definition.function
(binding attrpath: (_) @path
  expression: (function_expression body: (_) @body)) @definition.function

(binding attrpath: (_) @path
  expression: (attrset_expression) @body) @definition.object
(binding attrpath: (_) @path
  expression: (rec_attrset_expression "{" @opener)) @definition.object
(binding attrpath: (_) @path
  expression: (list_expression) @body) @definition.property
(binding attrpath: (_) @path
  expression: (apply_expression argument: (attrset_expression) @body)) @definition.object
(binding attrpath: (_) @path
  expression: (apply_expression argument: (rec_attrset_expression "{" @opener))) @definition.object
(binding attrpath: (_) @path
  expression: (_) @body) @definition.property
