; What JavaScript and TypeScript define alike. Patterns that give a body stand before those without.

(function_declaration name: (_) @name body: (_) @body) @definition.function
(generator_function_declaration name: (_) @name body: (_) @body) @definition.function
(class_declaration name: (_) @name body: (_) @body) @definition.class
(method_definition name: (_) @name body: (_) @body) @definition.method

; Functions and classes that a variable holds

(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.function

(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class

; A function that a call wraps for a variable: const save = useCallback(() => {…}, [])

(variable_declarator
  name: (identifier) @name
  value: (call_expression
    arguments: (arguments . [
      (arrow_function body: (statement_block) @body)
      (function_expression body: (_) @body)
    ] @wrapped))) @definition.variable

; An object with methods is part of their paths, wherever it is

(variable_declarator
  name: (identifier) @name
  value: (object [
    (method_definition)
    (pair value: [(arrow_function) (function_expression) (generator_function)])
  ]) @body) @definition.variable

; Variables at the top of a file

(program
  [
    (lexical_declaration
      (variable_declarator name: (identifier) @name value: (object) @body) @definition.variable)
    (variable_declaration
      (variable_declarator name: (identifier) @name value: (object) @body) @definition.variable)
    (export_statement
      (lexical_declaration
        (variable_declarator name: (identifier) @name value: (object) @body) @definition.variable))
    (export_statement
      (variable_declaration
        (variable_declarator name: (identifier) @name value: (object) @body) @definition.variable))
  ])

(program
  [
    (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)
    (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)
    (export_statement
      (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable))
    (export_statement
      (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
  ])

; Assignments: a = function, exports.y = () =>, X.prototype.m = function, this.q = () =>

(assignment_expression
  left: (identifier) @name
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.function

(assignment_expression
  left: (member_expression
    object: [(identifier) (member_expression) (subscript_expression)] @qualifier
    property: (_) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.function

(assignment_expression
  left: (member_expression property: (_) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.function

(assignment_expression
  left: (subscript_expression
    object: [(identifier) (member_expression)] @qualifier
    index: (string) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.function

(assignment_expression
  left: (identifier) @name
  right: (class body: (_) @body)) @definition.class

(assignment_expression
  left: (member_expression
    object: [(identifier) (member_expression)] @qualifier
    property: (_) @name)
  right: (class body: (_) @body)) @definition.class

(program
  (expression_statement
    (assignment_expression
      left: (member_expression
        object: [(identifier) (member_expression)] @qualifier
        property: (_) @name)
      right: (object) @body) @definition.variable))

(assignment_expression
  left: (member_expression
    object: [(identifier) (member_expression)] @qualifier
    property: (_) @name)
  right: (object [
    (method_definition)
    (pair value: [(arrow_function) (function_expression) (generator_function)])
  ]) @body) @definition.variable

(assignment_expression
  left: (identifier) @name
  right: (object [
    (method_definition)
    (pair value: [(arrow_function) (function_expression) (generator_function)])
  ]) @body) @definition.variable

; a.b = a.c = function: the names before the last one

(expression_statement
  (assignment_expression
    left: (member_expression
      object: [(identifier) (member_expression) (subscript_expression)] @qualifier
      property: (_) @name)
    right: (assignment_expression
      right: [(arrow_function) (function_expression) (generator_function) (class)])) @definition.variable)

(expression_statement
  (assignment_expression
    left: (identifier) @name
    right: (assignment_expression
      right: [(arrow_function) (function_expression) (generator_function) (class)])) @definition.variable)

; export default without a name goes by the name under which it is imported

(export_statement
  "default" @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression !name body: (_) @body)
    (generator_function !name body: (_) @body)
  ]) @definition.function

(export_statement
  "default"
  value: [
    (function_expression name: (_) @name body: (_) @body)
    (generator_function name: (_) @name body: (_) @body)
  ]) @definition.function

(export_statement "default" @name value: (class !name body: (_) @body)) @definition.class
(export_statement "default" value: (class name: (_) @name body: (_) @body)) @definition.class
(export_statement "default" @name value: (object) @body) @definition.variable

; Functions and classes with a name of their own inside an expression

([
  (return_statement
    [
      (function_expression name: (_) @name body: (_) @body)
      (generator_function name: (_) @name body: (_) @body)
    ] @definition.function)
  (arguments
    [
      (function_expression name: (_) @name body: (_) @body)
      (generator_function name: (_) @name body: (_) @body)
    ] @definition.function)
  (parenthesized_expression
    [
      (function_expression name: (_) @name body: (_) @body)
      (generator_function name: (_) @name body: (_) @body)
    ] @definition.function)
  (array
    [
      (function_expression name: (_) @name body: (_) @body)
      (generator_function name: (_) @name body: (_) @body)
    ] @definition.function)
  (binary_expression
    [
      (function_expression name: (_) @name body: (_) @body)
      (generator_function name: (_) @name body: (_) @body)
    ] @definition.function)
  (ternary_expression
    [
      (function_expression name: (_) @name body: (_) @body)
      (generator_function name: (_) @name body: (_) @body)
    ] @definition.function)
  (unary_expression
    (function_expression name: (_) @name body: (_) @body) @definition.function)
  (call_expression
    function: (function_expression name: (_) @name body: (_) @body) @definition.function)
  (sequence_expression
    (function_expression name: (_) @name body: (_) @body) @definition.function)
])

([
  (return_statement (class name: (_) @name body: (_) @body) @definition.class)
  (arguments (class name: (_) @name body: (_) @body) @definition.class)
  (parenthesized_expression (class name: (_) @name body: (_) @body) @definition.class)
  (arrow_function body: (class name: (_) @name body: (_) @body) @definition.class)
  (array (class name: (_) @name body: (_) @body) @definition.class)
  (ternary_expression (class name: (_) @name body: (_) @body) @definition.class)
])

; Pairs of an object

(pair
  key: (_) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.method

(pair key: (_) @name value: (class body: (_) @body)) @definition.class

(pair
  key: (_) @name
  value: (object [
    (method_definition)
    (pair value: [(arrow_function) (function_expression) (generator_function)])
  ]) @body) @definition.field

; Settings: the pairs of an object at the top of a file, and one level below

(program
  (lexical_declaration (variable_declarator value: (object
    (pair key: (_) @name value: (object) @body) @definition.field))))
(program
  (variable_declaration (variable_declarator value: (object
    (pair key: (_) @name value: (object) @body) @definition.field))))
(program
  (lexical_declaration (variable_declarator value: (object
    (pair key: (_) @name) @definition.field))))
(program
  (variable_declaration (variable_declarator value: (object
    (pair key: (_) @name) @definition.field))))
(program
  (lexical_declaration (variable_declarator value: (object (pair value: (object
    (pair key: (_) @name) @definition.field))))))
(program
  (variable_declaration (variable_declarator value: (object (pair value: (object
    (pair key: (_) @name) @definition.field))))))
(program
  (export_statement (_ (variable_declarator value: (object
    (pair key: (_) @name value: (object) @body) @definition.field)))))
(program
  (export_statement (_ (variable_declarator value: (object
    (pair key: (_) @name) @definition.field)))))
(program
  (export_statement (_ (variable_declarator value: (object (pair value: (object
    (pair key: (_) @name) @definition.field)))))))
(program
  (export_statement value: (object
    (pair key: (_) @name value: (object) @body) @definition.field)))
(program
  (export_statement value: (object
    (pair key: (_) @name) @definition.field)))
(program
  (export_statement value: (object (pair value: (object
    (pair key: (_) @name) @definition.field)))))
(program
  (expression_statement (assignment_expression right: (object
    (pair key: (_) @name value: (object) @body) @definition.field))))
(program
  (expression_statement (assignment_expression right: (object
    (pair key: (_) @name) @definition.field))))
(program
  (expression_statement (assignment_expression right: (object (pair value: (object
    (pair key: (_) @name) @definition.field))))))
