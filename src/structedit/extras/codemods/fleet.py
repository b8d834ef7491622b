"""Many roots, each rewritten or scanned in place, as a transaction of its own.

One function processes one root, in any process of any machine that sees it: it takes the root's lock, recovers from
a crash, looks for the run's name in the root's history, and only then plans and writes. So a root is completely old
or completely new, whichever process was killed, and a repeated run does only what is missing. Locks, transactions and
history are in the user's state folder, or in the caller's, which every machine of a cluster must see. The result for
a root is its `FleetRow`.

Not here: what is done to the files of a root (`runs`, `rules.scans`), where it runs (`executors`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from structedit.app import transactions
from structedit.app.checked_calls import checked
from structedit.calls.search_terms import search_term
from structedit.calls.shared_options import PatternOptions
from structedit.calls.statuses import Fate, JsonValue, Status, status_word
from structedit.disk import files, history, journal, listing, locks, roots, state_folder
from structedit.disk.staging import why
from structedit.extras.codemods import runs
from structedit.extras.codemods.executors import LostWorkerError, as_they_come, checked_workers
from structedit.extras.codemods.per_file import Call, Work, script_of
from structedit.extras.codemods.rules import scans
from structedit.extras.codemods.rules.findings import Finding
from structedit.extras.codemods.rules.rule_files import Severity
from structedit.text.errors import StructEditError, UsageError
from structedit.text.hashing import sha256
from structedit.text.values import dataclass, replace

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from structedit.extras.codemods.rewriting import Template

_PATIENCE = 60.0
"""Seconds that a task waits for the lock of its root. Chosen by judgement: most roots take less."""

_MOST_REFUSALS, _MOST_SAID = 20, 300
"""Refused files that a row names (`refused` counts all), and letters of the message of each.

Chosen by judgement: a row stays a line.
"""


@dataclass(frozen=True, slots=True)
class FleetRow:
    """The result for one root; `status` is that of a run over it, or `lost` if its worker was lost.

    `again` means that an earlier run of the same name processed the root, and this one changed nothing. For a scan,
    `found` counts the findings in the files, and `errors` those of that severity that no fix removes.
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
        """True if the run has nothing left to do in this root."""
        done = (Status.APPLIED, Status.UNCHANGED, Status.ALREADY_APPLIED, Fate.WOULD_APPLY)
        return self.status in done

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the row as JSON values."""
        values: dict[str, JsonValue] = {
            name: getattr(self, name) for name in FleetRow.__match_args__
        }
        findings: list[JsonValue] = [one.to_dict() for one in self.findings]
        return {**values, "refusals": list(self.refusals), "findings": findings}


@dataclass(frozen=True, slots=True)
class FleetOutcome:
    """The rows of all roots, in order, and the name of the run, under which it can be repeated."""

    name: str
    rows: tuple[FleetRow, ...]

    @property
    def landed(self) -> bool:
        """True if every root is as the run wants it."""
        return all(row.is_done and not row.refused and not row.passed for row in self.rows)

    @property
    def missing(self) -> tuple[FleetRow, ...]:
        """The rows of roots that a repetition of the run would work on."""
        return tuple(row for row in self.rows if not row.is_done)

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the outcome as JSON values."""
        return {"name": self.name, "rows": [row.to_dict() for row in self.rows]}


OnRow = Callable[[FleetRow], object]
"""Called with the row of each root once it is done, in any order."""


class FleetOptions(TypedDict, total=False):
    """Options of every function on a fleet: the executor and the state folder."""

    state: files.AnyPath | None
    executor: Executor | None
    jobs: int
    on_row: OnRow | None


class FleetWorkOptions(FleetOptions, total=False):
    """Options of work on a fleet: the paths below each root, and the name under which it is done once."""

    paths: Iterable[str]
    once: str | None


class RunFleetOptions(FleetWorkOptions, runs.JobOptions, total=False):
    """Options of `run_fleet` besides the script. A function of the caller, such as a hook, is not sent to workers."""


class RewriteFleetOptions(RunFleetOptions, PatternOptions, total=False):
    """Options of `rewrite_fleet` besides the search term and the template."""


