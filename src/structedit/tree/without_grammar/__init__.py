"""Blocks of a file without a syntax tree: strings and comments masked, brackets paired."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
