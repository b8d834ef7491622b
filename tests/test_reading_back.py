"""Whether a result reads as it was meant, for edits that no operation should make."""

import pytest

from structedit import Document
from structedit.judge.change import Aim, Change, Replaced
from structedit.judge.reading_back import misread
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.tree.source import Source

PYTHON = """class Cart:
    @cached
    def total(self):
        return 1

    @slow
    def count(self):
        return 2


def main():
    return Cart()
"""
JAVA = """class Cart {
  @Inject
  int total;

  int count;

  void clear() {
    total = 0;
  }
}
"""
SWIFT = "enum E {\n  case one, two, three\n}\n"


def found(source, name):
    return next(row for row in source.tree.definitions() if row.path[-1] == name)


def judged(path, text, old, new, **aim):
    """What is said of a text in which `old` gives way to `new`; names in `aim` are of definitions."""
    before = Source.of(Document.from_text(text, path=path))
    at = text.index(old)
    edits = EditSet.of([Edit(Span(at, at + len(old)), new.encode())])
    rows = {key: found(before, name) for key, name in aim.items() if isinstance(name, str)}
    meant = {key: value for key, value in aim.items() if not isinstance(value, str)}
    spans = tuple(row.whole for row in rows.values()) or (Span(at, at + len(old)),)
    if "replaced" in rows:
        meant["replaced"] = (Replaced.of(rows["replaced"], edits),)
    if "deleted" in rows:
        meant["deleted"] = rows["deleted"]
    if "carried" in rows:
        meant["carried"] = rows["carried"].whole
    change = Change(before, before.edited(edits), edits, Aim(spans, **meant))
    refusal = misread(change, parses=True)
    return refusal.message if refusal is not None else None


TOTAL = PYTHON[PYTHON.index("    @cached") : PYTHON.index("    @slow")]
BELOW = TOTAL.replace("    @cached\n", "")


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "aim", "said"),
    [
        ("a.py", PYTHON, TOTAL, "", {"deleted": "total"}, None),
        ("a.py", PYTHON, BELOW, "", {"deleted": "total"}, "which would get line 2"),
        ("a.py", PYTHON, BELOW, "", {"deleted": "total", "leaves": True}, None),
        ("a.py", PYTHON, TOTAL + "    @slow\n", "", {"deleted": "total"}, "what is not its own"),
        (
            "a.py",
            PYTHON,
            TOTAL,
            "    def sum(self): pass\n",
            {"deleted": "total"},
            "leave 'Cart.sum'",
        ),
        (
            "a.py",
            PYTHON,
            "\n\ndef main",
            "\n\n    def main",
            {"replaced": "count"},
            "go on behind its end",
        ),
        (
            "a.py",
            PYTHON,
            "return 2",
            "x = 1\n    y = 2",
            {"replaced": "total"},
            "'Cart.count' (line 7)",
        ),
        ("a.py", PYTHON, "    @slow\n", "    x = 1\n    @slow\n", {}, None),
        ("a.py", PYTHON, "return 2\n", "return 2\n        return 3\n", {"replaced": "count"}, None),
        ("a.java", JAVA, "  @Inject\n  int total;\n", "", {"deleted": "total"}, None),
        ("a.java", JAVA, "int total;\n\n  ", "", {"deleted": "total"}, "'Cart.count' (line 5)"),
        (
            "a.java",
            JAVA,
            "int count;\n\n",
            "\n",
            {"carried": "count"},
            "not be defined in its new place",
        ),
        ("a.swift", SWIFT, "two, ", "", {"deleted": "two"}, None),
        ("a.swift", SWIFT, "two, three", "", {"deleted": "two"}, "what is not its own"),
    ],
)
def test_what_the_edit_does_not_aim_at_is_found_again(path, text, old, new, aim, said):
    message = judged(path, text, old, new, **aim)
    assert (message is None) == (said is None), message
    assert said is None or said in message
