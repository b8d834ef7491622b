"""Undo and redo: as careful as an edit, and called in the same way on every face."""

from __future__ import annotations

import asyncio

import pytest

import structedit as se
from structedit import aio, tools
from structedit.text.errors import UsageError

BACK = {"undo": "2", "redo": "1"}
"""What a file holds before the call and what the call makes of it: `2` is the edited one."""


@pytest.fixture
def root(tmp_path, monkeypatch):
    folder = tmp_path / "root"
    (folder / ".git").mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def edited(root, path, **options):
    """Change a file below the root as somebody may who is allowed to; returns the transaction's id."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("1\n")
    edit = {"op": "str_replace", "path": path, "old": "1", "new": "2"}
    return se.apply_edits([edit], root, **options).undo_id


def reason_of(reply):
    return reply.data["reason"]


# Protection


@pytest.mark.parametrize("place", [".vscode/tasks.json", "a.code-workspace"])
def test_a_person_allows_places_of_agents_for_an_undo_as_for_an_edit(root, place):
    assert edited(root, place) is None
    assert edited(root, place, allow=[place])
    for call in (se.undo, se.redo):
        refused = call()
        assert refused.reason == "protected" and "--allow" in refused.report()
        assert call(allow=[place]).landed


def test_an_agent_undoes_nothing_that_it_may_not_edit(root):
    edited(root, ".github/workflows/ci.yml")
    session = se.Session(root)
    assert session.undo(dry_run=True).reason == session.undo().reason == "protected"
    assert (root / ".github/workflows/ci.yml").read_text() == "2\n"
    assert reason_of(tools.dispatch("undo", {}, session)) == "protected"
    allowed = se.Session(root, allow=[".github/workflows"])
    assert allowed.undo().landed and session.redo().reason == "protected"
    assert se.redo().landed  # a person edits these like any file


def test_what_the_configuration_protects_by_now_is_not_undone(root):
    edited(root, "a.txt")
    (root / "structedit.toml").write_text('protect = ["*.txt"]\n')
    assert se.undo().reason == "protected"
    (root / "structedit.toml").unlink()
    assert se.undo().landed
    (root / "structedit.toml").write_text('protect = ["*.txt"]\n')
    assert se.redo().reason == "protected"


def test_an_undo_stays_below_its_root(root):
    id = edited(root, "other/a.txt")
    (root / "sub").mkdir()
    for call in (lambda: se.undo(id, root / "sub"), lambda: se.Session(root / "sub").undo(id)):
        assert call().reason == "outside_root"
    assert (root / "other/a.txt").read_text() == "2\n"
    assert se.undo(id).landed  # without a root it is the one that the edit was made in
    assert se.redo(id, root / "sub").reason == "outside_root" and se.redo(id, root).landed


def test_an_undo_restores_no_file_that_makes_a_bare_repository(root):
    edited(root, "bare/HEAD")
    for name in ("objects", "refs"):
        (root / "bare" / name).mkdir()
    assert se.undo().reason == "protected"


# The same arguments everywhere


def both_ways(root, name):
    """Two files in two transactions, of which the latest is of `b.txt`; undone for a redo."""
    ids = {path: edited(root, path) for path in ("a.txt", "b.txt")}
    if name == "redo":
        assert se.undo().landed and se.undo().landed  # so `a.txt` would be redone first
    return ids


def on_faces(root):
    """The ways to call an undo: each takes the name, and the arguments by their names."""
    session = se.Session(root)
    return {
        "library": lambda name, **given: getattr(se, name)(**given),
        "library, a root": lambda name, **given: getattr(se, name)(root=root, **given),
        "session": lambda name, **given: getattr(session, name)(**given),
        "aio": lambda name, **given: asyncio.run(getattr(aio, name)(**given)),
        "aio session": lambda name, **given: asyncio.run(
            getattr(aio.Session(session), name)(**given)
        ),
        "tool": lambda name, **given: tools.dispatch(name, given, session),
        "tool, two roots": lambda name, **given: tools.dispatch(
            name, given, [se.Session(root / "empty"), session]
        ),
    }


@pytest.mark.parametrize("name", ["undo", "redo"])
@pytest.mark.parametrize(
    "face",
    ["library", "library, a root", "session", "aio", "aio session", "tool", "tool, two roots"],
)
def test_id_path_and_dry_run_on_every_face(root, name, face):
    (root / "empty").mkdir()
    ids, call = both_ways(root, name), on_faces(root)[face]
    before = BACK[name] + "\n"
    path = "b.txt" if name == "redo" else "a.txt"  # the one that is not meant without a path
    for which in ({}, {"path": path}, {"id": ids[path]}, {"id": ids[path], "path": path}):
        assert call(name, dry_run=True, **which).landed
    assert {(root / name).read_text() for name in ids} == {before}
    other = "a.txt" if path == "b.txt" else "b.txt"
    try:
        refused = call(name, id=ids[path], path=other)
    except UsageError:
        refused = None
    assert refused is None or not refused.landed
    assert {(root / name).read_text() for name in ids} == {before}
    assert call(name, path=path).landed
    assert (root / path).read_text() != before and (root / other).read_text() == before
    assert call(name, id=ids[other]).landed and (root / other).read_text() != before


@pytest.mark.parametrize("name", ["undo", "redo"])
def test_the_command_takes_a_path(root, name, run):
    both_ways(root, name)
    shown = run(name, "--path", "b.txt", "--dry-run", folder=root)
    assert shown.returncode == 0 and "b.txt" in shown.stdout and "a.txt" not in shown.stdout
    assert (root / "b.txt").read_text() == BACK[name] + "\n"
    assert run(name, "--path", "b.txt", folder=root).returncode == 0
    assert (root / "b.txt").read_text() != BACK[name] + "\n"
    assert (root / "a.txt").read_text() == BACK[name] + "\n"
    missing = run(name, "--path", "c.txt", folder=root)
    assert missing.returncode == 2 and "changed 'c.txt'" in missing.stderr


def test_the_command_allows_what_it_is_told_to(root, run):
    (root / ".vscode").mkdir()
    edits = '[{"op": "create_file", "path": ".vscode/a.json", "text": "{}"}]'
    assert run("apply", "--edits", edits, folder=root).returncode == 4
    assert run("apply", "--edits", edits, "--allow", ".vscode", folder=root).returncode == 0
    refused = run("undo", folder=root)
    assert refused.returncode == 4 and "--allow '.vscode'" in refused.stderr
    assert run("undo", "--allow", ".vscode", folder=root).returncode == 0
    assert not (root / ".vscode/a.json").exists()


def test_the_schema_of_undo_lists_its_arguments():
    (schema,) = [one["parameters"] for one in tools.schemas() if one["name"] == "undo"]
    assert list(schema["properties"]) == ["id", "path", "dry_run"]


@pytest.mark.parametrize("value", [1, None])
@pytest.mark.parametrize("name", tools.TOOLS)
def test_no_tool_takes_an_argument_that_it_does_not_know(root, name, value):
    edited(root, "a.txt")
    reply = tools.dispatch(name, {"frobnicate": value}, se.Session(root))
    assert not reply.landed and "no argument 'frobnicate'" in reply.text
    near = tools.dispatch("undo", {"dry_rum": True}, se.Session(root))
    assert not near.landed and "did you mean 'dry_run'?" in near.text
    assert (root / "a.txt").read_text() == "2\n"


# Nothing left


def test_where_nothing_is_left_no_undo_is_suggested(root, run):
    edited(root, "a.txt")
    assert run("undo", folder=root).returncode == 0
    for words in (["undo"], ["undo", "a.txt"], ["undo", "--path", "a.txt"], ["undo", "1234567"]):
        done = run(*words, folder=root)
        assert done.returncode == 2 and "structedit undo" not in done.stderr
    assert "every edit here is undone" in run("undo", folder=root).stderr
    assert run("redo", folder=root).returncode == 0
    assert "no edit here is undone" in run("redo", folder=root).stderr
    assert "structedit undo --path a.txt" in run("undo", "a.txt", folder=root).stderr
