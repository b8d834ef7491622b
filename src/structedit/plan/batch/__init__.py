"""Many edits of many files, combined into one edit set per file.

Not here: how files are read and written.
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
