"""Sessions: paths under a root, versions, failures in a row, and what is said by knowing more."""

from __future__ import annotations

import inspect
import os

import pytest

import structedit as se
from structedit.app.memory import Versions
from structedit.calls.operations import OPERATIONS
from structedit.calls.statuses import Reason, Status
from structedit.disk import files
from structedit.faces import tools

CART = """\
import os


class Cart:
    def total(self):
        count = 0
        for item in self.items:
            count += item.price
        return count

    def clear(self):
        self.items = []
"""
SUBJECTS = ("self", "path", "paths", "subject", "subjects")
WRONG = "        for thing in self.items:\n            count -= item.prices\n"


@pytest.fixture
def root(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "app.py").write_text(CART)
    (tmp_path / "lib" / "pay.py").write_text("def pay(order):\n    ledger.append(order, 7)\n")
    return tmp_path


def test_every_operation_is_a_method_with_the_parameters_of_the_function():
    for name in OPERATIONS:
        given, own = (
            [*inspect.signature(getattr(holder, name)).parameters] for holder in (se, se.Session)
        )
        assert given[1:] == [word for word in own if word not in SUBJECTS], name


def test_an_edit_is_written_and_named_as_the_caller_named_it(root):
    with se.Session(root) as session:
        out = session.str_replace("app.py", "count = 0", "count = 1")
    assert out.status is Status.APPLIED
    assert out.path == "app.py"
    assert out.diff.startswith("--- a/app.py\n")
    assert (root / "app.py").read_text() == CART.replace("count = 0", "count = 1")


def test_a_dry_run_writes_nothing(root):
    out = se.Session(root).replace_block(
        "app.py", "Cart.clear", "def clear(self): ...", dry_run=True
    )
    assert out.status is Status.APPLIED
    assert out.dry_run
    assert (root / "app.py").read_text() == CART


def test_an_absolute_path_below_the_root_is_one(root):
    out = se.Session(root).str_replace(root / "app.py", "count = 0", "count = 1")
    assert (out.status, out.path) == (Status.APPLIED, "app.py")


@pytest.mark.parametrize(
    "path",
    [
        "../other.py",
        "lib/../../other.py",
        "lib/../app.py",
        "/etc/passwd",
        "",
        "a\0b",
    ],
)
def test_paths_that_lead_out_are_refused(root, path):
    out = se.Session(root).str_replace(path, "a", "b")
    assert (out.status, out.reason) == (Status.REFUSED, Reason.OUTSIDE_ROOT)
    assert "outside_root" in out.report()


def test_a_link_out_of_the_root_is_refused_and_one_inside_is_followed(root, tmp_path_factory):
    other = tmp_path_factory.mktemp("other") / "secret.py"
    other.write_text("a = 1\n")
    (root / "out.py").symlink_to(other)
    (root / "folder").symlink_to(other.parent)
    (root / "in.py").symlink_to(root / "app.py")
    session = se.Session(root)
    for path in ("out.py", "folder/secret.py"):
        assert session.str_replace(path, "a = 1", "a = 2").reason is Reason.OUTSIDE_ROOT
    assert other.read_text() == "a = 1\n"
    assert session.str_replace("in.py", "count = 0", "count = 1").status is Status.APPLIED
    assert (root / "in.py").is_symlink()


def test_a_folder_whose_name_begins_like_the_root_is_outside(root):
    evil = root.parent / (root.name + "-evil")
    evil.mkdir()
    (evil / "app.py").write_text("a = 1\n")
    assert se.Session(root).str_replace(evil / "app.py", "a", "b").reason is Reason.OUTSIDE_ROOT


@pytest.mark.parametrize(
    "path",
    [
        *(".git/config", ".GIT/config", ".git./config", ".g\u200cit/config", ".git"),
        *("lib/.hg/hgrc", ".mcp.json", ".VSCode/tasks.json"),
    ],
)
def test_what_belongs_to_other_programs_is_refused(root, path):
    out = se.Session(root).str_replace(path, "a", "b")
    assert (out.status, out.reason) == (Status.REFUSED, Reason.PROTECTED)
    assert se.Session(root).get_region(path).reason is Reason.PROTECTED


def test_an_edit_of_a_session_can_be_undone(root):
    out = se.Session(root).str_replace("app.py", "count = 0", "count = 1")
    assert out.undo_id is not None
    se.undo(out.undo_id, root)
    assert (root / "app.py").read_text() == CART


