"""What a file is made of: its syntax tree and what is read from it, or blocks found in plain text.

Not here: what is known of a language before a file is looked at (`languages`).
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
