"""Batches on disk: read, planned, committed as one transaction; undone, redone and listed.

Paths of a batch are relative to a root and may not lead out of it. The functions on one document or file are in
`library`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Literal

from structedit.app import checking, events, formatting, guards
from structedit.app.checked_calls import checked
from structedit.app.guards import Guard
from structedit.calls import checked_edits, formats
from structedit.calls.arguments import texts
from structedit.calls.batch_outcomes import BatchOutcome, FileOutcome
from structedit.calls.batches import DeleteFile, FileRequest, MoveFile
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.formats import json_edits
from structedit.calls.hooks import Hooks
from structedit.calls.shared_options import Wish
from structedit.calls.statuses import Action, Reason, Status
from structedit.disk import (
    configuration,
    files,
    journal,
    limits,
    listing,
    protected,
    recovery,
    reverting,
    roots,
    state_folder,
)
from structedit.disk import history as log
from structedit.disk.attributes import looks_of
from structedit.disk.file_change import require_possible
from structedit.disk.history import Entry, Kind, RunNote
from structedit.disk.policies import POLICY, Policy
from structedit.disk.workers import Runner, here
from structedit.judge.risk import Thresholds
from structedit.plan.batch.file_changes import file_change
from structedit.plan.batch.whole import empty, hold_back, plan_batch
from structedit.text.document import Document
from structedit.text.errors import FileError, FormatError, TooSlowError, UsageError, shown
from structedit.text.values import dataclass, replace

Edits = str | Iterable[FileRequest | Mapping[str, object]]
"""Edits as callers pass them: a text in a known format, requests, or calls as data."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of a batch; see `apply_edits`."""

    partial: bool = False
    force: bool = False
    dry_run: bool = False
    backup: bool = True
    thresholds: Thresholds | None = None
    hooks: Hooks | None = None
    allow: tuple[str, ...] = ()
    timeout: float | None = None
    formatter: Wish = None
    checker: Wish = None
    tools: bool = False

    def guard(self, top: str) -> Guard:
        """Return the rules of a root for this caller; `tools` and `allow` are those of `Guard`."""
        return guards.guard_of(top, self.hooks, tools=self.tools, allow=self.allow)

    def __post_init__(self) -> None:
        if not isinstance(self.thresholds, Thresholds | None):
            raise UsageError(f"{shown(self.thresholds)} are not thresholds", hint="pass Thresholds")


@checked()
def apply_edits(
    edits: Edits,
    root: files.AnyPath = ".",
    *,
    format: str = "auto",
    path: str | None = None,
    partial: bool = False,
    force: bool = False,
    dry_run: bool = False,
    backup: bool = True,
    thresholds: Thresholds | None = None,
    hooks: Hooks | None = None,
    allow: Iterable[str] = (),
    timeout: float | None = None,
    formatter: Wish = None,
    checker: Wish = None,
) -> BatchOutcome:
    """Apply a model's answer, or a list of edits, to the files below `root`: all of it, or none.

    Args:
        edits: a text in a format that `parse_edits` reads, requests, or calls as data.
        root: the folder that paths are relative to and may not leave.
        format: name of the format of a text, instead of detecting it.
        path: the file for edits that name none.
        partial: keep the edits that can land even if others fail.
        force: accept a critical risk.
        dry_run: plan and show, write nothing.
        backup: whether what the files were is kept, for undo.
        thresholds: from where on a change is a risk; left out, as the configuration says.
        hooks: callables that are asked before a file changes, and called afterwards.
        allow: names of protected places that may be edited all the same, as `.vscode`.
        timeout: seconds that planning may take, instead of those that the size of all texts
            and files allows.
        formatter: a command that formats each file that changes, before it is written; left out or True,
            the one that the user's configuration names for its language; False for none.
        checker: a command whose findings before and after are compared; left out or True, as for `formatter`.

    Raises:
        FormatError: when a text cannot be read; nothing is written then.
        UsageError: when a call cannot be read.
    """
    places = texts("allow", allow)
    choices = Choices(
        partial, force, dry_run, backup, thresholds, hooks, places, timeout, formatter, checker
    )
    if isinstance(edits, str):
        return apply_text(edits, root, choices, format=format, path=path)
    return run("apply_edits", requests_of(edits, path), root, choices)


