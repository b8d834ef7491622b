(normal_command (identifier) @keyword) @import.keyword_imports
