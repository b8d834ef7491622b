(table "[" . (_) @path . "]" @opener) @definition.table
(table_array_element "[[" . (_) @path . "]]" @opener) @definition.element
(pair . (_) @path . (_) @body) @definition.key
(array [
  (string) (integer) (float) (boolean) (array) (inline_table)
  (local_date) (local_time) (local_date_time) (offset_date_time)
] @definition.element @body)
