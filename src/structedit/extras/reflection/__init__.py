"""Applies a text of edits, and asks its author again for what failed."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
