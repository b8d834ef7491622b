"""Formatters and checkers: the user's programs that process the text of an edit, and their output."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
