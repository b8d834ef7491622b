"""What operations promise, checked on edits that no operation should make."""

import pytest

from structedit import Document
from structedit.judge import gate
from structedit.judge.change import Change, Expectation, Gone, Inserted, Moved, Replaced
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
TOTAL = PYTHON[PYTHON.index("    @cached") : PYTHON.index("    @slow")]
BELOW = TOTAL.replace("    @cached\n", "")


def found(source, name):
    return next(row for row in source.tree.definitions() if row.path[-1] == name)


def said_of(path, text, edits, promise):
    """What is said of edits, given what `promise` makes of the source and the edits."""
    before = Source.of(Document.from_text(text, path=path))
    promises = (promise(before, edits),) if promise is not None else ()
    targets = tuple(edit.span for edit in edits.edits)
    change = Change(before, before.edited(edits), edits, Expectation(targets, promises))
    refusal = gate.verdict_of(change, allow_errors=False).refusal
    return refusal.message if refusal is not None else None


def replaced_by(text, old, new):
    at = text.index(old)
    return EditSet.of([Edit(Span(at, at + len(old)), new.encode())])


def gone(name, *, keeps_attached=False):
    return lambda source, _: Gone(found(source, name), keeps_attached)


def replaced(name):
    return lambda source, edits: Replaced.of(found(source, name), edits)


def moved(name):
    return lambda source, _: Moved(found(source, name).core)


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "promise", "said"),
    [
        ("a.py", PYTHON, TOTAL, "", gone("total"), None),
        ("a.py", PYTHON, BELOW, "", gone("total"), "outside the edit"),
        ("a.py", PYTHON, TOTAL + "    @slow\n", "", gone("total"), "code that is not part of it"),
        (
            "a.py",
            "a = 1  # one\nb = 2\n",
            "  # one\nb = 2",
            "",
            gone("b"),
            "code that is not part of it",
        ),
        ("a.java", JAVA, "  @Inject\n  int total;\n", "", gone("total"), None),
        ("a.java", JAVA, "int total;\n\n  ", "", gone("total"), "outside the edit"),
        ("a.swift", SWIFT, "two, ", "", gone("two"), None),
        ("a.swift", SWIFT, ", two, three", "", gone("two"), "code that is not part of it"),
        ("a.js", "f([a, b, c]);\n", "b", "", None, None),
        (
            "a.py",
            PYTHON,
            "\n\ndef main",
            "\n\n    def main",
            replaced("count"),
            "needs a function around it",
        ),
        ("a.py", PYTHON, "return 2\n", "return 2\n        return 3\n", replaced("count"), None),
        ("a.py", PYTHON, "    @slow\n", "    x = 1\n    @slow\n", None, None),
        ("a.java", JAVA, "int count;\n\n", "\n", moved("count"), "not be defined in its new place"),
        (
            "a.py",
            PYTHON,
            "return 1",
            "return 3",
            moved("total"),
            "parsed differently in its new place",
        ),
    ],
)
def test_an_edit_that_breaks_its_promise_is_refused(path, text, old, new, promise, said):
    message = said_of(path, text, replaced_by(text, old, new), promise)
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
SHORT = "void f(void) {\n  if (x)\n    a(1);\n  c();\n}\n"


@pytest.mark.parametrize(
    ("path", "text", "behind", "new", "beside", "holder", "said"),
    [
        ("a.py", PYTHON, "return 2\n\n", "\ndef sum(): pass\n\n", "main", None, None),
        ("a.py", PYTHON, "return 1\n\n", "    def sum(self): pass\n\n", "count", "Cart", None),
        (
            "a.py",
            PYTHON,
            "return 1\n\n",
            "    def sum(self): pass\n\n",
            None,
            None,
            "'Cart' (line 1)",
        ),
        (
            "a.py",
            PYTHON,
            "return 2\n",
            "        def sum(): pass\n",
            "count",
            "Cart",
            "function definition",
        ),
        ("a.py", PYTHON, "return 2\n\n", "\ndef sum(): pass\n\n", None, "Cart", "the top level"),
        ("a.rb", RUBY, "TEXT\n\n", "C = 1\n", "B", None, None),
        ("a.rb", RUBY, "TEXT\n\n", "# A = 1\n", "B", None, None),
        ("a.c", SHORT, "a(1);\n", "    b(1);\n", "a(1);", "f", "not in the place that you named"),
        ("a.c", SHORT, "c();\n", "  d();\n", "c();", "f", None),
    ],
)
def test_what_is_inserted_has_the_parent_that_its_place_names(
    path, text, behind, new, beside, holder, said
):
    at = text.index(behind) + len(behind)

    def inserted(source, _):
        place = None
        if beside is not None:
            start = text.find(beside) if "(" in beside else -1
            place = Span(start, start + len(beside)) if start >= 0 else found(source, beside).span
        return Inserted(place, found(source, holder).core if holder is not None else None)

    message = said_of(path, text, EditSet.of([Edit(Span(at, at), new.encode())]), inserted)
    assert (message is None) == (said is None), message
    assert said is None or said in message


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        ("A = <<~TEXT\n  x\nTEXT\n", "<<~TEXT", "1", "outside the edit"),
        ("A = <<~TEXT\n  x\nTEXT\n", "<<~TEXT", "<<-TEXT", None),
        ("# a\nx = 1\n", "# ", "", None),
        ("f(1)\n  x\nTEXT\n", "1", "<<~TEXT", "outside the edit"),
        ('f("a", 1)\n', '"a"', '"b"', None),
    ],
)
def test_code_stays_code_and_text_stays_text(text, old, new, said):
    edits = replaced_by(text, old, new)
    before = Source.of(Document.from_text(text, path="a.rb"))
    expectation = Expectation((edits.edits[0].span,), by_text=True)
    change = Change(before, before.edited(edits), edits, expectation)
    refusal = gate.verdict_of(change, allow_errors=False).refusal
    assert (refusal is None) == (said is None)
    assert said is None or said in refusal.message


def test_moved_tokens_with_other_nodes_around_them_are_not_the_moved_code():
    """An object that becomes a statement is a block, of the very same tokens."""
    text = "x = {a};\n"
    place = Span(text.index("{"), text.index(";"))
    message = said_of("a.js", text, replaced_by(text, "x = ", ""), lambda *_: Moved(place))
    assert message is not None
    assert "parsed differently in its new place" in message
