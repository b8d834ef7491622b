"""Rules in ast-grep's format: parsing them, their findings in files, and their fixes."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
