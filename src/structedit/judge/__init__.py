"""The gate, which refuses edits that would do damage, and the measure of how large a change is.

It refuses and never repairs.
"""
