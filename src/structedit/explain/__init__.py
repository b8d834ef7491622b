"""Why a request did not land, in words, and which corrected call would.

Not here: looking for the place in the first place (`search`).
"""
