"""Files, transactions, the state folder, configuration and other programs: everything that touches the machine.

No other package does I/O. Not here: what the bytes of a file mean (`text`).
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
