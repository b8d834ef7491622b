"""Tools for any function-calling interface; see `faces.tools`, whose names these are."""

from structedit.faces.tools import INSTRUCTIONS, TOOLS, Reply, dispatch, failed, schemas

__all__ = ["INSTRUCTIONS", "TOOLS", "Reply", "dispatch", "failed", "schemas"]
