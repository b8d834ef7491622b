"""Which findings an edit introduced, and which only moved with their lines."""

import pytest

from structedit.calls.edit_findings import Finding
from structedit.text.document import Document
from structedit.text.edit import EditSet
from structedit.tooling.changed_findings import EditedFile, changed_findings

OLD = "a\nb\nc\nd\n"


def compared(new, before, after, *, old=OLD, moved_from=None):
    """Compare findings that are written as `line:message`, for an edit that makes `new` of `old`."""
    was, now = (Document.from_text(text, "x.py") for text in (old, new))
    edits = EditSet.between(was.data, now.data).refined(was.data)
    path = moved_from or "x.py"
    file = EditedFile("x.py", was, now, edits, moved_from)
    made = [
        [Finding(of, int(line), "R", message) for line, _, message in (row.partition(":") for row in rows)]
        for of, rows in ((path, before), ("x.py", after))
    ]  # fmt: skip
    found = changed_findings(*made, {path: file})
    return tuple([f"{finding.line}:{finding.message}" for finding in some] for some in found)


@pytest.mark.parametrize(
    ("new", "before", "after", "expected"),
    [
        (OLD.replace("a\n", "a\nx\n"), ["3:bad"], ["4:bad"], ([], [])),
        (OLD.replace("a\n", "a\nx\n"), ["3:bad"], ["2:new", "4:bad"], (["2:new"], [])),
        (OLD.replace("a\n", "a\nx\n"), ["3:bad"], ["3:bad"], (["3:bad"], ["3:bad"])),
        (OLD.replace("c\n", "C\n"), ["3:bad", "4:bad"], ["4:bad"], ([], ["3:bad"])),
        (OLD.replace("c\n", "x\nC\n"), ["3:bad"], ["4:bad"], ([], [])),
        ("d\na\nb\nc\n", ["4:bad", "1:odd"], ["1:bad", "2:odd"], ([], [])),
        (OLD.replace("c\n", "C\n"), ["3:bad", "3:bad"], ["3:bad"], ([], ["3:bad"])),
        (OLD.replace("c\n", "C\n"), ["3:bad"], ["3:bad", "3:bad"], (["3:bad"], [])),
        (OLD.replace("a\n", "a\nx\n"), ["4:again, see line 1"], ["5:again, see line 2"], ([], [])),
        (OLD + "e\n", ["5:no end"], ["6:no end"], ([], [])),
        ("x\n" + OLD, ["5:no end"], ["6:no end"], ([], [])),
        ("", ["0:empty", "2:bad"], ["1:empty"], ([], ["2:bad"])),
    ],
)
def test_findings_after_less_those_before(new, before, after, expected):
    assert compared(new, before, after) == expected


def test_findings_go_with_a_file_that_is_moved():
    found = compared("x\n" + OLD, ["1:bad"], ["2:bad", "1:new"], moved_from="old.py")
    assert found == (["1:new"], [])
