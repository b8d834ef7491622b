(call function: (identifier) @keyword) @import.keyword_imports
