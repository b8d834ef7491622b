"""Languages as data: profiles, their schema, detection of a file's language, compiled grammars.

Not here: parsing a file's content (`tree`).
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
