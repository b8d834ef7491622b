"""Lines carried from an old text into a new one: what the law says, by brute force."""

from itertools import combinations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from structedit.text.carrying import Touched, carried_by_edits, carried_by_likeness
from structedit.text.document import Document, LineRange, Span
from structedit.text.edit import Edit, EditSet

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
