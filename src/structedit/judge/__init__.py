"""The gate, which refuses edits that would do damage, and the measure of how large a change is.

It refuses and never repairs.
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
