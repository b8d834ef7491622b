(command name: (command_name (word) @keyword)) @import.keyword_imports
