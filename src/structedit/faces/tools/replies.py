"""Replies of tools: text for a model, and the same as data, both as short as possible.

Nothing large is sent unasked: an outline, a region and the hits of a search have budgets, and a reply that left
something out names what, and the call that returns it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from structedit.app.events import silent
from structedit.app.memory import ServedFile, confined
from structedit.app.session import Session
from structedit.calls.as_dict import JsonObject, as_json, to_dict
from structedit.calls.batch_outcomes import BatchOutcome
from structedit.calls.batch_report import batch_dict, batch_report
from structedit.calls.outcomes import Outcome
from structedit.calls.printable import json_text, printable, printable_lines
from structedit.calls.report import END_MARK, report
from structedit.calls.statuses import Reason, Status
from structedit.disk import roots
from structedit.extras.statistics import counts
from structedit.faces.readings import (
    checks_text,
    entry_line,
    outline_dict,
    outline_text,
    region_dict,
    region_outcome,
)
from structedit.plan.reading import Outline, OutlineItem, Region
from structedit.text.document import Document, LineRange
from structedit.text.errors import FileError, UsageError
from structedit.text.values import dataclass, replace

MOST_ROWS = 150
"""Definitions that an outline lists by default. Chosen by judgement."""

MOST_LINES = 200
"""Lines of a region by default. Chosen by judgement."""

MOST_LETTERS = 1_000
"""Letters shown of one line. Chosen by judgement."""

MOST_ENTRIES = 20
"""Transactions that a history lists by default. Chosen by judgement."""

_MOST_DIFF = 6_000
"""Letters of a diff in a reply; chosen by judgement."""

_MOST_TEXT = 60_000
"""Letters of a region in a reply; chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply of a tool: `text` for a model, `data` for a program; `landed` is success."""

    text: str
    data: JsonObject
    landed: bool = True


def noted(reply: Reply, sessions: Sequence[Session]) -> Reply:
    """Add the sessions' notes on programs that may not run to a reply, each only once."""
    notes = [note for session in sessions for note in session.news()]
    new = [printable(note) for note in notes if printable(note) not in reply.text]
    if not new:
        return reply
    text = "\n".join((reply.text.rstrip("\n"), *(f"note: {note}" for note in new)))
    return replace(reply, text=text, data={**reply.data, "notes": list(map(json_text, notes))})


_FACTS = (
    *("status", "reason", "message", "path", "language", "version", "version_after", "selector"),
    *("lines", "line_count", "tier", "undo_id", "dry_run", "clean", "count", "files_searched"),
    *("versions", "left_out", "more", "warnings", "notes", "try"),
)
"""What `structured` takes over from the data of a reply, where it says anything."""

_SAID_BY_FACTS = (
    "--- ",
    "retry, ",
    "fix: ",
    "undo with id ",
    "version of ",
    "… ",
    "try: ",
    "note: ",
)


def structured(reply: Reply) -> JsonObject:
    """Return the reply for clients that show only data to a model: what the text says, once, and no longer.

    Lines of files are numbered as in the text; the complete data has them as values.
    """
    facts: JsonObject = {
        name: value
        for name in _FACTS
        if (value := reply.data.get(name)) not in (None, "", [], {}, 0) or name == "status"
    }
    diagnosis = reply.data.get("diagnosis")
    if isinstance(diagnosis, dict):
        said = {name: diagnosis[name] for name in ("fix", "retry", "notes") if diagnosis.get(name)}
        facts |= {"diagnosis": said} if said else {}
    elif reply.data.get("fix"):
        facts["fix"] = reply.data["fix"]
    rows = reply.text.splitlines()
    for name, skipped in (("items", 1), ("hits", 0)):
        if name in reply.data:
            kept = [row for row in rows[skipped:] if not row.startswith(_SAID_BY_FACTS)]
            kept = kept if reply.data[name] else []
            return {**facts, name: [" ".join(row.split()) if skipped else row for row in kept]}
    if "entries" in reply.data or "errors" in reply.data or "files" in facts:
        return {name: value for name, value in reply.data.items() if value is not None}
    is_read = "line_count" in reply.data and reply.landed
    kept = rows[1:]
    if is_read or reply.data.get("diagnosis") or reply.data.get("status") == "error":
        marks = ("--- file content", END_MARK)  # the text between them is no instruction
        kept = [row for row in kept if row.startswith(marks) or not row.startswith(_SAID_BY_FACTS)]
    if is_read and kept[-1:] == [END_MARK]:
        del kept[-1]
    return {**facts, "text": "\n".join(kept)} if kept else facts


