"""One query or script over many files, written as one transaction."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
