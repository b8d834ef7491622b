"""Which calls are recorded, by every route: edits, batches, wrong calls, undo; and that reads are not."""

import json
from contextlib import suppress

import pytest
import statistics_calls as calls
from statistics_calls import check_counts, command, rows

import structedit as se
from structedit.extras.statistics.report import page
from structedit.faces import tools
from structedit.faces.adapters import anthropic_editor


def reasons(stats, operation="all"):
    """Return the fails of an operation by their reason."""
    found = stats.table("reasons").dicts()
    return {its["reason"]: its["fails"] for its in found if its["operation"] == operation}


@pytest.mark.parametrize("route", ["by_library", "by_session", "by_command", "by_mcp"])
def test_counts_are_exact_by_every_route(file, run, route):
    getattr(calls, route)(file, run)
    check_counts(se.get_edit_stats())
    check_counts(se.get_edit_stats("lifetime"))
    told = json.loads(run("stats", "--json").stdout)
    assert told == json.loads(json.dumps(se.get_edit_stats().to_dict()))


@pytest.mark.parametrize(
    "route", ["read_by_library", "read_by_session", "read_by_command", "read_by_mcp"]
)
def test_calls_that_only_read_are_not_recorded(file, run, route, state_folder):
    getattr(calls, route)(file, run)
    assert len(se.history(file.parent)) == 0
    assert run("history").returncode == run("languages", "--json").returncode == 0
    assert run("outline", str(file), "--frobnicate").returncode == 2
    assert not (state_folder / "statistics").exists()


def test_what_a_call_reads_on_its_way_is_no_call(file):
    session = se.Session(file.parent)
    edit = {"command": "insert", "path": file.name, "insert_line": 1, "insert_text": "    x = 1"}
    assert anthropic_editor.call(edit, session).landed
    view = {"command": "view", "path": file.name, "view_range": [1, -1]}
    assert anthropic_editor.call(view, session).landed
    assert tools.dispatch("undo", {}, session).landed
    assert se.get_edit_stats().edits == 2


def test_pure_calls_are_not_recorded(file, state_folder):
    document = se.Document.from_path(file)
    assert se.str_replace(document, "return total", "return 1", replace_all=True).landed
    se.outline(document), se.get_region(document, "load"), se.check(document)
    se.find([document, document], text="total")
    assert not (state_folder / "statistics").exists()


def test_a_call_on_a_file_that_is_not_there_is_recorded(tmp_path):
    with pytest.raises(se.FileError):
        se.str_replace(tmp_path / "gone.py", "a", "b")
    assert reasons(se.get_edit_stats()) == {"missing_file": 1}


def test_wrong_calls_are_fails_by_reason(file, run):
    path = str(file)
    assert run("str-replace", path, "--old", "a", "--new", "b", "--frobnicate").returncode == 2
    assert run("str-replace", path, "--old", "a", "--new", "b", "--near-line", "x").returncode == 2
    assert run("str-replace", path, "--old", "a").returncode == 2
    assert run("apply", "--edits", '[{"op": "nope"}]').returncode == 2
    reply = tools.dispatch("str_replace", {"path": path, "frobnicate": 1})
    assert not reply.landed
    reply = tools.dispatch("apply_edits", {"edits": "*** Begin Patch\nnonsense"})
    assert not reply.landed
    at_a_line = {"path": file.name, "line": 1, "text": "b"}
    reply = tools.dispatch("insert", at_a_line, se.Session(file.parent))
    assert not reply.landed and reply.data["try"]
    stats = se.get_edit_stats("lifetime")
    assert (stats.edits, stats.hits) == (7, 0)
    wanted = {"unknown_argument": 2, "bad_value": 1, "missing_argument": 1, "malformed_edit": 2}
    wanted["usage"] = 1
    assert reasons(stats) == wanted