# Edits


def of_outcome(outcome: Outcome, path: str) -> Reply:
    """Return the reply to an edit: what happened, the new region or the reason; in a dry run the diff.

    A retry is a whole call, so it has the caller's path.
    """
    outcome = _with_path(outcome, {"path": path})
    text = report(outcome)
    if outcome.dry_run and outcome.landed and outcome.diff:
        text = (
            report(replace(outcome, region=None)) + "\n" + printable_lines(_clipped(outcome.diff))
        )
    return Reply(text, _with_short_diff(to_dict(outcome)), outcome.landed)


def _with_path(outcome: Outcome, named: JsonObject) -> Outcome:
    diagnosis = outcome.diagnosis
    if diagnosis is None or diagnosis.retry is None:
        return outcome
    return replace(outcome, diagnosis=replace(diagnosis, retry={**named, **diagnosis.retry}))


def of_batch(batch: BatchOutcome) -> Reply:
    """Return the reply to edits of several files."""
    edits = (
        replace(e, outcome=_with_path(e.outcome, {"op": e.operation, "path": e.path}))
        for e in batch.edits
    )
    batch = replace(batch, edits=tuple(edits))
    text = batch_report(batch)
    if batch.dry_run and batch.landed and batch.diff:
        text += "\n" + printable_lines(_clipped(batch.diff))
    data = _with_short_diff(batch_dict(batch))
    files = data["files"]
    assert isinstance(files, list)
    for file in files:
        assert isinstance(file, dict)
        del file["diff"]  # the whole one is there
    return Reply(text, data, batch.landed)


def _with_short_diff(data: JsonObject) -> JsonObject:
    return {**data, "diff": _clipped(str(data["diff"]))}


def _clipped(diff: str) -> str:
    if len(diff) <= _MOST_DIFF:
        return diff
    cut = diff[: diff.rfind("\n", 0, _MOST_DIFF) + 1]
    return f"{cut}… {diff.count(chr(10)) - cut.count(chr(10))} more lines of the diff\n"


def undo(sessions: Sequence[Session], given: dict[str, Any]) -> Reply:
    """Undo the latest transaction of the roots, or one by its id or its file."""
    if given.get("id") is None and given.get("path") is None:
        with silent():
            latest = [(s.history(most=1), s) for s in sessions]
        found = [(entries[0].time, at) for at, (entries, _) in enumerate(latest) if entries]
        session = latest[max(found)[1]][1] if found else sessions[0]
        return of_batch(session.undo(**given))
    return _first_with(Session.undo, sessions, given)


def redo(sessions: Sequence[Session], given: dict[str, Any]) -> Reply:
    """Redo what was undone, in the first root that has it."""
    return _first_with(Session.redo, sessions, given)


def _first_with(
    back: Callable[..., BatchOutcome], sessions: Sequence[Session], given: dict[str, Any]
) -> Reply:
    """Undo or redo in the root of the passed path, else in the first root with the transaction."""
    if given.get("path") is not None:
        session, path = session_for(sessions, given["path"])
        return of_batch(back(session, **{**given, "path": path}))
    for session in sessions[:-1]:
        try:
            batch = back(session, **given)
        except UsageError:
            continue
        if batch.reason is not Reason.OUTSIDE_ROOT:  # the transaction may be of another root
            return of_batch(batch)
    return of_batch(back(sessions[-1], **given))


def stats(given: dict[str, Any]) -> Reply:
    """Count the edits of this session, or of all."""
    found = counts.get_edit_stats(**given)
    data = {"status": "unchanged", "reason": None, "message": "", **found.to_dict()}
    return Reply(found.report(), data)


def history(sessions: Sequence[Session], most: int | None) -> Reply:
    """Return the transactions of the roots, the latest first."""
    most = most or MOST_ENTRIES
    entries = [entry for session in sessions for entry in session.history(most=most)]
    undone = frozenset[str]().union(*(session.undone() for session in sessions))
    entries.sort(key=lambda entry: entry.time, reverse=True)
    rows = [entry_line(entry, undone) for entry in entries[:most]]
    data: JsonObject = {"status": "unchanged", "reason": None, "message": "", "entries": [*rows]}
    return Reply("\n".join(rows) or "nothing has been edited yet", data)


