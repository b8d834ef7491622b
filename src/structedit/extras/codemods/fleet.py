"""Many roots, each rewritten or scanned where it lies, its edits a transaction of its own.

A worker is given a root, and for it alone: takes the root's lock, mends what a crash left, looks for the run's
name in the root's history, and only then plans and writes. Locks, transactions and history are in the user's
state folder, or in the folder that the caller names, which every machine of a cluster must see. So a root is
all old or all new, whoever was killed when, and a run that is repeated does only what is missing. What comes
back of a root is its `FleetRow`.

A row is kept there too: a root without hits has no transaction that would tell of it.

Not here: what is done to the files of a root (`runs`, `rules.scans`), who works (`executors`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from structedit.app import transactions
from structedit.app.checked_calls import checked
from structedit.calls.search_terms import TERM_ARGUMENTS, search_term
from structedit.calls.statuses import Fate, JsonValue, Status, told
from structedit.disk import files, history, journal, listing, locks, roots, state_folder
from structedit.disk.staging import why
from structedit.extras.codemods import runs
from structedit.extras.codemods.executors import LostWorkerError, as_done, is_elsewhere, workers_of
from structedit.extras.codemods.per_file import Call, Work, script_of
from structedit.extras.codemods.rules import scans
from structedit.extras.codemods.rules.findings import Finding
from structedit.extras.codemods.rules.rule_files import Severity
from structedit.text.errors import StructEditError, UsageError
from structedit.text.hashing import sha256
from structedit.text.values import dataclass, replace

if TYPE_CHECKING:
    from concurrent.futures import Executor

_PATIENCE = 60.0
"""Seconds that a task waits for the lock of its root. Chosen by judgement: most roots take less."""

_MOST_REFUSALS = 20
"""Refused files that a row names; `refused` counts all. Chosen by judgement: a row stays a line."""

_LOST = "lost"

_SAID = frozenset((*TERM_ARGUMENTS, "template", "drop_rest"))
"""Arguments of `rewrite` that say what is done to a file."""


@dataclass(frozen=True, slots=True)
class FleetRow:
    """What came of one root; `status` is that of a run over it, or `lost` with its worker.

    `again` means that nothing was done now: an earlier run of the same name has done it. Of a scan, `found` counts
    the findings and `errors` those of that severity that are left; a row that is given `again` does not list them.
    """

    root: str
    status: str
    searched: int = 0
    files: int = 0
    hits: int = 0
    refused: int = 0
    passed: int = 0
    undo_id: str | None = None
    seconds: float = 0.0
    again: bool = False
    message: str = ""
    refusals: tuple[str, ...] = ()
    found: int = 0
    errors: int = 0
    findings: tuple[Finding, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to be done in this root by this run."""
        done = (Status.APPLIED, Status.UNCHANGED, Status.ALREADY_APPLIED, Fate.WOULD_APPLY)
        return self.status in done

    def to_dict(self) -> dict[str, JsonValue]:
        """The row as JSON values."""
        told: dict[str, JsonValue] = {name: getattr(self, name) for name in FleetRow.__match_args__}
        findings: list[JsonValue] = [one.to_dict() for one in self.findings]
        return {**told, "refusals": list(self.refusals), "findings": findings}


@dataclass(frozen=True, slots=True)
class FleetOutcome:
    """The rows of all roots, in their order, and the name of the run, under which it can be repeated."""

    name: str
    rows: tuple[FleetRow, ...]

    @property
    def landed(self) -> bool:
        """Whether every root is as the run wants it."""
        return all(row.is_done and not row.refused and not row.passed for row in self.rows)

    @property
    def missing(self) -> tuple[FleetRow, ...]:
        """The roots that a repetition of the run would work on."""
        return tuple(row for row in self.rows if not row.is_done)

    def to_dict(self) -> dict[str, JsonValue]:
        """The outcome as JSON values."""
        return {"name": self.name, "rows": [row.to_dict() for row in self.rows]}


OnRow = Callable[[FleetRow], object]
"""Is told of each root once it is done, in no certain order."""


