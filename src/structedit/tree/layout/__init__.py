"""The layout of lines: indentation and line endings, in the file and of new text."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
