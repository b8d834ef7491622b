"""A file that is gone between the listing of its folder and its reading is missing, and nothing else."""

from __future__ import annotations

import os
import warnings

import pytest

import structedit as se
from structedit import tools
from structedit.disk import opening

RULES = "id: a\nlanguage: python\nrule: {pattern: x}\nfix: y\n"
EDITS = [{"op": "replace_all", "path": f"{name}.py", "old": "x", "new": "y"} for name in "abc"]

CALLS = {
    "find": lambda: se.find(".", text="x"),
    "find a pattern": lambda: se.find(".", pattern="x"),
    "find in several": lambda: se.find(["."], regex="x"),
    "rewrite": lambda: se.rewrite(".", text="x", template="y"),
    "rewrite a pattern": lambda: se.rewrite(".", pattern="x", template="y"),
    "run": lambda: se.run(lambda file: None, "."),
    "scan": lambda: se.scan(".", inline_rules=RULES),
    "scan and fix": lambda: se.scan(".", inline_rules=RULES, fix=True),
    "session find": lambda: se.Session(".").find(text="x"),
    "session matches": lambda: list(se.Session(".").matches(text="x")),
    "session pattern": lambda: se.Session(".").find(pattern="x"),
    "tool find": lambda: _landed("find", {"text": "x"}),
    "tool check": lambda: _landed("check", {}),
    "tool outline": lambda: _landed("outline", {"path": "."}),
    "tool rewrite": lambda: _rewritten(dry_run=True),
    "tool rewrite for good": lambda: _rewritten(dry_run=False),
}


def _landed(name, arguments):
    reply = tools.dispatch(name, arguments, se.Session("."))
    assert reply.landed, reply.text
    return reply


def _rewritten(*, dry_run):
    """A rewrite by a tool, which lists the file that is gone beside those that it changes."""
    arguments = {"text": "x", "template": "y", "dry_run": dry_run}
    reply = tools.dispatch("rewrite", arguments, se.Session("."))
    assert "missing_file" in reply.text and "2 files" in reply.text
    return reply


@pytest.fixture
def vanishing(tmp_path, monkeypatch):
    for name in "abc":
        (tmp_path / f"{name}.py").write_text("x = 1\n")
    monkeypatch.chdir(tmp_path)
    read = opening.read_regular

    def gone(path, *given):
        if os.path.basename(path) == "b.py" and os.path.exists(path):
            os.unlink(path)
        return read(path, *given)

    for module in ("structedit.disk.opening", "structedit.disk.files"):
        monkeypatch.setattr(f"{module}.read_regular", gone)
    return tmp_path


@pytest.mark.parametrize("name", CALLS)
def test_the_other_files_are_worked_on(vanishing, name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        CALLS[name]()
    assert not (vanishing / "b.py").exists()


def test_a_batch_names_it(vanishing):
    batch = se.apply_edits(EDITS)
    assert batch.reason == "missing_file" and "b.py" in batch.report()
    assert (vanishing / "a.py").read_text() == "x = 1\n"


@pytest.mark.parametrize("name", ["outline", "check", "get_region"])
def test_a_named_file_is_missing(vanishing, name):
    with pytest.raises(se.FileError, match=r"b\.py"):
        getattr(se, name)("b.py")
    (vanishing / "b.py").write_text("x\n")
    assert se.str_replace("a.py", "x", "y").landed
    with pytest.raises(se.FileError, match=r"b\.py"):
        se.str_replace("b.py", "x", "y")
