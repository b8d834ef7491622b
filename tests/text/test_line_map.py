"""Lines carried from an old text into a new one: what the law says, by brute force."""

from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from structedit.text.document import Document, LineRange, Span
from structedit.text.edit import Edit, EditSet
from structedit.text.line_map import Touched, carried_by_edits, carried_by_likeness

LINES = st.lists(st.sampled_from(["a", "b", "c", "}", ""]), min_size=1, max_size=6)


def text_of(lines):
    return "".join(f"{line}\n" for line in lines)


def all_alignments(old, new):
    """Give every longest list of pairs (i, j) of equal lines, in order."""
    for size in range(min(len(old), len(new)), -1, -1):
        found = [
            tuple(zip(left, right, strict=True))
            for left in combinations(range(len(old)), size)
            for right in combinations(range(len(new)), size)
            if all(old[i] == new[j] for i, j in zip(left, right, strict=True))
        ]
        if found:
            return found
    return []


@settings(max_examples=120, deadline=None)
@example("abc", "axc", (1, 3))  # a line between the two ends
@example("caaaab", "caaacb", (1, 6))
@example("abab", "baba", (3, 3))  # in every alignment, and not always with the same line
@given(LINES, LINES, st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_an_unknown_change_carries_what_every_shortest_alignment_carries(old, new, ends):
    first, last = sorted(min(end, len(old)) for end in ends)
    wanted = set()
    for pairs in map(dict, all_alignments(old, new)):
        images = [pairs.get(line - 1) for line in range(first, last + 1)]
        together = None not in images and images[-1] - images[0] == last - first
        wanted.add((images[0] + 1, images[-1] + 1) if together else None)
    found = carried_by_likeness(
        Document.from_text(text_of(old)), Document.from_text(text_of(new)), LineRange(first, last)
    )
    if isinstance(found, Touched):
        assert len(wanted) > 1 or wanted == {None}
        assert found.now is None or found.now.last <= len(new)
    else:
        assert wanted == {(found.first, found.last)}


@pytest.mark.parametrize(
    ("old", "new", "asked", "wanted"),
    [
        ("abc", "xabc", (2, 3), (3, 4)),
        ("abc", "aBBc", (2, 2), {(2, 3)}),  # all of what replaces it
        ("abc", "aBBc", (1, 3), {(1, 4)}),
        ("abc", "axbyc", (2, 3), {(2, 5)}),  # with what was put right above
        ("abcd", "YbXcd", (1, 2), {(1, 2)}),  # without what was put right below
        ("abcdef", "abXdef", (2, 3), {(2, 3)}),
        ("abcdef", "abXdef", (3, 5), {(3, 5)}),
        ("abcdef", "abXef", (2, 5), {(2, 4)}),
        ("abc", "XaBc", (2, 2), {(3, 3)}),
        ("abcdef", "XbcdeF", (3, 6), {(3, 6)}),
        ("abc", "ac", (2, 2), {(2, 2)}),
        ("ab", "a", (2, 2), {(1, 1)}),  # nothing stands there: the last line
        ("ab", "a", (1, 2), {(1, 1)}),
        ("ab", "b", (1, 2), {(1, 1)}),
        ("ab", "", (1, 2), {None}),
        ("}" * 200, "}" * 201, (100, 100), {(100, 100)}),  # too many to try
        ("}" * 65, "}" * 65, (7, 7), (7, 7)),
        ("aa", "aaa", (1, 1), {(1, 1)}),
        ("aab", "aaab", (3, 3), (4, 4)),
    ],
)
def test_what_an_unknown_change_leaves_of_lines(old, new, asked, wanted):
    """A pair is where the lines are now; in braces, what stands where they were touched."""
    assert shown(carried_by_likeness(texted(old), texted(new), LineRange(*asked))) == wanted


def test_lines_among_many_of_their_kind_are_carried_where_one_place_is_left():
    old = [line for n in range(150) for line in (f"x{n}", "}")]
    for first in (2, 100):
        asked = LineRange(first, 200)
        found = carried_by_likeness(texted(old), texted(["new", *old]), asked)
        assert shown(found) == (first + 1, 201)


@pytest.mark.parametrize(
    ("old", "edits", "asked", "wanted"),
    [
        ("a\nb\n", [(0, 0, "x\n")], (2, 2), (3, 3)),
        ("a\nb\n", [(2, 4, "x\ny\n")], (2, 2), {(2, 3)}),
        ("a\nb\nc\n", [(2, 3, "x"), (4, 4, "y\n")], (2, 2), {(2, 3)}),
        ("a\nb\n", [(1, 2, "")], (2, 2), {(1, 1)}),  # joined to the line above
        ("a\nb\n", [(1, 2, "")], (1, 1), {(1, 1)}),
        ("a\r\nb\r\n", [(2, 3, "")], (2, 2), (2, 2)),  # half an end is an end
        ("a\rb\r", [(2, 2, "\n")], (1, 1), {(1, 1)}),  # a line end is made in two
        ("a\nb\n", [(2, 4, "")], (1, 1), (1, 1)),
        ("a\nb\n", [(0, 2, "")], (2, 2), (1, 1)),
        ("a\n", [(0, 2, "")], (1, 1), {None}),
    ],
)
def test_what_known_edits_leave_of_lines(old, edits, asked, wanted):
    before = Document.from_text(old)
    made = EditSet.of(Edit(Span(start, end), new.encode()) for start, end, new in edits)
    after = before.with_data(made.apply(before.data))
    assert shown(carried_by_edits(before, made, after, LineRange(*asked))) == wanted


def texted(lines):
    return Document.from_text(text_of(lines))


def shown(found):
    if isinstance(found, Touched):
        return {found.now and (found.now.first, found.now.last)}
    return found.first, found.last


@st.composite
def random_edits(draw, data, most=3):
    """Draw disjoint edits anywhere in some bytes, in the middle of lines too."""
    points = draw(st.lists(st.integers(0, len(data)), min_size=2, max_size=2 * most, unique=True))
    points = sorted(points)[: len(points) // 2 * 2]
    new = st.sampled_from([b"", b"x", b"\n", b"x\ny\n", b"\r\n", b"a\n"])
    spans = zip(points[::2], points[1::2], strict=True)
    return EditSet.of(Edit(Span(*span), draw(new)) for span in spans)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_known_edits_then_an_edit_by_old_lines_is_that_edit_first(data):
    """Edit by old lines after the others: as if made before them, or refused; never a third thing."""
    lines = data.draw(st.lists(st.sampled_from(["a", "b", "}", ""]), min_size=1, max_size=8))
    ending = data.draw(st.sampled_from(["\n", "\r\n"]))
    old = Document.from_text("".join(line + ending for line in lines))
    others = data.draw(random_edits(old.data))
    new = old.with_data(others.apply(old.data))
    first = data.draw(st.integers(1, len(lines)))
    asked = LineRange(first, data.draw(st.integers(first, len(lines))))
    span = old.lines_span(asked)
    found = carried_by_edits(old, others, new, asked)
    if isinstance(found, Touched):
        return
    mine = Edit(span, b"MINE" + ending.encode())
    later = new.data[: new.lines_span(found).start] + mine.new
    later += new.data[new.lines_span(found).end :]
    assert not others.touches(span)
    assert later == EditSet.of([*others.edits, mine]).apply(old.data)
