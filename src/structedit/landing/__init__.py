"""Making new text land: the caller's change carried over to what the file really holds.

Everything here is pure: it takes bytes and gives edits, and decides nothing about whether they
may happen.
"""
