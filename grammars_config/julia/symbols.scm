; Documentation is a string right before what it is about.
(_ (string_literal) @doc . (function_definition (signature [
    (call_expression . [(identifier) (operator)] @name)
    (typed_expression . (call_expression . [(identifier) (operator)] @name))
    (where_expression . (call_expression . [(identifier) (operator)] @name))
    (where_expression . (typed_expression . (call_expression . [(identifier) (operator)] @name)))
    (where_expression . (where_expression . (call_expression . [(identifier) (operator)] @name)))]) (block) @body) @definition.function)
(_ (string_literal) @doc . (assignment . [
    (call_expression . [(identifier) (operator)] @name)
    (typed_expression . (call_expression . [(identifier) (operator)] @name))
    (where_expression . (call_expression . [(identifier) (operator)] @name))
    (where_expression . (typed_expression . (call_expression . [(identifier) (operator)] @name)))
    (where_expression . (where_expression . (call_expression . [(identifier) (operator)] @name)))] . (operator) . (_) @body) @definition.function)
(_ (string_literal) @doc . (function_definition (signature [
    (call_expression . (field_expression) @path)
    (typed_expression . (call_expression . (field_expression) @path))
    (where_expression . (call_expression . (field_expression) @path))
    (where_expression . (typed_expression . (call_expression . (field_expression) @path)))
    (where_expression . (where_expression . (call_expression . (field_expression) @path)))]) (block) @body) @definition.function)
(_ (string_literal) @doc . (assignment . [
    (call_expression . (field_expression) @path)
    (typed_expression . (call_expression . (field_expression) @path))
    (where_expression . (call_expression . (field_expression) @path))
    (where_expression . (typed_expression . (call_expression . (field_expression) @path)))
    (where_expression . (where_expression . (call_expression . (field_expression) @path)))] . (operator) . (_) @body) @definition.function)
(_ (string_literal) @doc . (struct_definition (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . (identifier) @name)
    (binary_expression . (parametrized_type_expression . (identifier) @name))]) (block) @body) @definition.struct)
(_ (string_literal) @doc . (abstract_definition (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . (identifier) @name)
    (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.type)
(_ (string_literal) @doc . (macro_definition (signature (call_expression . (identifier) @name)) (block) @body) @definition.macro)
(_ (string_literal) @doc . (module_definition name: (identifier) @name (block) @body) @definition.module)
; A signature is a call, perhaps with a type behind it and with `where`; each name has its shape of them.
; Inside of a type they are its constructors.
(struct_definition (block (function_definition (signature [
    (call_expression . (identifier) @name)
    (typed_expression . (call_expression . (identifier) @name))
    (where_expression . (call_expression . (identifier) @name))
    (where_expression . (typed_expression . (call_expression . (identifier) @name)))
    (where_expression . (where_expression . (call_expression . (identifier) @name)))]) (block) @body) @definition.constructor))
(struct_definition (block (assignment . [
    (call_expression . (identifier) @name)
    (typed_expression . (call_expression . (identifier) @name))
    (where_expression . (call_expression . (identifier) @name))
    (where_expression . (typed_expression . (call_expression . (identifier) @name)))
    (where_expression . (where_expression . (call_expression . (identifier) @name)))] . (operator) . (_) @body) @definition.constructor))
(struct_definition (block (function_definition (signature [
    (call_expression . (parametrized_type_expression . (identifier) @name))
    (typed_expression . (call_expression . (parametrized_type_expression . (identifier) @name)))
    (where_expression . (call_expression . (parametrized_type_expression . (identifier) @name)))
    (where_expression . (typed_expression . (call_expression . (parametrized_type_expression . (identifier) @name))))
    (where_expression . (where_expression . (call_expression . (parametrized_type_expression . (identifier) @name))))]) (block) @body) @definition.constructor))
(struct_definition (block (assignment . [
    (call_expression . (parametrized_type_expression . (identifier) @name))
    (typed_expression . (call_expression . (parametrized_type_expression . (identifier) @name)))
    (where_expression . (call_expression . (parametrized_type_expression . (identifier) @name)))
    (where_expression . (typed_expression . (call_expression . (parametrized_type_expression . (identifier) @name))))
    (where_expression . (where_expression . (call_expression . (parametrized_type_expression . (identifier) @name))))] . (operator) . (_) @body) @definition.constructor))
(function_definition (signature [
    (call_expression . [(identifier) (operator)] @name)
    (typed_expression . (call_expression . [(identifier) (operator)] @name))
    (where_expression . (call_expression . [(identifier) (operator)] @name))
    (where_expression . (typed_expression . (call_expression . [(identifier) (operator)] @name)))
    (where_expression . (where_expression . (call_expression . [(identifier) (operator)] @name)))]) (block) @body) @definition.function
(function_definition (signature [
    (call_expression . [(identifier) (operator)] @name)
    (typed_expression . (call_expression . [(identifier) (operator)] @name))
    (where_expression . (call_expression . [(identifier) (operator)] @name))
    (where_expression . (typed_expression . (call_expression . [(identifier) (operator)] @name)))
    (where_expression . (where_expression . (call_expression . [(identifier) (operator)] @name)))])) @definition.function
(assignment . [
    (call_expression . [(identifier) (operator)] @name)
    (typed_expression . (call_expression . [(identifier) (operator)] @name))
    (where_expression . (call_expression . [(identifier) (operator)] @name))
    (where_expression . (typed_expression . (call_expression . [(identifier) (operator)] @name)))
    (where_expression . (where_expression . (call_expression . [(identifier) (operator)] @name)))] . (operator) . (_) @body) @definition.function
(function_definition (signature [
    (call_expression . (field_expression) @path)
    (typed_expression . (call_expression . (field_expression) @path))
    (where_expression . (call_expression . (field_expression) @path))
    (where_expression . (typed_expression . (call_expression . (field_expression) @path)))
    (where_expression . (where_expression . (call_expression . (field_expression) @path)))]) (block) @body) @definition.function
(function_definition (signature [
    (call_expression . (field_expression) @path)
    (typed_expression . (call_expression . (field_expression) @path))
    (where_expression . (call_expression . (field_expression) @path))
    (where_expression . (typed_expression . (call_expression . (field_expression) @path)))
    (where_expression . (where_expression . (call_expression . (field_expression) @path)))])) @definition.function
(assignment . [
    (call_expression . (field_expression) @path)
    (typed_expression . (call_expression . (field_expression) @path))
    (where_expression . (call_expression . (field_expression) @path))
    (where_expression . (typed_expression . (call_expression . (field_expression) @path)))
    (where_expression . (where_expression . (call_expression . (field_expression) @path)))] . (operator) . (_) @body) @definition.function
(function_definition (signature [
    (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path))
    (typed_expression . (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path)))
    (where_expression . (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path)))
    (where_expression . (typed_expression . (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path))))
    (where_expression . (where_expression . (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path))))]) (block) @body) @definition.function
