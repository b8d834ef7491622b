"""The elements of a file: its syntax tree and the definitions in it, or blocks found in plain text.

Not here: profiles of languages (`languages`).
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
