"""A text of edits applied, and what failed of it asked for again."""
