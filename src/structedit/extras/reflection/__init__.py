"""Apply a text of edits, and ask its author again about those that fail."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
