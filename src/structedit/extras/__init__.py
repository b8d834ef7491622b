"""Optional features that the engine does not need: statistics, reflection, scripts and rewriting."""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