@pytest.mark.parametrize("by", ["library", "session"])
def test_wrong_calls_of_the_library_are_fails_by_reason(file, by):
    edit = se if by == "library" else se.Session(file.parent)
    calls = [
        lambda: edit.str_replace(str(file), "a", "b", frobnicate=1),
        lambda: edit.str_replace(str(file), "a"),
        lambda: edit.str_replace(str(file), "a", "b", near_line="five"),
        lambda: edit.replace_block(str(file), new="b", lines="x"),
        lambda: edit.apply_edits("*** Begin Patch\nnonsense"),
    ]
    for call in calls:
        with pytest.raises(se.UsageError):
            call()
    document = se.Document.from_text("a = 1\n")
    with pytest.raises(se.UsageError):  # calls on documents are not counted
        se.str_replace(document, "a", "b", near_line="five")
    stats = se.get_edit_stats()
    assert (stats.edits, stats.hits) == (5, 0)
    three = {"unknown_argument": 1, "missing_argument": 1, "bad_value": 1}
    assert reasons(stats, "str_replace") == three
    assert reasons(stats, "replace_block") == {"usage": 1}
    assert reasons(stats, "apply_edits") == {"malformed_edit": 1}


def test_edits_of_a_batch(tmp_path):
    (tmp_path / "a.py").write_text("a = 1\nb = 2\n")
    (tmp_path / "b.py").write_text("c = 3\n")
    good = {"op": "str_replace", "path": "a.py", "old": "a = 1", "new": "a = 10"}
    bad = {"op": "str_replace", "path": "b.py", "old": "zzz = 99", "new": "c = 4"}
    assert not se.multi_edit(tmp_path, [good, bad]).landed  # the good one fits, and is not written
    assert se.multi_edit(tmp_path, [good]).landed
    patch = "--- a/b.py\n+++ b/b.py\n@@ -1 +1 @@\n-c = 3\n+c = 4\n"
    assert se.apply_edits(patch, tmp_path, dry_run=True).landed
    assert se.apply_edits(patch, tmp_path).landed
    with pytest.raises(se.FormatError):
        se.apply_edits("*** Begin Patch\nnonsense", tmp_path)
    stats = se.get_edit_stats()
    assert (stats.edits, stats.hits) == (4, 2)
    assert reasons(stats) == {"malformed_edit": 1, "no_match": 1}
    operations = {its["operation"]: its for its in stats.table("operations").dicts()}
    assert operations["all"]["dry_runs"] == 2
    assert operations["str_replace"]["dry_runs_per_commit"] == 1.0
    assert [row[:4] for row in rows(stats, "formats")] == [
        ("other texts of edits", 2, 1, 1),
        ("patches", 1, 1, 0),
    ]


def by_the_library(root):
    se.rewrite([root], query='((identifier) @x (#eq? @x "old"))', template="new", root=root)
    se.undo(root=root), se.redo(root=root)


def by_a_session(root):
    session = se.Session(root)
    se.rewrite([root], query='((identifier) @x (#eq? @x "old"))', template="new", root=root)
    session.undo(), session.redo()


def by_commands(root):
    query = '((identifier) @x (#eq? @x "old"))'
    for words in (("rewrite", "--query", query, "--template", "new", "."), ("undo",), ("redo",)):
        assert command(*words, folder=root).returncode == 0


def by_tools(root):
    se.rewrite([root], query='((identifier) @x (#eq? @x "old"))', template="new", root=root)
    session = se.Session(root)
    assert tools.dispatch("undo", {}, session).landed
    session.redo()


@pytest.mark.parametrize("route", [by_the_library, by_a_session, by_commands, by_tools])
def test_rewrites_and_what_is_taken_back_are_counted(tmp_path, run, route):
    root = tmp_path / "src"
    root.mkdir()
    for name in ("a.py", "b.py"):
        (root / name).write_text("x = old\n")
    (root / "c.py").write_text("x = 1\n")
    route(root)
    assert (root / "a.py").read_text() == "x = new\n"
    stats = se.get_edit_stats()
    counts = {
        its["operation"]: (its["edits"], its["hits"]) for its in stats.table("operations").dicts()
    }
    assert counts.pop("all") == (4, 4)
    assert counts == {"rewrite": (2, 2), "undo": (1, 1), "redo": (1, 1)}  # a file each, a call each


def test_an_undo_that_is_refused_is_a_fail(tmp_path):
    file = tmp_path / "a.py"
    file.write_text("x = 1\n")
    assert se.multi_edit(tmp_path, [{"op": "append", "path": "a.py", "text": "y = 2\n"}]).landed
    file.write_text("x = 3\n")
    assert not se.undo(root=tmp_path).landed
    operations = {its["operation"]: its for its in se.get_edit_stats().table("operations").dicts()}
    assert (operations["undo"]["edits"], operations["undo"]["hits"]) == (1, 0)


