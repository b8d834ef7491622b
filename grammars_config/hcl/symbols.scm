; The type and the labels of a block are its path: resource.aws_s3_bucket.logs
(block
  . (identifier) @qualifier
  . [(identifier) @qualifier (string_lit (template_literal) @qualifier)]
  . [(identifier) @name (string_lit (template_literal) @name)]
  . (block_start) @opener) @definition.object
(block
  . (identifier) @qualifier
  . [(identifier) @name (string_lit (template_literal) @name)]
  . (block_start) @opener) @definition.object
(block . (identifier) @name . (block_start) @opener) @definition.object

(attribute (identifier) @name (expression (collection_value [(object) (tuple)] @body))) @definition.property
(attribute (identifier) @name (expression) @body) @definition.property
(object_elem key: (_) @name val: (expression (collection_value [(object) (tuple)] @body))) @definition.property
(object_elem key: (_) @name val: (_) @body) @definition.property
