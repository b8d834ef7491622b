"""A rewrite or a script over many files: planned by any number of workers, written once.

Each file is planned on its own, by a worker that reads it and returns values: an outcome and its edits. Only the
coordinator calls the hooks and writes, in the order of paths, as one transaction. So the result does not depend on
which worker planned what, and one undo undoes all of it.

Not here: what a template or a script sees of a file (`rewriting`, `scripting`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, TypedDict, TypeVar, Unpack

from structedit.app import events, guards, library, transactions
from structedit.app.checked_calls import checked
from structedit.app.guards import Guard
from structedit.calls.batch_outcomes import BatchOutcome, EditOutcome, FileOutcome
from structedit.calls.hooks import Hooks
from structedit.calls.outcomes import Outcome
from structedit.calls.printable import printable
from structedit.calls.requests import DEFAULTS
from structedit.calls.search_terms import SearchTerm, search_term
from structedit.calls.shared_options import PatternOptions
from structedit.calls.statuses import Action, Fate, JsonValue, Reason, Status, status_word
from structedit.disk import files, history, journal, listing, roots
from structedit.explain import missed_pattern
from structedit.extras.codemods import rewriting, scripting, templates
from structedit.extras.codemods.executors import ALONE, Workers, in_batches, planners_of
from structedit.extras.codemods.finishing import AS_IT_IS, Finish, finish_of
from structedit.extras.codemods.per_file import (
    Call,
    PatternRewrite,
    Planned,
    Rewrite,
    Script,
    Terms,
    Untouched,
    Work,
    plan_files,
    script_of,
    substitution,
)
from structedit.extras.codemods.scripting import ScriptEdit, ScriptTree, tree_of
from structedit.judge.risk import Thresholds
from structedit.languages.detection import named_language
from structedit.plan.batch import file_changes, whole
from structedit.search.checked_terms import check_term, check_term_in
from structedit.search.patterns.pattern_reading import names_of
from structedit.text.brackets import unmatched_words
from structedit.text.edit import Edit
from structedit.text.errors import BrokenPatternError, FileError, ProfileError, UsageError
from structedit.text.project_language import OwnLanguage
from structedit.text.values import dataclass, replace
from structedit.tree.newer_grammars import profile_in_use
from structedit.tree.source import TEXT, Source

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from structedit.extras.codemods.rewriting import PassedHit, Template


Result = TypeVar("Result")

Progress = Callable[[int, int], object]
"""Called with the number of files that are planned, and of all files."""

OnFile = Callable[[Outcome], object]
"""Called with the plan for a file; nothing is written then."""


class WriteOptions(TypedDict, total=False):
    """How a changed file is finished and written."""

    imports: Iterable[str]
    unimports: Iterable[str]
    formatter: str | Sequence[str] | None
    partial: bool
    dry_run: bool
    backup: bool
    force: bool
    allow_errors: bool
    timeout: float | None


class JobOptions(WriteOptions, total=False):
    """How the files of a root are chosen and written, whichever root it is."""

    language: str | None
    globs: Iterable[str]
    thresholds: Thresholds | None


class RunOptions(JobOptions, total=False):
    """Options of `rewrite` and `run` besides the work: which files, the executor, how files are written."""

    hooks: Hooks | None
    jobs: int | None
    root: files.AnyPath | None
    progress: Progress | None
    on_file: OnFile | None
    once: str | None


class RewriteOptions(RunOptions, PatternOptions, total=False):
    """Options of `rewrite` besides the search term and the template."""


class FitsNowhereError(UsageError):
    """A query or pattern does not apply to the language of any file."""


@dataclass(frozen=True, slots=True)
class ChosenHits:
    """Edits of one file that a user picked, and the version of the file that they refer to."""

    version: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of files of one language with the same outcome, and of the edits in them."""

    language: str
    status: Status
    files: int
    edits: int = 0
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """The outcome of a run over many files; `batch` has the files that changed or failed.

    `passed` are hits of a pattern that are not rewritten, each with its reason; `notes` are about the whole run.
    """

    batch: BatchOutcome
    summary: tuple[Tally, ...]
    searched: int
    passed: tuple[PassedHit, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def status(self) -> Status:
        """The status of the run as a whole."""
        return self.batch.status

    @property
    def landed(self) -> bool:
        """True if all files are, or would be, as the run wants them."""
        return self.batch.landed and not self.passed

    @property
    def files(self) -> tuple[FileOutcome, ...]:
        """The files that change."""
        return self.batch.files

    @property
    def diff(self) -> str:
        """All changes as one diff."""
        return self.batch.diff

    @property
    def undo_id(self) -> str | None:
        """The id that undoes the whole run; None if nothing is stored."""
        return self.batch.undo_id

    def report(self) -> str:
        """The outcome as text: the summary, then the report of the batch."""
        return "\n".join((*summary_lines(self), self.batch.report()))

    def to_dict(self) -> dict[str, JsonValue]:
        """The outcome as JSON values."""
        rows: list[JsonValue] = [
            {
                "language": row.language,
                "status": status_word(row.status, self.batch.dry_run),
                "reason": row.reason.value if row.reason is not None else None,
                "files": row.files,
                "edits": row.edits,
            }
            for row in self.summary
        ]
        return {
            **self.batch.to_dict(),
            "summary": rows,
            "searched": self.searched,
            "passed": [hit.to_dict() for hit in self.passed],
            "notes": list(self.notes),
        }


@checked()
def parse(subject: library.Subject, *, language: str | None = None) -> ScriptTree:
    """Return a document or a file as a script sees it: nodes that make edits."""
    return tree_of(library.source_of(subject, language))


@checked(RewriteOptions)
def rewrite(
    paths: files.AnyPath | Iterable[files.AnyPath],
    *,
    pattern: str | None = None,
    text: str | None = None,
    regex: str | None = None,
    query: str | None = None,
    template: Template,
    drop_rest: bool = False,
    executor: Executor | None = None,
    **options: Unpack[RewriteOptions],
) -> RunOutcome:
    """Replace every hit of a code pattern, a query, a text or a regex in files and folders by a template.

    A pattern is code with metavariables: `foo($A, $$$REST)`. In its template `$A`, `$$$REST` and `${A}` stand
    for what they stand for there, all else is literal. A hit that holds code or comments of which the
    pattern says nothing is left as it is and listed (`passed`).

    A match of a query is replaced as a whole where it has the capture `@target`, else from the capture
    that holds all others. In its template `$name` stands for a capture, `$$` for a dollar sign; a
    function takes the match and returns the new text, or None.

    A text is replaced by the template as it is, a hit of a regular expression by one in which `$1` and
    `${name}` stand for groups, `$$` for a dollar sign; in files without a known language too.

    Args:
        paths: files and folders; ignored files are left out.
        query: a query; files whose language it does not fit are passed over, unless it fits none.
        pattern: a pattern, in the place of a query.
        text: a text, in the place of a query.
        regex: a regular expression, in which `^` and `$` match at every line, in the place of a query.
        template: a text, or for a query a function.
        strictness: how much of a hit the pattern must say: cst, smart, ast, relaxed, signature, template.
        node_type: the type of the node in the pattern's tree that is looked for, instead of all of it.
        context: code that the pattern stands in, which is read in its place.
        reading: bare, to read the pattern as a whole file alone.
        backtrack: whether `$$$` tries longer runs of nodes where the shortest one does not fit.
        drop_rest: rewrite hits too that hold what the pattern says nothing of.
        imports: what each file that changes must import, as code; added where it does not.
        unimports: names or import statements that are deleted where the change leaves them unused.
        formatter: a command that reads a text on standard input and prints it formatted, run over each file
            that changes before it is written; `{path}` in it is the path of the file. It is no line of a
            shell. A file with which it fails is refused.
        language: only files of this language, and code of it in other files.
        globs: only files whose path below the root fits one of these, as in `.gitignore`; with `!` in
            front, those that fit are left out. The last one that fits a file counts.
        executor: who plans, any of `concurrent.futures` or of Dask; `jobs` processes if left out.
        jobs: how many processes plan at most; they are started where they pay.
            None for one a processor. A script that lets them start must be safe to import.
        root: the folder that all files are below, else their repository or common folder.
        partial: write the files that can be, though others are refused.
        dry_run: plan and show, write nothing.
        backup: whether what files were is kept, for undo.
        force: accept a critical risk.
        allow_errors: accept new syntax errors.
        thresholds: from where on a change is a risk.
        hooks: callables that are asked before a file changes, and called afterwards.
        progress: is called with the number of files planned so far, and of all.
        on_file: is called with the outcome of each file that has hits, in order, once it is planned.
        timeout: seconds that each file may take, instead of those that its size allows.
        once: a name for this run. If the history of the root has a run of that name, which is not undone,
            nothing is done: so a run that was stopped can be repeated, whatever came of it.

    Raises:
        UsageError: when the query or pattern fits no file, or the template names what it does not capture.
    """
    asked = {"pattern": pattern, "text": text, "regex": regex, "query": query, **options}
    work = work_of(
        search_term("rewrite", asked),
        template,
        drop_rest,
        language=options.get("language"),
        force=options.get("force", False),
    )
    return _execute(work, paths, executor, options)


@checked(JobOptions)
def rewrite_hits(
    hits: Mapping[str, ChosenHits],
    paths: files.AnyPath | Iterable[files.AnyPath],
    *,
    root: files.AnyPath | None = None,
    operation: str = "rewrite",
    **options: Unpack[JobOptions],
) -> RunOutcome:
    """Make some of the edits that a dry run of `rewrite` or `run` over `paths` planned, as one transaction.

    A file that changed since then is refused. See `rewrite` for the other arguments.

    Args:
        hits: the edits of each file, by its path below the root.
        paths: files and folders, as in the dry run.
        imports: what each file that changes must import; the dry run must have been without.
        unimports: what is deleted where the change leaves it unused; the dry run must have been without.
        formatter: run over each file that changes; the dry run must have been without.
        root: the folder that all files are below, as in the dry run.
        partial: write the files that can be, though others are refused.
        backup: whether what files were is kept, for undo.
        force: accept a critical risk.
        allow_errors: accept new syntax errors.
        dry_run: plan and show, write nothing.
        timeout: seconds that each file may take, instead of those that its size allows.
        operation: what the transaction is called.
    """
    named = files.each(paths)
    top = roots.folder_of(root) if root is not None else roots.common_root(named)
    only = [roots.real_path(top, path) for path in hits]
    job = job_of(work_of_hits(hits, operation), options)
    return execute_job(replace(job, paths=only, root=top))


def work_of_hits(hits: Mapping[str, ChosenHits], operation: str) -> Work:
    """Return the work that makes a user's picked edits of each file, by its path below the root."""

    def chosen(tree: ScriptTree) -> tuple[Edit, ...]:
        one = hits[str(tree.path)]
        if one.version != scripting.source_of(tree).document.version:
            message = f"{tree.path!r} changed since its hits were shown"
            raise FileError(message, hint="run it again", code="stale")
        return one.edits

    return Call(chosen, operation)


@checked(RunOptions)
def run(
    script: str | Callable[[ScriptTree], Iterable[ScriptEdit] | None],
    paths: files.AnyPath | Iterable[files.AnyPath],
    executor: Executor | None = None,
    **options: Unpack[RunOptions],
) -> RunOutcome:
    """Run a script over files and folders; see `rewrite` for the other arguments.

    Args:
        script: the path of a Python file that defines `edit(tree)`, or such a function; it returns
            edits that the nodes of the tree make, or None.
        paths: files and folders; ignored files are left out.
        executor: who plans, any of `concurrent.futures` or of Dask; `jobs` processes if left out.
        imports: what each file that changes must import, as code; added where it does not.
        unimports: names or import statements that are deleted where the change leaves them unused.
        formatter: a command that formats each file that changes before it is written.
        language: only files of this language.
        globs: only files whose path below the root fits one of these, as in `.gitignore`; with `!` in
            front, those that fit are left out. The last one that fits a file counts.
        jobs: how many processes plan at most.
        root: the folder that all files are below, else their repository or common folder.
        partial: write the files that can be, though others are refused.
        dry_run: plan and show, write nothing.
        backup: whether what files were is kept, for undo.
        force: accept a critical risk.
        allow_errors: accept new syntax errors.
        thresholds: from where on a change is a risk.
        hooks: callables that are asked before a file changes, and called afterwards.
        progress: is called with the number of files planned so far, and of all.
        on_file: is called with the outcome of each file that has hits, in order, once it is planned.
        timeout: seconds that each file may take, instead of those that its size allows.
        once: a name for this run. If the history of the root has a run of that name, which is not undone,
            nothing is done: so a run that was stopped can be repeated, whatever came of it.

    Raises:
        UsageError: when the script cannot be loaded, or what it asks for fits the language of no file. What it raises
            for a file ends the run: nothing is written, and the outcome (`script_failed`) names the file and the
            line of the script.
    """
    work = Call(script) if callable(script) else script_of(script)
    return _execute(work, paths, executor, options)


def _execute(
    work: Work,
    paths: files.AnyPath | Iterable[files.AnyPath],
    executor: Executor | None,
    options: RunOptions,
) -> RunOutcome:
    """Do some work with the options of `rewrite` or `run`."""
    job = replace(
        job_of(work, options, options.get("hooks")),
        paths=paths,
        root=options.get("root"),
        once=options.get("once"),
    )
    with planners_of(executor, options.get("jobs", 1)) as workers:
        return execute_job(job, workers, options.get("progress"), options.get("on_file"))


# The coordinator


def work_of(
    term: SearchTerm,
    template: Template,
    drop_rest: bool = False,
    *,
    language: str | None = None,
    force: bool = False,
) -> Work:
    """Return the work of `rewrite` on each file, checked before any is read; see there.

    Raises:
        UsageError: when it cannot be done to any file.
    """
    check_term(term, language, broken=force)
    if callable(template):
        if term.query is None:
            raise UsageError(
                "a template is a string; only the template of a query may be a function",
                hint="pass a string, or use a script",
            )
        return Rewrite(term.query, template)
    templates.pieces_of(template)
    if term.pattern is not None:
        templates.check_names(template, names_of(term.pattern))
        return PatternRewrite(term.pattern, template, drop_rest)
    if term.query is not None:
        rewriting.check_names(term.query, template)
        return Rewrite(term.query, template)
    return substitution(term.text, term.regex, template)


@dataclass(frozen=True, slots=True)
class Job:
    """The work, its files, and how they are written; `once` is the name of a run that is not repeated."""

    work: Work
    paths: files.AnyPath | Iterable[files.AnyPath]
    root: files.AnyPath | None
    language: str | None
    allow_errors: bool
    choices: transactions.Choices
    globs: tuple[str, ...] = ()
    once: str | None = None
    finish: Finish = AS_IT_IS


def job_of(work: Work, options: JobOptions, hooks: Hooks | None = None) -> Job:
    """Return a job for some work and options, without the files; defaults are as in `rewrite`."""
    return Job(
        work,
        (),
        None,
        options.get("language"),
        options.get("allow_errors", False),
        choices_of(options, options.get("thresholds"), hooks),
        tuple(options.get("globs", ())),
        finish=finish_of(
            options.get("imports", ()), options.get("formatter"), options.get("unimports", ())
        ),
    )


def choices_of(
    options: WriteOptions, thresholds: Thresholds | None = None, hooks: Hooks | None = None
) -> transactions.Choices:
    """Return how files are written; by default those that can be written are, even if others are refused."""
    return transactions.Choices(
        options.get("partial", True),
        options.get("force", False),
        options.get("dry_run", False),
        options.get("backup", True),
        thresholds,
        hooks,
        timeout=options.get("timeout"),
        checker=False,  # a linter sees what one edit changes; a rewrite has `--verify` and its own formatter
    )


def execute_job(
    job: Job,
    workers: Workers = ALONE,
    progress: Progress | None = None,
    on_file: OnFile | None = None,
) -> RunOutcome:
    """Plan all files of a job and write them, unless it was done before."""
    named = files.each(job.paths)
    top = roots.folder_of(job.root) if job.root is not None else roots.common_root(named)
    guard = begun(job.work.operation, top, job.choices, job.once)
    if isinstance(guard, RunOutcome):
        return guard
    looked = _plan_files(job, guard, named, workers, progress, on_file)
    notes = _remarks(job.work, looked)
    return written(job.work.operation, guard, looked, job.choices, job.once, notes)


def begun(
    operation: str, top: str, choices: transactions.Choices, once: str | None
) -> Guard | RunOutcome:
    """Return the guard of a root, after recovery from a crash; or the run if it was made before.

    Raises:
        UsageError: when a run with `once` could not be recognised again.
    """
    journal.recover(top)
    if once is not None and (made := history.of_run(top, once)):
        return _made_before(operation, made)
    guard = choices.guard(top)
    if once is not None and not guard.configuration.policy(backup=choices.backup).keep:
        raise UsageError(
            "a run with a name is recognised by its backup",
            hint="keep backups, or leave out the name",
        )
    return guard


def terms_of(
    guard: Guard, choices: transactions.Choices, *, allow_errors: bool, finish: Finish
) -> Terms:
    """Return the terms for all files of a root, from choices and its configuration."""
    return Terms(
        guard.root,
        options=replace(DEFAULTS, force=choices.force, allow_errors=allow_errors),
        thresholds=choices.thresholds or guard.configuration.thresholds,
        languages=guard.configuration.languages,
        timeout=choices.timeout,
        finish=finish,
        all_or_none=not choices.partial,
    )


def _plan_files(
    job: Job,
    guard: Guard,
    named: list[files.AnyPath],
    workers: Workers,
    progress: Progress | None,
    on_file: OnFile | None,
) -> Looked:
    """Plan each file; nothing is written.

    Raises:
        FitsNowhereError: when the work does not apply to any of them.
    """
    own = guard.configuration.languages
    language = _language(job.language, own)
    if language is not None and not own:
        _require_fit(job, language)
    found = list(filter(listing.chosen_by(job.globs), files_below(guard, named)))
    alone = (files.below(guard.root, one) for one in named if not listing.is_folder(one))
    terms = replace(
        terms_of(guard, job.choices, allow_errors=job.allow_errors, finish=job.finish),
        language=language,
        named=frozenset(alone),
    )
    plan: Callable[[Sequence[str]], list[Planned | Untouched | None]]
    plan = partial(plan_files, job.work, terms)
    looked = Looked()
    results: Generator[Planned | Untouched] = results_of(plan, found, workers, progress)
    with closing(results):
        for file in results:
            looked.add(file)
            if not isinstance(file, Planned):
                continue
            if on_file is not None:
                on_file(file.outcome)
            if file.outcome.reason is Reason.SCRIPT_FAILED:
                # A script with a fault fails on most files, and what it made of the others cannot be trusted.
                looked.plans = [file]
                break
    looked.require_fit()
    return looked


def _require_fit(job: Job, language: str) -> None:
    """Refuse a query or a pattern that is invalid in the caller's language, before any file is read.

    Raises:
        FitsNowhereError: as for the files of that language.
    """
    try:
        match job.work:
            case Rewrite(query):
                check_term_in(SearchTerm(query=query), language)
            case PatternRewrite(pattern):
                check_term_in(SearchTerm(pattern=pattern), language, broken=job.choices.force)
    except BrokenPatternError as error:
        raise FitsNowhereError(error.message, hint=f"{error.hint}, or pass force") from error
    except ProfileError as error:
        raise FitsNowhereError(error.message, hint=error.hint or _ONE_LANGUAGE) from error


def written(
    operation: str,
    guard: Guard,
    looked: Looked,
    choices: transactions.Choices,
    once: str | None = None,
    remarks: Iterable[str] = (),
) -> RunOutcome:
    """Write what is planned, as one transaction, and return the outcome."""
    if not looked.searched:
        nothing = whole.empty(operation)
        return RunOutcome(replace(nothing, message="there are no files to search"), (), 0)
    passed = tuple(hit for plan in looked.plans for hit in plan.passed)

    def call() -> BatchOutcome:
        batch = transactions.noted(guard, _batch(guard, operation, looked.plans, choices))
        run = once and history.RunNote(
            once,
            looked.searched,
            sum(row.edits for row in _tallies(batch, looked)),
            len({edit.path for edit in batch.failed}),
            len(passed),
        )
        return transactions.written(batch, guard.root, choices, run or None)

    batch = events.batching((), guard.root, "call", call)
    notes = (*(note for plan in looked.plans for note in plan.notes), *remarks)
    notes = tuple(dict.fromkeys(notes))
    return RunOutcome(batch, _tallies(batch, looked), looked.searched, passed, notes)


def _made_before(operation: str, made: history.Entry) -> RunOutcome:
    """Return the outcome of a run that is in the history already."""
    assert made.run is not None
    when = datetime.fromtimestamp(made.time, UTC).isoformat(timespec="seconds")
    batch = replace(
        whole.empty(operation),
        status=Status.ALREADY_APPLIED,
        message=f"nothing to do: the run {made.run.name!r} was already made at {when}, as {made.id}",
    )
    return RunOutcome(batch, (), 0)


def _remarks(work: Work, looked: Looked) -> Iterator[str]:
    """Yield remarks on the pattern or the template, if nothing was found or results do not parse."""
    yield from missed_pattern.passed_over(+looked.passed_over)
    if isinstance(work, Script | Call):
        for language, count in looked.unfit.items():
            if language != TEXT:
                many = f"{count} file{'s' * (count != 1)} of {language}"
                yield f"skipped {many}: {looked.why_unfit[language]}"
    if isinstance(work, PatternRewrite) and not looked.plans:
        known = (profile_in_use(name) for name in looked.untouched if named_language(name))
        yield from missed_pattern.remarks(work.pattern, known, found=False)
    refused = {plan.outcome.reason for plan in looked.plans}
    template = work.template if isinstance(work, Rewrite | PatternRewrite) else None
    refused |= {hit.reason for plan in looked.plans for hit in plan.passed}
    pattern = work.pattern.text if isinstance(work, PatternRewrite) else None
    for what, text in (("pattern", pattern), ("template", template)):
        bracket = unmatched_words(text) if isinstance(text, str) and refused & _OF_BRACKETS else ""
        if bracket:
            yield f"in the {what}, {bracket}"


_OF_BRACKETS = {Reason.NEW_SYNTAX_ERROR, Reason.UNMATCHED_REST}
"""Reasons whose cause may be an unmatched bracket in a pattern or a template."""


_ONE_LANGUAGE = (
    "a query or pattern is for one language; use --debug-pattern to see how it is parsed"
)


class Looked:
    """The result for the files so far: the plans of some, and the number without a plan for each language."""

    def __init__(self) -> None:
        self.plans: list[Planned] = []
        self.untouched: Counter[str] = Counter()
        self.passed_over: Counter[str] = Counter()
        self.unfit: Counter[str] = Counter()
        self.why_unfit: dict[str, str] = {}

    def add(self, file: Planned | Untouched) -> None:
        """Count a file, and store its plan."""
        if isinstance(file, Planned):
            self.plans.append(file)
            return
        self.untouched[file.language] += 1
        self.passed_over[file.language] += file.has_words
        if file.unfit:
            self.unfit[file.language] += 1
            self.why_unfit.setdefault(file.language, file.unfit)

    @property
    def searched(self) -> int:
        """The number of files that were read."""
        return len(self.plans) + self.untouched.total()

    def require_fit(self) -> None:
        """Raise if a query or pattern applies to none of the files: then it is the query that is wrong."""
        if self.unfit and self.unfit.total() == self.searched:
            why = next(iter(self.why_unfit.values()))
            many = self.searched != 1
            fits = f"fits none of the {self.searched} files" if many else "does not fit the file"
            raise FitsNowhereError(
                f"it {fits}: {why}",
                hint=_ONE_LANGUAGE,
            )


def _language(name: str | None, own: tuple[OwnLanguage, ...]) -> str | None:
    if name is None:
        return None
    from structedit.languages.of_project import resolve

    return resolve(own, name)


def files_below(guard: Guard, named: list[files.AnyPath]) -> list[str]:
    """Return the files to read, relative to the root, sorted.

    Raises:
        FileError: when a file that was named itself may not be edited.
    """
    found: set[str] = set()
    own = {files.os_path(path) for path in named}
    name = roots.naming(guard.root, guard.allow)
    for path in listing.walk(named):
        try:
            found.add(name(path, path not in own))
        except FileError:
            if path in own:
                # The same error, in which the path is that below the root.
                roots.confined(guard.root, files.below(guard.root, path), guard.allow)
                raise
    return sorted(found)


def results_of(
    some: Callable[[Sequence[str]], Sequence[Result | None]],
    paths: list[str],
    workers: Workers,
    progress: Progress | None,
) -> Generator[Result]:
    """Yield the results for all files, in the order of the paths, wherever they are computed."""
    for done, file in enumerate(in_batches(some, paths, workers), 1):
        if progress is not None:
            progress(done, len(paths))
        if file is not None:
            yield file


def _batch(
    guard: Guard, operation: str, plans: list[Planned], choices: transactions.Choices
) -> BatchOutcome:
    edits: list[EditOutcome] = []
    changed: list[FileOutcome] = []
    for plan in plans:
        outcome = plan.outcome
        if outcome.status is Status.APPLIED:
            file = _file(guard, plan)
            if isinstance(file, FileOutcome):
                changed.append(file)
                assert file.before is not None
                outcome = replace(outcome, before=file.before, result=file.after)
            else:
                outcome = file
        if outcome.status is not Status.UNCHANGED:
            fate = Fate.APPLIED if outcome.status is Status.APPLIED else Fate.FAILED
            edits.append(EditOutcome(len(edits), str(outcome.path), fate, outcome))
    batch = BatchOutcome(
        Status.APPLIED, operation, tuple(edits), tuple(changed), partial=choices.partial
    )
    approve = partial(guards.approved_file, guard, operation, dry_run=choices.dry_run)
    return whole.concluded(batch, approve, dry_run=choices.dry_run)


def _file(guard: Guard, plan: Planned) -> FileOutcome | Outcome:
    """Read a file again and make its planned edits; an outcome explains a failure."""
    outcome, path = plan.outcome, str(plan.outcome.path)
    try:
        if (refusal := guards.protection_of(guard, path)) is not None:
            raise refusal
        before = files.read_below(guard.root, path)
        before = replace(before, languages=guard.configuration.languages)
        if before.frame is not None and Source.of(before).language != outcome.language:
            before = before.as_file()  # the caller said that it is in the language of the file
        if before.version != plan.version:
            raise FileError(
                f"{path!r} changed since it was read", hint="run it again", code="stale"
            )
    except FileError as error:
        return file_changes.failed(outcome.before, outcome.operation, error)
    after = before.with_data(outcome.edits.apply(before.data))
    return FileOutcome(
        path,
        Action.EDITED,
        before,
        after,
        None,
        outcome.lines_added,
        outcome.lines_removed,
        outcome.risk,
        outcome.warnings,
        edits=outcome.edits,
    )


# Summary


def _tallies(batch: BatchOutcome, looked: Looked) -> tuple[Tally, ...]:
    """Count files by language and final outcome."""
    ends: dict[str, tuple[Status, Reason | None]] = {
        edit.path: (edit.outcome.status, edit.outcome.reason)
        for edit in batch.edits
        if edit.status is not Fate.APPLIED
    }
    for file in batch.files:
        if file.failure is not None:
            ends[file.path] = (file.failure.status, file.failure.reason)
    files_of: Counter[tuple[str, Status, Reason | None]] = Counter()
    edits_of: Counter[tuple[str, Status, Reason | None]] = Counter()
    for language, number in looked.untouched.items():
        files_of[language, Status.UNCHANGED, None] += number
    for plan in looked.plans:
        outcome = plan.outcome
        status, reason = ends.get(str(outcome.path), (outcome.status, None))
        key = (outcome.language or "text", status, reason)
        files_of[key] += 1
        edits_of[key] += outcome.replacements if outcome.status is Status.APPLIED else 0
    rows = sorted(files_of, key=lambda key: (key[0], str(key[1]), str(key[2])))
    return tuple(Tally(k[0], k[1], files_of[k], edits_of[k], k[2]) for k in rows)


def summary_lines(run: RunOutcome) -> tuple[str, ...]:
    """Return the summary as lines for people."""
    verb = " (dry run, nothing is written)" if run.batch.dry_run else ""
    rows = [_row(tally, run.batch.dry_run) for tally in run.summary]
    head = f"{run.searched} file{'s' * (run.searched != 1)} searched{verb}"
    return (head, *rows, *passed_lines(run), *(f"note: {printable(note)}" for note in run.notes))


_MOST_PASSED = 20
"""Hits without rewriting that a report lists; JSON has them all. Chosen by judgement."""


def passed_lines(run: RunOutcome) -> list[str]:
    """List the hits that are not rewritten, counted by reason."""
    counts = Counter(hit.reason for hit in run.passed)
    rows = [f"  hits not rewritten ({reason}): {count}" for reason, count in counts.items()]
    for hit in run.passed[:_MOST_PASSED]:
        where = f"{hit.path}:{hit.lines.first}" + (f": {hit.selector}" if hit.selector else "")
        rows.append(f"    {printable(where)}: {printable(hit.message)}")
    if len(run.passed) > _MOST_PASSED:
        rows.append(f"    … {len(run.passed) - _MOST_PASSED} more")
    return rows


def _row(tally: Tally, dry_run: bool) -> str:
    why = f" ({tally.reason})" if tally.reason is not None else ""
    edits = f", {tally.edits} hit{'s' * (tally.edits != 1)}" if tally.edits else ""
    many = f"{tally.files} file{'s' * (tally.files != 1)}"
    return f"  {tally.language}: {status_word(tally.status, dry_run)}{why}: {many}{edits}"
