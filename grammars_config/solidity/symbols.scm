(contract_declaration name: (_) @name body: (_) @body) @definition.contract
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(library_declaration name: (_) @name body: (_) @body) @definition.library
(function_definition name: (_) @name body: (_) @body) @definition.function
(function_definition name: (_) @name !body) @definition.declaration
(modifier_definition name: (_) @name body: (_) @body) @definition.modifier
(modifier_definition name: (_) @name !body) @definition.declaration
(constructor_definition "constructor" @name body: (_) @body) @definition.constructor
(fallback_receive_definition ["receive" "fallback"] @name body: (_) @body) @definition.function
(fallback_receive_definition ["receive" "fallback"] @name !body) @definition.declaration
(struct_declaration name: (_) @name body: (_) @body) @definition.struct
(struct_member name: (_) @name) @definition.field
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_value) @name @definition.constant
(event_definition name: (_) @name) @definition.event
(error_declaration name: (_) @name) @definition.error
(state_variable_declaration name: (_) @name) @definition.field
(constant_variable_declaration name: (_) @name) @definition.constant
(user_defined_type_definition name: (_) @name) @definition.type
(yul_function_definition . (yul_identifier) @name (yul_block) @body .) @definition.function
