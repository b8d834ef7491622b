"""Compute the edits of each operation, and the layout of new text.

Not here: whether an edit may be written (`judge`).
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
