"""Lines, endings and indentation around a place, and how a text is laid out there."""

import pytest

from structedit import Document, Source
from structedit.edits.blank_lines import gap_around
from structedit.text import lines
from structedit.text.document import Span
from structedit.tree.layout import indent
from structedit.tree.layout.indent import Place, lay_out

MIXED = b"a\r\n b\rc\n\nd"


@pytest.mark.parametrize(
    ("at", "start", "end", "following"),
    [
        (0, 0, 1, 3),
        (1, 0, 1, 3),
        (3, 3, 5, 6),
        (5, 3, 5, 6),
        (6, 6, 7, 8),
        (8, 8, 8, 9),
        (10, 9, 10, 10),
    ],
)
def test_the_line_of_a_place(at, start, end, following):
    assert lines.line_start(MIXED, at) == start
    assert lines.line_end(MIXED, at) == end
    assert lines.next_line(MIXED, at) == following


@pytest.mark.parametrize(
    ("data", "at", "ending"),
    [
        (b"a\r\nb\nc", 0, b"\r\n"),
        (b"a\r\nb\nc", 3, b"\n"),
        (b"a\nb\r\nc", 5, b"\r\n"),
        (b"a\rb", 2, b"\r"),
        (b"a\r\nb", 3, b"\r\n"),
        (b"a\r\n", 3, b"\r\n"),
        (b"a\r\n\nb", 4, b"\n"),
        (b"a", 0, b"\n"),
        (b"", 0, b"\n"),
    ],
)
def test_the_ending_of_a_place(data, at, ending):
    assert lines.ending_at(data, at) == ending


def test_a_text_takes_the_endings_of_its_place_unless_it_has_its_own():
    assert lines.with_endings(b"a\r\nb\r\n", 0, b"x\ny") == b"x\r\ny"
    assert lines.with_endings(b"a\r\nb\r\n", 0, b"x\ry") == b"x\ry"
    assert lines.with_endings(b"a\nb\r\n", 0, b"x\ny") == b"x\ny"


@pytest.mark.parametrize(
    ("data", "at", "begins", "ends"),
    [
        (b"  ab \n", 2, True, False),
        (b"  ab \n", 4, False, True),
        (b"ab", 2, False, True),
        (b"\x0ca", 1, True, False),
    ],
)
def test_what_stands_beside_a_place(data, at, begins, ends):
    assert (lines.begins_line(data, at), lines.ends_line(data, at)) == (begins, ends)


@pytest.mark.parametrize(
    ("text", "trimmed"),
    [
        (b"\n\n  a\n b\n\n", b"  a\n b"),
        (b"  \n\t\na", b"a"),
        (b"a \r\n", b"a "),
        (b" \n\n", b""),
        (b"", b""),
    ],
)
def test_blank_lines_at_the_ends_are_no_text(text, trimmed):
    assert indent.trim(text) == trimmed


def source(text, path="a.py"):
    return Source.of(Document.from_text(text, path=path))


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("if a:\n  b\n", b"  "),
        ("if a:\n\tb\n", b"\t"),
        ("if a:\n   b\nif c:\n  d\nif e:\n  f\n", b"  "),
        ("if a:\n  b\n\n  c\nif d:\n      e\n", b"  "),
        ("f(a,\n           b)\nif a:\n   b\n", b"   "),
        ("if a:\n b\n", b""),
        ("if a:\n\t\tb\n", b""),
        ("if a:\n        b\n", b"        "),
        ("if a:\n         b\n", b""),
        ("a\n", b""),
    ],
)
def test_the_unit_is_the_most_frequent_step(text, unit):
    assert indent.unit_at(source(text), 0) == unit


def test_the_unit_is_that_of_the_neighbourhood():
    text = "if a:\n  b\n" * 5_000 + "if a:\n\tb\n" * 5_000
    assert indent.unit_at(source(text), 0) == b"  "
    assert indent.unit_at(source(text), len(text)) == b"\t"


def test_comments_and_labels_are_no_steps():
    text = "/*\n * a\n */\nint f() {\n    /*\n     * b\n     */\n    /*\n     * c\n     */\n}\n"
    assert indent.unit_at(source(text, "a.c"), 0) == b"    "


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("a:\n    b: 1\n", b"    "),
        ("a:\n  - b: 1\n    c: 2\n", b"  "),
        ("- a:\n   - b\n", b" "),
        ("a: 1\n", b"  "),
    ],
)
def test_the_unit_of_a_file_with_markers(text, unit):
    assert indent.unit_at(source(text, "a.yaml"), 0) == unit


