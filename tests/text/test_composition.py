"""Splices made one after the other are those of one text, and every byte that is kept can be followed."""

from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

import structedit as se
from structedit.text import composition
from structedit.text.composition import Composition

STEPS = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 9), st.binary(max_size=4)), min_size=1, max_size=40
)
GROUPS = st.sampled_from([1, 2, 16])


@given(st.binary(max_size=60), STEPS, GROUPS)
def test_what_is_composed_is_what_was_done_in_order(data, steps, group):
    with mock.patch.object(composition, "_GROUP", group):
        made = Composition()
        text, origins = data, list(range(len(data)))
        for share, size, new in steps:
            start = int(share * len(text))
            end = min(len(text), start + size)
            text = text[:start] + new + text[end:]
            origins[start:end] = [None] * len(new)
            made.splice(start, end, new)
        edits = se.EditSet.composed(made)
        assert edits.apply(data) == text
        kept = {origin: at for at, origin in enumerate(origins) if origin is not None}
        for origin in range(len(data)):
            byte = se.Span(origin, origin + 1)
            assert made.touches(byte) == edits.touches(byte) == (origin not in kept)
        for origin, at in kept.items():
            there, here = se.Span(at, at + 1), se.Span(origin, origin + 1)
            assert made.map_span(here) == edits.map_span(here) == there
            assert made.map_back(at, after=True) == origin
            assert made.map_back(at + 1) == origin + 1


@given(st.binary(min_size=1, max_size=60), STEPS, GROUPS)
def test_places_are_mapped_as_the_edits_map_them_both_ways(data, steps, group):
    with mock.patch.object(composition, "_GROUP", group):
        made, text = Composition(), data
        for share, size, new in steps:
            start = int(share * len(text))
            end = min(len(text), start + size)
            text = text[:start] + new + text[end:]
            made.splice(start, end, new)
        edits = se.EditSet.composed(made)
        back = edits.invert(data)
        for after in (False, True):
            for offset in range(len(data) + 1):
                mapped = _in_one_walk(edits, offset, after=after)
                assert made.map_offset(offset, after=after) == mapped
            for offset in range(len(text) + 1):
                mapped = _in_one_walk(back, offset, after=after)
                assert made.map_back(offset, after=after) == mapped


def _in_one_walk(edits, offset, *, after):
    """Map an offset by looking at every edit in turn."""
    shift = 0
    for edit in edits.edits:
        inside = edit.span.start < offset < edit.span.end
        inserted = edit.span.start == offset == edit.span.end
        if inside or (inserted and after):
            return edit.span.start + shift + (len(edit.new) if after else 0)
        if edit.span.end > offset or inserted:
            break
        shift += edit.delta
    return offset + shift


def test_edits_taken_back_lead_from_the_last_text_to_the_first():
    first = se.EditSet.of([se.Edit(se.Span(1, 2), b"XY"), se.Edit(se.Span(4, 4), b"+")])
    later = se.EditSet.of([se.Edit(se.Span(0, 1), b"")])
    back = Composition()
    for edits in (later, first):
        edits.splice_out_of(back)
    last = first.then(later)
    assert last.apply(b"abcdef") == b"XYcd+ef"
    assert back.map_span(se.Span(2, 4)) == se.Span(2, 4)  # "cd"
    assert back.map_reach_back(se.Span(1, 2)) == se.Span(0, 2)  # "b", of which "XY" is left
