(string) @one_line

(source_file [(syntax) (edition)] @order.1)
(source_file (_) @order.2)