class ScanFleetOptions(FleetWorkOptions, scans.ScanJobOptions, total=False):
    """Options of `scan_fleet` besides the rules."""


@checked(RewriteFleetOptions)
def rewrite_fleet(
    folders: Iterable[files.AnyPath],
    *,
    pattern: str | None = None,
    text: str | None = None,
    regex: str | None = None,
    query: str | None = None,
    template: Template,
    drop_rest: bool = False,
    **options: Unpack[RewriteFleetOptions],
) -> FleetOutcome:
    """Rewrite many roots, each where it lies, as a transaction of its own.

    Called again with the same arguments it does only what is missing: a root in which the run is in the history
    gives the same row again. A root that fails is one row. `undo` takes the part of a root back, with the same
    `state`.

    Args:
        folders: the roots; none of them may lie in another.
        pattern: a pattern of code that is replaced; see `rewrite`.
        text: a text, in the place of a pattern.
        regex: a regular expression, in the place of a pattern.
        query: a tree-sitter query, in the place of a pattern.
        template: what each hit is replaced by; see `rewrite`.
        drop_rest: rewrite hits too that hold what the pattern says nothing of.
        paths: files and folders below each root, all of it if left out.
        once: the name of the run, instead of one made of the arguments.
        state: a folder of your own for locks, history and old contents, under the same path on every machine;
            the user's own, on one machine, if left out.
        executor: who works, any of `concurrent.futures` or of Dask; `jobs` processes if left out.
        jobs: how many processes work; 1 is this one.
        on_row: is called with the row of each root as soon as it is known.
        **options: further options of `rewrite`: how a pattern is meant, which files, `imports`, `unimports`,
            `formatter`, `partial`, `dry_run`, `force`, `allow_errors`, `thresholds`, `timeout`.

    Raises:
        UsageError: when the arguments are wrong for every root; what is wrong in one is its row.
        LostWorkerError: when the cluster does not answer.
    """
    if callable(template) and options.get("once") is None:
        raise UsageError("a run with a function needs a name", hint="pass once='…'")
    asked = {"pattern": pattern, "text": text, "regex": regex, "query": query, **options}
    term = search_term("rewrite_fleet", asked)
    work = runs.work_of(
        term,
        template,
        drop_rest,
        language=options.get("language"),
        force=options.get("force", False),
    )
    return _run_in_each(folders, work, (term, template, drop_rest), options)


@checked(RunFleetOptions)
def run_fleet(
    folders: Iterable[files.AnyPath],
    script: str | Callable[..., Any],
    **options: Unpack[RunFleetOptions],
) -> FleetOutcome:
    """Run a script over many roots, each as a transaction of its own; see `rewrite_fleet` and `run`.

    `script` is the path of a script, which is read here, or a function; the run of a function needs a name (`once`).
    """
    if callable(script) and options.get("once") is None:
        raise UsageError("a run of a function needs a name", hint="pass once='…'")
    work = Call(script) if callable(script) else script_of(script)
    return _run_in_each(folders, work, getattr(work, "text", ""), options)


def _run_in_each(
    folders: Iterable[files.AnyPath], work: Work, asked: object, options: RunFleetOptions
) -> FleetOutcome:
    """Do the same work in many roots, once; the run's name is made from `asked`, the caller's arguments."""
    name = options.get("once") or _name_of(work.operation, asked, options)
    job = replace(runs.job_of(work, options), once=name)
    return _fleet(folders, _task(job, name, options), options)


