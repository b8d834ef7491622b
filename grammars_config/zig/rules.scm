[(STRINGLITERALSINGLE) (CHAR_LITERAL)] @one_line

(AssignExpr . "break" .) @needs.loop
(AssignExpr . "continue" .) @needs.loop
[(LoopStatement) (LoopExpr) (ForExpr) (WhileExpr) (LoopTypeExpr)] @gives.loop