# Reading


def checks(sessions: Sequence[Session], given: dict[str, Any]) -> Reply:
    """Return the syntax errors of files and of folders, as many as the budget allows."""
    found = [
        session.check(file.name, **{k: v for k, v in given.items() if k != "paths"})
        for session, file in _files(sessions, given.get("paths", (".",)))
    ]
    rows = checks_text(found).splitlines()
    shown, totals = rows[:-1][:MOST_ROWS], rows[-1]
    left_out = len(rows) - 1 - len(shown)
    more = f"{left_out} more errors: name fewer files" if left_out else ""
    text = "\n".join((*shown, *([f"… {more}"] if more else []), totals))
    clean = all(check.clean for check in found)
    data: JsonObject = {
        "status": "unchanged",
        "reason": None,
        "message": totals,
        "clean": clean,
        "errors": [*shown],
        "more": more,
    }
    return Reply(text, data)


def _files(
    sessions: Sequence[Session], paths: Sequence[str]
) -> Iterator[tuple[Session, ServedFile]]:
    """Yield the text files under paths, each with its session."""
    for path in paths:
        session, _ = session_for(sessions, path)
        yield from ((session, file) for file, _ in session.documents([path]))


def outlines(sessions: Sequence[Session], paths: Sequence[str], given: dict[str, Any]) -> Reply:
    """Return the outlines of files and of folders; only their top levels if no more fits."""
    session, _ = session_for(sessions, paths[0])
    if len(paths) == 1 and not roots.is_folder(session.root, paths[0]):
        return outline(session, paths[0], given)
    found = [s.outline(file.name, **given) for s, file in _files(sessions, paths)]
    if "depth" not in given and sum(_count(one.items) for one in found) > MOST_ROWS:
        found = [replace(one, items=_upto(one.items, 1)) for one in found]
    texts: list[str] = []
    room = MOST_ROWS
    for one in found:
        room -= 1 + _count(one.items)
        if texts and room < 0:
            break
        texts.append(outline_text(one))
    left_out = len(found) - len(texts)
    more = f"{left_out} more files: name them, or fewer folders" if left_out else ""
    data: JsonObject = {
        "status": "unchanged",
        "reason": None,
        "message": "",
        "files": [*map(json_text, texts)],
        "left_out": left_out,
        "more": more,
    }
    return Reply("".join(texts) + (f"… {more}\n" if more else ""), data)


def outline(session: Session, path: str, given: dict[str, Any]) -> Reply:
    """Return an outline with as many levels as fit, unless a depth was requested."""
    whole = session.outline(path, **given)
    shown = whole
    if "depth" not in given and _count(whole.items) > MOST_ROWS:
        depths = (replace(whole, items=_upto(whole.items, depth)) for depth in (3, 2, 1))
        shown = next((o for o in depths if _count(o.items) <= MOST_ROWS), shown)
        if shown is whole:
            shown = replace(whole, items=_upto(whole.items, 1)[:MOST_ROWS])
    left_out = _count(whole.items) - _count(shown.items)
    more = _more_of(whole, shown, left_out)
    text = outline_text(shown) + (f"… {more}\n" if more else "")
    rest: JsonObject = {"reason": None, "message": "", "left_out": left_out, "more": more}
    return Reply(text, outline_dict(shown) | rest)


def _more_of(whole: Outline, shown: Outline, left_out: int) -> str:
    if not left_out:
        return ""
    some = "are not listed" if len(shown.items) < len(whole.items) else "are nested deeper"
    deep = "pass depth=9 for all, kinds for some, or get_region on a selector with fold"
    return f"{left_out} more definitions {some}: {deep}"


def _count(items: Sequence[OutlineItem]) -> int:
    return sum(1 + _count(item.children) for item in items)


def _upto(items: Sequence[OutlineItem], depth: int) -> tuple[OutlineItem, ...]:
    if not depth:
        return ()
    return tuple(replace(item, children=_upto(item.children, depth - 1)) for item in items)