@checked
def rewrite_fleet(
    folders: Iterable[files.AnyPath],
    *,
    paths: Iterable[str] = (),
    once: str | None = None,
    state: files.AnyPath | None = None,
    executor: Executor | None = None,
    jobs: int = 1,
    on_row: OnRow | None = None,
    **arguments: Any,
) -> FleetOutcome:
    """Rewrite many roots, each where it lies, as a transaction of its own.

    Called again with the same arguments it does only what is missing: a root in which the run is in the history
    gives the same row again. A root that fails is one row. `undo` takes the part of a root back, with the same
    `state`.

    Args:
        folders: the roots; none of them may lie in another.
        paths: files and folders below each root, all of it if left out.
        once: the name of the run, instead of one made of the arguments.
        state: a folder of your own for locks, history and old contents, under the same path on every machine;
            the user's own, on one machine, if left out.
        executor: who works, any of `concurrent.futures` or of Dask; `jobs` processes if left out.
        jobs: how many processes work; 1 is this one.
        on_row: is called with the row of each root as soon as it is known.
        **arguments: those of `rewrite`: what is looked for, the template, which files, `imports`, `formatter`,
            `partial`, `dry_run`, `force`, `allow_errors`, `thresholds`, `timeout`.

    Raises:
        UsageError: when the arguments are wrong for every root; what is wrong in one is its row.
    """
    if "template" not in arguments:
        raise UsageError("rewrite_fleet needs 'template'", hint="pass 'template'")
    said = {name: value for name, value in arguments.items() if name in _SAID}
    rest = {name: value for name, value in arguments.items() if name not in _SAID}
    if callable(said["template"]) and once is None:
        raise UsageError("a run with a function needs a name", hint="pass once='…'")
    template, drop_rest = said["template"], bool(said.get("drop_rest", False))
    term, is_all = search_term("rewrite_fleet", said), not rest.get("partial", True)
    work = runs.work_of(term, template, drop_rest, all_or_none=is_all)
    job = _job("rewrite_fleet", work, rest)
    name = once or _name_of("rewrite", said, rest, tuple(paths))
    task = _Task(replace(job, once=name), tuple(paths), name, state_folder.full_path(state))
    return _fleet(folders, partial(_carried_out, task), task, executor, jobs, on_row)


@checked
def run_fleet(
    folders: Iterable[files.AnyPath],
    script: str | Callable[..., Any],
    *,
    paths: Iterable[str] = (),
    once: str | None = None,
    state: files.AnyPath | None = None,
    executor: Executor | None = None,
    jobs: int = 1,
    on_row: OnRow | None = None,
    **arguments: Any,
) -> FleetOutcome:
    """Run a script over many roots, each as a transaction of its own; see `rewrite_fleet` and `run`.

    Args:
        folders: the roots; none of them may lie in another.
        script: the path of a script, which is read here, or a function.
        paths: files and folders below each root, all of it if left out.
        once: the name of the run, instead of one made of the arguments.
        state: a folder of your own for locks, history and old contents, under the same path on every machine;
            the user's own, on one machine, if left out.
        executor: who works, any of `concurrent.futures` or of Dask; `jobs` processes if left out.
        jobs: how many processes work; 1 is this one.
        on_row: is called with the row of each root as soon as it is known.
        **arguments: those of `run`.
    """
    if callable(script):
        if once is None:
            raise UsageError("a run of a function needs a name", hint="pass once='…'")
        job = _job("run_fleet", Call(script), arguments)
    else:
        job = _job("run_fleet", script_of(script), arguments)
    name = once or _name_of(
        "run", {"script": getattr(job.work, "text", "")}, arguments, tuple(paths)
    )
    task = _Task(replace(job, once=name), tuple(paths), name, state_folder.full_path(state))
    return _fleet(folders, partial(_carried_out, task), task, executor, jobs, on_row)


