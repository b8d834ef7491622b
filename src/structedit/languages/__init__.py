"""What is known of each language, as data: profiles, their schema, detection, compiled grammars.

Not here: reading a file's content (`tree`).
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
