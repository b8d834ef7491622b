"""Check the state folder for what a crash, a damaged disk or another program left in it, and repair it.

    structedit history --verify     # what is wrong, and what would be done
    structedit history --repair     # do it

An interrupted transaction is finished or undone, as the next edit would do it. A damaged entry is moved to the
folder `damaged` for inspection. A damaged content is deleted: undo then says that it is no longer stored. A file of
another name is not the program's: it is reported and stays.

Not here: recovery itself (`disk.recovery`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

from structedit.disk import backups, history, recovery
from structedit.disk.owners import named_in
from structedit.disk.staging import TEMP_SUFFIX, discard
from structedit.disk.state_folder import names_in, private_folder, state_path, why_unusable
from structedit.text.errors import FileError
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in the state folder: its path, a sentence on it, and what repairing does; empty for nothing."""

    path: str
    message: str
    repair: str = ""


def problems() -> tuple[Problem, ...]:
    """Return what is wrong in the state folder, without changing anything."""
    if not os.path.lexists(os.path.dirname(state_path("pending"))):
        return ()
    if why := why_unusable():
        return (Problem(os.path.dirname(state_path("pending")), why),)
    return (*_pending(), *_history(), *_contents())


def repair() -> tuple[Problem, ...]:
    """Repair what can be repaired; return what was wrong, as `problems` does.

    Raises:
        FileError: when a file cannot be restored now.
        OSError: when the state folder cannot be written.
    """
    found = problems()
    recovery.recover()
    for problem in found:
        if problem.repair == _SET_ASIDE:
            name = f"{os.path.basename(os.path.dirname(problem.path))}-{os.path.basename(problem.path)}"
            with suppress(FileNotFoundError):
                os.replace(problem.path, os.path.join(private_folder("damaged"), name))
        elif problem.repair == _REMOVE:
            discard(problem.path)
    return found


_FINISH = "it is finished, or the files are put back"
_SET_ASIDE = "it is moved to the folder 'damaged'"
_REMOVE = "it is removed"


def _pending() -> Iterator[Problem]:
    """Yield problems of pending transactions, except for those whose process is running."""
    for name in names_in("pending"):
        path = os.path.join(history.pending_folder(), name)
        if not history.is_pending_name(name):
            yield _foreign(path)
        elif any(owner.may_live for owner in named_in(name)):
            continue
        elif name.endswith(TEMP_SUFFIX):
            yield Problem(path, "it is left of a write that was cut off", _REMOVE)
        elif (entry := history.read_entry(path)) is None:
            yield Problem(path, "the entry of an edit that was cut off is damaged", _SET_ASIDE)
        elif history.is_note(path):
            yield Problem(path, "it names temporary files that could not be removed", _FINISH)
        else:
            count = len(entry.files)
            files = "a file" if count == 1 else f"{count} files"
            yield Problem(path, f"an edit of {files} below {entry.root!r} was cut off", _FINISH)


def _history() -> Iterator[Problem]:
    """Yield damaged entries, and entries that cannot be undone because their contents are missing."""
    kept = backups.places()
    for folder in names_in("history"):
        for name in names_in("history", folder):
            path = state_path("history", folder, name)
            if name.endswith(TEMP_SUFFIX):
                yield Problem(path, "it is left of a write that was cut off", _REMOVE)
            elif not history.is_history_name(name):
                yield _foreign(path)
            elif name.endswith(".json"):
                entry = history.read_entry(path)
                if entry is None:
                    yield Problem(path, "the entry is damaged, or of another version", _SET_ASIDE)
                elif entry.place not in kept:
                    yield Problem(
                        path, f"{entry.id} cannot be undone: its contents are no longer kept"
                    )


def _contents() -> Iterator[Problem]:
    """Yield stored contents that are damaged, except for those of running transactions."""
    under_way = {
        name[len("00000000000000-") :].partition(".")[0]
        for name in names_in("pending")
        if history.is_pending_name(name) and any(owner.may_live for owner in named_in(name))
    }
    for place in backups.places():
        path = backups.path_of(place)
        if not backups.is_place(place):
            yield _foreign(path)
        elif backups.id_of(place) not in under_way:
            names = backups.names(place)
            is_whole = bool(names)
            for name in names:
                with suppress(OSError, FileError):
                    is_whole = is_whole and backups.fetch(place, name) is not None
            if not is_whole:
                yield Problem(path, "a kept content is damaged", _REMOVE)


def _foreign(path: str) -> Problem:
    return Problem(path, "it is not a file of structedit: remove it by hand if you do not know it")