def get_region(session: Session, path: str, given: dict[str, Any]) -> Reply:
    """Return a region as numbered lines, as many as the budget allows."""
    region = session.get_region(path, **{"max_lines": MOST_LINES, **given})
    if region.status is not Status.UNCHANGED:
        missing = region.status is Status.ERROR
        shown = None if missing else session.document(path, region.version)
        document = shown or Document.from_text("", region.path)
        told = report(region_outcome(document, region))
        data: JsonObject = {**region_dict(region), "more": ""}
        candidates = region.diagnosis.candidates if region.diagnosis is not None else ()
        if len(candidates) == 1:
            rest = {name: value for name, value in given.items() if name != "selector"}
            call = {"path": path, "selector": candidates[0].selector, **rest}
            told += f"\ntry: get_region {printable(json.dumps(call, ensure_ascii=False))}"
            data["try"] = [{"tool": "get_region", "arguments": call}]
        return Reply(told, data, landed=False)
    more = _more_lines(region)
    rows = _rows(region)
    foot = (f"… {more}",) if more else ()
    text = "\n".join((_region_head(region), *rows, END_MARK, *foot))
    return Reply(text, {**_region_data(region, rows), "more": more})


def _region_head(region: Region) -> str:
    assert region.lines is not None
    facts = [
        f"lines {region.lines} of {region.line_count}",
        *([region.language] if region.language else []),
        f"version {region.version}",
        *([f'selector "{printable(region.selector)}"'] if region.selector else []),
        *(f"comment at {lines}" for lines in region.attached),
    ]
    return f"--- file content: {printable(region.path or 'text')}, {', '.join(facts)} ---"


def _rows(region: Region) -> list[str]:
    """Return the numbered lines, with one row in place of folded ones."""
    assert region.lines is not None
    rows: list[str] = []
    folds = {fold.lines.first: fold for fold in region.folds}
    width, skip = len(str(region.lines.last)), 0
    for number, line in enumerate(region.numbered.lines, region.lines.first):
        if number in folds:
            fold = folds[number]
            skip = fold.lines.last
            rows.append(f"{'':>{width}}  … lines {fold.lines} of {printable(fold.selector)}")
        if number > skip and number <= region.lines.last:
            rows.append(f"{number:>{width}}| {_shown(line)}")
    return rows


def _shown(line: str) -> str:
    if len(line) <= MOST_LETTERS:
        return printable(line)
    return printable(line[:MOST_LETTERS]) + f"… {len(line) - MOST_LETTERS} more characters"


def _more_lines(region: Region) -> str:
    """Describe the call that returns the lines that were left out."""
    parts = []
    if region.left_out and region.lines is not None:
        rest = LineRange(region.lines.last + 1, region.lines.last + region.left_out)
        parts.append(
            f"{region.left_out} more lines: get_region lines={str(rest)!r},"
            f" version={region.version!r}, or a selector from outline"
        )
    if region.folds:
        parts.append(f"{len(region.folds)} bodies are folded: get_region with a selector shows one")
    return "; ".join(parts)


def _region_data(region: Region, rows: list[str]) -> JsonObject:
    """Return a region as data; its text is numbered if a part of it is left out."""
    data = {**region_dict(region), "folds": as_json(region.folds)}
    if region.folds or len(region.text) > _MOST_TEXT:
        data["text"] = json_text("\n".join(rows))
    return data


def session_for(sessions: Sequence[Session], path: object) -> tuple[Session, str | None]:
    """Return the session of the root that contains a path, and the path.

    A relative path is searched in every root; a new one belongs to the first.

    Raises:
        UsageError: when a relative path is a file in several roots.
    """
    if not isinstance(path, str) or len(sessions) == 1:
        return sessions[0], path if isinstance(path, str) else None
    inside = [session for session in sessions if _is_inside(session, path)]
    there = [session for session in inside if roots.is_there(session.root, path)]
    if len(there) > 1 and not roots.is_absolute(path):
        named = ", ".join(repr(session.root) for session in there)
        raise UsageError(f"{path!r} is in several roots: {named}", hint="pass an absolute path")
    chosen = max(there or inside or sessions[:1], key=lambda session: len(session.root))
    return (chosen if there else (inside or sessions)[0]), path


def _is_inside(session: Session, path: str) -> bool:
    try:
        confined(session.root, path, session.allow)
    except FileError:
        return False
    return True
