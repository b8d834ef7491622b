"""Applies a text of edits, and asks its author again for what failed."""
