(use_statement) @import.statement
(expression_statement (require_expression)) @import.statement
[(package_statement) (use_version_statement)] @import.above