@checked
def scan_fleet(
    folders: Iterable[files.AnyPath],
    rules: files.AnyPath | Iterable[files.AnyPath] = (),
    *,
    paths: Iterable[str] = (),
    once: str | None = None,
    state: files.AnyPath | None = None,
    executor: Executor | None = None,
    jobs: int = 1,
    on_row: OnRow | None = None,
    **arguments: Any,
) -> FleetOutcome:
    """Look for what rules describe in many roots; with `fix`, make the fixes of each as one transaction.

    A scan that makes no fixes keeps nothing, and looks again whenever it is called. One with `fix` does only what is
    missing, as `rewrite_fleet` does.

    Args:
        folders: the roots; none of them may lie in another.
        rules: rule files, folders of them, or a `sgconfig.yml`, which are read here.
        paths: files and folders below each root, all of it if left out.
        once: the name of the run, instead of one made of the arguments.
        state: a folder of your own for locks, history and old contents, under the same path on every machine;
            the user's own, on one machine, if left out.
        executor: who works, any of `concurrent.futures` or of Dask; `jobs` processes if left out.
        jobs: how many processes work; 1 is this one.
        on_row: is called with the row of each root as soon as it is known.
        **arguments: those of `scan`: which rules and files, `fix`, `imports`, `formatter`, `drop_rest`, `partial`,
            `dry_run`, `force`, `allow_errors`, `timeout`.

    Raises:
        UsageError: when the arguments or the rules are wrong; what is wrong in one root is its row.
    """
    _require_known(
        "scan_fleet", arguments, {*scans.JOB_ARGUMENTS, *scans.FIXING_ARGUMENTS} - {"rules"}
    )
    looked_for = {name: value for name, value in arguments.items() if name in scans.JOB_ARGUMENTS}
    rest = {name: value for name, value in arguments.items() if name not in looked_for}
    job = scans.job_of(rules, **looked_for)
    fixing = scans.fixing_of(arguments)
    name = ""
    if fixing is not None:
        name = once or _name_of("scan", {"job": replace(job, timeout=None)}, rest, tuple(paths))
        job = replace(job, fixing=replace(fixing, once=name))
    elif once is not None:
        raise UsageError("a scan that makes no fixes is no run", hint="pass fix, or no once")
    named = roots.apart(files.each(folders))
    for root in filter(
        listing.is_folder, named[:1]
    ):  # a rule that is wrong there is wrong anywhere
        job.for_root(roots.folder_of(root))
    task = _Task(job, tuple(paths), name, state_folder.full_path(state))
    return _fleet(named, partial(_carried_out, task), task, executor, jobs, on_row)


@checked
def undo_fleet(
    folders: Iterable[files.AnyPath],
    once: str | None = None,
    *,
    state: files.AnyPath | None = None,
    executor: Executor | None = None,
    jobs: int = 1,
    on_row: OnRow | None = None,
) -> FleetOutcome:
    """Take back a run in many roots, by its name, or the latest transaction of each.

    Args:
        folders: the roots.
        once: the name of the run.
        state: the state folder that the run was given.
        executor: who works; `jobs` processes if left out.
        jobs: how many processes work; 1 is this one.
        on_row: is called with the row of each root as soon as it is known.
    """
    task = _Task(None, name=once or "", state=state_folder.full_path(state))
    return _fleet(folders, partial(_taken_back, task), task, executor, jobs, on_row)


# The driver


@dataclass(frozen=True, slots=True)
class _Task:
    """What is done to each root: a job without paths, None where the run of this name is taken back.

    `state` is the full path of the fleet's state folder; None for the user's own.
    """

    job: runs.Job | scans.ScanJob | None
    paths: tuple[str, ...] = ()
    name: str = ""
    state: str | None = None

    @property
    def writes(self) -> bool:
        """Whether the job is one that changes files: its row is kept, and found by who repeats it."""
        made = self.job.fixing if isinstance(self.job, scans.ScanJob) else self.job
        return made is not None and not made.choices.dry_run


def _job(operation: str, work: Work, arguments: dict[str, Any]) -> runs.Job:
    """The job of arguments that are the same for all roots.

    Raises:
        UsageError: for an argument that there is not.
    """
    _require_known(operation, arguments, runs.JOB_ARGUMENTS - {"hooks"})
    return runs.job_of(work, arguments)


def _require_known(operation: str, arguments: Iterable[str], known: Iterable[str]) -> None:
    """Raise UsageError for an argument that there is not."""
    every = sorted(known)
    for name in arguments:
        if name not in every:
            from difflib import get_close_matches

            near = get_close_matches(name, every, n=1)
            meant = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(every)}"
            raise UsageError(f"{operation} has no argument {name!r}", hint=meant)


