"""Files that do not parse: lines hidden from the parser, and the definitions these may hold."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
