"""Patterns of code: how they are read in a language, and the places in a file that they fit."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