FOUR, TABS, DEEP = (
    Place(b"", b"    ", b"\n"),
    Place(b"\t", b"\t", b"\n"),
    Place(b"        ", b"    ", b"\n"),
)


@pytest.mark.parametrize(
    ("place", "text", "lines"),
    [
        (FOUR, "if a:\n    b", "if a:\n    b"),
        (FOUR, "        if a:\n            b", "if a:\n    b"),
        (TABS, "if a:\n    b\n\n    if c:\n        d", "\tif a:\n\t\tb\n\n\t\tif c:\n\t\t\td"),
        (DEEP, "if a:\n\tb\n\t\tc", "        if a:\n            b\n                c"),
        (DEEP, "if a:\n  b\n    c", "        if a:\n            b\n                c"),
        (TABS, "f(a,\n  b)", "\tf(a,\n\t\tb)"),
        (DEEP, "if a:\n\tb(1,\n\t  2)", "        if a:\n            b(1,\n              2)"),
        (DEEP, "if a:\n  b\n   c", "        if a:\n          b\n           c"),
        (TABS, "if a:\n    b(1,\n      2)", "\tif a:\n\t\tb(1,\n\t\t  2)"),
        (
            DEEP,
            "if a:\n            b\n            c",
            "        if a:\n            b\n            c",
        ),
        (DEEP, "if a:\n    b\n   \n    c", "        if a:\n            b\n\n            c"),
    ],
)
def test_a_text_is_indented_to_its_place(place, text, lines):
    laid = lay_out(source(""), text.encode(), place)
    assert b"\n".join(laid).decode() == lines


def test_a_first_line_without_its_indentation_is_as_deep_as_the_closing_one():
    text = b"if (a) {\n        b();\n    }"
    laid = lay_out(source("", "a.js"), text, Place(b"  ", b"  ", b"\n"))
    assert b"\n".join(laid) == b"  if (a) {\n    b();\n  }"


def test_lines_that_come_back_as_they_were_show_the_shift():
    old = b"   if a:\n      b\n      c"
    laid = lay_out(source(""), b"if a:\n   b\n   d\n   c", Place(b"   ", b"    ", b"\n"), old)
    assert b"\n".join(laid) == b"   if a:\n      b\n      d\n      c"


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        (b"a \nb\n", b"a\nc\n", b"a \nc\n"),
        (b"a\r\nb", b"a\nb\n", b"a\r\nb\n"),
        (b"a\r\nb\r\n", b"a\nb", b"a\r\nb"),
        (b"a  ", b"a", b"a  "),
    ],
)
def test_lines_that_differ_in_trailing_blanks_keep_their_bytes(old, new, kept):
    assert indent.keep_alike(old, new) == kept


@pytest.mark.parametrize(
    ("data", "lines", "gap"),
    [
        (b"a\n\n\nb\n\nc\n", (4, 6), (2, 1, 2, 7)),
        (b"a\r\n\r\nb\r\n\r\nc", (5, 8), (1, 1, 3, 10)),
        (b"\n\nb\n\n", (2, 4), (2, 1, 0, 5)),
        (b"a\nb\nc\n", (2, 4), (0, 0, 2, 4)),
        (b"b", (0, 1), (0, 0, 0, 1)),
    ],
)
def test_the_gap_around_lines(data, lines, gap):
    found = gap_around(data, Span(*lines))
    assert (found.above, found.below, found.start, found.end) == gap


def test_columns_of_a_text_that_steps_as_the_old_one_stay():
    old, text = b"a:\n    b: 1\n    c: 2", b"a:\n    b: 1\n    c: 3"
    place = Place(b"", b"  ", b"\n")
    assert lay_out(source("", "a.yaml"), text, place, old) == text.split(b"\n")
    assert lay_out(source("", "a.yaml"), text, place) == [b"a:", b"  b: 1", b"  c: 3"]


def test_a_text_goes_back_to_its_first_column():
    laid = lay_out(source("", "a.yaml"), b"a:\n    b: 1\nc: 2", Place(b"    ", b"  ", b"\n"))
    assert laid == [b"    a:", b"      b: 1", b"    c: 2"]


def test_what_follows_a_marker_is_a_column_of_its_own():
    text = b"-   - a: 1\n      b:\n        c: 2\n-   d"
    laid = lay_out(source("", "a.yaml"), text, Place(b"  ", b"  ", b"\n"))
    assert b"\n".join(laid) == b"  -   - a: 1\n        b:\n          c: 2\n  -   d"
