"""Rules in the form of ast-grep's: reading them, what they find in files, and their fixes."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
