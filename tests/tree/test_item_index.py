"""What is asked of a table by place or by name is what going through everything gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import structedit as se
from checkout import ROOT
from structedit.search.addresses import selector_of, selectors_of
from structedit.search.selectors import _innermost
from structedit.text.document import Document, Span
from structedit.text.lines import line_start, text_end, text_start
from structedit.tree.item_index import SpanChain
from structedit.tree.nodes import Block
from structedit.tree.source import Source

SPANS = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 12)).map(lambda p: Span(p[0], sum(p)))
)
PLACES = st.tuples(st.integers(0, 30), st.integers(0, 6)).map(lambda p: Span(p[0], sum(p)))


@given(SPANS, PLACES)
def test_spans_around_a_place(spans, place):
    found = SpanChain(spans).around(place)
    expected = [n for n, span in enumerate(spans) if span.contains(place)]
    # An empty span at the very place is held by what begins there, not by what ends there.
    closed = [n for n in expected if spans[n].end <= place.start]
    assert set(expected) - set(closed) <= set(found) <= set(expected)
    assert found == sorted(found)


@given(SPANS, PLACES.filter(len))
def test_spans_that_touch_an_area(spans, area):
    filled = [span for span in spans if len(span)]
    expected = [n for n, span in enumerate(filled) if span.overlaps(area)]
    assert SpanChain(filled).touching(area) == expected


@given(st.text("ab \t\r\n").map(str.encode), st.data())
def test_texts_and_lines_near_a_place(data, draw):
    at = draw.draw(st.integers(0, len(data)))
    assert text_end(data, at) == len(data[:at].rstrip())
    assert text_start(data, at) == len(data) - len(data[at:].lstrip())
    assert line_start(data, at) == max(data[:at].rfind(b"\n"), data[:at].rfind(b"\r")) + 1


def test_texts_and_lines_far_from_a_place():
    data = b"a" + b" " * 5_000 + b"b"
    assert text_end(data, len(data) - 1) == 1
    assert text_start(data, 1) == len(data) - 1
    assert line_start(b"\r" + data, len(data)) == 1


FIXTURES = ROOT / "fixtures"


@pytest.mark.parametrize(
    "path", sorted(p for p in FIXTURES.rglob("*") if p.is_file()), ids=lambda p: p.name
)
def test_a_place_alone_is_told_as_in_a_listing(path):
    document = Document.from_bytes(path.read_bytes(), str(path))
    listed = Source.of(document).tree
    if listed is None:
        pytest.skip("no tree")
    blocks = (*listed.definitions(), *listed.blocks())
    assert blocks, "a fixture has something to list"
    selectors = selectors_of(listed, blocks)
    for number in range(0, len(blocks), max(1, len(blocks) // 12)):
        alone = Source.of(document).tree
        block = blocks[number]
        place = Span(block.core.start, min(len(document.data), block.core.start + 1))
        assert alone.enclosing(place) == listed.enclosing(place)
        assert selector_of(alone, block) == selectors[number]


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(1, 8)), max_size=8))
def test_innermost_blocks_hold_no_others(places):
    blocks = [
        Block(
            "if", Span(at, at + size), Span(at, at + size), Span(at, at), None, Span(at, at + size)
        )
        for at, size in dict.fromkeys(places)
    ]
    holding_none = [
        b for b in blocks if not any(o != b and b.core.contains(o.core) for o in blocks)
    ]
    assert list(_innermost(blocks)) == holding_none


def selectors_in(items):
    return [s for item in items for s in (item.selector, *selectors_in(item.children))]


def test_blocks_of_an_inner_definition_are_not_counted_for_the_outer_one():
    code = (
        "def outer():\n    if a:\n        b()\n    def inner():\n        if c:\n            d()\n"
    )
    listed = se.outline(se.Document.from_text(code, "a.py"), blocks=True)
    assert selectors_in(listed.items) == [
        *("outer", "outer > if", "outer.inner", "outer.inner > if")
    ]


def test_a_line_in_the_selector_of_a_region_is_one_of_the_file():
    text = '# Guide\n\n```json\n{\n  "a": 1,\n  "a": 2\n}\n```\n'
    document = se.Document.from_text(text, "guide.md")
    twins = selectors_in(se.outline(document).items)[2:]
    assert [selector.rpartition(" > ")[2] for selector in twins] == ["a@5", "a@6"]
    assert [se.get_region(document, one).lines.first for one in twins] == [5, 6]


MARKUP = """<div><p>a</p><div><p>b</p><br><p class="x">c</p></div></div>
<div><section><div><p>d</p></section></div><p>e</p>
"""


@pytest.mark.parametrize("path", ["p", "div.p", "div.div.p", "section.div", "br", "span.p"])
def test_a_walk_to_elements_finds_what_a_listing_does(path):
    source, steps = (
        Source.of(Document.from_bytes(MARKUP.encode(), "a.html")),
        tuple(path.split(".")),
    )
    walked = source.first_tree or source.tree
    found = [
        (item.path, item.start, item.end, item.block) for item in walked.items_ending_in(steps)
    ]
    listed = [item for item in walked.items() if item.path[-len(steps) :] == steps]
    assert found == [(item.path, item.start, item.end, item.block) for item in listed]
