"""What the gate lets through and what it does not, where a file is too large or odd for a case."""

import pytest

from structedit import Document
from structedit.app import library
from structedit.calls.statuses import Reason, Risk, Status
from structedit.judge import gate, own_parser
from structedit.judge.change import Change, Expectation
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
        ("  if (z) {\n    b();\n", {"after": "  const a = 1;"}, "'{' at line 3"),
        ("function h() {\n  if (x) {\n}\n", {"at": "after", "of": "f"}, "'{' at line 6"),
        ("  b();\n}\n", {"after": "  const a = 1;"}, "'}' at line 4"),
        ("  b();\n  const = 3;\n", {"after": "  const a = 1;"}, "at line 4: near 'const = 3;'"),
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
    assert out.region.lines[0].endswith("… 40006 more characters")
    assert out.region.lines[1] == "y = 2"


FUNCTIONS = "".join(f"def f{n}(a):\n    # {'-' * 600}\n    return g(a, {n})\n\n" for n in range(9))


def several(text, *pairs, path="a.py"):
    """The change of a text in which each first text of some pairs, found once, gives way to the second."""
    before = Source.of(Document.from_text(text, path=path))
    places = [(text.index(old), old, new) for old, new in pairs]
    edits = EditSet.of(Edit(Span(at, at + len(old)), new.encode()) for at, old, new in places)
    return Change(
        before, before.edited(edits), edits, Expectation(tuple(e.span for e in edits.edits))
    )


def test_edits_of_other_sizes_move_what_is_behind_them():
    change = several(FUNCTIONS, ("g(a, 2)", "g()"), ("g(a, 5)", "long_name(a, 5)"), ("8)", "88)"))
    tokens = change.after.tree.tokens(Span(0, len(change.after.data)))
    fresh = Source.of(change.after.document)
    assert tokens == fresh.tree.tokens(Span(0, len(fresh.data)))
    assert fresh.tree.definitions() == change.after.tree.definitions()


def test_a_definition_between_edits_that_is_swallowed_is_lost():
    change = several(FUNCTIONS, ("g(a, 2)", 'g(a, """2)'), ("g(a, 5)", 'g(a, """)'))
    refusal = gate.verdict_of(change, allow_errors=True).refusal
    assert refusal is not None
    assert refusal.reason is Reason.READ_BACK
    assert "outside the edit, would be part of a string content" in refusal.message


WITHIN = """if a:
    def f(b):
        x = 1; y = 2
        return g(b)


print 3
"""
BODY = "    def f(b):\n        x = 1; y = 3\n        return h()"


@pytest.mark.parametrize(
    ("pairs", "statements"),
    [
        ((("g(b)", "h()"),), ["        return h()"]),
        ((("y = 2", "y = 3"), ("g(b)", "h()")), [BODY]),
        ((("3", "4"), ("g(b)", "h()")), ["        return h()", "print 4"]),
        ((("x = 1", "x = 3"), ("g(b)", "h()")), ["        x = 3", "        return h()"]),
        ((("g(b)", "1\n"),), []),
        ((("return g(b)", "return 1\nz = 1"),), []),
    ],
)
def test_the_statements_that_edits_are_in_are_judged_alone(pairs, statements):
    found = gate._edited_statements(several(WITHIN, *pairs))
    assert [one.decode() for one in found] == statements


def test_what_is_judged_alone_is_accepted_only_as_one_statement_each():
    assert own_parser.accepts("compile", [b"    return 1", b"x = 2", b"\tdef f():\n\t\tpass"])
    for statements in ([], [b"    x = 1\ny = 2"], [b"    x = 1\n    y = 2"], [b"f(a=1, 2)"]):
        assert not own_parser.accepts("compile", statements)


@pytest.mark.parametrize(
    ("lines", "is_accepted"),
    [
        (b"    def f(self):\n        return super().f()\n", True),
        (b"    @cached\n    def f(self):\n        nonlocal __class__\n", True),
        (b"    def f(self):\n        nonlocal total\n", False),
        (b"    def f(self, rows=[x := 1 for _ in range(2)]):\n        pass\n", False),
        (b"def f(self):\n    pass\n", False),
    ],
)
def test_a_member_of_a_type_is_judged_as_in_its_type(lines, is_accepted):
    assert own_parser.accepts_member("compile", lines) == is_accepted


def test_an_edit_of_a_member_is_refused_as_in_the_whole_file():
    text = "class Cart:\n    def total(self):\n        return 1\n\n    def size(self):\n        return 2\n"
    assert library.str_replace(python(text), "return 1", "return 3").landed
    out = library.str_replace(python(text), "return 1", "nonlocal rows")
    assert out.reason is Reason.NEW_SYNTAX_ERROR


def test_a_file_that_is_not_valid_elsewhere_may_get_more_of_it():
    document = python("def f():\n    return 1\n\n\nprint 3\n")
    assert library.str_replace(document, "return 1", "print 2").landed
    assert library.str_replace(
        python("def f():\n    return 1\n"), "return 1", "print 2"
    ).reason is (Reason.NEW_SYNTAX_ERROR)
