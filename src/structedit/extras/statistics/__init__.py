"""Calls, recorded as they are made, counted when somebody asks."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
