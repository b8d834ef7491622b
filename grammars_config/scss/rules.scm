(string_value) @one_line.verbatim

(stylesheet (use_statement) @order.1)
(stylesheet [(declaration) (forward_statement) (charset_statement)] @order.any)
(stylesheet (_) @order.2)