def test_a_batch_that_cannot_be_written_is_a_fail_of_each_of_its_edits(tmp_path, monkeypatch):
    def full(*given, **named):
        raise se.FileError("the disk is full", code="write_failed")

    monkeypatch.setattr("structedit.disk.journal.commit", full)
    (tmp_path / "a.py").write_text("a = 1\nb = 2\n")
    edits = [
        {"op": "str_replace", "path": "a.py", "old": f"{name} = ", "new": f"{name} = 1"}
        for name in "ab"
    ]
    batch = se.multi_edit(tmp_path, edits)
    assert batch.reason == "write_failed" and not batch.failed
    stats = se.get_edit_stats()
    _, replaced = stats.table("operations").dicts()
    figures = [replaced[key] for key in ("operation", "edits", "hits", "dry_runs")]
    assert figures == ["str_replace", 2, 0, 0]
    assert reasons(stats) == {"write_failed": 2}


def test_commands_without_a_named_session_are_each_their_own(file, tmp_path):
    for word in ("1", "2"):
        command("str-replace", file, "--old=total = 0", f"--new=total = {word}", folder=tmp_path)
    stats = se.get_edit_stats("reset")
    assert stats.edits == 2
    assert [its["edits"] for its in stats.table("sessions").dicts()] == [1, 1]


CANARY = "qZ7wCanaryX9"


def test_nothing_of_content_paths_and_names_is_kept(tmp_path, monkeypatch, state_folder):
    """Every text that a caller can give holds the canary; no file of the statistics does."""
    monkeypatch.setenv("STRUCTEDIT_SESSION", CANARY)
    path = tmp_path / f"{CANARY}.py"
    path.write_text(f"def {CANARY}(a):\n    {CANARY}_1 = 1\n    return {CANARY}_1\n")
    within = {"within": CANARY, "after": f"{CANARY}_1 = 1"}
    se.str_replace(path, f"return {CANARY}_1", f"return {CANARY}_2", **within, backup=False)
    se.str_replace(path, f"{CANARY} is not there", CANARY, backup=False)
    se.replace_block(path, f"{CANARY}.{CANARY}", CANARY, backup=False)
    se.insert(path, f"# {CANARY}\n", after=f"{CANARY} not here", backup=False)
    body = f"def {CANARY}(b):\n    return '{CANARY}'\n"
    se.replace_function_body(path, CANARY, body, backup=False)
    with pytest.raises(se.FormatError):
        se.apply_edits(f"{CANARY}", tmp_path, path=path.name)
    with pytest.raises(se.FileError):
        se.str_replace(tmp_path / CANARY / "gone", CANARY, CANARY)
    se.multi_edit(
        tmp_path,
        [{"op": "str_replace", "path": path.name, "old": CANARY, "new": "x", "occurrence": 9}],
    )
    for language in (CANARY, "python"):
        with suppress(se.StructEditError):
            se.str_replace(path, CANARY, CANARY, language=language)
            se.outline(path, language=language)
    se.get_region(path, CANARY), se.get_region(path, anchor=CANARY, within=CANARY)
    se.get_region(path, f"{CANARY}.{CANARY}"), se.get_region(path, start=CANARY, end=CANARY)
    se.find([path, tmp_path], text=CANARY), se.find(path, regex=f"{CANARY}+"), se.check(path)
    with pytest.raises(se.FileError):
        se.outline(tmp_path / CANARY / "gone")
    se.history(tmp_path)
    assert se.get_edit_stats().edits >= 8
    se.str_replace(path, f"{CANARY} is not there", CANARY)
    shown = [page(se.get_edit_stats()), se.get_edit_stats().report()]
    shown.append(json.dumps(se.get_edit_stats().to_dict()))
    kept = [file.read_bytes() for file in (state_folder / "statistics").iterdir()]
    assert len(kept) >= 2
    for content in (*kept, *(text.encode() for text in shown)):
        assert CANARY.encode() not in content
        assert CANARY.lower().encode() not in content.lower()
        assert str(tmp_path).encode() not in content


def test_signature_changes_are_counted(file):
    body = "def load(path, limit):\n    return limit\n"
    assert se.replace_function_body(file, "load", body).landed
    assert se.get_edit_stats().table("operations").dicts()[0]["signature_changes"] == 1
