; A file of several documents is a list of them
(stream (document) @definition.element . (document))
(stream (document) . (document) @definition.element)

(block_sequence_item
  (_ [(block_mapping) (block_sequence) (block_scalar) (flow_mapping) (flow_sequence)] @body)) @definition.element
(block_sequence_item [(block_node) (flow_node)] @body) @definition.element
(block_sequence_item) @definition.element
(flow_sequence (flow_node (flow_mapping) @body) @definition.element)
(flow_sequence (flow_node (flow_sequence) @body) @definition.element)
(flow_sequence [(flow_node) (flow_pair)] @definition.element @body)

; The value without its anchor and tag is the body
(block_mapping_pair
  key: (_) @name
  value: (_ [
    (block_mapping) (block_sequence) (block_scalar) (flow_mapping) (flow_sequence)
    (plain_scalar) (double_quote_scalar) (single_quote_scalar) (alias)
  ] @body)) @definition.key
(block_mapping_pair key: (_) @name) @definition.key
(flow_pair
  key: (_) @name
  value: (_ [
    (flow_mapping) (flow_sequence)
    (plain_scalar) (double_quote_scalar) (single_quote_scalar) (alias)
  ] @body)) @definition.key
(flow_pair key: (_) @name) @definition.key
(flow_mapping (flow_node) @name @definition.key)
