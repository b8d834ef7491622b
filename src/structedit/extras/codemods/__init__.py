"""One query or script over many files, all of it written at once."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
