(create_table (object_reference) @path (column_definitions) @body) @definition.table
(create_table (object_reference) @path) @definition.table
(create_view (object_reference) @path (create_query) @body) @definition.view
(create_materialized_view (object_reference) @path (create_query) @body) @definition.view
(create_index column: (identifier) @name) @definition.index
(create_function (object_reference) @path (function_body) @body) @definition.function
(create_type (object_reference) @path) @definition.type
(create_sequence (object_reference) @path) @definition.object
(create_schema (identifier) @name) @definition.namespace
(create_trigger . (_)* . (object_reference) @path) @definition.declaration
(column_definitions (column_definition name: (identifier) @name) @definition.field)
(cte . (identifier) @name (statement) @body) @definition.view
