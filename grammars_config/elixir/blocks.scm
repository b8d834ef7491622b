; Calls with a label: describe "a cart" do, test "adds", %{cart: cart} do.
(call target: (identifier) @name (arguments . (string) @label) (do_block) @body) @block.call
(call target: (identifier) @keyword
  (arguments) @condition (do_block "do" @opener)) @block.keyword_block
(call target: (identifier) @keyword (do_block "do" @opener)) @block.keyword_block
(else_block "else" @opener) @block.else
(rescue_block "rescue" @opener) @block.catch
(catch_block "catch" @opener) @block.catch
(after_block "after" @opener) @block.finally
(do_block (stab_clause left: (_) @condition right: (_) @body) @block.case)
(else_block (stab_clause left: (_) @condition right: (_) @body) @block.case)
(rescue_block (stab_clause left: (_) @condition right: (_) @body) @block.case)
(catch_block (stab_clause left: (_) @condition right: (_) @body) @block.case)
(after_block (stab_clause left: (_) @condition right: (_) @body) @block.case)
(anonymous_function (stab_clause "->" . right: (_) @body)) @block.lambda
(anonymous_function . "fn" . (stab_clause "->" @opener) . "end") @block.lambda
(anonymous_function (stab_clause "->" right: (_) @body)) @block.lambda
; Its indentation is that of the closing delimiter, or what all lines have
(string "\"\"\"") @space.moves
(sigil "\"\"\"") @space.moves
(charlist "'''") @space.moves
