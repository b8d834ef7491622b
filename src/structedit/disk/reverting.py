"""The changes that undo a transaction, from its stored contents; refused after a change by another program.

Not here: which transaction is meant (`app.transactions`), and making the changes (`disk.journal`).
"""

from __future__ import annotations

from structedit.disk import backups
from structedit.disk.file_change import Change, named_content
from structedit.disk.files import read_bytes
from structedit.disk.history import Entry, KeptFile, Kind
from structedit.disk.journal import Note
from structedit.text.errors import FileError


def revert(entry: Entry, kind: Kind, of: str) -> tuple[tuple[Change, ...], Note]:
    """Return the changes that undo a transaction, and what the history records about that.

    Raises:
        FileError: `stale` when a file was changed since, saying how; `missing_file` when a content is no longer
            stored.
    """
    changes = tuple(_reverted(file, entry) for file in entry.files)
    note = Note(entry.root, kind, entry.lines_removed, entry.lines_added, kind=kind, of=of)
    return changes, note


def changes_of(entry: Entry) -> tuple[Change, ...]:
    """Return the changes that a transaction made.

    Raises:
        FileError: `missing_file` when a content is no longer stored.
    """
    return tuple(
        Change(f.path, _fetched(f.before, f.path), _fetched(f.after, f.path)) for f in entry.files
    )


def _reverted(file: KeptFile, entry: Entry) -> Change:
    there, content = named_content(file.path)
    if there != file.after:
        raise FileError(
            f"{file.path!r} was changed since transaction {entry.id}{_how(file, there)}",
            hint="undo the later change first, or edit the file by hand",
            code="stale",
        )
    # The file is as the transaction left it, so that content need not be fetched.
    after = content if file.after is not None else None
    return Change(file.path, after, _fetched(file.before, file.path), file.looks, file.folder)


def _fetched(name: str | None, path: str) -> bytes | None:
    if name is None:
        return None
    raw = backups.fetch(name)
    if raw is None:
        raise FileError(
            f"the content that {path!r} had is no longer kept", hint="history lists what is"
        )
    return raw


def _how(file: KeptFile, there: str | None) -> str:
    """Describe how a file differs from the transaction's result."""
    if there is None:
        return ": it is gone"
    if file.after is None:
        return ": it was made again"
    left, found = backups.fetch(file.after), read_bytes(file.path)
    if left is None:
        return ""
    old, new = left.splitlines(keepends=True), found.splitlines(keepends=True)
    first = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
    line = min(len(old), len(new)) if first is None else first
    lines = f", and it has {len(new)} lines, not {len(old)}" if len(new) != len(old) else ""
    return f": from line {line + 1} on it differs{lines}"
