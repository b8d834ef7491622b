"""From a request and a file's content to an outcome with its edits: one request, many, reading.

Not here: files, clocks and the environment; all of it is pure.
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
