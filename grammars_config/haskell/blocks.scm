(conditional "else" @start else: (conditional if: (_) @condition then: (_) @body) @block.elif)
(conditional if: (_) @condition then: (_) @body) @block.if
(conditional "else" @start else: [
    (abstract_family) (all_names) (alternative) (alternatives) (annotated) (apply)
    (arithmetic_sequence) (as) (associated_type) (bind) (binding_list) (boolean)
    (calling_convention) (case) (char) (children) (class) (class_declarations) (comment)
    (constructor) (constructor_operator) (constructor_synonym) (constructor_synonyms) (context)
    (cpp) (data_constructor) (data_constructors) (data_family) (data_instance) (data_type)
    (declarations) (default_signature) (default_types) (deriving) (deriving_instance)
    (deriving_strategy) (do) (do_module) (empty_list) (entity) (equation) (equations)
    (error_sentinel) (exp) (explicit_type) (export) (exports) (field) (field_name) (field_path)
    (field_pattern) (field_update) (fields) (fixity) (float) (forall) (forall_required)
    (foreign_export) (foreign_import) (function) (function_head_parens) (fundep) (fundeps)
    (gadt_constructor) (gadt_constructors) (generator) (group) (guards) (haddock) (haskell)
    (header) (implicit_parameter) (implicit_variable) (import) (import_list) (import_name)
    (import_package) (imports) (inferred) (infix) (infix_id) (instance) (instance_declarations)
    (integer) (invisible) (irrefutable) (kind_application) (kind_signature) (label) (lambda)
    (lambda_case) (lambda_cases) (lazy_field) (left_section) (let) (let_in) (linear_function)
    (list) (list_comprehension) (literal) (local_binds) (match) (modifier) (module)
    (module_export) (module_id) (multi_way_if) (name) (namespace) (negation) (newtype)
    (newtype_constructor) (operator) (parens) (pattern_guard) (pattern_synonym) (patterns)
    (pragma) (prefix) (prefix_id) (prefix_list) (prefix_tuple) (prefix_unboxed_sum)
    (prefix_unboxed_tuple) (projection) (projection_selector) (promoted) (qualified) (qualifiers)
    (quantified_variables) (quasiquote) (quasiquote_body) (quote) (quoted_decls)
    (quoted_expression) (quoted_pattern) (quoted_type) (quoter) (rec) (record) (right_section)
    (role_annotation) (safety) (signature) (special) (splice) (star) (strict) (strict_field)
    (string) (th_quoted_name) (top_splice) (transform) (tuple) (type_application) (type_binder)
    (type_family) (type_family_injectivity) (type_family_result) (type_instance) (type_params)
    (type_patterns) (type_role) (type_synomym) (typed_quote) (unboxed_sum) (unboxed_tuple)
    (unboxed_unit) (unit) (variable) (via) (view_pattern) (wildcard)] @body) @block.else
(case (_) @condition "of" alternatives: (_) @body) @block.switch
(lambda_case alternatives: (_) @body) @block.match
(alternative pattern: (_) @condition match: (match !guards "->" @opener)) @block.case
(alternative pattern: (_) @condition (match guards: (_))+ @body) @block.case
(do "do" @opener) @block.do
(lambda expression: (_) @body) @block.lambda