def test_a_file_that_is_not_there_is_an_outcome(root):
    out = se.Session(root).str_replace("ap.py", "a", "b")
    assert (out.status, out.reason) == (Status.ERROR, Reason.MISSING_FILE)
    assert str(root) not in out.report()
    assert "did you mean 'app.py'" in out.report()
    assert se.Session(root).get_region("ap.py").reason is Reason.MISSING_FILE


def test_reading_outside_raises(root):
    session = se.Session(root)
    for call in (session.outline, session.check, lambda path: session.find(path, text="root")):
        with pytest.raises(se.FileError) as raised:
            call("/etc/passwd")
        assert raised.value.code == "outside_root"


def test_find_walks_below_the_root(root):
    hits = se.Session(root).find(text="def ")
    assert [path for path, _ in hits] == ["app.py", "app.py", "lib/pay.py"]
    hits = se.Session(root).find(text="def ", globs=["lib/"])
    assert [path for path, _ in hits] == ["lib/pay.py"]


# Failures in a row


def test_the_third_failure_is_answered_otherwise(root):
    session = se.Session(root)
    reports = [session.str_replace("app.py", WRONG, "x").report() for _ in range(2)]
    assert all("fix: copy the text of lines 7-8" in text for text in reports)
    third = session.str_replace("app.py", WRONG, "x")
    text = third.report()
    assert "copy the text of lines 7-8" not in text
    assert "failure 3 in a row on this file" in text
    assert "file content: the whole file in app.py" in text
    assert all(line in text for line in CART.splitlines())
    assert 'replace_block {"path": "app.py", "lines": "7-8"' in text
    assert session.failures("app.py") == 3


def test_the_call_that_is_offered_instead_is_complete_and_changes_nothing(root):
    session = se.Session(root)
    for _ in range(3):
        out = session.str_replace("app.py", WRONG, "x")
    call = dict(out.diagnosis.instead)
    assert call.pop("op") == "replace_block"
    path, version = call.pop("path"), call["expected_version"]
    assert version == out.version_before
    assert session.replace_block(path, **call).status is Status.UNCHANGED
    call["new"] = call["new"].replace("item.price", "item.cost")
    assert session.replace_block(path, **call).status is Status.APPLIED
    assert (root / "app.py").read_text() == CART.replace("item.price", "item.cost")


def test_lines_are_offered_in_a_file_without_a_grammar(root):
    (root / "notes.zzz").write_text("one two three\nfour five six\n")
    session = se.Session(root)
    for _ in range(3):
        out = session.str_replace("notes.zzz", "four five seven\n", "x")
    call = dict(out.diagnosis.instead)
    assert call["lines"] == "2"
    assert call["expected"] == call["new"] == "four five six"
    path = call.pop("path")
    del call["op"]
    assert session.replace_block(path, **call).status is Status.UNCHANGED


def test_of_a_long_file_only_the_region_is_shown(root):
    long = "".join(f"value_{n} = compute({n}, {n * 7})\n" for n in range(900))
    (root / "long.py").write_text(long)
    session = se.Session(root)
    for _ in range(3):
        out = session.str_replace("long.py", "value_500 = compute(500, 3501)\nx = 1\n", "y")
    assert "file content: lines 4" in out.report()
    assert out.report().count("\n") < 60


def test_a_success_ends_the_row_and_other_files_do_not_count(root):
    session = se.Session(root)
    session.str_replace("app.py", WRONG, "x")
    session.str_replace("app.py", WRONG, "x")
    session.str_replace("lib/pay.py", WRONG, "x")
    assert session.failures("lib/pay.py") == 1
    session.str_replace("app.py", "count = 0", "count = 1")
    assert session.failures("app.py") == 0
    out = session.str_replace("app.py", WRONG, "x")
    assert out.diagnosis.copy is None


def test_sessions_do_not_share_anything(root):
    one, other = se.Session(root), se.Session(root)
    for _ in range(3):
        one.str_replace("app.py", WRONG, "x")
    assert other.failures("app.py") == 0
    assert other.str_replace("app.py", WRONG, "x").diagnosis.copy is None


def test_a_retry_that_is_offered_stays_the_advice(root):
    session = se.Session(root)
    old = "        count = 0\n        for item in self.items:\n        return count\n"
    new = old.replace("count = 0", "count = 5")
    for _ in range(3):
        out = session.str_replace("app.py", WRONG, "x")
    out = session.str_replace("app.py", old, new, match="syntax")
    assert "send the retry as it is" in out.diagnosis.fix
    assert session.str_replace("app.py", **out.diagnosis.retry).status is Status.APPLIED
    assert (root / "app.py").read_text() == CART.replace("count = 0", "count = 5")


# What is known beside the file


