"""Turn a request and a file's content into an outcome: for one request, for a batch, and for reading.

All of it is pure. Not here: files, clocks and the environment.
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
