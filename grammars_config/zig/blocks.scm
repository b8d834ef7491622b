(IfStatement "else" @start
  (Statement (IfStatement (IfPrefix . (_) @condition) (BlockExpr (Block) @body))) @block.elif)
(IfStatement (IfPrefix . (_) @condition) (BlockExpr (Block) @body)) @block.if
(IfStatement "else" @start (Statement (LabeledStatement (Block) @body)) @block.else)
(ForStatement (ForPrefix . (_) @condition) (BlockExpr (Block) @body)) @block.for
(WhileStatement (WhilePrefix . (_) @condition) (BlockExpr (Block) @body)) @block.while
(SwitchExpr (ErrorUnionExpr) @condition "{" @opener) @block.switch
(SwitchExpr "{" @opener) @block.switch
(SwitchProng (SwitchCase) @condition (AssignExpr . (Block) @body .)) @block.case
(SwitchProng (SwitchCase) @condition "=>" (_) @body .) @block.case
(BinaryExpr operator: (BitwiseOp "catch" @start) right: (Block) @body) @block.catch
(Block (Statement ["defer" "errdefer" "comptime" "nosuspend" "suspend"] (BlockExprStatement (BlockExpr (Block) @body))) @block.block)
(Block (Statement (LabeledStatement (Block) @body)) @block.block)

; test "adds" { … }
(TestDecl "test" @name (STRINGLITERALSINGLE) @label (Block) @body) @block.call
(TestDecl "test" @name (IDENTIFIER) @label (Block) @body) @block.call
