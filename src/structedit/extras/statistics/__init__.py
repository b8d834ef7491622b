"""Statistics of edits: each call is recorded as it is made, and counted on request."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
