(method name: (_) @name "=" body: (_) @body) @definition.function
(method name: (_) @name parameters: (method_parameters) @opener !body "end") @definition.function
(method name: (_) @name @opener !parameters !body "end") @definition.function
(method name: (_) @name body: (_) @body) @definition.function
(singleton_method object: [(identifier) (constant)] @qualifier name: (_) @name "=" body: (_) @body) @definition.function
(singleton_method object: [(identifier) (constant)] @qualifier name: (_) @name body: (_) @body) @definition.function
(singleton_method object: [(identifier) (constant)] @qualifier name: (_) @name !body) @definition.function
(singleton_method name: (_) @name "=" body: (_) @body) @definition.function
(singleton_method name: (_) @name parameters: (method_parameters) @opener !body "end") @definition.function
(singleton_method name: (_) @name @opener !parameters !body "end") @definition.function
(singleton_method name: (_) @name body: (_) @body) @definition.function
(class name: (constant) @name body: (_) @body) @definition.class
(class name: (constant) @name !body) @definition.class
(class name: (scope_resolution) @path body: (_) @body) @definition.class
(class name: (scope_resolution) @path !body) @definition.class
(module name: (constant) @name body: (_) @body) @definition.module
(module name: (constant) @name !body) @definition.module
(module name: (scope_resolution) @path body: (_) @body) @definition.module
(module name: (scope_resolution) @path !body) @definition.module

; Foo = Struct.new(:a) do … end
(assignment left: (constant) @name right: (call block: [(do_block) (block)] @body)) @definition.constant
(assignment left: (constant) @name) @definition.constant
(assignment left: (scope_resolution) @path right: (call block: [(do_block) (block)] @body)) @definition.constant
(assignment left: (scope_resolution) @path) @definition.constant
(operator_assignment left: (constant) @name "||=") @definition.constant
(program (assignment left: (global_variable) @name) @definition.variable)
