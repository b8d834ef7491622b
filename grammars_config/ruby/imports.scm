(call !receiver method: (identifier) @keyword) @import.keyword_imports
