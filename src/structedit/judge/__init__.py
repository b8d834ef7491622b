"""Check the result of an edit: the gate refuses edits that would do damage, and `risk` measures how large they are.

It refuses and never repairs.
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