@checked(ScanFleetOptions)
def scan_fleet(
    folders: Iterable[files.AnyPath],
    rules: files.AnyPath | Iterable[files.AnyPath] = (),
    *,
    fix: bool = False,
    **options: Unpack[ScanFleetOptions],
) -> FleetOutcome:
    """Look for what rules describe in many roots; with `fix`, make the fixes of each as one transaction.

    A scan that makes no fixes keeps nothing, and looks again whenever it is called. One with `fix` makes only the
    fixes that are missing, as `rewrite_fleet` does; see there. `rules` are read here. Further arguments are those of
    `scan`: which rules and files, `fix`, `imports`, `unimports`, `formatter`, `drop_rest`, `partial`, `dry_run`,
    `force`, `allow_errors`, `timeout`.

    Raises:
        UsageError: when the arguments or the rules are wrong; what is wrong in one root is its row.
    """
    name = options.get("once") or ""
    if name and not fix:
        raise UsageError(
            "a scan without fix is not a run, so it cannot have a name",
            hint="pass fix, or leave out once",
        )
    job = scans.job_of(rules, options, scans.fixing_of(options) if fix else None)
    if job.fixing is not None:
        name = name or _name_of("scan", replace(job, timeout=None, fixing=None), options)
        job = replace(job, fixing=replace(job.fixing, once=name))
    named = roots.apart(files.each(folders))
    if named and listing.is_folder(named[0]):
        job.for_root(roots.folder_of(named[0]))  # a rule that is wrong there is wrong anywhere
    return _fleet(named, _task(job, name, options), options)


@checked(FleetOptions)
def undo_fleet(
    folders: Iterable[files.AnyPath],
    once: str | None = None,
    **options: Unpack[FleetOptions],
) -> FleetOutcome:
    """Undo a run in many roots, by its name (`once`), or the latest transaction of each; see `rewrite_fleet`."""
    state = state_folder.full_path(options.get("state"))
    return _fleet(folders, _Task(None, name=once or "", state=state), options)


# The driver


@dataclass(frozen=True, slots=True)
class _Task:
    """A job for each root, without paths; None undoes the run of this name.

    `state` is the full path of the fleet's state folder; None for the user's own.
    """

    job: runs.Job | scans.ScanJob | None
    paths: tuple[str, ...] = ()
    name: str = ""
    state: str | None = None

    @property
    def writes(self) -> bool:
        """True if the task changes files."""
        made = self.job.fixing if isinstance(self.job, scans.ScanJob) else self.job
        return self.job is None or (made is not None and not made.choices.dry_run)

    @contextmanager
    def opened(self, root: str) -> Iterator[str]:
        """Yield the real path of a root; if the task writes, the root is locked and recovered from crashes.

        Raises:
            FileError: when there is no such folder, or an interrupted edit cannot be undone.
            OSError: when the lock is not available.
        """
        top = roots.folder_of(root)
        with state_folder.kept_in(self.state):
            if not self.writes:
                yield top
                return
            with locks.root_locked(top, _PATIENCE):
                journal.recover(top)
                yield top


def _task(job: runs.Job | scans.ScanJob, name: str, options: FleetWorkOptions) -> _Task:
    state = state_folder.full_path(options.get("state"))
    return _Task(job, tuple(options.get("paths", ())), name, state)


def _name_of(operation: str, asked: object, options: FleetWorkOptions) -> str:
    """Return a name for a run that is the same for the same arguments, whatever their order."""
    kept = sorted((name, value) for name, value in options.items() if name not in _NO_PART)
    meant = (asked, kept, tuple(options.get("paths", ())))
    return f"{operation}-{sha256(repr(meant).encode())[:12]}"


_NO_PART = frozenset(("paths", "once", "dry_run", "timeout", *FleetOptions.__annotations__))
"""Options that do not change a run's name, and `paths`, which may be a list or a tuple."""


def _fleet(folders: Iterable[files.AnyPath], task: _Task, options: FleetOptions) -> FleetOutcome:
    """Process all roots, each once, and report each row as soon as it is known."""
    executor, on_row = options.get("executor"), options.get("on_row")
    named = roots.apart(files.each(folders))
    if executor is not None and checked_workers(executor) and task.state is None:
        raise UsageError(
            "a fleet without its own state folder must run on one machine, but the scheduler has workers on others",
            hint="pass a folder that every machine sees under the same path: --state DIR, state=…",
        )
    # A state folder that cannot be used is an error before any work.
    with state_folder.kept_in(task.state):
        for root in named:
            state_folder.require_outside(root)
    rows: dict[str, FleetRow] = {}
    for root, found in as_they_come(partial(_row, task), named, executor, options.get("jobs", 1)):
        row = _row_of_lost(task, root, found) if isinstance(found, LostWorkerError) else found
        rows[root] = row
        if on_row is not None:
            on_row(row)
    return FleetOutcome(task.name, tuple(rows[root] for root in named))


