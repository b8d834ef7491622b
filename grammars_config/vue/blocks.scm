; Line ends and blanks show in these elements
(element (start_tag (tag_name) @keyword) @opener) @space.keyword_preformatted
