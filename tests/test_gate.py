"""What the gate lets through and what it does not, where a file is too large or odd for a case."""

import pytest

from structedit import Document
from structedit.app import library
from structedit.calls.statuses import Reason, Risk, Status
from structedit.judge import gate, own_parser
from structedit.judge.change import Aim, Change
from structedit.judge.risk import risk_of
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.tree.source import Source

ROWS = "".join(f"value_{number} = {number}\n" for number in range(12_000))
MISPLACED = "call(key=1, 2)"
"""What a tree accepts and Python does not."""


def python(text):
    return Document.from_text(text, path="values.py")


def test_a_large_file_is_judged_by_the_statement_that_is_edited():
    assert len(ROWS) > own_parser.MOST_BYTES
    out = library.str_replace(python(ROWS), "value_7 = 7", MISPLACED)
    assert (out.status, out.reason) == (Status.REFUSED, Reason.NEW_SYNTAX_ERROR)
    assert "is not valid python" in out.message
    assert library.str_replace(python(ROWS), "value_7 = 7", "call(2, key=1)").landed


def test_what_was_not_valid_before_may_stay_so():
    text = ROWS.replace("value_7 = 7", MISPLACED)
    assert library.str_replace(python(text), "key=1", "key=3").landed
    assert library.str_replace(python(text), "value_9 = 9", "value_9 = 10").landed


@pytest.mark.parametrize("lines", [12_000, 20_000])
def test_a_statement_that_is_too_large_is_not_judged(lines):
    text = "rows = [\n" + "".join(f"    {number},\n" for number in range(lines, 3 * lines)) + "]\n"
    assert len(text) > own_parser.MOST_BYTES
    assert library.str_replace(python(text), f"    {lines + 7},", f"    {MISPLACED},").landed


def test_a_small_file_is_judged_as_a_whole():
    out = library.str_replace(python("a = 1\nb = 2\n"), "b = 2", MISPLACED)
    assert out.reason is Reason.NEW_SYNTAX_ERROR
    assert library.str_replace(
        python("a = 1\nb = 2\n"), "b = 2", MISPLACED, allow_errors=True
    ).landed


@pytest.mark.parametrize(
    ("lines", "removed", "places", "risk"),
    [
        (100, 19, 1, Risk.LOW),
        (100, 20, 1, Risk.MEDIUM),
        (100, 74, 1, Risk.MEDIUM),
        (100, 75, 1, Risk.HIGH),
        (100, 89, 99, Risk.HIGH),
        (100, 90, 1, Risk.CRITICAL),
        (1000, 10, 99, Risk.LOW),
        (1000, 10, 100, Risk.CRITICAL),
        (9, 9, 1, Risk.LOW),
        (10, 10, 1, Risk.CRITICAL),
    ],
)
def test_the_risk_of_a_change(lines, removed, places, risk):
    assert risk_of(lines, removed, places) is risk


def test_nearly_all_of_a_file_needs_force():
    text = "".join(f"a{number} = 1\n" for number in range(20))
    change = {"old": "1", "new": "2", "replace_all": True}
    out = library.str_replace(python(text), **change)
    assert (out.status, out.reason) == (Status.REFUSED, Reason.RISK)
    assert "20 of the file's 20 lines, at 20 places" in out.message
    assert library.str_replace(python(text), **change, force=True).risk is Risk.CRITICAL
    assert library.str_replace(python(text), **change, before="a17").risk is Risk.HIGH


JS = "function f() {\n  const a = 1;\n  return a;\n}\n\nfunction g() {\n  return 2;\n}\n"


@pytest.mark.parametrize(
    ("text", "place", "told"),
    [
        ("  if (z) {\n    b();\n", {"after": "  const a = 1;"}, "'{' at its line 3"),
        ("function h() {\n  if (x) {\n}\n", {"at": "after", "of": "f"}, "'{' at its line 6"),
        ("  b();\n}\n", {"after": "  const a = 1;"}, "'}' at its line 4"),
        ("  b();\n  const = 3;\n", {"after": "  const a = 1;"}, "at its line 4: near 'const = 3;'"),
    ],
)
def test_what_the_new_text_leaves_open_is_named_where_it_stands(text, place, told):
    out = library.insert(Document.from_text(JS, path="a.js"), text, **place)
    assert out.reason is Reason.NEW_SYNTAX_ERROR
    assert told in out.report()


def test_of_a_long_text_what_is_near_the_edit_has_to_balance(monkeypatch):
    monkeypatch.setattr(gate, "_MOST_BALANCED", 800)
    text = "(\n" + "one line\n" * 300 + "the (place)\n" + "one line\n" * 300
    document = Document.from_text(text, path="notes.txt")
    broken = library.str_replace(document, "(place)", "(place")
    assert broken.reason is Reason.NEW_SYNTAX_ERROR
    assert "line 302: '(' has no counterpart" in broken.report()
    assert library.str_replace(document, "(place)", "(there)").landed
    first = library.str_replace(document, "(\none", "((\none")
    assert "line 1: '(' has no counterpart" in first.report()


def test_a_line_of_the_new_region_that_nobody_reads_is_cut():
    text = "x = '" + "a" * 50_000 + "'\ny = 1\n"
    out = library.str_replace(Document.from_text(text, path="a.py"), "y = 1", "y = 2")
    assert out.text == text.replace("y = 1", "y = 2")
    assert out.region.lines[0].endswith("… 40006 more letters")
    assert out.region.lines[1] == "y = 2"


ALIKE = {
    "a.hs": (
        "f 0 = 1\nf n = n + 1\n\ng x = f x\n",
        {"n + 1": True, "f n =": False, "g x =": False},
    ),
    "a.toml": (
        '# note\n[a]\nx = 1\n[[b]]\ny = "2"\n',
        {"# note": True, "x = 1": True, "[a]": False, "[[b]]": False},
    ),
    "a.md": ("# A\n\ntext here\n\n## B\n\nmore\n", {"text here": True, "## B": False}),
    "a.py": ("class A:\n    def f(self):\n        return 1 + 2\n", {"1 + 2": True, "def f": False}),
}


@pytest.mark.parametrize("path", ALIKE)
def test_an_edit_that_leaves_nodes_and_names_as_they_were_defines_the_same(path):
    text, places = ALIKE[path]
    before = Source.of(Document.from_text(text, path=path))
    for place, is_alike in places.items():
        at = text.encode().index(place.encode())
        for new in (place[:-1] + "7", place[:-1] + "7" + place[-1], place + " + 7"):
            edits = EditSet((Edit(Span(at, at + len(place)), new.encode()),))
            after = before.edited(edits)
            areas = Change(before, after, edits, Aim(())).areas()
            found = before.tree.defines_alike(after.tree, edits, areas)
            listed = [(b.kind, b.path) for b in before.tree.definitions()]
            assert not found or listed == [(b.kind, b.path) for b in after.tree.definitions()]
            if new == place[:-1] + "7":
                assert found is is_alike, place
