"""Files that do not parse: what is hidden from the parser, and what the lines around it may define."""
