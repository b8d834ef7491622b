"""Why something did not land, in which words, and which call would.

Not here: looking for the place in the first place (`search`).
"""
