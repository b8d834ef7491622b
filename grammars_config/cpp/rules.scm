; inherits: c_rules

(for_range_loop) @gives.loop @gives.loop_or_switch
(lambda_expression) @stops.loop @stops.loop_or_switch
