"""The size of the source: it may not grow unnoticed."""

import ast
import re

from benchmarks.house import profile_fields, statements

from checkout import ROOT

MOST_FIELDS = 55
"""Fields of a language profile: a newcomer reads them on one screen."""


def test_the_source_has_no_more_statements_than_the_page_says():
    said = re.search(r"\*\*statements: ([\d,]+)\*\*", (ROOT / "ARCHITECTURE.md").read_text())
    most = int(said[1].replace(",", ""))
    trees = [ast.parse(path.read_bytes()) for path in (ROOT / "src/structedit").rglob("*.py")]
    found = sum(map(statements, trees))
    assert found <= most * 1.01, "say in ARCHITECTURE.md, under Size, why it grew"
    assert found >= most * 0.98, "write the smaller number into ARCHITECTURE.md"
    fields = [field for tree in trees for field in profile_fields(tree)]
    assert 0 < len(fields) <= MOST_FIELDS
