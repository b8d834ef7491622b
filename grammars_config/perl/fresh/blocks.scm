; inherits: perl_blocks
(ambiguous_function_call_expression function: (function) @name
  arguments: (list_expression . [(string_literal) (interpolated_string_literal)] @label
    (anonymous_subroutine_expression body: (block) @body) .)) @block.call
; A heredoc: the table of words says which ones move, by what opens them
(heredoc_content) @space.heredoc
