(fn name: (_) @path (parameters) docstring: (_) @doc @opener) @definition.function
(fn name: (_) @path (parameters) @opener) @definition.function
(lambda name: (_) @path (parameters) docstring: (_) @doc @opener) @definition.function
(lambda name: (_) @path (parameters) @opener) @definition.function
(list . (symbol) @keyword . (symbol) @name . (sequential_table) @opener) @definition.keyword
(program (local . (binding . (symbol) @name .) @opener) @definition.variable)
(program (var . (binding . (symbol) @name .) @opener) @definition.variable)
