(source_file) @local.scope.module
(function_item) @local.scope.function
(closure_expression) @local.scope.function
(impl_item body: (_) @local.scope.class)
(trait_item body: (_) @local.scope.class)
(mod_item body: (_) @local.scope.module)
[
  (block)
  (if_expression)
  (while_expression)
  (for_expression)
  (match_arm)
  (let_chain)
] @local.scope

(function_item name: (identifier) @local.outside)
(function_item) @local.barrier
(for_expression value: (_) @local.outer)
(parameter pattern: (identifier) @local.parameter)
(parameter pattern: (mut_pattern (identifier) @local.parameter))
(parameter pattern: (ref_pattern (identifier) @local.parameter))
(closure_parameters (identifier) @local.parameter)
(let_declaration pattern: (identifier) @local.bound)
(for_expression pattern: (identifier) @local.bound)
(tuple_pattern (identifier) @local.bound)
(slice_pattern (identifier) @local.bound)
(ref_pattern (identifier) @local.bound)
(mut_pattern (identifier) @local.bound)
(reference_pattern (identifier) @local.bound)
(captured_pattern . (identifier) @local.bound)
(tuple_struct_pattern type: (_) (identifier) @local.bound)
(tuple_struct_pattern type: (identifier) @local.other)
(field_pattern pattern: (identifier) @local.bound)
(field_pattern name: (shorthand_field_identifier) @local.bound)
(field_pattern name: (shorthand_field_identifier) @local.short)
(shorthand_field_initializer (identifier) @local.short)
(match_pattern (identifier) @local.doubt)
(or_pattern (identifier) @local.doubt)
(const_item name: (identifier) @local.bound)
(static_item name: (identifier) @local.bound)
(const_parameter name: (identifier) @local.doubt)

(scoped_identifier (identifier) @local.other)
(scoped_type_identifier (identifier) @local.other)
(macro_invocation macro: (identifier) @local.other)
(attribute_item (attribute (identifier) @local.other))
(use_declaration) @local.opaque
(macro_invocation (token_tree) @local.opaque)
; The arguments of these macros are expressions, and texts in which {name} is one.
(macro_invocation macro: (identifier) @keyword_macros (token_tree) @local.expressions)
(macro_invocation macro: (identifier) @keyword_macros
  (token_tree (string_literal (string_content) @local.format)))
(macro_invocation macro: (scoped_identifier name: (identifier) @keyword_macros)
  (token_tree) @local.expressions)
(macro_invocation macro: (scoped_identifier name: (identifier) @keyword_macros)
  (token_tree (string_literal (string_content) @local.format)))
(token_tree (identifier) @keyword_macros . "!" . (token_tree) @local.expressions)
(token_tree (identifier) @keyword_macros . "!" .
  (token_tree (string_literal (string_content) @local.format)))
(token_tree "!" . (token_tree) @local.opaque)
(token_tree "{" (identifier) @local.doubt "}")
(token_tree "." . (identifier) @local.other)
(token_tree "::" . (identifier) @local.other)
(token_tree (identifier) @local.other . "::")
(token_tree (identifier) @local.other . "!")
(token_tree (identifier) @local.doubt . "=")
(token_tree (identifier) @local.doubt . ":")
(token_tree "|" . (identifier) @local.doubt)
(macro_definition) @local.opaque
(attribute_item) @local.opaque
(lifetime (identifier) @local.other)
(label (identifier) @local.other)
[(let_declaration) (let_condition)] @local.declaration