def apply_text(
    text: str,
    root: files.AnyPath,
    choices: Choices,
    *,
    operation: str = "apply_edits",
    format: str = "auto",
    path: str | None = None,
) -> BatchOutcome:
    """Apply a text of edits in a known format; see `apply_edits`."""
    try:
        read = limits.limited(
            lambda: formats.parsed(text, format, path=path),
            text,
            timeout=choices.timeout,
            name="the text of edits",
        )
    except FormatError as error:
        events.wrongly_called(error, operation, files.os_path(root), format=format)
        raise
    return run(operation, read.requests, root, choices, format=read.format)


@checked()
def multi_edit(
    root: files.AnyPath,
    edits: Iterable[FileRequest | Mapping[str, object]],
    *,
    path: str | None = None,
    partial: bool = False,
    force: bool = False,
    dry_run: bool = False,
    backup: bool = True,
    thresholds: Thresholds | None = None,
    hooks: Hooks | None = None,
    allow: Iterable[str] = (),
    timeout: float | None = None,
    formatter: Wish = None,
    checker: Wish = None,
) -> BatchOutcome:
    """Do a list of operations on one or many files, as one transaction; see `apply_edits`."""
    requests, places = requests_of(edits, path), texts("allow", allow)
    choices = Choices(
        partial, force, dry_run, backup, thresholds, hooks, places, timeout, formatter, checker
    )
    return run("multi_edit", requests, root, choices)


@checked()
def parse_edits(
    text: str, format: str = "auto", *, path: str | None = None
) -> tuple[FileRequest, ...]:
    """Read a text of edits in a known format; see `structedit.calls.formats`."""
    return formats.parse_edits(text, format, path=path)


def requests_of(
    edits: Iterable[FileRequest | Mapping[str, object]], path: str | None = None
) -> tuple[FileRequest, ...]:
    """Read edits that are requests or calls as data.

    Raises:
        UsageError: naming the edit that cannot be read.
    """
    found: list[FileRequest] = []
    if isinstance(edits, str | bytes | Mapping) or not isinstance(edits, Iterable):
        raise UsageError(
            f"the edits are not a list but {shown(edits)}", hint='pass [{"op": …, "path": …}, …]'
        )
    for number, edit in enumerate(edits, 1):
        try:
            if not isinstance(edit, Mapping):
                found.append(checked_edits.checked(edit))
                continue
            found += json_edits.file_requests_of(edit, path=path)
        except UsageError as error:
            raise UsageError(f"edit {number}: {error.message}", hint=error.hint) from error
    return tuple(found)


def requested(
    edits: Edits, format: str = "auto", path: str | None = None
) -> tuple[FileRequest, ...]:
    """Read edits in any of their forms; see `apply_edits`."""
    if isinstance(edits, str):
        return parse_edits(edits, format, path=path)
    return requests_of(edits, path)


def run(
    operation: str,
    requests: tuple[FileRequest, ...],
    root: files.AnyPath,
    choices: Choices,
    *,
    format: str = "json",
) -> BatchOutcome:
    """Plan a batch on the files below a root; write it if every file may be written."""
    if not requests:
        return empty(operation)
    top = roots.folder_of(root)

    def call() -> BatchOutcome:
        return written(planned(operation, requests, top, choices), top, choices)

    return events.batching(requests, top, format, call)


def planned(
    operation: str, requests: tuple[FileRequest, ...], top: str, choices: Choices
) -> BatchOutcome:
    """Plan a batch on the files below a real root, under its rules; nothing is written."""
    if not requests:
        return empty(operation)
    journal.recover(top)
    guard = choices.guard(top)

    def approve(file: FileOutcome) -> FileOutcome:
        with limits.unlimited():  # hooks and formatters have time limits of their own
            file = formatting.formatted_file(guard, operation, file, choices.formatter)
            return guards.approved_file(guard, operation, file, dry_run=choices.dry_run)

    return _planned(guard, operation, requests, choices, approve)


