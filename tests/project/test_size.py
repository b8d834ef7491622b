"""The size of the source: it may not grow unnoticed."""

import re

from benchmarks.house import counted

from checkout import ROOT

MOST_FIELDS = 55
"""Fields of a language profile: a newcomer reads them on one screen."""


def test_the_source_has_no_more_statements_than_the_page_says():
    said = re.search(r"\*\*statements: ([\d,]+)\*\*", (ROOT / "ARCHITECTURE.md").read_text())
    most = int(said[1].replace(",", ""))
    found = counted(ROOT / "src/structedit")
    assert found["statements"] <= most * 1.01, "say in ARCHITECTURE.md, under Size, why it grew"
    assert found["statements"] >= most * 0.98, "write the smaller number into ARCHITECTURE.md"
    assert len(found["profile fields"]) <= MOST_FIELDS
