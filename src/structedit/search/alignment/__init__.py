"""How a text is matched with a file, tier by tier, and how its change is merged into what is there."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