def rehearsed(
    operation: str, requests: tuple[FileRequest, ...], top: str, choices: Choices
) -> BatchOutcome:
    """Plan a batch without asking hooks, to see whether that is possible in a given time."""
    journal.recover(top)
    guard = choices.guard(top)
    return _planned(guard, operation, requests, choices, None)


def _planned(
    guard: Guard,
    operation: str,
    requests: tuple[FileRequest, ...],
    choices: Choices,
    approve: Callable[[FileOutcome], FileOutcome] | None,
) -> BatchOutcome:
    places = roots.placing(guard.root, guard.allow)

    @cache
    def confined(path: str) -> str | FileError:
        try:
            return places(path)[0]
        except FileError as error:
            return error

    def named(path: str) -> str:
        found = confined(path)
        return path if isinstance(found, FileError) else found  # `_load` says why it cannot be had

    def plan() -> BatchOutcome:
        resolved = [_resolved(guard.root, one, named) for one in requests]
        # The paths at which the batch may make a file.
        made = protected.bare_parts(
            filter(None, (r.to if isinstance(r, MoveFile) else r.path for r in resolved))
        )
        return plan_batch(
            lambda path, new: _load(guard, path, confined(path), made, new=new),
            resolved,
            operation=operation,
            partial=choices.partial,
            force=choices.force,
            dry_run=choices.dry_run,
            thresholds=choices.thresholds or guard.configuration.thresholds,
            languages=guard.configuration.languages,
            approve=approve,
        )

    try:
        batch = limits.limited(plan, requests, timeout=choices.timeout, name="the batch")
    except TooSlowError as error:
        nothing = BatchOutcome(Status.REFUSED, operation, partial=choices.partial)
        return replace(unwritten(nothing, error), dry_run=choices.dry_run)
    return noted(guard, batch)


def noted(guard: Guard, batch: BatchOutcome) -> BatchOutcome:
    """Add the messages of the guard to a planned batch, as warnings."""
    return replace(batch, warnings=(*batch.warnings, *guard.notes())) if batch.landed else batch


def written(
    batch: BatchOutcome,
    top: str,
    choices: Choices,
    run: RunNote | None = None,
    worker: Runner = here,
) -> BatchOutcome:
    """Write a planned batch if all of it may be written, as part of a run, then call the hooks after an edit.

    Checkers see it before and after; their findings are compared in the `worker`.
    """
    if batch.status is not Status.APPLIED:
        return batch
    guard = choices.guard(top)
    policy = guard.configuration.policy(backup=choices.backup)
    done = checking.checked(
        guard, batch, choices.checker, lambda some: committed(some, top, policy, run), worker
    )
    return done if choices.dry_run else announced(guard, done)


def announced(guard: Guard, batch: BatchOutcome) -> BatchOutcome:
    """Run the hooks after a written batch; their complaints become warnings."""
    if batch.status is not Status.APPLIED or not guard.behind:
        return batch
    proposals = [guards.proposal_of(guard, batch.operation, f, dry_run=False) for f in batch.files]
    return replace(batch, warnings=(*batch.warnings, *guards.call_post_hooks(guard, proposals)))


def committed(
    batch: BatchOutcome, root: str, policy: Policy = POLICY, run: RunNote | None = None
) -> BatchOutcome:
    """Write the files of a planned batch, all or none; a failed write is an outcome too."""
    totals = batch.totals
    added, removed = totals.lines_added, totals.lines_removed
    note = journal.Note(root, batch.operation, added, removed, run=run)
    try:
        changes = [change for file in batch.files for change in _changes(file, root)]
        done = journal.commit(changes, note, policy)
        return replace(batch, undo_id=done.undo_id, warnings=(*batch.warnings, *done.warnings))
    except FileError as error:
        for file in batch.files:
            error = files.named(error, roots.real_path(root, file.path), file.path)
        return unwritten(batch, error)


