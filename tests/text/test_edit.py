"""Edits of large contents, which are aligned in parts."""

import pytest

from structedit.text import edit
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet


def refined(old: bytes, new: bytes) -> EditSet:
    return EditSet.of([Edit(Span(0, len(old)), new)]).refined(old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("abcdef", "abXdef"),
        ("abcdef", "acdefb"),
        ("aabbcc", "abXbcc"),
        ("xaxbxcx", "xxabxYcx"),
        ("abc", "defg"),
        ("abc", ""),
        ("", "abc"),
    ],
)
def test_parts_make_the_same_content(monkeypatch, old, new):
    old, new = ("".join(f"{letter}\n" for letter in text).encode() for text in (old, new))
    whole = refined(old, new)
    monkeypatch.setattr(edit, "_MANY_PAIRS", 0)
    assert refined(old, new).apply(old) == whole.apply(old) == new


def test_only_lines_that_differ_are_in_the_edits_of_a_large_content():
    lines = [f"line {number}\n" for number in range(4_000)]
    changed = [f"new {n}\n" if n % 50 == 7 else line for n, line in enumerate(lines)]
    old, new = "".join(lines).encode(), "".join(changed).encode()
    edits = refined(old, new)
    assert edits.apply(old) == new
    assert [each.new for each in edits.edits] == [
        f"new {n}\n".encode() for n in range(7, 4_000, 50)
    ]
