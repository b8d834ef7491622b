"""The program that tries the laws on real files: what it finds wrong, and what it does not."""

from __future__ import annotations

import signal

import pytest
from benchmarks.laws import anchors, items, legitimate, placing, readers
from benchmarks.laws.running import LAWS, Job, Plan, measured

from checkout import ROOT
from structedit import Document, Source
from structedit.calls.statuses import Status
from structedit.plan.one_request import plan
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.text.values import replace


def file_of(text: str, path: str) -> items.File:
    return items.File(Source.of(Document.from_text(text, path)), "1")


@pytest.mark.parametrize("name", ["python/queue_worker.py", "go", "json", "rust"])
def test_fixtures_keep_the_laws(name):
    path = ROOT / "fixtures" / name
    paths = sorted(p for p in path.rglob("*") if p.is_file())[:1] if path.is_dir() else [path]
    laws = tuple(law for law in LAWS if law != "legitimate")
    counts = measured(Job(Plan(laws, 4, 99, "1", False, 60), tuple(map(str, paths))))
    assert sum(counts.items.values()) >= 4
    assert [f.text for f in counts.findings if f.verdict.column in ("wrong", "crashed")] == []
    assert {column for *_, column in counts.columns} >= {"right"}


def test_the_same_seed_asks_the_same():
    job = Job(
        Plan(("own",), 3, 99, "7", False, 60), (str(ROOT / "fixtures/python/queue_worker.py"),)
    )
    handler = signal.getsignal(signal.SIGALRM)
    assert measured(job).columns == measured(job).columns
    assert signal.getsignal(signal.SIGALRM) is handler  # limits of time elsewhere need it


def test_a_deletion_of_more_than_the_item_is_wrong(monkeypatch):
    file = file_of("def a():\n    pass\n\n\ndef b():\n    pass\n\n\ndef c():\n    pass\n", "a.py")

    def greedy(item, request, source=None):
        out = plan(item.file.source, request)
        after = Source.of(Document.from_text("def c():\n    pass\n", "a.py"))
        edits = EditSet.of([Edit(Span(0, len(item.data)), after.data)])
        return replace(out, result=after.document, edits=edits)

    monkeypatch.setattr(placing, "tried", greedy)
    (verdict,) = placing.delete(file.items[0])
    assert (verdict.column, verdict.why[:10]) == ("wrong", "'def b():\\")


def test_an_anchor_that_takes_more_than_its_brackets_is_wrong(monkeypatch):
    file = file_of("function f(a: {\n  b: string;\n}) {\n  c();\n}\n\nd();\n", "a.ts")
    item = file.items[0]

    def greedy(item, request, source=None):
        out = plan(item.file.source, request)
        edits = EditSet.of([Edit(Span(0, len(item.data) - 5), b"")])
        result = item.file.source.document.with_data(edits.apply(item.data))
        return replace(out, result=result, edits=edits, status=Status.APPLIED)

    (header, body) = anchors.anchor(item)
    assert (header.column, body.column) == ("refused", "right")
    file.kept.clear()
    monkeypatch.setattr(anchors, "tried", greedy)
    header, body = anchors.anchor(item)
    assert (header.column, body.column) == ("wrong", "right")
    assert "lines below the pair are deleted" in header.why


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('{"a": 1, "b": [1, 2]}', '{"a": 1, "b": [1]}', ""),
        ('{"a": 1, "b": [1, 2]}', '{"b": [1, 2]}', ""),
        ('{"a": 1, "b": [1, 2]}', '{"b": [2]}', "2 things are gone"),
        ('{"a": 1, "b": [1, 2]}', '{"a": 2, "b": [1, 2]}', "it is another"),
        ('{"a": {"b": 1}}', '{"a": {}}', ""),
    ],
)
def test_the_data_of_a_deletion_lacks_one_thing(before, after, said):
    assert readers.other_data(file_of(before, "a.json"), after.encode()) == said


def test_what_python_does_not_read_is_told():
    file = file_of("a = 1\n", "a.py")
    assert readers.refuses(file, b"a = 2\n") == ""
    assert readers.refuses(file, b"a = = 2\n").startswith("SyntaxError")


def test_rows_leave_numbers_out():
    rows = items.rows(Source.of(Document.from_text('{"a": [1, {"b": 2}]}', "a.json")))
    assert [(row.kind, row.name) for row in rows] == [
        ("key", ("a",)),
        ("element", ("a", "[]")),
        ("element", ("a", "[]")),
        ("key", ("a", "[]", "b")),
    ]


def test_legitimate_edits_land():
    file = file_of("def a(first_one):\n    return first_one\n\n\ndef b():\n    return 2\n", "a.py")
    verdicts = [v for item in file.items for v in legitimate.legitimate(item)]
    assert {v.edit for v in verdicts} >= {"renamed", "split in two", "moved", "a name in a line"}
    assert [(v.edit, v.why) for v in verdicts if v.column != "right"] == []
