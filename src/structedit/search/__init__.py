"""Finding places: text by the ladder of tiers, the nearest text where none is the same.

Tiers find, all occurrences of one needle; which of them is meant is decided in `plan`. Nothing
here reads files, knows a grammar by name, or changes a byte.
"""
