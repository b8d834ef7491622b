"""How the lines of a file look: their indentation and their endings, and those of new lines."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
