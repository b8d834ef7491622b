"""Files that do not parse: lines hidden from the parser, and definitions in them."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
