(translation_unit) @local.scope.module
(function_definition) @local.scope.function
[
  (compound_statement)
  (for_statement)
  (if_statement)
  (while_statement)
  (switch_statement)
] @local.scope

(function_definition declarator: (function_declarator declarator: (identifier) @local.outside))
(function_definition
  declarator: (pointer_declarator
    declarator: (function_declarator declarator: (identifier) @local.outside)))
(parameter_declaration declarator: (identifier) @local.parameter)
(parameter_declaration declarator: (pointer_declarator declarator: (identifier) @local.parameter))
(parameter_declaration
  declarator: (pointer_declarator
    declarator: (pointer_declarator declarator: (identifier) @local.parameter)))
(parameter_declaration declarator: (array_declarator declarator: (identifier) @local.parameter))
(parameter_declaration
  declarator: (pointer_declarator
    declarator: (array_declarator declarator: (identifier) @local.parameter)))
(parameter_declaration
  declarator: (function_declarator
    declarator: (parenthesized_declarator
      (pointer_declarator declarator: (identifier) @local.parameter))))
(declaration declarator: (identifier) @local.bound)
(init_declarator declarator: (identifier) @local.bound)
(declaration (pointer_declarator (identifier) @local.bound))
(declaration (pointer_declarator (pointer_declarator (identifier) @local.bound)))
(declaration (array_declarator . (identifier) @local.bound))
(declaration (array_declarator . (array_declarator . (identifier) @local.bound)))
(declaration (pointer_declarator (array_declarator . (identifier) @local.bound)))
(init_declarator declarator: (pointer_declarator (identifier) @local.bound))
(init_declarator declarator: (pointer_declarator (pointer_declarator (identifier) @local.bound)))
(init_declarator declarator: (array_declarator . (identifier) @local.bound))
(init_declarator declarator: (array_declarator . (array_declarator . (identifier) @local.bound)))
(init_declarator declarator: (pointer_declarator (array_declarator . (identifier) @local.bound)))

; Macros see the names of whoever uses them, and may put them together.
[(preproc_def) (preproc_function_def)] @local.macro
(preproc_def name: (identifier) @local.doubt)
(preproc_ifdef name: (identifier) @local.doubt)
(preproc_defined (identifier) @local.doubt)
(declaration declarator: (function_declarator declarator: (identifier) @local.doubt))
(declaration
  declarator: (init_declarator declarator: (function_declarator) @local.unclear))
(enumerator name: (identifier) @local.doubt)
(preproc_call) @local.opaque
