(function_def (function_command (argument_list . (argument) @name)) @opener) @definition.function
(macro_def (macro_command (argument_list . (argument) @name)) @opener) @definition.macro