def test_text_of_another_file_is_named_with_that_file(root):
    out = se.Session(root).str_replace("app.py", "    ledger.append(order, 7)\n", "x")
    assert out.diagnosis.fix == "if that file is meant, send the call with path 'lib/pay.py'"
    assert out.diagnosis.notes[0] == "the text is in lib/pay.py (line 2)"
    assert out.diagnosis.retry is None


def test_text_of_several_files_names_them_all(root):
    (root / "more.py").write_text((root / "lib" / "pay.py").read_text())
    out = se.Session(root).str_replace("app.py", "ledger.append(order, 7)", "x")
    assert out.diagnosis.notes[0] == "the text is in more.py (line 2), lib/pay.py (line 2)"
    assert "path" not in out.diagnosis.fix


def test_ignored_files_and_short_texts_are_not_looked_for(root):
    (root / ".gitignore").write_text("lib/\n")
    out = se.Session(root).str_replace("app.py", "ledger.append(order, 7)", "x")
    assert "lib/pay.py" not in out.report()
    (root / ".gitignore").unlink()
    assert "lib/pay.py" not in se.Session(root).str_replace("app.py", "order, 7", "x").report()


def test_text_that_an_earlier_edit_changed_is_said_to_be(root):
    session = se.Session(root)
    old = "        count = 0\n        for item in self.items:\n"
    session.str_replace("app.py", "        count = 0\n", "        # none yet\n        count = 1\n")
    session.insert("app.py", "import sys\n", at="top")
    out = session.str_replace("app.py", old, old.replace("item", "row"))
    assert (
        out.diagnosis.notes[0]
        == "the text was in the file before an earlier str_replace changed it"
    )
    assert "lines 7-9" in out.diagnosis.fix
    assert [hit.lines.first for hit in out.diagnosis.hits] == [7]


def test_a_foreign_change_is_no_edit_of_the_session(root):
    session = se.Session(root)
    session.str_replace("app.py", "count = 0", "count = 1")
    (root / "app.py").write_text("a = 1\n")
    out = session.str_replace("app.py", "        count = 0\n        for item in self.items:\n", "x")
    assert not any("earlier" in note for note in out.diagnosis.notes)


# Versions


def test_versions_that_were_served_are_remembered(root):
    session = se.Session(root)
    first = session.get_region("app.py", "Cart.total").version
    out = session.str_replace("app.py", "count = 0", "count = 1")
    assert session.document("app.py", first).text == CART
    assert session.document("app.py", out.version_after).text == out.text
    assert session.document("app.py", "nothing") is None
    (step,) = session.steps_since("app.py", first)
    assert step.edits.apply(step.before.data) == out.result.data
    assert session.steps_since("app.py", out.version_after) == ()
    assert session.steps_since("app.py", "nothing") is None


def test_an_edit_for_another_version_is_refused(root):
    session = se.Session(root)
    version = session.get_region("app.py").version
    session.str_replace("app.py", "count = 0", "count = 1")
    out = session.str_replace("app.py", "count = 1", "count = 2", expected_version=version)
    assert out.reason is Reason.STALE


def test_memory_is_bounded_by_number_and_by_bytes():
    versions = Versions(3, 25)
    for number in range(5):
        versions.keep("a", se.Document.from_text(f"text {number}\n"))
    assert len(versions) == 3
    versions.keep("a", se.Document.from_text("a text of twenty bytes\n"))
    assert len(versions) == 1
    huge = se.Document.from_text("x" * 100)
    versions.keep("a", huge)
    assert versions.get("a", huge.version) is huge


def test_edits_that_go_back_and_forth_are_not_remembered_for_ever(root):
    session = se.Session(root, most_versions=4)
    first = session.get_region("app.py").version
    for number in range(20):
        session.str_replace("app.py", f"count = {number % 2}", f"count = {1 - number % 2}")
    assert session.steps_since("app.py", first) == ()
    assert len(session._memory._steps[str(root / "app.py")]) <= 5


def test_files_beyond_the_bound_are_forgotten_with_their_versions(root):
    session = se.Session(root, most_versions=2)
    for name in ("a.py", "b.py", "c.py"):
        (root / name).write_text(CART)
        old = session.get_region(name).version
        session.str_replace(name, "count = 0", "count = 1")
        assert len(session.steps_since(name, old)) == 1
    assert len(session._memory._steps) == 2
    assert session.steps_since("a.py", old) is None


