"""Bodies that are one value: `total xs = sum xs` in Haskell, `f(X) -> X.` in Erlang.

Not here: bodies of statements, which begin on a line of their own (`edits.bodies`).
"""

from __future__ import annotations

from structedit.edits.arms import first_word
from structedit.languages.profiles import Layout
from structedit.text.lines import LINE_END
from structedit.tree.nodes import Block
from structedit.tree.source import Source

_ARMS = ("if", "elif", "else")
"""Kinds of blocks whose body is one expression: `a; b` in its place would leave `b` behind them."""


def stays_on_line(source: Source, old: bytes, new: bytes) -> bool:
    """Whether a new value begins where the old one does, on the line of its header.

    It does where it has one line, or goes on deeper than it begins (`do` and its statements).
    """
    profile = source.profile
    has_values = profile.family is Layout.INDENT and profile.value_marks
    if not (profile.last_value or has_values):
        return False
    blanks = old[: len(old) - len(old.lstrip())]
    rest = [line for line in LINE_END.split(new)[1:] if line.strip()]
    return not LINE_END.search(blanks) and all(line[:1] in (b" ", b"\t") for line in rest)


def in_delimiters(source: Source, block: Block, new: bytes, unit: bytes) -> bytes | None:
    """A body of several expressions between `begin` and `end`, where an arm takes one only; else None.

    What begins as an old body of several lines does (`let … in`) stands without them as that one did.
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
