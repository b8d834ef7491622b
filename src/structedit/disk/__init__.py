"""Files, transactions, the state folder, configuration, programs: bytes go in and out.

Only this room touches the machine. Not here: what the bytes mean (`text`).
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
