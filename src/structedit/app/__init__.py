"""The library's functions on files: read, planned, guarded by hooks, written, and remembered.

Not here: how an edit is planned (`plan`); statistics, scripts and reflection (`extras`).
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
