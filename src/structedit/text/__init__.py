"""A file's content as bytes: positions, lines, edits and diffs; also errors and budgets of time.

Every other room stands on this one. Not here: languages (`languages`), and files on disk (`disk`).
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
