"""A file's content as bytes: positions, lines, edits and diffs; also errors and time budgets.

All other packages use this one. Not here: languages (`languages`), and files on disk (`disk`).
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
