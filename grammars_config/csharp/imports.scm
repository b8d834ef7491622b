(using_directive) @import.statement
(extern_alias_directive) @import.above

(using_directive name: (_) @binds) @import.module
