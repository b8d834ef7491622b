(script_element (start_tag (tag_name) @name) @opener) @definition.element
(style_element (start_tag (tag_name) @name) @opener) @definition.element
(element (start_tag (tag_name) @name) @opener) @definition.element
(element (self_closing_tag (tag_name) @name)) @definition.element
