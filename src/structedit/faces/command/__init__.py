"""The `structedit` command."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
