"""The exit codes of the command."""

from __future__ import annotations

DONE, NOT_LANDED, WRONG, AMBIGUOUS, REFUSED, UNTOLD = range(6)
"""Exit codes: done or nothing to do; not found, or `--check` would change; wrong usage or files
that cannot be read or written; ambiguous; refused; done, but standard output could not be written."""

INTERRUPTED = 130
"""Exit code after Ctrl-C; given by what shells use: 128 and the signal's number."""
