"""What a file is made of: its tree and what is read off it, or its text where it has no tree.

Not here: what is known of a language before a file is looked at (`languages`).
"""
