"""Formatters and checkers: programs of the user that see the text of an edit, and what they print."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
