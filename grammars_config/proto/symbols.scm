(message (message_name) @name (message_body) @body) @definition.message
(enum (enum_name) @name (enum_body) @body) @definition.enum
(service (service_name) @name "{" @opener) @definition.service
(rpc (rpc_name) @name "{" @opener) @definition.rpc
(rpc (rpc_name) @name) @definition.rpc
(oneof (identifier) @name "{" @opener) @definition.union
(extend (full_ident) @name (message_body) @body) @definition.extension

(field (type) (identifier) @name) @definition.field
(map_field (identifier) @name) @definition.field
(oneof_field (identifier) @name) @definition.field
(enum_field . (identifier) @name) @definition.constant
