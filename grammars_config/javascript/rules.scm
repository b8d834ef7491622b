; inherits: jsx_rules, ecma_rules
