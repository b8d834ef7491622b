; Verbatim texts
(listing_environment) @space.fixed
(minted_environment) @space.fixed
(comment_environment) @space.fixed
(generic_environment (begin (curly_group_text (_) @keyword))) @space.keyword_verbatim
