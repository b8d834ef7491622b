"""Every case in `tests/batches`: many files, many edits, one transaction. See README.md there."""

import json
import os
import subprocess
import sys

import pytest

import structedit as se
from batch_files import read_batch
from cases_support import in_process
from checkout import TESTS

CASES = TESTS / "batches"
BOM = b"\xef\xbb\xbf"

BATCHES = [read_batch(file) for file in sorted(CASES.glob("*.txt"))]
EACH = pytest.mark.parametrize("batch", [pytest.param(b, id=b.name) for b in BATCHES])


def encoded(batch, text, variant):
    if variant == "crlf" or batch.flags.get("newline") == "crlf":
        text = text.replace("\n", "\r\n")
    return (BOM if variant == "bom" or "bom" in batch.flags else b"") + text.encode()


def write_files(batch, folder, variant="plain"):
    for path, text in batch.before.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(encoded(batch, text, variant))


def files_in(folder):
    """Give the content of every file; a temporary one left behind is one too many."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and ".git" not in file.parts
    }


def expected_files(batch, variant="plain"):
    made = batch.after.keys() - batch.before.keys()
    moved = {to for _, to in moves(batch)}
    return {
        path: encoded(batch, text, "plain" if path in made - moved else variant)
        if variant != "plain"
        else (text.encode() if path in made - moved else encoded(batch, text, variant))
        for path, text in batch.after.items()
    }


def moves(batch):
    return [row.split()[1:] for row in batch.outcome if row.startswith("moved:")]


def said(found):
    """Write an outcome as the cases do."""
    totals = found.totals
    rows = [f"status: {found.status}"]
    rows += [f"reason: {found.reason}"] if found.reason else []
    rows += [f"risk: {found.risk}"] if found.risk is not se.Risk.LOW else []
    for edit in found.edits:
        reason = f" {edit.reason}" if edit.reason and edit.status is se.Fate.FAILED else ""
        tier = f" {edit.tier}" if edit.tier not in (None, "exact", "newline") else ""
        rows.append(f"edit: {edit.status}{reason}{tier} {edit.path}")
    rows += [f"moved: {file.moved_from} {file.path}" for file in found.files if file.moved_from]
    return [*rows, f"totals: +{totals.lines_added} -{totals.lines_removed}"]


@EACH
def test_outcome_and_files(batch, tmp_path):
    write_files(batch, tmp_path)
    before = files_in(tmp_path)
    format = batch.flags.get("format", "auto")
    planned = se.apply_edits(
        batch.edits, tmp_path, format=format, **batch.options | {"dry_run": True}
    )
    assert files_in(tmp_path) == before, "a dry run writes nothing"
    found = se.apply_edits(batch.edits, tmp_path, format=format, **batch.options)
    assert said(found) == batch.outcome, found.report(verbose=True)
    assert (found.diff, found.status) == (planned.diff, planned.status)
    assert files_in(tmp_path) == expected_files(batch)
    report = found.report()
    for row in batch.report:
        assert row in report, f"{row!r} is not in\n{report}"
    for text in (report, found.report(verbose=True)):
        assert text.count("\n") < 60 and len(text) <= 4_000
    assert json.dumps(found.to_dict())
    counts = [edit.status for edit in found.edits]
    assert [e.index for e in found.edits] == list(range(len(counts)))
    if found.undo_id is not None:
        back = se.undo(root=tmp_path)
        assert back.landed, back.report()
    assert files_in(tmp_path) == before


@EACH
@pytest.mark.parametrize("variant", ["crlf", "bom"])
def test_other_bytes(batch, variant, tmp_path):
    if batch.flags.keys() & {"newline", "bom"}:
        pytest.skip("the case is about that itself")
    write_files(batch, tmp_path, variant)
    found = se.apply_edits(batch.edits, tmp_path, **batch.options)
    assert str(found.status) == batch.outcome[0].split()[1], found.report(verbose=True)
    assert files_in(tmp_path) == expected_files(batch, variant)


@EACH
def test_the_diff_is_one_that_git_applies(batch, tmp_path):
    write_files(batch, tmp_path)
    sent = (tmp_path.parent / f"{batch.name}.edits").resolve()
    sent.write_text(batch.edits)
    options = [f"--{name}" for name in ("partial", "force") if name in batch.flags]
    code, diff = in_process(tmp_path, "", "apply", str(sent), "--root", ".", "--diff", *options)
    status = batch.outcome[0].split()[1]
    codes = {"applied": 0, "already_applied": 0, "unchanged": 0, "not_found": 1}
    expected = codes | {"error": 2, "ambiguous": 3, "refused": 4}
    if any("failed" in row for row in batch.outcome) and status == "applied":
        assert code in (1, 2, 3, 4)
        return
    assert code == expected[status]
    if code or not diff or "dry_run" in batch.flags:
        return
    run = subprocess.run(
        ["git", "apply", "-"],
        cwd=tmp_path,
        input=diff.encode("utf-8", "surrogateescape"),
        capture_output=True,
        env={"GIT_CEILING_DIRECTORIES": str(tmp_path.parent), "PATH": "/usr/bin:/bin"},
    )
    assert run.returncode == 0, run.stderr
    assert files_in(tmp_path) == expected_files(batch)


@EACH
def test_one_spoiled_edit_changes_nothing(batch, tmp_path):
    write_files(batch, tmp_path)
    before = files_in(tmp_path)
    lost = se.EditFile(
        next(iter(batch.before), "none.py"), se.StrReplace("this text is nowhere = 7", "x = 1")
    )
    found = se.apply_edits([*se.parse_edits(batch.edits), lost], tmp_path)
    assert not found.landed
    assert files_in(tmp_path) == before
    assert not [edit for edit in found.edits if edit.status is se.Fate.APPLIED]


@pytest.mark.cli
def test_the_command_as_a_process(tmp_path, monkeypatch):
    batch = BATCHES[0]
    write_files(batch, tmp_path)
    program = "import sys; from structedit.faces.command.cli import main; sys.exit(main())"
    monkeypatch.setenv("PYTHONPATH", ":".join(filter(None, map(os.path.abspath, sys.path))))

    def command(*arguments, text=""):
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=tmp_path,
            input=text,
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout

    before = files_in(tmp_path)
    code, out = command("apply", "--json", text=batch.edits)
    found = json.loads(out)
    assert (code, found["status"]) == (0, "applied")
    assert files_in(tmp_path) == expected_files(batch)
    code, out = command("history", "--json")
    assert [entry["id"] for entry in json.loads(out)] == [found["undo_id"]]
    code, out = command("show", found["undo_id"][:4])
    assert code == 0 and "@@" in out
    assert command("undo")[0] == 0
    assert files_in(tmp_path) == before
    assert command("undo")[0] == 2
    assert command("redo")[0] == 0
    assert files_in(tmp_path) == expected_files(batch)


MANY = "".join(f"value_{n} = {n}\n\n\n\n\n\n\n\n\n" for n in range(120))


def many_hunks():
    rows = [
        f"@@ -{9 * n + 1},2 +{9 * n + 1},2 @@\n-value_{n} = {n}\n+value_{n} = -{n}\n \n"
        for n in range(120)
    ]
    return "--- a/many.py\n+++ b/many.py\n" + "".join(rows)


def many_blocks():
    return "".join(
        f"many.py\n<<<<<<< SEARCH\nvalue_{n} = {n}\n=======\nvalue_{n} = -{n}\n>>>>>>> REPLACE\n"
        for n in range(120)
    )


@pytest.mark.parametrize("edits", [many_hunks(), many_blocks()], ids=["diff", "blocks"])
def test_places_that_are_told_one_by_one_are_no_risk(edits, tmp_path):
    (tmp_path / "many.py").write_text(MANY)
    out = se.apply_edits(edits, tmp_path)
    assert (out.status, out.risk) == ("applied", "low")
    assert (tmp_path / "many.py").read_text() == MANY.replace("= ", "= -")


def test_one_text_that_is_replaced_in_very_many_places_is_one(tmp_path):
    (tmp_path / "many.py").write_text(MANY)
    everywhere = {"op": "str_replace", "path": "many.py", "old": " = ", "new": " = -"}
    out = se.multi_edit(tmp_path, [{**everywhere, "replace_all": True}])
    assert (out.status, out.reason, out.risk) == ("refused", "risk", "critical")
    assert "120 places" in out.report()
    assert (tmp_path / "many.py").read_text() == MANY


def test_a_patch_that_changes_nearly_every_line_is_a_risk(tmp_path):
    lines = [f"value_{n} = {n}\n" for n in range(120)]
    (tmp_path / "many.py").write_text("".join(lines))
    rows = "".join(f"-{line}" for line in lines) + "".join(f"+new_{n} = 1\n" for n in range(120))
    out = se.apply_edits(f"--- a/many.py\n+++ b/many.py\n@@ -1,120 +1,120 @@\n{rows}", tmp_path)
    assert (out.status, out.reason) == ("refused", "risk")


def test_edits_after_one_that_deletes_neighbours(tmp_path):
    (tmp_path / "a.txt").write_text("caab\nbeta\n")
    edits = [
        {"op": "replace_all", "path": "a.txt", "old": "a", "new": ""},
        {"op": "str_replace", "path": "a.txt", "old": "bet", "new": "better"},
        {"op": "str_replace", "path": "a.txt", "old": "better", "new": "best"},
    ]
    out = se.multi_edit(tmp_path, edits)
    assert (out.status, out.failed) == ("applied", ())
    assert (tmp_path / "a.txt").read_text() == "cb\nbest\n"


def test_names_like_a_file_that_is_made_are_not_looked_for(tmp_path, monkeypatch):
    from structedit.disk import listing, roots

    def looked(*_):
        raise AssertionError("names were looked for")

    (tmp_path / "a.py").write_text("x = 1\n")
    monkeypatch.setattr(roots, "missing_from", looked)
    monkeypatch.setattr(listing, "similar_paths", looked)
    done = se.apply_edits(
        [
            {"op": "create_file", "path": "b.py", "text": "y = 1\n"},
            {"op": "append", "path": "new/c.py", "text": "z = 1\n"},
            {"op": "move_file", "path": "a.py", "to": "d.py"},
        ],
        tmp_path,
    )
    assert done.landed
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.py")}
    assert made == {"b.py", "new/c.py", "d.py"}
    monkeypatch.undo()
    failed = se.apply_edits([{"op": "delete_file", "path": "bb.py"}], tmp_path)
    assert "did you mean 'b.py'?" in failed.edits[0].outcome.diagnosis.fix
