"""Transactions of the history, in a line and as JSON values."""

from __future__ import annotations

from structedit.calls.as_dict import JsonObject
from structedit.calls.printable import json_text
from structedit.calls.report import one_line
from structedit.disk.history import Entry

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
