; package Cart; reaches to the next package, or to the end of the code.
(source_file (package_statement "package" @definition.package name: (package) @path ";" @opener))
(source_file (eof_marker) @name @definition.section)
(package_statement name: (package) @path (block) @body) @definition.package
(class_statement name: (package) @path (block) @body) @definition.class
(role_statement name: (package) @path (block) @body) @definition.class

(subroutine_declaration_statement name: (_) @path body: (block) @body) @definition.function
(method_declaration_statement name: (_) @path body: (block) @body) @definition.function

; my $handler = sub { … }; and *name = sub { … };
(expression_statement (assignment_expression
  left: (variable_declaration variable: (scalar (varname) @name))
  right: (anonymous_subroutine_expression body: (block) @body))) @definition.function
(expression_statement (assignment_expression
  left: (scalar (varname) @name)
  right: (anonymous_subroutine_expression body: (block) @body))) @definition.function
(expression_statement (assignment_expression
  left: (glob (varname) @name)
  right: (anonymous_subroutine_expression body: (block) @body))) @definition.function

; use constant LIMIT => 10; use constant { A => 1, B => 2 };
(use_statement module: (package) @keyword (list_expression . (autoquoted_bareword) @name)) @definition.keyword
(use_statement module: (package) @keyword
  (anonymous_hash_expression (list_expression (autoquoted_bareword) @name) @definition.keyword))
(source_file (expression_statement (assignment_expression
  left: (variable_declaration variable: (_ (varname) @name)))) @definition.variable)
(source_file (expression_statement
  (variable_declaration variable: (_ (varname) @name))) @definition.variable)
