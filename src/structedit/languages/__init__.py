"""What is known of each language, as data: profiles, their schema, detection, compiled grammars.

Not here: reading a file's content (`tree`).
"""
