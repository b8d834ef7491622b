(rule_set (selectors) @name (block) @body) @definition.rule
(mixin_statement name: (_) @name (block) @body) @definition.mixin
(function_statement name: (_) @name (block) @body) @definition.function
(media_statement "@media" @name (block) @body) @definition.rule
(supports_statement "@supports" @name (block) @body) @definition.rule
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.rule
(keyframe_block . (_) @name (block) @body) @definition.rule
(at_rule (at_keyword) @name (block) @body) @definition.rule
(declaration (property_name) @name) @definition.property