(function_definition (signature [
    (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path))
    (typed_expression . (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path)))
    (where_expression . (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path)))
    (where_expression . (typed_expression . (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path))))
    (where_expression . (where_expression . (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path))))])) @definition.function
(assignment . [
    (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path))
    (typed_expression . (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path)))
    (where_expression . (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path)))
    (where_expression . (typed_expression . (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path))))
    (where_expression . (where_expression . (call_expression . (parametrized_type_expression . [(identifier) (field_expression)] @path))))] . (operator) . (_) @body) @definition.function
; Called as a function: (o::Order)(x)
(function_definition (signature [
    (call_expression . (parenthesized_expression (typed_expression [(identifier) (field_expression)] @path .)))
    (typed_expression . (call_expression . (parenthesized_expression (typed_expression [(identifier) (field_expression)] @path .))))
    (where_expression . (call_expression . (parenthesized_expression (typed_expression [(identifier) (field_expression)] @path .))))
    (where_expression . (typed_expression . (call_expression . (parenthesized_expression (typed_expression [(identifier) (field_expression)] @path .)))))
    (where_expression . (where_expression . (call_expression . (parenthesized_expression (typed_expression [(identifier) (field_expression)] @path .)))))]) (block) @body) @definition.impl
(assignment . [
    (call_expression . (parenthesized_expression (typed_expression [(identifier) (field_expression)] @path .)))
    (typed_expression . (call_expression . (parenthesized_expression (typed_expression [(identifier) (field_expression)] @path .))))
    (where_expression . (call_expression . (parenthesized_expression (typed_expression [(identifier) (field_expression)] @path .))))
    (where_expression . (typed_expression . (call_expression . (parenthesized_expression (typed_expression [(identifier) (field_expression)] @path .)))))
    (where_expression . (where_expression . (call_expression . (parenthesized_expression (typed_expression [(identifier) (field_expression)] @path .)))))] . (operator) . (_) @body) @definition.impl
(function_definition (signature [(identifier) (operator)] @name)) @definition.function
(macro_definition (signature (call_expression . [(identifier) (operator)] @name)) (block) @body) @definition.macro
(macro_definition (signature (call_expression . [(identifier) (operator)] @name))) @definition.macro

(module_definition name: (identifier) @name (block) @body) @definition.module
(module_definition name: (identifier) @name) @definition.module
(struct_definition (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . (identifier) @name)
    (binary_expression . (parametrized_type_expression . (identifier) @name))]) (block) @body) @definition.struct
(struct_definition (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . (identifier) @name)
    (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.struct
(abstract_definition (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . (identifier) @name)
    (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.type
(primitive_definition (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . (identifier) @name)
    (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.type

(struct_definition (block (typed_expression . (identifier) @name) @definition.field))
(struct_definition (block (identifier) @name @definition.field))
(struct_definition (block (assignment . (typed_expression . (identifier) @name)) @definition.field))
(struct_definition (block (const_statement (typed_expression . (identifier) @name)) @definition.field))

; @enum Color red blue
(macrocall_expression (macro_identifier (identifier) @keyword)
  (macro_argument_list . [(identifier) @name (typed_expression . (identifier) @name)])) @definition.keyword

(const_statement (assignment . [(identifier) (operator)] @name)) @definition.constant
(const_statement (assignment . (typed_expression . (identifier) @name))) @definition.constant
(source_file (assignment . (identifier) @name) @definition.variable)
(module_definition (block (assignment . (identifier) @name) @definition.variable))