def _name_of(
    operation: str, said: dict[str, Any], rest: dict[str, Any], paths: tuple[str, ...]
) -> str:
    """A name for a run that is the same for the same arguments, whatever their order."""
    kept = {name: value for name, value in rest.items() if name not in ("dry_run", "timeout")}
    meant = (sorted(said.items()), sorted(kept.items()), paths)
    return f"{operation}-{sha256(repr(meant).encode())[:12]}"


def _fleet(
    folders: Iterable[files.AnyPath],
    work: Callable[[str], FleetRow],
    task: _Task,
    executor: Executor | None,
    jobs: int,
    on_row: OnRow | None,
) -> FleetOutcome:
    """Do all roots, each of them once; rows are told as they come."""
    named = roots.apart(files.each(folders))
    if task.state is None and is_elsewhere(executor):
        raise UsageError(
            "a fleet without a state folder of its own runs on one machine, and the scheduler has workers on others",
            hint="pass a folder that every machine sees under the same path: --state DIR, state=…",
        )
    with state_folder.kept_in(
        task.state
    ):  # a folder that cannot be used is an error before any work
        for root in named:
            state_folder.require_outside(root)
    rows: dict[str, FleetRow] = {}

    def done(row: FleetRow, root: str) -> None:
        rows[root] = row
        if on_row is not None:
            on_row(row)

    left = named
    while left:
        lost: dict[str, LostWorkerError] = {}
        with workers_of(executor, jobs) as workers:
            for root, found in as_done(work, left, workers):
                if isinstance(found, LostWorkerError):
                    lost[root] = found
                else:
                    done(found, root)
        # One root may have brought a process down that others waited for: each of those is done apart.
        given = [root for root, error in lost.items() if error.was_given]
        again = executor is None and bool(given)
        for root in given if again else lost:
            with workers_of(executor, apart=True) as workers:
                for _, found in as_done(work, (root,) if again else (), workers):
                    if isinstance(found, FleetRow):
                        done(found, root)
            if root not in rows:
                done(_mended(task, root, lost[root]), root)
        left = [root for root in left if root not in rows]
    return FleetOutcome(task.name, tuple(rows[root] for root in named))


def _mended(task: _Task, root: str, error: LostWorkerError) -> FleetRow:
    """The row of a root whose worker is lost, which is mended first: its run may be done all the same."""
    row = FleetRow(root, _LOST, message=error.message)
    if not task.writes:
        return row
    try:
        with _held(root, task.state) as top:
            return _made_before(root, top, task.name) or row
    except (OSError, StructEditError) as failed:
        return replace(row, message=f"{row.message}; {_said(failed)}")


# One root


def _carried_out(task: _Task, root: str) -> FleetRow:
    """Do one root, unless it is done. Runs in any process, of any machine that sees the root."""
    began = perf_counter()
    try:
        return replace(_row_of(task, root), seconds=round(perf_counter() - began, 3))
    except runs.FitsNowhereError as error:
        return FleetRow(root, Status.UNCHANGED.value, message=error.message)
    except (OSError, StructEditError) as error:
        return _failed(root, error)


def _row_of(task: _Task, root: str) -> FleetRow:
    if not task.writes:
        top = roots.folder_of(root)
        with state_folder.kept_in(task.state):
            return _done(task, root, top)
    with _held(root, task.state) as top:
        made = _made_before(root, top, task.name)
        if made is not None:
            return made
        row = _done(task, root, top)
        if row.is_done:
            history.keep_row_of_run(top, task.name, replace(row, findings=()).to_dict())
        return row


def _done(task: _Task, root: str, top: str) -> FleetRow:
    """Do the job of a task in one root, whose real path is `top`."""
    paths: list[files.AnyPath] = [roots.joined(top, path) for path in task.paths] or [top]
    if isinstance(task.job, scans.ScanJob):
        return _row_of_scan(root, scans.scanned(task.job, paths, top))
    assert task.job is not None
    return _row(root, runs.carried_out(replace(task.job, root=top, paths=paths)))


