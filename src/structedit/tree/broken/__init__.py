"""Files that do not parse: lines hidden from the parser, and the definitions these may hold."""