def test_a_file_swapped_for_a_link_meanwhile_is_not_followed(root, monkeypatch, tmp_path_factory):
    other = tmp_path_factory.mktemp("other") / "app.py"
    other.write_text(CART)
    session = se.Session(root)

    def swapped(path):
        raw = (root / "app.py").read_bytes()
        os.unlink(root / "app.py")
        (root / "app.py").symlink_to(other)
        return raw

    monkeypatch.setattr("structedit.app.session.files.read_real", swapped)
    out = session.str_replace("app.py", "count = 0", "count = 1")
    assert out.reason is Reason.OUTSIDE_ROOT
    assert other.read_text() == CART


# Paths


@pytest.mark.parametrize("path", [b"app.py", 3, None])
@pytest.mark.parametrize(
    "call",
    [
        lambda path: se.str_replace(path, "a", "b"),
        se.outline,
        se.get_region,
        se.check,
        lambda path: se.find(path, text="a"),
        lambda path: se.find([path], text="a"),
        lambda path: se.rewrite(path, query="(identifier) @x", template="y"),
        lambda path: se.multi_edit(path, [{"op": "append", "path": "app.py", "text": "x"}]),
        lambda path: se.history(path),
        lambda path: se.show("12345678", path),
        se.Session,
        lambda path: se.Session(".").str_replace(path, "a", "b"),
        lambda path: se.Session(".").outline(path),
        lambda path: se.Session(".").find(path, text="a"),
        se.Document.from_path,
    ],
)
def test_what_is_no_path_is_a_wrong_call(root, monkeypatch, path, call):
    monkeypatch.chdir(root)
    before = (root / "app.py").read_bytes()
    with pytest.raises(se.UsageError, match="path"):
        call(path)
    assert (root / "app.py").read_bytes() == before


def test_failures_of_a_batch_name_files_as_its_caller_does(root, monkeypatch):
    edit = {"op": "append", "path": "app.py", "text": "x = 1\n"}
    (root / "app.py").chmod(0o444)
    read_only = se.multi_edit(root, [edit])
    assert read_only.reason == "read_only"
    (root / "app.py").chmod(0o644)
    monkeypatch.setattr(files, "MAX_BYTES", 5)
    large = se.multi_edit(root, [edit])
    assert [e.outcome.reason for e in large.edits] == ["too_large"]
    for found in (read_only, large):
        assert "'app.py'" in found.report()
        assert str(root) not in found.report()


def test_no_call_without_a_text_is_offered_where_no_place_is_much_like_it(root):
    session = se.Session(root)
    for _ in range(3):
        out = session.str_replace("app.py", "    while waiting(queue):\n        serve(1)\n", "x")
    assert out.diagnosis.copy is not None
    assert out.diagnosis.instead is None
    for _ in range(3):
        out = session.str_replace("app.py", "count = 0", "count = 1", within="Cart.totl")
    assert out.reason == "out_of_scope"
    assert out.diagnosis.instead is None


def test_a_region_that_is_not_there_is_told_with_the_lines_that_the_file_has(root):
    reply = tools.dispatch("get_region", {"path": "app.py", "anchor": WRONG}, se.Session(root))
    assert not reply.landed
    assert f"of {len(CART.splitlines())})" in reply.text


LONG = "def rows():\n" + "".join(f"    a{n} = {n}\n" for n in range(8)) + "    return a0\n"


def test_a_region_that_was_cut_is_not_sent_back_for_the_whole(root):
    (root / "app.py").write_text(LONG)
    session = se.Session(root)
    region = session.get_region("app.py", "rows", max_lines=5)
    changed = region.text.replace("a0 = 0", "a0 = 5")
    out = session.replace_block("app.py", "rows", changed)
    assert (out.status, out.reason) == (Status.REFUSED, Reason.READ_BACK)
    assert "lines 6-10 would be deleted unseen" in out.message
    assert (root / "app.py").read_text() == LONG
    assert session.replace_block("app.py", "rows", changed, accept=["read_back"]).landed


def test_a_region_that_was_cut_at_a_blank_line_is_not_sent_back_either(root):
    (root / "app.py").write_text(LONG.replace("    a4 = 4\n", "\n"))
    session = se.Session(root)
    region = session.get_region("app.py", "rows", max_lines=6)
    assert region.text.endswith("a3 = 3\n\n")
    out = session.replace_block("app.py", "rows", region.text.replace("a0 = 0", "a0 = 5"))
    assert (out.status, out.reason) == (Status.REFUSED, Reason.READ_BACK)


def test_lines_that_were_read_may_be_deleted(root):
    (root / "app.py").write_text(LONG)
    session = se.Session(root)
    region = session.get_region("app.py", "rows", max_lines=5)
    session.get_region("app.py", "rows")
    assert session.replace_block("app.py", "rows", region.text).landed
