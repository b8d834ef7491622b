"""What the engine does without: statistics, reflection, scripts and rewriting; each stands alone."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