_BROKEN_WORLD = (Reason.WRITE_FAILED, Reason.HALF_WRITTEN)


def unwritten(batch: BatchOutcome, error: FileError) -> BatchOutcome:
    """Return the outcome of a batch that fits but could not be written, with what its files contain if changed."""
    known = {str(reason) for reason in Reason}
    reason = Reason(error.code) if error.code in known else Reason.WRITE_FAILED
    status = Status.ERROR if reason in (*_BROKEN_WORLD, Reason.MISSING_FILE) else Status.REFUSED
    diagnosis = Diagnosis(error.message, error.hint, notes=error.notes)
    said = "" if reason in (Reason.HALF_WRITTEN, Reason.NO_JOURNAL) else "nothing is written: "
    message = f"{said}{error.message}"
    return replace(
        hold_back(batch), status=status, reason=reason, message=message, diagnosis=diagnosis
    )


def _changes(file: FileOutcome, root: str) -> tuple[journal.Change, ...]:
    """Return the changes on disk for one file of a batch below a real root; a move is two."""
    before = None if file.before is None else file.before.encode()
    after = None if file.after is None else file.after.encode()
    path = roots.joined(root, file.path)
    if file.action is not Action.MOVED or file.moved_from is None:
        return (journal.Change(path, before, after),)
    old = roots.joined(root, file.moved_from)
    return (
        journal.Change(path, None, after, looks_of(old)),
        journal.Change(old, before, None),
    )


def _resolved(root: str, request: FileRequest, named: Callable[[str], str]) -> FileRequest:
    """Replace links in a request by real paths, if such files exist.

    A link that is to be deleted or moved keeps its name, under which it is refused.
    """
    if isinstance(request, DeleteFile | MoveFile) and roots.is_link(root, request.path):
        return request
    real = named(request.path)
    found = request if real == request.path else replace(request, path=real)
    if isinstance(found, MoveFile):
        return replace(found, to=named(found.to))
    return found


def _load(
    guard: Guard, path: str, relative: str | FileError, made: dict[str, set[str]], *, new: bool
) -> Document | FileError:
    """Return the file at a path (`relative` is where it leads), or the error why it cannot be read.

    For a path that may be a `new` one, similar names are not searched.
    """
    root = guard.root
    try:
        if isinstance(relative, FileError):
            raise relative
        if refusal := protected.bare_repository(root, relative, made):
            return refusal
        if refusal := guards.protection_of(guard, relative):
            return refusal
        if roots.is_link(root, path):
            raise FileError(
                f"{path!r} is a symbolic link", hint="name the file itself", code="not_text"
            )
        if new and files.is_missing(roots.joined(root, relative)):
            return FileError(f"there is no file {path!r}", hint="")
        document = files.read_below(root, relative)
        limits.grant(len(document.data))
        return replace(document, languages=guard.configuration.languages)
    except FileError as error:
        if error.code == "missing_file" and not error.hint.startswith("name the file itself"):
            return roots.missing_from(root, path)
        return error


# Undo


@checked()
def undo(
    id: str | None = None,
    root: files.AnyPath | None = None,
    *,
    path: str | None = None,
    dry_run: bool = False,
    allow: Iterable[str] = (),
    state: files.AnyPath | None = None,
) -> BatchOutcome:
    """Undo a transaction, by default the latest one of the root that is not undone yet.

    It is refused when one of its files was changed since; the outcome says how. It is refused as well
    for a file that no batch of edits may touch: outside of the root, protected, or a place that programs
    run from. Where the latest edit was cut off by a crash, that is put back, and nothing else.

    Args:
        id: the transaction, by its `undo_id` or the start of it.
        root: the folder that its files may not leave; left out, the root that it was made in.
        path: the file, relative to the root, whose latest transaction is meant.
        dry_run: show what would be undone, or why it cannot be, and write nothing.
        allow: names of protected places that may be edited all the same, as `.vscode`.
        state: the state folder of a fleet, as `rewrite_fleet` was given it; the user's own if left out.

    Raises:
        UsageError: when there is no such transaction.
    """
    with state_folder.kept_in(state):
        return reverted("undo", id, root, path=path, dry_run=dry_run, allow=texts("allow", allow))


