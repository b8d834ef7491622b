"""A program of a user, read by type checkers: every line here must be right to them. It is never run."""

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import assert_type

import structedit as se
from structedit import aio, tools


def edited(path: Path) -> str:
    document = se.Document.from_text("a = 1\n", path="a.py")
    outcome = se.str_replace(document, "a = 1", "a = 2", within="f", dry_run=True)
    assert_type(outcome, se.Outcome)
    assert_type(outcome.text, str | None)
    assert_type(outcome.landed, bool)
    if outcome.reason is se.Reason.NO_MATCH and outcome.diagnosis is not None:
        print(outcome.diagnosis.fix, outcome.diagnosis.retry)
    se.insert(path, "import os", at="imports")
    se.replace_block(path, "Cart.total", "pass", part="body", expected_version="0")
    se.delete_block(path, lines="4-9", expected="x", timeout=2.0)
    se.rename_local(path, "f", "a", "b", hooks=se.Hooks(pre_edit=(denied,)))
    return outcome.report()


def denied(proposal: se.Proposal) -> se.Allow | se.Deny | None:
    return se.Deny("not here") if proposal.path.endswith(".lock") else None


def read(path: Path) -> list[str]:
    region = se.get_region(path, "Cart.total", around=2)
    assert_type(region, se.Region)
    names = [item.name for item in se.outline(path, depth=1)]
    for found_path, hit in se.find([path], text="retry"):
        assert_type(found_path, str | None)
        names.append(hit.selector or str(hit.lines.first))
    return names


def batch(calls: Iterable[Mapping[str, object]]) -> se.BatchOutcome:
    outcome = se.multi_edit(".", list(calls))
    for edit in outcome.failed:
        print(edit.index, edit.path, edit.report())
    request: se.EditFile = se.EditFile("a.py", se.StrReplace("a", "b"))
    return se.apply_edits([request], ".", partial=True)


def script(tree: se.ScriptTree) -> Iterable[se.ScriptEdit]:
    for block in tree.definitions():
        if block.name == "legacy":
            yield block.delete()
    for node in tree.query("(call) @target"):
        yield node.replace(f"({node.text})")


def over_many() -> None:
    ran = se.run(script, ["src"], dry_run=True)
    assert_type(ran, se.RunOutcome)
    se.rewrite("src", pattern="get($A)", template="fetch($A)", strictness="ast", globs=["*.py"])
    assert_type(se.scan("src", "rules", fix=True, partial=False), se.ScanOutcome)
    fleet = se.rewrite_fleet(["a", "b"], text="x", template="y", paths=["src"], once="x to y")
    assert_type(fleet, se.FleetOutcome)
    se.scan_fleet(["a", "b"], "rules", fix=True, jobs=4)
    try:
        se.undo("1234", root=".")
    except se.UsageError as error:
        print(error.message, error.hint, error.code)


def session(root: Path) -> se.Region:
    with se.Session(root, timeout=5) as opened:
        assert_type(opened.str_replace("a.py", "a", "b", occurrence=2), se.Outcome)
        assert_type(opened.outline("a.py", depth=1), se.Outline)
        assert_type(opened.check("a.py"), se.Check)
        reply = tools.dispatch("outline", {"path": "a.py"}, opened)
        print(reply.text, reply.landed)
        return opened.get_region("a.py", "f")


async def awaited(root: Path) -> str | None:
    outcome = await aio.str_replace(root / "a.py", "a", "b", match="exact")
    assert_type(outcome, se.Outcome)
    opened = aio.Session(se.Session(root))
    assert_type(await opened.get_region("a.py", "f"), se.Region)
    assert_type(await opened.apply_edits("", dry_run=True), se.BatchOutcome)
    await asyncio.gather(opened.check("a.py"), aio.check("a.py"))
    return outcome.version_after
