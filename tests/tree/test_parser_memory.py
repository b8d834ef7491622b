"""Parsing gives its memory back."""

import sys
import tracemalloc

import pytest

import structedit as se
from structedit.tree.source import Source

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

SOURCE = "def f(a):\n    return a\n\n\n" * 2_000


def resident_kilobytes():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4


def test_parsed_contents_do_not_stay_in_memory():
    document = se.Document.from_text(SOURCE, path="x.py")
    for _ in range(30):
        assert Source.of(document).tree is not None
    before = resident_kilobytes()
    for _ in range(120):
        assert Source.of(document).tree is not None
    grown = resident_kilobytes() - before
    assert grown < 30 * len(SOURCE) // 1024, f"grew by {grown} KB over 120 contents"


def test_a_scanner_that_looks_ahead_takes_no_memory():
    """At each blank line the scanner of this grammar looks through all that follow."""
    document = se.Document.from_text("x = 1\n" + (" " * 300 + "\n") * 500 + "y = 2\n", path="x.ex")
    tracemalloc.start()
    assert Source.of(document).tree is not None
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 << 20, f"{peak:,} bytes at once"
