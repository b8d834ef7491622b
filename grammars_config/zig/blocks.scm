; Statements, whose bodies are blocks or single statements.
(IfStatement "else" @start . (Statement . (IfStatement (IfPrefix "(" . (_) @condition)
  (BlockExpr (Block) @body)) @block.elif))
(IfStatement "else" @start . (Statement . (IfStatement (IfPrefix "(" . (_) @condition)
  (AssignExpr) @body . ";"? @body) @block.elif))
(IfStatement (IfPrefix "(" . (_) @condition) (BlockExpr (Block) @body)) @block.if
(IfStatement (IfPrefix "(" . (_) @condition) (AssignExpr) @body . ";"? @body) @block.if
(_ "else" @start (Statement (LabeledStatement (Block) @body)) @block.else)
(_ "else" @start (Statement . (AssignExpr)) @body @block.else)
(ForStatement (ForPrefix (ForArgumentsList) @condition) (BlockExpr (Block) @body)) @block.for
(ForStatement (ForPrefix (ForArgumentsList) @condition) (AssignExpr) @body . ";"? @body) @block.for
(WhileStatement (WhilePrefix "(" . (_) @condition) (BlockExpr (Block) @body)) @block.while
(WhileStatement (WhilePrefix "(" . (_) @condition) (AssignExpr) @body . ";"? @body) @block.while
(SwitchExpr "(" . (_) @condition "{" @opener) @block.switch
(SwitchProng (SwitchCase) @condition (AssignExpr . (Block) @body .)) @block.case
(SwitchProng (SwitchCase) @condition (AssignExpr) @body) @block.case

; Expressions.
(IfExpr (IfPrefix "(" . (_) @condition) . (Block) @body) @block.if
(IfExpr (IfPrefix "(" . (_) @condition) . (ErrorUnionExpr (SuffixExpr . (LabeledTypeExpr (Block) @body) .))) @block.if
(IfExpr "else" @start (Block) @body @block.else)
(IfExpr "else" @start (ErrorUnionExpr (SuffixExpr . (LabeledTypeExpr (Block) @body) .)) @block.else)
(ForExpr (ForPrefix (ForArgumentsList) @condition) . (Block) @body) @block.for
(WhileExpr (WhilePrefix "(" . (_) @condition) . (Block) @body) @block.while
(BinaryExpr operator: (BitwiseOp . "catch") @start right: (Block) @body @block.catch)
(BinaryExpr operator: (BitwiseOp . "orelse") @start right: (Block) @body @block.else)

; defer { }, comptime { }, blk: { }
(Statement (BlockExprStatement (BlockExpr (Block) @body))) @block.block
(Block (Statement . (LabeledStatement (Block) @body .)) @block.block)
(ErrorUnionExpr . (SuffixExpr . (LabeledTypeExpr (Block) @body) .)) @block.block
(ComptimeDecl (Block) @body) @block.block
(TestDecl "test" . (Block) @body) @block.block
; Blanks before the \\ of a line do not show
(SuffixExpr (LINESTRING)) @space.moves