@checked()
def redo(
    id: str | None = None,
    root: files.AnyPath | None = None,
    *,
    path: str | None = None,
    dry_run: bool = False,
    allow: Iterable[str] = (),
    state: files.AnyPath | None = None,
) -> BatchOutcome:
    """Redo a transaction that was undone; by default the latest undone one.

    Arguments and refusals are those of `undo`.

    Raises:
        UsageError: when there is no such transaction.
    """
    with state_folder.kept_in(state):
        return reverted("redo", id, root, path=path, dry_run=dry_run, allow=texts("allow", allow))


def reverted(
    what: Literal["undo", "redo"],
    id: str | None,
    root: files.AnyPath | None,
    *,
    path: str | None,
    dry_run: bool,
    allow: tuple[str, ...],
    tools: bool = False,
) -> BatchOutcome:
    """Undo or redo as the functions of these names do; for agents' `tools` more places are protected."""
    searched, is_undo = _searched_root(root, path), what == "undo"
    if is_undo and id is None and path is None and (message := _put_back(searched)):
        return BatchOutcome(Status.APPLIED, "undo", message=message, warnings=recovery.news())
    entry = _meant(id, path, root, searched, what)
    if is_undo and entry.kind != "edit":
        raise UsageError(f"{entry.id} is an {entry.kind} itself", hint="use redo")
    latest = _latest(entry)
    if is_undo and latest.kind == "undo":
        raise UsageError(f"{entry.id} is undone already", hint="use redo to apply it again")
    if not is_undo and latest.kind != "undo":
        raise UsageError(f"{entry.id} is not undone", hint="see history")
    # The rules are those of the caller's root, else of the root that it was made in.
    top = entry.root if root is None else roots.folder_of(root)
    guard = guards.guard_of(top, tools=tools, allow=allow)
    if dry_run:
        return _reverted(latest, what, entry.id, guard, dry_run=True)
    return events.reverting(
        latest.root, lambda: _reverted(latest, what, entry.id, guard, dry_run=False)
    )


def _searched_root(root: files.AnyPath | None, path: str | None) -> files.AnyPath:
    """Return the root whose history is searched: the passed one, else that of the file, else the current folder."""
    if root is not None or path is None:
        return "." if root is None else root
    own = roots.root_of(path)
    return own if log.is_known(own) else "."


def _require_editable(entry: Entry, guard: Guard) -> None:
    """Refuse to touch a file of a transaction that an edit in this root may not touch.

    Raises:
        FileError: `outside_root` or `protected`.
    """
    placed = roots.placing(guard.root, guard.allow)
    relative = [placed(kept.path)[0] for kept in entry.files]
    made = protected.bare_parts(relative)
    for path in relative:
        refusal = protected.bare_repository(guard.root, path, made)
        refusal = refusal or guards.protection_of(guard, path)
        if refusal is not None:
            raise refusal


def _put_back(root: files.AnyPath) -> str:
    """Undo interrupted edits of a root, and return a sentence on them; empty if there are none."""
    top = _history_root(root)
    edits = {entry.id for entry in log.cut_off_below(top) if entry.kind == "edit"}
    back = [one for one in journal.recover(top) if not one.forward and one.id in edits]
    count = len({path for one in back for path in one.files})
    many = f"{count} files are" if count != 1 else "a file is"
    return f"undid the latest edit, which was interrupted: {many} as before it" if back else ""


