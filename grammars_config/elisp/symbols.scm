; (defun name (arguments) "doc" body …)
(function_definition name: (_) @name parameters: (_) docstring: (string) @doc @opener) @definition.function
(function_definition name: (_) @name parameters: (_) @opener) @definition.function
(macro_definition name: (_) @name parameters: (_) docstring: (string) @doc @opener) @definition.macro
(macro_definition name: (_) @name parameters: (_) @opener) @definition.macro

; (cl-defun name (arguments) "doc" body …), and others that are written like it
(list . (symbol) @keyword . (symbol) @name . [(list) (symbol "nil")] . (string) @doc @opener . (_)) @definition.keyword_functions
(list . (symbol) @keyword . (symbol) @name . [(list) (symbol "nil")] @opener) @definition.keyword_functions

; A method may have words between its name and its arguments (:around).
(list . (symbol) @keyword . (symbol) @name . (symbol)? . (list) . (string) @doc @opener . (_)) @definition.keyword_methods
(list . (symbol) @keyword . (symbol) @name . (symbol)? . (list) @opener) @definition.keyword_methods

; (defvar name value "doc")
(special_form . ["defvar" "defconst"] . (symbol) @name @opener . (_) . (string) @doc) @definition.variable
(special_form . ["defvar" "defconst"] . (symbol) @name @opener) @definition.variable
(source_file (special_form . "setq" . (symbol) @name @opener . (_) .) @definition.variable)

; (defcustom name value "doc" …), (cl-defstruct (name option …) "doc" slot …), (defalias 'name value)
(list . (symbol) @keyword . (symbol) @name . (string) @doc @opener . (_)) @definition.keyword
(list . (symbol) @keyword . (symbol) @name @opener . (_) . (string) @doc) @definition.keyword
(list . (symbol) @keyword . (symbol) @name @opener) @definition.keyword
(list . (symbol) @keyword . (list . (symbol) @name) . (string) @doc @opener . (_)) @definition.keyword
(list . (symbol) @keyword . (list . (symbol) @name) @opener) @definition.keyword
(list . (symbol) @keyword . (quote (symbol) @name) @opener) @definition.keyword
