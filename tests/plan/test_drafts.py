"""An edit with several layouts: the first draft that passes the gate lands, and no other one is parsed."""

import pytest

from structedit.calls.places import Place, Selector
from structedit.calls.requests import Insert, Options, ReplaceFunctionBody
from structedit.calls.statuses import Reason, Status
from structedit.plan import one_request
from structedit.text.document import Document
from structedit.tree.source import Source
from structedit.tree.syntax_tree import SyntaxTree


@pytest.fixture
def parses(monkeypatch):
    """Count the results that are parsed."""
    found = []
    edited = SyntaxTree.edited

    def counted(tree, edits, data):
        found.append(data)
        return edited(tree, edits, data)

    monkeypatch.setattr(SyntaxTree, "edited", counted)
    return found


def source_of(path, text):
    return Source.of(Document.from_text(text, path=path))


def insert(text, of, **options):
    return Insert(text, Place.AFTER, Selector.parse(of), options=Options(**options))


RULE = ".note {\n  color: red\n}\n"


def test_the_second_draft_is_not_parsed_where_the_first_one_passes(parses):
    source = source_of("a.css", ".note {\n  color: red;\n}\n")
    assert one_request.plan(source, insert("margin: 0", ".note.color")).landed
    assert len(parses) == 1


def test_the_second_draft_lands_where_the_first_one_fails(parses):
    source = source_of("a.css", RULE)
    outcome = one_request.plan(source, insert("margin: 0", ".note.color"))
    assert outcome.result.text == ".note {\n  color: red;\n  margin: 0;\n}\n"
    assert len(parses) == 2


def test_errors_that_the_caller_allows_are_not_written_where_a_draft_does_without():
    source = source_of("a.css", RULE)
    outcome = one_request.plan(source, insert("margin: 0", ".note.color", allow_errors=True))
    assert outcome.result.text == ".note {\n  color: red;\n  margin: 0;\n}\n"


def test_the_refusal_is_that_of_the_first_draft():
    source = source_of("a.js", "const run = x => x + 1;\n")
    outcome = one_request.plan(source, ReplaceFunctionBody(Selector.parse("run"), "x +* 1"))
    assert outcome.reason is Reason.NEW_SYNTAX_ERROR
    assert "run = x => x +* 1" in "\n".join(outcome.diagnosis.notes)


def test_a_draft_for_a_batch_is_the_one_that_lands():
    source = source_of("a.css", RULE)
    drafted = one_request.draft(source, insert("margin: 0", ".note.color"))
    assert drafted.edits.apply(source.data).decode() == ".note {\n  color: red;\n  margin: 0;\n}\n"
    assert drafted.alternatives == ()


def test_a_plan_with_one_draft_is_not_parsed_before_it_is_judged(parses):
    source = source_of("a.py", "def f():\n    pass\n")
    drafted = one_request.draft(source, insert("def g():\n    pass", "f"))
    assert not parses
    assert one_request.judge(source, "insert", Options(), drafted).status is Status.APPLIED
    assert len(parses) == 1
