(if_statement condition: (_) @condition (block) @body) @block.if
(if_statement condition: (_) @condition @opener) @block.if
(elseif_clause condition: (_) @condition (block) @body) @block.elif
(elseif_clause condition: (_) @condition @opener) @block.elif
(else_clause (block) @body) @block.else
(else_clause "else" @opener) @block.else
(for_statement (for_binding) @condition (block) @body) @block.for
(for_statement (for_binding) @condition @opener) @block.for
(while_statement condition: (_) @condition (block) @body) @block.while
(while_statement condition: (_) @condition @opener) @block.while
(try_statement (block) @body) @block.try
(try_statement "try" @opener) @block.try
(catch_clause (identifier) @condition . (block) @body) @block.catch
(catch_clause . (block) @body) @block.catch
(catch_clause (identifier) @condition @opener) @block.catch
(catch_clause "catch" @opener) @block.catch
(finally_clause (block) @body) @block.finally
(finally_clause "finally" @opener) @block.finally
(let_statement (block) @body) @block.with

; Macro calls with a label: @testset "adds" begin … end
(macrocall_expression (macro_identifier (identifier) @name)
  (macro_argument_list (string_literal) @label . (compound_statement (block) @body) .)) @block.call
(source_file (compound_statement (block) @body) @block.block)
(block (compound_statement (block) @body) @block.block)
(assignment (compound_statement (block) @body) @block.block)
(macro_argument_list . (compound_statement (block) @body) @block.block)
(quote_statement (block) @body) @block.block
(do_clause (block) @body) @block.lambda
(arrow_function_expression (_) . (_) @body .) @block.lambda
; Its indentation is that of the closing delimiter, or what all lines have
(string_literal "\"\"\"") @space.moves
(prefixed_string_literal "\"\"\"") @space.moves
