"""A change merged where comments may differ: no edit may touch the neighbours of a comment.

What stands on both sides of a comment that only the file has must stay: else nobody knows where the
comment belongs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from structedit.search.alignment.occurrences import Run
from structedit.text.diff import shared_ends
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.tree.source import Source


def trimmed(data: bytes, edits: EditSet) -> EditSet:
    r"""Edits without what they have in common with their place, at both ends.

    >>> trimmed(b"f(a)  \n", EditSet.of([Edit(Span(0, 7), b"f(b)  \n")])).edits
    (Edit(span=Span(start=2, end=3), new=b'b'),)
    """
    found = []
    for edit in edits.edits:
        old, new = edit.span.of(data), edit.new
        head, tail = shared_ends(old, new)
        span = Span(edit.span.start + head, edit.span.end - tail)
        found.append(Edit(span, new[head : len(new) - tail]))
    return EditSet.of(found)


def torn_from(source: Source, runs: tuple[Run, ...], edits: EditSet) -> Span | None:
    """A comment of the file whose neighbours an edit touches; None if there is none."""
    return next((c for c, held in _held(source, runs) if edits.touches(held)), None)


def _held(source: Source, runs: tuple[Run, ...]) -> Iterator[tuple[Span, Span]]:
    """The comments between tokens, each with the span from one token to the other."""
    assert source.tree is not None
    for left, right in pairwise(run.file for run in runs):
        gap = Span(left.end, right.start)
        for comment in source.tree.comments(gap) if gap.of(source.data).strip() else ():
            yield comment, Span(left.start, right.end)
