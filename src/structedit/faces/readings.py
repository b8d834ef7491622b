"""The output of what only reads: outlines, regions, hits, syntax errors, languages, and the history.

Text is for people and models and is made safe to show; JSON has the same shapes as that of outcomes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from structedit.calls.as_dict import JsonObject, as_json, hit_dict
from structedit.calls.diagnoses import Hit
from structedit.calls.outcomes import Outcome
from structedit.calls.printable import json_text, printable
from structedit.calls.report import one_line
from structedit.calls.statuses import JsonValue
from structedit.disk.history import Entry
from structedit.plan.reading import Check, Fault, Outline, OutlineItem, Region
from structedit.text.document import Document
from structedit.text.values import replace

Hits = tuple[tuple[str | None, Hit], ...]
"""Hits with the paths of their files, as `find` returns them."""


def region_outcome(document: Document, region: Region) -> Outcome:
    """Convert a region that was not found to an outcome, from which reports are made."""
    return Outcome(
        region.status,
        "get_region",
        document,
        region.reason,
        language=region.language,
        diagnosis=region.diagnosis,
    )


def outline_text(outline: Outline) -> str:
    """Return an outline as an indented tree: lines, kind, selector, signature.

    The first line has facts about the file as a whole.
    """
    rows = list(_rows(outline.items, 0))
    lines = max((len(str(item.lines)) for _, item in rows), default=0)
    kinds = max((len(item.kind) for _, item in rows), default=0)
    listed = (
        f"{item.lines!s:>{lines}}  {item.kind:<{kinds}}  {'  ' * depth}"
        f"{printable(item.selector)}  {printable(item.signature)}"
        for depth, item in rows
    )
    return "".join(f"{row}\n" for row in (_outline_head(outline), *listed))


def _outline_head(outline: Outline) -> str:
    language = outline.language or "unknown language"
    count = f"{outline.line_count} line{'' if outline.line_count == 1 else 's'}"
    head = f"{printable(outline.path or 'text')}: {language}, {count}, version {outline.version}"
    if outline.note:
        head += f"; no tree: {outline.note}"
    if outline.fault_lines:
        head += f"; syntax errors at {', '.join(map(str, outline.fault_lines))}"
    return head


def _rows(items: Iterable[OutlineItem], depth: int) -> Iterable[tuple[int, OutlineItem]]:
    for item in items:
        yield depth, item
        yield from _rows(item.children, depth + 1)


def outline_dict(outline: Outline) -> JsonObject:
    """Return an outline as JSON values."""
    return {
        "status": "unchanged",
        "path": as_json(outline.path),
        "language": outline.language,
        "support": outline.support,
        "line_count": outline.line_count,
        "version": outline.version,
        "fault_lines": list(outline.fault_lines),
        "note": outline.note,
        "items": as_json(outline.items),
    }


def region_bytes(document: Document, region: Region) -> bytes:
    """Return a region's bytes in the file's encoding, with a line break at the end."""
    content = region.text.encode("utf-8", "surrogateescape")
    if not content.endswith((b"\n", b"\r")):
        content += b"\n"
    return replace(document, frame=None).encode(content)[len(document.bom) :]


def region_numbered(document: Document, region: Region) -> str:
    """Return the whole lines of a region, each with its number: `12| text`."""
    if region.lines is None:
        return ""
    width = len(str(region.lines.last))
    numbers = range(region.lines.first, min(region.lines.last, document.line_count) + 1)
    return "".join(f"{n:>{width}}| {printable(document.line_text(n))}\n" for n in numbers)


def region_dict(region: Region) -> JsonObject:
    """Return a region as JSON values."""
    return {
        "status": region.status.value,
        "reason": as_json(region.reason),
        "message": json_text(region.diagnosis.message) if region.diagnosis else "",
        "path": as_json(region.path),
        "language": region.language,
        "version": region.version,
        "line_count": region.line_count,
        "lines": as_json(region.lines),
        "selector": as_json(region.selector),
        "kind": region.kind,
        "attached": as_json(region.attached),
        "left_out": region.left_out,
        "text": json_text(region.text),
        "diagnosis": as_json(region.diagnosis),
    }


def hits_text(hits: Hits) -> str:
    """Return hits as `path:line: selector: text`; lines around them as `path-line- text`."""
    blocks = ["".join(f"{row}\n" for row in _hit_rows(path or "text", hit)) for path, hit in hits]
    with_context = any(
        len(hit.around.lines) > hit.lines.last - hit.lines.first + 1 for _, hit in hits
    )
    return ("--\n" if with_context else "").join(blocks)


def _hit_rows(path: str, hit: Hit) -> Iterable[str]:
    for number, line in enumerate(hit.around.lines, hit.around.first):
        if hit.lines.first <= number <= hit.lines.last:
            where = f"{printable(path)}:{number}:"
            inside = f" {printable(hit.selector)}:" if hit.selector else ""
            yield f"{where}{inside} {printable(line)}"
        else:
            yield f"{printable(path)}-{number}- {printable(line)}"


def hits_dict(hits: Hits) -> JsonObject:
    """Return hits as JSON values."""
    listed: list[JsonValue] = [hit_object(path, hit) for path, hit in hits]
    return {"status": "unchanged" if hits else "not_found", "count": len(hits), "hits": listed}


def hit_object(path: str | None, hit: Hit) -> JsonObject:
    """Return a hit and its file as JSON values."""
    return {"path": as_json(path), **hit_dict(hit)}


def checks_text(checks: Iterable[Check]) -> str:
    """Return every syntax error as `path:line:column: message: text`, and one line of totals."""
    checks = tuple(checks)
    rows = [_fault_row(check, fault) for check in checks for fault in check.faults]
    broken = sum(not check.clean for check in checks)
    unparsed = [check for check in checks if check.note]
    clean = len(checks) - broken - len(unparsed)
    totals = f"{clean} clean, {broken} with syntax errors, {len(unparsed)} not parsed"
    if len(checks) == 1 and unparsed:
        totals += f": {unparsed[0].note}"
    return "".join(f"{row}\n" for row in (*rows, totals))


def _fault_row(check: Check, fault: Fault) -> str:
    inside = f" (in {printable(fault.selector)})" if fault.selector else ""
    where = f"{printable(check.path or 'text')}:{fault.line}:{fault.column}"
    return f"{where}: {fault.message}{inside}: {printable(fault.text.strip())}"


def checks_dict(checks: Iterable[Check]) -> JsonObject:
    """Return the parse states of files as JSON values."""
    checks = tuple(checks)
    clean = all(check.clean for check in checks)
    return {"status": "unchanged", "clean": clean, "files": [_check(check) for check in checks]}


def _check(check: Check) -> JsonObject:
    return {
        "path": as_json(check.path),
        "language": check.language,
        "support": check.support,
        "clean": check.clean,
        "line_count": check.line_count,
        "note": check.note,
        "faults": as_json(check.faults),
    }


def languages_text(languages: Sequence[Mapping[str, object]]) -> str:
    """Return languages as a table."""
    rows = [("language", "support", "grammar", "extensions and names"), *map(_language, languages)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    shown = "".join(
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, (*widths, 0), strict=True)) + "\n"
        for row in rows
    )
    return shown + "".join(
        f"{one['language']}: {one['why']}\n" for one in languages if "why" in one
    )


def _language(one: Mapping[str, object]) -> tuple[str, str, str, str]:
    extensions, filenames = one["extensions"], one["filenames"]
    assert isinstance(extensions, list) and isinstance(filenames, list)
    known_by = " ".join([*extensions, *filenames])
    return str(one["language"]), str(one["support"]), _grammar(one), known_by


def _grammar(one: Mapping[str, object]) -> str:
    """Return the name of a grammar in the pack, or the wheel it comes from with its version."""
    name, versions = str(one["grammar"] or "-"), one.get("grammar_version")
    if ":" not in name or not isinstance(versions, dict):
        return name
    return f"{versions['wheel']} {versions['found'] or ''}".rstrip()


_FILES_NAMED = 3
"""Files that a line of the history names. Chosen by judgement."""


def entry_line(entry: Entry, undone: frozenset[str]) -> str:
    """Return a transaction in one line: id, time, what, how much, which files."""
    import datetime

    when = datetime.datetime.fromtimestamp(entry.time).strftime("%Y-%m-%d %H:%M:%S")
    what = f"{entry.kind} of {entry.of}" if entry.of else entry.operation
    names = [os_relative(file.path, entry.root) for file in entry.files]
    named = ", ".join(names[:_FILES_NAMED])
    more = f" and {len(names) - _FILES_NAMED} more" if len(names) > _FILES_NAMED else ""
    state = " (undone)" if entry.id in undone else ""
    counts = f"+{entry.lines_added} -{entry.lines_removed}"
    return one_line(f"{entry.id}  {when}  {what}{state}, {counts}: {named}{more}")


def entry_dict(entry: Entry, undone: frozenset[str]) -> JsonObject:
    """Return a transaction as JSON values; its time is in seconds since 1970."""
    return {
        "id": entry.id,
        "time": entry.time,
        "root": json_text(entry.root),
        "kind": entry.kind,
        "of": entry.of,
        "operation": entry.operation,
        "lines_added": entry.lines_added,
        "lines_removed": entry.lines_removed,
        "undone": entry.id in undone,
        "files": [
            {
                "path": json_text(os_relative(f.path, entry.root)),
                "before": f.before,
                "after": f.after,
            }
            for f in entry.files
        ],
    }


def os_relative(path: str, root: str) -> str:
    """Return a path relative to its root."""
    return path.removeprefix(root.rstrip("/") + "/")
