"""Parsing gives its memory back."""

import sys

import pytest

import structedit as se
from structedit.syntax.source import Source

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

SOURCE = "def f(a):\n    return a\n\n\n" * 4_000


def resident_kilobytes():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4


def test_parsed_contents_do_not_stay_in_memory():
    document = se.Document.from_text(SOURCE, path="x.py")
    for _ in range(3):
        assert Source.of(document).tree is not None
    before = resident_kilobytes()
    for _ in range(60):
        assert Source.of(document).tree is not None
    grown = resident_kilobytes() - before
    assert grown < 20 * len(SOURCE) // 1024, f"grew by {grown} KB over 60 contents"
