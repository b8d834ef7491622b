"""The row that is kept of a call."""

import pytest
from statistics_calls import SOURCE

import structedit as se
from structedit.extras.statistics.calls_made import Addressing, call_made, size_class


@pytest.mark.parametrize(
    ("old", "hints", "narrowed"),
    [
        ("total = 0", {"within": "load"}, True),
        ("total = 0", {"after": "def save"}, True),
        ("total = 0", {"between": ("def load", "def save")}, True),
        ("total = 0", {"near_line": 2, "radius": 2}, True),
        ("total = 0", {"occurrence": 2}, True),
        ("total = 0", {"replace_all": True}, False),
        ("total += len(line)", {"within": "load"}, False),  # it occurs once in the file
    ],
)
def test_hints_that_chose_one_of_several_places(old, hints, narrowed):
    document = se.Document.from_text(SOURCE, path="x.py")
    outcome = se.str_replace(document, old, "total = 1", **hints)
    assert outcome.landed
    made = call_made(outcome, outcome.request)
    assert made.hints.split() == [name for name in hints if name != "radius"]
    assert made.narrowed is narrowed


def test_hints_of_an_anchor_that_chose_one_of_several_places():
    loop = "    for x in y:\n        z(x)\n    w()\n"
    document = se.Document.from_text(f"def a():\n{loop}\n\ndef b():\n{loop}", path="x.py")
    outcome = se.delete_block(document, anchor="for x in y:", within="b")
    assert outcome.landed
    assert call_made(outcome, outcome.request).narrowed


def test_addressing():
    document = se.Document.from_text(SOURCE, path="x.py")

    def way(outcome):
        return call_made(outcome, outcome.request).addressing

    assert way(se.delete_block(document, "load")) is Addressing.SELECTOR
    assert way(se.delete_block(document, ":1-5", expected="x")) is Addressing.LINES
    assert way(se.delete_block(document, lines=1, expected="x")) is Addressing.LINES
    assert way(se.delete_block(document, anchor="for line in open(path):")) is Addressing.ANCHOR
    assert way(se.delete_block(document, start="def load", end="return")) is Addressing.ANCHOR
    assert way(se.insert(document, "x = 1", at="bottom")) is Addressing.FILE
    assert way(se.str_replace(document, "a", "b")) is Addressing.TEXT


@pytest.mark.parametrize(("lines", "name"), [(0, "under 100"), (5000, "5000 and more")])
def test_size_classes(lines, name):
    assert size_class(lines) == name
