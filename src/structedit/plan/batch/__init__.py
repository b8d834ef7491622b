"""Many edits of many files, composed into one edit set for each file.

Not here: how files are read and written.
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