def cut_off(root: files.AnyPath, state: files.AnyPath | None = None) -> str:
    """Return a sentence on interrupted edits of a root and how to undo them; empty if there are none."""
    with state_folder.kept_in(state):
        cut = log.cut_off_below(_history_root(root))
    found = {file.path for entry in cut for file in entry.files}
    if not found:
        return ""
    many = f"{len(found)} files" if len(found) != 1 else "a file"
    return f"an edit of {many} was interrupted: undo or the next edit reverts it"


def _meant(
    id: str | None,
    path: str | None,
    root: files.AnyPath | None,
    searched: files.AnyPath,
    what: Kind,
) -> Entry:
    """Return the transaction of an id or of a file, else the last one that can be undone or redone."""
    top = _history_root(searched)
    journal.recover(top)
    stacks = log.stacks_of(log.entries_of(top))
    entries = stacks.done if what == "undo" else stacks.undone
    if id is not None and not files.is_missing(id):
        _refuse_path(id, what, entries)
    if id is not None:
        entries = (log.entry_of(id, top),)
    if path is not None:
        full = files.full_path("." if root is None else files.os_path(root), path)
        of_it = tuple(e for e in entries if any(kept.path == full for kept in e.files))
        if not of_it:
            which = "no transaction" if id is None else f"not the transaction {entries[0].id}"
            raise UsageError(f"{which} that can be {what}ne changed {path!r}", hint="see history")
        return of_it[-1]
    if id is not None:
        return entries[0]
    _require_last_known(top, entries, what)
    return entries[-1]


def _refuse_path(path: str, what: Kind, entries: tuple[Entry, ...]) -> None:
    """Refuse the path of a file in the place of an id, with the call that names the file.

    Raises:
        UsageError: unless it is the start of an id.
    """
    if any(entry.id.startswith(path) for entry in entries):
        return
    full = files.full_path(".", path)
    is_known = any(kept.path == full for entry in entries for kept in entry.files)
    kind, hint = "file", f"see history; no transaction that could be {what}ne has this file"
    if listing.is_folder(path):
        kind = "folder"
        hint = f"see history; {what} alone takes the latest one, --root names another folder"
    elif is_known:
        hint = f"{what} with path={path!r}, at a shell --path, takes its latest one"
    error = UsageError(f"{path!r} is a {kind}, and {what} takes the id of a transaction", hint=hint)
    if is_known:
        error.meant = what, {"path": path}
        error.add_note(f"try: structedit.{what}(path={path!r})")
    raise error


def _require_last_known(root: str, entries: tuple[Entry, ...], what: str) -> None:
    """Refuse to guess which transaction is meant if the latest edit has no entry.

    Raises:
        UsageError: in that case, or when there is no transaction at all.
    """
    why = state_folder.why_unusable()
    if not entries:
        because, hint = f": {why}" if why else "", "see history, or name another root"
        if log.entries_of(root):  # so every transaction is undone, or none is
            hint = "every edit here is undone" if what == "undo" else "no edit here is undone"
        error = UsageError(f"there is nothing to {what} here{because}", hint=hint)
        above = None if why else log.latest_above(root)
        if above is not None and above.root != root:
            import shlex

            error = UsageError(
                f"there is nothing to {what} here; {_place_of(above)}",
                hint=f"name that root: --root {shlex.quote(above.root)}",
            )
            error.meant = what, {"root": above.root}
            error.add_note(f"try: structedit.{what}(root={above.root!r})")
        raise error
    latest = _latest(entries[-1])
    if latest.id in log.before_unkept(root):
        why = "an edit was made since, no backup of which was kept"
    elif why:
        why = f"an edit made since may have no entry: {why}"
    else:
        return
    raise UsageError(
        f"it is not certain that the latest known transaction is the latest edit: {why}",
        hint=f"see history; `{what} {entries[-1].id}` names the latest known",
    )


def no_transaction(root: files.AnyPath) -> str:
    """Return the message for a root without transactions: where those of its files are, if there are any."""
    above = log.latest_above(roots.folder_of(root))
    return f"there is no transaction {f'here; {_place_of(above)}' if above else 'yet'}"


