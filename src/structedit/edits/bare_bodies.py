"""Bodies that are one expression: `total xs = sum xs` in Haskell, `f(X) -> X.` in Erlang.

Not here: bodies made of statements, which begin on a line of their own (`edits.bodies`).
"""

from __future__ import annotations

from structedit.edits.arms import first_word
from structedit.languages.profiles import Layout
from structedit.text.lines import LINE_END
from structedit.tree.nodes import Block
from structedit.tree.source import Source

_ARMS = ("if", "elif", "else")
"""Kinds of blocks that take one expression: of `a; b` in its place, `b` would be outside of the arm."""


def fits_on_header_line(source: Source, old: bytes, new: bytes) -> bool:
    """Return True if a new value can begin on the line of its header, as the old one does.

    It must be one line, or its later lines must be indented (a `do` block and its statements).
    """
    profile = source.profile
    has_values = profile.family is Layout.INDENT and profile.value_marks
    if not (profile.last_value or has_values):
        return False
    blanks = old[: len(old) - len(old.lstrip())]
    rest = [line for line in LINE_END.split(new)[1:] if line.strip()]
    return not LINE_END.search(blanks) and all(line[:1] in (b" ", b"\t") for line in rest)


def in_delimiters(source: Source, block: Block, new: bytes, unit: bytes) -> bytes | None:
    """Return several expressions between `begin` and `end`, if the arm takes only one expression; else None.

    A text that begins with the same word as an old body of several lines (`let … in`) is one expression already.
    """
    profile = source.profile
    pair = profile.body_delimiters
    if profile.family is not Layout.INDENT or pair is None or block.kind not in _ARMS:
        return None
    lines = [line for line in LINE_END.split(new) if line.strip()]
    if len(lines) < 2 and b";" not in new:
        return None
    old = block.body.of(source.data).strip() if block.body is not None else b""
    if b";" not in new and LINE_END.search(old) and first_word(old) == first_word(new):
        return None
    return b"\n".join((pair[0].encode(), *(unit + line for line in lines), pair[1].encode()))
