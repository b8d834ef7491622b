[(string) (interpolated_string)] @one_line
(interpolation) @free

(compilation_unit (package_clause !body) @order.1.first)
(compilation_unit (_) @order.2)
