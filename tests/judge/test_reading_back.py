"""Whether a result reads as it was meant, for edits that no operation should make."""

import pytest

from structedit import Document
from structedit.judge.change import Aim, Change, Put, Replaced
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
        (
            "a.py",
            "a = 1  # one\nb = 2\n",
            "  # one\nb = 2",
            "",
            {"deleted": "b"},
            "what is not its own",
        ),
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


RUBY = """A = <<~TEXT
  x
TEXT

class B
  def f
    1
  end
end
"""


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "holder", "said"),
    [
        ("a.py", PYTHON, "\n\ndef main", "\n\ndef sum(): pass\n\n\ndef main", None, None),
        ("a.py", PYTHON, "    @slow", "    def sum(self): pass\n\n    @slow", "Cart", None),
        ("a.py", PYTHON, "    @slow", "    def sum(self): pass\n\n    @slow", None, "in 'Cart'"),
        ("a.py", PYTHON, "return 2\n", "return 2\n        def sum(): pass\n", "Cart", "Cart.count"),
        ("a.py", PYTHON, "\n\ndef main", "\n\ndef sum(): pass\n\n\ndef main", "Cart", "top level"),
        ("a.rb", RUBY, "class", "C = 1\nclass", None, None),
        ("a.rb", RUBY, "  x\n", "C = 1\n  x\n", None, "in a string or comment"),
        ("a.rb", RUBY, "class", "# A = 1\nclass", None, None),
    ],
)
def test_what_is_put_somewhere_stands_there(path, text, old, new, holder, said):
    before = Source.of(Document.from_text(text, path=path))
    at = text.index(old)
    put = new.index(old)
    edits = EditSet.of([Edit(Span(at, at), new[:put].encode())] if put else [])
    if not put:
        edits = EditSet.of([Edit(Span(at + len(old), at + len(old)), new[len(old) :].encode())])
    into = found(before, holder).core if holder is not None else None
    aim = Aim((edits.old_hull(),), put=Put(at_block=True, holder=into))
    refusal = misread(Change(before, before.edited(edits), edits, aim), parses=True)
    message = refusal.message if refusal is not None else None
    assert (message is None) == (said is None), message
    assert said is None or said in message


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        ("A = <<~TEXT\n  x\nTEXT\n", "<<~TEXT", "1", "line 2 of the result would no longer be"),
        ("A = <<~TEXT\n  x\nTEXT\n", "<<~TEXT", "<<-TEXT", None),
        ("# a\nx = 1\n", "# ", "", None),
        ("f(1)\n  x\nTEXT\n", "1", "<<~TEXT", "would be a string or comment"),
        ('f("a", 1)\n', '"a"', '"b"', None),
    ],
)
def test_code_stays_code_and_text_stays_text(text, old, new, said):
    message = judged("a.rb", text, old, new, is_text=True)
    assert (message is None) == (said is None), message
    assert said is None or said in message
