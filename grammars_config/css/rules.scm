(string_value) @one_line.verbatim

(stylesheet (charset_statement) @order.1)
(stylesheet (import_statement) @order.2)
(stylesheet [(at_rule) (comment)] @order.any)
(stylesheet (_) @order.3)
