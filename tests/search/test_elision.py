"""Lines that stand for others: which texts hold them, and what they may stand for."""

from __future__ import annotations

import pytest

from structedit import Document, str_replace
from structedit.calls.statuses import Reason, Status
from structedit.search.alignment.elision import readable
from structedit.search.alignment.ladder import find


@pytest.mark.parametrize(
    "text",
    ["a\n# ...\nb\n", "# ...\na\n", "a\n# ...\n", "a\n...\nb\n", "a\n# ...\nb\n// ...\nc\n"],
)
def test_texts_that_leave_lines_out(text: str) -> None:
    assert readable(text.encode()) is not None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a\nb\n", "nothing is left out"),
        ("# ...\n", "there is nothing else"),
        ("...\na\n", "bare dots at the beginning may be Python's"),
        ("a\n...\n", "bare dots at the end may be Python's"),
        ("a\n# ...\n# ...\nb\n", "nothing stands between two of them"),
    ],
)
def test_texts_that_are_read_as_they_are(text: str, why: str) -> None:
    assert readable(text.encode()) is None, why


@pytest.mark.parametrize(
    ("data", "old", "hit"),
    [
        # as deep
        ("f()\na\nb\ng()\n", "f()\n# ...\ng()\n", "f()\na\nb\ng()"),
        # from deeper to less deep, and the other way round
        (
            "if x:\n    a\n    b\n    c\ng()\n",
            "    a\n    # ...\ng()\n",
            "    a\n    b\n    c\ng()",
        ),
        ("if x:\n    a\n    b\n    c\n", "if x:\n    # ...\n    c\n", "if x:\n    a\n    b\n    c"),
        # the text begins behind its first line's indentation
        (
            "  if x:\n    a\n    b\n    c\n",
            "if x:\n    # ...\n    c\n",
            "  if x:\n    a\n    b\n    c",
        ),
        # never out of the block of its neighbours
        ("    a\nx:\n    c\n", "    a\n    # ...\n    c\n", None),
        ("if x:\n    a\nb\n    c\n", "if x:\n    # ...\n    c\n", None),
        # as deep as each other in the text, not in the file
        ("a\n  b\n  c\n", "a\n# ...\nc()\n", None),
        # dots in the file are no lines that bare dots stand for
        ("a\n...\nb\n", "a\n...\nb\nc\n", None),
        ("a\nx\n...\nb\n", "a\n...\nb\n", None),
        ("a\nx\n...\nb\n", "a\n# ...\nb\n", "a\nx\n...\nb"),
    ],
)
def test_what_lines_may_stand_for(data: str, old: str, hit: str | None) -> None:
    raw = data.encode()
    found = [one for one in find(raw, old.encode()).occurrences if one.tier == "elision"]
    assert [one.span.of(raw).decode() for one in found] == ([] if hit is None else [hit])


def test_lines_that_are_left_out_are_not_indented_with_the_others() -> None:
    before = Document.from_text("first(a, b, c)\nmiddle(a)\nlast(a, b, c)\n", path="a.py")
    old = "first(a, b, c)\n# ...\nlast(a, b, c)\n"
    new = "if x:\n    first(a, b, c)\n    # ...\n    last(a, b, c)\n"
    out = str_replace(before, old, new)
    assert (out.status, out.reason) == (Status.REFUSED, Reason.MERGE_CONFLICT)
    changed = str_replace(before, old, old.replace("last(a", "last(z"))
    assert changed.text == before.text.replace("last(a", "last(z")