@contextmanager
def _held(root: str, state: str | None) -> Iterator[str]:
    """Hold the lock of a root, mended after crashes; yields its real path.

    Raises:
        FileError: when there is no such folder, or what a crash left cannot be mended.
        OSError: when the lock cannot be had.
    """
    top = roots.folder_of(root)
    with state_folder.kept_in(state), locks.root_locked(top, _PATIENCE):
        journal.recover(top)
        yield top


def _row(root: str, found: runs.RunOutcome) -> FleetRow:
    batch = found.batch
    failed = {edit.path: edit for edit in batch.failed}
    refusals = [
        f"{path}: {edit.reason or edit.outcome.status}: {_said_first(edit.outcome.message)}"
        for path, edit in failed.items()
    ]
    return FleetRow(
        root,
        told(batch.status, batch.dry_run),
        found.searched,
        len(batch.files) if batch.landed or batch.status is Status.APPLIED else 0,
        sum(tally.edits for tally in found.summary),
        len(failed),
        len(found.passed),
        batch.undo_id,
        message=batch.message,
        refusals=tuple(refusals[:_MOST_REFUSALS]),
    )


def _row_of_scan(root: str, found: scans.ScanOutcome) -> FleetRow:
    fixes = found.fixes
    row = FleetRow(root, Status.UNCHANGED.value)
    if fixes is not None and fixes.searched:
        row = _row(root, fixes)
    barred = [
        f"{one.path}:{one.line_range.first}: {one.rule_id}: {one.why_not()}" for one in found.barred
    ]
    if barred and row.status == Status.UNCHANGED:
        row = replace(row, status=Status.REFUSED.value, message="no fix is made")
    unread = [f"{path}: {_said_first(why)}" for path, why in found.failed]
    return replace(
        row,
        searched=found.searched,
        refused=row.refused + len(unread),
        passed=len(barred),
        refusals=(*row.refusals, *barred, *unread)[:_MOST_REFUSALS],
        found=len(found.findings),
        errors=sum(one.severity is Severity.ERROR for one in found.left),
        findings=found.findings,
    )


_MOST_SAID = 300
"""Letters of a refused file's message that a row repeats. Chosen by judgement: a row stays a line."""


def _said_first(message: str) -> str:
    return message.partition("\n")[0][:_MOST_SAID]


def _failed(root: str, error: OSError | StructEditError) -> FleetRow:
    return FleetRow(root, Status.ERROR.value, message=_said(error))


def _said(error: Exception) -> str:
    if isinstance(error, BlockingIOError):
        return "another process works on this root"
    if isinstance(error, OSError):
        return f"nothing can be kept of this root: {why(error)}: {error.filename!r}"
    return str(error)


def _taken_back(task: _Task, root: str) -> FleetRow:
    """Take back a run in one root, which need not be there any more."""
    began = perf_counter()
    name = task.name
    try:
        with _held(root, task.state) as top:
            entry = history.of_run(top, name) if name else None
            if name and entry is None:
                return FleetRow(
                    root, Status.UNCHANGED.value, message=f"there is no run {name!r} to undo"
                )
            batch = transactions.undo(None if entry is None else entry.id, top)
    except (OSError, StructEditError) as error:
        return _failed(root, error)
    seconds = round(perf_counter() - began, 3)
    count = len(batch.files) if batch.landed else 0
    return FleetRow(root, batch.status.value, files=count, seconds=seconds, message=batch.message)


# What is kept of a root


def _made_before(root: str, top: str, name: str) -> FleetRow | None:
    """The row of a run that was made in a root before, with its lock held; None where it is to be made."""
    kept = _kept(top, name)
    if kept is not None:  # also where its transaction is so old that the history has forgotten it
        return replace(kept, root=root, again=True)
    entry = history.of_run(top, name)
    if entry is None or entry.run is None:
        return None
    run = entry.run
    counts = (run.searched, len(entry.files), run.hits, run.refused, run.passed)
    return FleetRow(root, Status.APPLIED.value, *counts, undo_id=entry.id, again=True)


def _kept(top: str, name: str) -> FleetRow | None:
    """The row that is kept of a run in a root; None where there is none that can be read."""
    row: Any = history.row_of_run(top, name)
    try:
        return row and FleetRow(**{**row, "refusals": tuple(row["refusals"]), "findings": ()})
    except (KeyError, TypeError):
        return None
