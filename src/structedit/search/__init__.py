"""Where something is: selectors, anchors, scopes, the hunks of a patch, and texts (`alignment`).

All places are found, never just the first; which one is meant is decided in `plan`.
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
