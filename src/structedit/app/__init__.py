"""The library's functions on files: read, plan, apply the guards and hooks, write, and record.

Not here: planning an edit (`plan`); statistics, scripts and reflection (`extras`).
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
