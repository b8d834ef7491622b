; inherits: c_rules

(method_definition) @stops.loop @stops.loop_or_switch
(block_literal) @stops.loop @stops.loop_or_switch
