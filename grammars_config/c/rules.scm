; inherits: c_rules