def _place_of(entry: Entry) -> str:
    id = entry.of or entry.id
    return f"the latest one of files in this folder, {id}, has the root {entry.root!r}"


@checked()
def history(
    root: files.AnyPath = ".",
    *,
    most: int | None = None,
    state: files.AnyPath | None = None,
) -> tuple[Entry, ...]:
    """List the transactions of a root, the latest first; of a fleet, those in its state folder."""

    def look() -> tuple[Entry, ...]:
        with state_folder.kept_in(state):
            found = log.entries_of(_history_root(root))
        return found[::-1] if most is None else found[::-1][:most]

    return events.reading("history", root, look)


def undone_ids(root: files.AnyPath = ".", state: files.AnyPath | None = None) -> frozenset[str]:
    """Return the ids of the transactions of a root that are undone."""
    with state_folder.kept_in(state):
        undone = log.stacks_of(log.entries_of(_history_root(root))).undone
    return frozenset(entry.id for entry in undone)


@checked()
def show(
    id: str, root: files.AnyPath = ".", *, state: files.AnyPath | None = None
) -> tuple[Entry, str]:
    """Return a transaction and its diff.

    Raises:
        UsageError: when there is no such transaction.
    """

    def look() -> tuple[Entry, str]:
        with state_folder.kept_in(state):
            entry = log.entry_of(id, _history_root(root))
            shown = _file_outcomes(reverting.changes_of(entry), entry.root)
        return entry, "".join(file.diff for file in shown)

    return events.reading("show", root, look)


def _history_root(root: files.AnyPath) -> str:
    """Return the root whose history is meant: the folder itself if it has one, else its repository.

    Outside of repositories, an edit of one file is recorded with its folder, so the latest below the folder is used.
    """
    folder = roots.folder_of(root)
    if log.is_known(folder) or roots.is_repository(folder):
        return folder if log.is_known(folder) else roots.root_of(folder)
    return log.latest_root_below(folder) or folder


def _latest(entry: Entry) -> Entry:
    """Return the last entry about a transaction: itself, or the latest undo or redo of it."""
    about = log.entries_about(entry)
    return about[-1] if about else entry


def _reverted(entry: Entry, kind: Kind, of: str, guard: Guard, *, dry_run: bool) -> BatchOutcome:
    done = f"undone: {of}" if kind == "undo" else f"redone: {of}"
    would = f"would undo {of}" if kind == "undo" else f"would redo {of}"
    batch = BatchOutcome(Status.APPLIED, kind, message=would if dry_run else done, dry_run=dry_run)
    try:
        _require_editable(entry, guard)
        changes, note = reverting.revert(entry, kind, of)
        outcomes = _file_outcomes(changes, entry.root)
        batch = replace(batch, files=outcomes)
        if dry_run:
            for change in changes:
                require_possible(change)
            return _counted(batch)
        policy = configuration.load(entry.root).policy(backup=True)
        kept = replace(policy, keep=True)  # or it could be taken back twice
        made = journal.commit(changes, note, kept)
        again = of if kind == "redo" and made.undo_id is not None else None
        return replace(_counted(batch), undo_id=again, warnings=made.warnings)
    except FileError as error:
        for held in entry.files:
            error = files.named(error, held.path, roots.below(entry.root, held.path))
        return unwritten(batch, error)


def _counted(batch: BatchOutcome) -> BatchOutcome:
    totals = replace(
        batch.totals,
        files=len(batch.files),
        lines_added=sum(file.lines_added for file in batch.files),
        lines_removed=sum(file.lines_removed for file in batch.files),
    )
    return replace(batch, totals=totals)


def _file_outcomes(changes: Iterable[journal.Change], root: str) -> tuple[FileOutcome, ...]:
    """Return file outcomes for changes on disk that this call did not plan (an undo, for example)."""
    return tuple(
        file_change(roots.below(root, change.path), change.before, change.after)
        for change in changes
    )
