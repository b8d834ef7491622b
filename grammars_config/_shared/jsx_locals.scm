(jsx_opening_element name: (identifier) @local.doubt)
(jsx_closing_element name: (identifier) @local.doubt)
(jsx_self_closing_element name: (identifier) @local.doubt)
