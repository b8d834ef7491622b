"""The verdict of the role law on small edits: those of `role_cases.txt`, each as an edit of text."""

import re

import pytest
from tests.checkout import TESTS

from structedit import Document
from structedit.calls.statuses import Reason
from structedit.judge import gate, role_law
from structedit.judge.change import Change, Expectation
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.tree.source import Source

SECTION = re.compile(
    r"^== (?P<name>[^\n]+) ==\nlanguage: (?P<language>[^\n]+)\nkind: (?P<kind>[^\n]+)\nverdict: (?P<verdict>[^\n]+)\n"
    r"(?:because: (?P<because>[^\n]+)\n)?-- edit --\n(?P<text>.*?)-- end --$",
    re.MULTILINE | re.DOTALL,
)
MARK = re.compile("⟪(.*?)⟶(.*?)⟫", re.DOTALL)
ROWS = [m.groupdict() for m in SECTION.finditer((TESTS / "judge" / "role_cases.txt").read_text())]


def edit_of(marked):
    """The text before an edit, and the edits that are marked in it."""
    before, edits, at = "", [], 0
    for found in MARK.finditer(marked):
        before += marked[at : found.start()]
        start = len(before.encode())
        before += found[1]
        edits.append(Edit(Span(start, len(before.encode())), found[2].encode()))
        at = found.end()
    return before + marked[at:], EditSet.of(edits)


def verdict_on(language, marked, *, by_text):
    before, edits = edit_of(marked)
    source = Source.of(Document.from_text(before, language=language))
    expectation = Expectation(tuple(edit.span for edit in edits.edits), by_text=by_text)
    change = Change(source, source.edited(edits), edits, expectation)
    return gate.verdict_of(change, allow_errors=False)


def word_for(verdict):
    if verdict.refusal is None:
        return "warns" if verdict.warnings else "lands"
    return "no parse" if verdict.refusal.reason is Reason.NEW_SYNTAX_ERROR else "refused"


def test_every_row_is_read():
    assert len(ROWS) == 171
    assert all(r["because"] for r in ROWS if (r["kind"], r["verdict"]) == ("damage", "lands"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['language']}: {row['name']}")
def test_the_verdict_on_an_edit_of_text(row):
    assert word_for(verdict_on(row["language"], row["text"], by_text=True)) == row["verdict"]


WARNED = [row for row in ROWS if row["verdict"] in ("warns", "refused")]


@pytest.mark.parametrize("row", WARNED, ids=lambda row: f"{row['language']}: {row['name']}")
def test_an_operation_that_was_not_given_the_text_is_refused(row):
    verdict = verdict_on(row["language"], row["text"], by_text=False)
    comments_stay = row["name"] in ("jsdoc left for next", "go: doc comment left")
    assert verdict.refusal is not None or comments_stay


def test_what_is_written_out_hides_no_other_damage():
    """Of a merge that the text writes out there is one warning, however many tokens it moves."""
    moved = "".join(f"  y{number}();\n" for number in range(40))
    marked = "function a() {\n  x();\n⟪}\nfunction b() {\n⟶⟫" + moved + "}\n"
    assert word_for(verdict_on("javascript", marked, by_text=True)) == "warns"
    marked += "const c = f(1)⟪;⟶⟫\n(b)();\n"
    assert word_for(verdict_on("javascript", marked, by_text=True)) == "refused"


@pytest.mark.parametrize("language", ["javascript", "java", "c"])
def test_a_statement_that_is_written_takes_no_else_from_another(language):
    marked = "if (a) ⟪⟶if (b) ⟫x(); else y();"
    around = {"java": "class A { void f() { %s } }\n", "c": "void f(void) { %s }\n"}
    text = around.get(language, "%s\n") % marked
    assert word_for(verdict_on(language, text, by_text=True)) == "refused"
    braced = text.replace("x();", "{ x(); }").replace("⟶if (b) ", "⟶").replace("⟫{", "⟫{ if (b)")
    assert word_for(verdict_on(language, braced, by_text=True)) == "lands"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['language']}: {row['name']}")
def test_nodes_that_both_trees_share_are_skipped_without_another_verdict(row, monkeypatch):
    marked = row["text"]
    usual = verdict_on(row["language"], marked, by_text=True)
    monkeypatch.setattr(role_law, "_WORTH_PAIRING", 0)
    assert verdict_on(row["language"], marked, by_text=True) == usual


def test_damage_among_many_edits_of_a_file_is_seen():
    """Most of an area of change is shared by both trees, and only the rest is compared token by token."""
    many = "".join(
        f"function f{n}(a) {{\n  const b = a;\n  return ⟪b⟶(b)⟫;\n}}\n" for n in range(60)
    )
    torn = "const c = f(1)⟪;⟶⟫\n(b)();\n"
    assert word_for(verdict_on("javascript", many * 2, by_text=True)) == "lands"
    assert word_for(verdict_on("javascript", many + torn + many, by_text=True)) == "refused"