# One root


def _row(task: _Task, root: str) -> FleetRow:
    """Process one root, unless it is done. Runs in any process of any machine that sees the root."""
    began = perf_counter()
    try:
        with task.opened(root) as top:
            row = _done(task, root, top)
    except runs.FitsNowhereError as error:
        row = FleetRow(root, Status.UNCHANGED.value, message=error.message)
    except (OSError, StructEditError) as error:
        row = FleetRow(root, Status.ERROR.value, message=_message_of(error))
    return replace(row, seconds=round(perf_counter() - began, 3))


def _done(task: _Task, root: str, top: str) -> FleetRow:
    """Do a task in one root, whose real path is `top`, unless its history has the run."""
    made = history.of_run(top, task.name) if task.writes and task.name else None
    if task.job is None:
        if task.name and made is None:
            message = f"there is no run {task.name!r} to undo"
            return FleetRow(root, Status.UNCHANGED.value, message=message)
        batch = transactions.undo(None if made is None else made.id, top)
        count = len(batch.files) if batch.landed else 0
        return FleetRow(root, batch.status.value, files=count, message=batch.message)
    paths: list[files.AnyPath] = [roots.joined(top, path) for path in task.paths] or [top]
    if isinstance(task.job, scans.ScanJob):
        job, fixing = task.job, task.job.fixing
        if made is not None and fixing is not None:
            # The fixes are made: look what is left now, without making others.
            shown = replace(fixing, once=None, choices=replace(fixing.choices, dry_run=True))
            job = replace(job, fixing=shown)
        row = _row_of_scan(root, scans.scanned(job, paths, top))
        if made is None:
            return row
        before = _row_of_entry(root, made)
        kept = {name: getattr(before, name) for name in ("status", "files", "hits", "undo_id")}
        return replace(row, again=True, message="", **kept)
    if made is not None:
        return _row_of_entry(root, made)
    return _row_of_run(root, runs.execute_job(replace(task.job, root=top, paths=paths)))


def _row_of_entry(root: str, made: history.Entry) -> FleetRow:
    """Return the row of a run that the history of a root has."""
    assert made.run is not None
    run = made.run
    counts = (run.searched, len(made.files), run.hits, run.refused, run.passed)
    return FleetRow(root, Status.APPLIED.value, *counts, undo_id=made.id, again=True)


def _row_of_lost(task: _Task, root: str, error: LostWorkerError) -> FleetRow:
    """Recover a root whose worker was lost, and return its row: the worker may have finished the run."""
    row = FleetRow(root, "lost", message=error.message)
    if not task.writes:
        return row
    try:
        with task.opened(root) as top:
            made = history.of_run(top, task.name) if task.job is not None else None
            return row if made is None else _row_of_entry(root, made)
    except (OSError, StructEditError) as failed:
        return replace(row, message=f"{row.message}; {_message_of(failed)}")


def _row_of_run(root: str, found: runs.RunOutcome) -> FleetRow:
    batch = found.batch
    failed = {edit.path: edit for edit in batch.failed}
    refusals = [
        f"{path}: {edit.reason or edit.outcome.status}: {_first_line(edit.outcome.message)}"
        for path, edit in failed.items()
    ]
    return FleetRow(
        root,
        status_word(batch.status, batch.dry_run),
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
        row = _row_of_run(root, fixes)
    barred = [
        f"{one.path}:{one.line_range.first}: {one.rule_id}: {one.why_not()}" for one in found.barred
    ]
    if barred and row.status == Status.UNCHANGED:
        row = replace(row, status=Status.REFUSED.value, message="no fix was made")
    unread = [f"{path}: {_first_line(why)}" for path, why in found.failed]
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


def _first_line(message: str) -> str:
    return message.partition("\n")[0][:_MOST_SAID]


def _message_of(error: Exception) -> str:
    if isinstance(error, BlockingIOError):
        return "another process works on this root"
    if isinstance(error, OSError):
        return f"the state of this root cannot be stored: {why(error)}: {error.filename!r}"
    return str(error)
