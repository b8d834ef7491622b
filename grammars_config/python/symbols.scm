(function_definition name: (identifier) @name body: (block) @body) @definition.function
(class_definition name: (identifier) @name body: (block) @body) @definition.class

(module (assignment left: (identifier) @name) @definition.variable)
; The body of a class is a `block` always; with `_` in its place a query compiles ten times as fast.
(class_definition body: (_ (assignment left: (identifier) @name) @definition.field))
(module (assignment right: (assignment left: (identifier) @name) @definition.variable))
(class_definition body: (_
  (assignment right: (assignment left: (identifier) @name) @definition.field)))
(type_alias_statement left: (type (identifier) @name)) @definition.type
(type_alias_statement left: (type (generic_type . (identifier) @name))) @definition.type
