"""What each operation writes into a file, and how new text is laid out where it lands.

Not here: whether it may be written (`judge`).
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
