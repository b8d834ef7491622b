"""What is known of a language, as data: profiles, their schema, detection, compiled grammars.

Not here: what stands in a file (`tree`).
"""
