"""Tools of other makers, served by structedit; see `faces.adapters`."""

from structedit.faces.adapters import anthropic_editor, openai_patch

__all__ = ["anthropic_editor", "openai_patch"]
