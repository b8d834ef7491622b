"""A session: edits below one root, by one caller, with a memory of what the caller was shown.

It has the functions of `library` as methods, with paths below the root. A session adds a memory: the versions of
files that its caller has seen, so that an edit can be related to the version it was made for; the edits since; and
how often in a row calls on a file failed, so that the third failure gets another answer. The memory is limited in
size and ends with the object.

Line numbers that come with the version they were read from are mapped to the current file, whoever changed it. Work
on content runs where `run` decides: in this process, or in one that can be killed.

Not here: deciding (`plan`), messages on failures (`explain`), mapping lines (`text.line_map`).
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial, wraps
from types import TracebackType
from typing import TYPE_CHECKING, Concatenate, Literal, ParamSpec, Self, TypeVar, Unpack, cast

from structedit.app import (
    checking,
    events,
    formatting,
    guards,
    guessed_calls,
    library,
    many_files,
    transactions,
)
from structedit.app.changes_by_others import reconciled
from structedit.app.checked_calls import checked
from structedit.app.here import Here
from structedit.app.library import Subject
from structedit.app.memory import (
    MOST_BYTES,
    MOST_VERSIONS,
    Memory,
    ServedFile,
    Versions,
    confined,
    failed_at,
    moved,
    named_as,
    no_region,
)
from structedit.app.transactions import Choices, Edits
from structedit.calls import guesses
from structedit.calls.arguments import checked_arguments, texts, whole_number
from structedit.calls.batch_outcomes import BatchOutcome
from structedit.calls.batches import ApplyHunks, EditFile, FileRequest
from structedit.calls.code_patterns import pattern_among
from structedit.calls.diagnoses import Diagnosis, Hit
from structedit.calls.fields import lines_of
from structedit.calls.hooks import Hooks
from structedit.calls.operations import operation_of
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Lines
from structedit.calls.requests import Request
from structedit.calls.shared_options import FindOptions, InsertOptions, Sought, Wish
from structedit.calls.statuses import Reason, Status
from structedit.calls.versions import Step
from structedit.disk import configuration, files, journal, limits, listing, neighbours, roots
from structedit.disk.files import AnyPath
from structedit.disk.history import Entry
from structedit.disk.policies import Policy
from structedit.disk.workers import Runner, StoppedError, here
from structedit.explain import line_numbers, missed_pattern
from structedit.explain.elsewhere import needle_of, with_history, with_neighbours
from structedit.explain.repeated_failures import PATIENCE, insisted
from structedit.judge.risk import THRESHOLDS, Thresholds
from structedit.plan.batch.file_changes import failed
from structedit.plan.reading import Region
from structedit.text.document import Document, LineRange, to_bytes
from structedit.text.errors import FileError, StructEditError, UsageError
from structedit.text.line_map import Touched
from structedit.text.values import dataclass, replace
from structedit.tree.source import TEXT

_SEVERAL = (Reason.SEVERAL_MATCHES, Reason.AMBIGUOUS_ANCHOR)
_LOCKS = 64
"""Locks that files share, so that two calls on one file go one after the other.

Chosen by judgement: many times the calls that run at once.
"""

_TRIES = 4
"""Times that an edit is planned while other programs keep changing the file; chosen by judgement."""

P = ParamSpec("P")
R = TypeVar("R")


def _as_in_the_library(
    call: Callable[Concatenate[Subject, P], R],
) -> Callable[[Callable[..., R]], Callable[Concatenate[Session, AnyPath, P], R]]:
    """Give a method the name, docstring and arguments of a function of the library."""
    return lambda method: wraps(call)(method)


class Session(library.Operations[AnyPath]):
    """Edits under a root, with a memory; see the module. Several threads may use it at once.

    A session is what tools of agents work through, so places that programs run from are protected
    (`disk.protected`): `allow` names those that it may edit all the same, as `.github/workflows`.

    Files that cannot be edited (missing, outside the root, not text) are outcomes, and so is
    everything else that happens to an edit; `outline`, `find` and `check` raise `FileError`.
    `timeout` are the seconds of each call that names none.
    """

    def __init__(
        self,
        root: AnyPath = ".",
        *,
        most_versions: int = MOST_VERSIONS,
        most_bytes: int = MOST_BYTES,
        hooks: Hooks | None = None,
        allow: Iterable[str] = (),
        run: Runner = here,
        timeout: float | None = None,
    ) -> None:
        self.root = files.absolute(root)
        self.hooks = checked_arguments("Session", {"hooks": hooks}).get("hooks")
        whole_number("most_versions", most_versions, 0)
        whole_number("most_bytes", most_bytes, 0)
        self.allow = (
            *texts("allow", allow),
            *configuration.users_allow(roots.real_folder(self.root)),
        )
        self._run = run
        self._timeout = checked_arguments("Session", {"timeout": timeout}).get("timeout")
        self._said = False
        self._locks = tuple(threading.RLock() for _ in range(_LOCKS))
        self._memory = Memory(Versions(most_versions, most_bytes))

    @property
    def here(self) -> Here:
        """Where its methods are called, for suggestions after wrong calls."""
        return Here(
            "session",
            lambda path: self._load(self._confined(path)),
            lambda path: bool(path) and roots.is_there(self.root, path),
            lambda operation: hasattr(Session, operation),
            subject="path",
            root=self.root,
        )

    if not TYPE_CHECKING:  # a type checker knows the names, and is to miss what is none

        def __getattr__(self, name: str) -> object:
            """What answers a call of a name that is not there with the call that it may mean."""
            if not guesses.names_meant(name):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            return guessed_calls.Guess(name, self.here)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None

    # Memory

    def document(self, path: AnyPath, version: str) -> Document | None:
        """A file as it was at a version that this session has shown; None if it is not remembered."""
        return self._memory.version(self._confined(path).full, version)

    def steps_since(self, path: AnyPath, version: str) -> tuple[Step, ...] | None:
        """Return the edits of this session from a version to the newest one, in order.

        Return None if the version is unknown, or if another program changed the file since.
        """
        return self._memory.steps_since(self._confined(path).full, version)

    def failures(self, path: AnyPath) -> int:
        """How many calls on a file have failed in a row."""
        return self._memory.failures(self._confined(path).full)

    # Reading

    def perform_reading(
        self,
        operation: str,
        subject: AnyPath,
        work: Callable[Concatenate[Subject, P], R],
        *given: P.args,
        **asked: P.kwargs,
    ) -> R:
        """Run some work on a file that changes nothing; the session remembers the version of the file."""

        def look() -> R:
            return self._look(work, self._read(self._confined(subject)), *given, **asked)

        return events.reading(operation, self._full(subject), look)

    @_as_in_the_library(library.get_region)
    def get_region(self, path: AnyPath, selector: str | None = None, **asked: object) -> Region:
        """Read a region; with `version`, `lines` are numbers of that version, wherever they are now."""
        asked = checked_arguments("get_region", asked)

        def look() -> Region:
            try:
                file = self._confined(path)
                document = self._read(file)
            except FileError as error:
                return no_region(path, error)
            region = self._region(file, document, selector, **asked)
            if region.lines is not None:
                self._memory.seen.read(file.full, document, region.lines, region.left_out)
            return region

        return events.reading("get_region", self._full(path), look)

    def find(
        self,
        paths: AnyPath | Iterable[AnyPath] = ".",
        *,
        text: str | None = None,
        regex: str | None = None,
        query: str | None = None,
        pattern: str | None = None,
        **options: Unpack[FindOptions],
    ) -> tuple[tuple[str | None, Hit], ...]:
        """Find a text, a regex, a query or a pattern of code in files and folders under the root."""
        names = files.each(paths)
        term: Sought = {"text": text, "regex": regex, "query": query, "pattern": pattern}
        asked = cast(Sought, checked_arguments("find", {**term, **options}))
        found = list[tuple[str | None, Hit]]()

        def look() -> None:
            for document, hits in self.matches(names, **asked):
                found.extend((document.path, hit) for hit in hits)

        path = self._full(names[0]) if names else self.root
        events.reading("find", path, look)
        return tuple(found)

    def matches(
        self,
        paths: AnyPath | Iterable[AnyPath] = ".",
        *,
        passed_over: Counter[str] | None = None,
        **sought: Unpack[Sought],
    ) -> Iterator[tuple[Document, tuple[Hit, ...]]]:
        """Find as `find` does, file by file, for callers that stop early; files without hits too.

        `passed_over` counts, by language, files with the words of a pattern that does not parse there.
        """
        sought = cast(Sought, checked_arguments("find", sought))
        text = sought.get("text")
        one_line = text if text and "\n" not in text and "\r" not in text else None
        fitted, misfit = 0, None
        for file, document in self.documents(paths, sought.pop("globs", None) or ()):
            if one_line is not None and to_bytes(one_line) not in document.data:
                yield document, ()
                continue
            try:
                hits = self._look(library.find, document, **sought)
            except UsageError as error:
                if sought.get("query") is None and sought.get("pattern") is None:
                    raise
                misfit = misfit or error
                if passed_over is not None and (pattern := pattern_among(sought)) is not None:
                    source = library.source_of(document)
                    words = missed_pattern.has_its_words(pattern, document.data)
                    passed_over[source.profile.id] += words
                continue
            fitted += 1
            if hits:
                self._memory.keep(file.full, document)
                for _, hit in hits:
                    self._memory.seen.show(file.full, document, hit.lines)
            yield document, tuple(hit for _, hit in hits)
        if misfit is not None and not fitted:
            raise misfit

    # Several files, and back again

    @checked()
    def apply_edits(
        self,
        edits: Edits,
        *,
        format: str = "auto",
        path: str | None = None,
        partial: bool = False,
        force: bool = False,
        dry_run: bool = False,
        backup: bool = True,
        progress: Callable[[str], None] | None = None,
        timeout: float | None = None,
        formatter: Wish = None,
        checker: Wish = None,
    ) -> BatchOutcome:
        """Apply a text or a list of edits, all of it or none; see `structedit.apply_edits`.

        Lines with a `version` are those of that version, wherever they are now. `progress` is called with
        what is done; it may raise as long as nothing is written.
        """
        seconds = timeout if timeout is not None else self._timeout
        requests = limits.limited(
            lambda: transactions.requested(edits, format, path),
            edits,
            timeout=seconds,
            name="the text of edits",
        )
        choices = Choices(
            partial,
            force,
            dry_run,
            backup,
            hooks=self.hooks,
            tools=True,
            allow=self.allow,
            timeout=seconds,
            formatter=formatter,
            checker=checker,
        )
        without_hooks = replace(choices, hooks=None)  # functions do not go into another process
        top, guard = roots.folder_of(self.root), self._guard(self.hooks)
        # A hook or a formatter may take longer than a parser.
        asks = guard.asks or formatting.is_wanted(guard.configuration, formatter)
        run = here if asks else self._run

        def call() -> BatchOutcome:
            report = progress or (lambda _: None)
            edits = self._of_now(requests)
            report(f"{len(edits)} edits read")
            if asks and self._run is not here:  # what might never return is stopped there first
                self._run(transactions.rehearsed, "apply_edits", edits, top, without_hooks)
            batch = run(transactions.planned, "apply_edits", edits, top, choices)
            report(f"{len(edits)} edits planned")
            return transactions.written(batch, top, choices, worker=self._run)

        kind = "json" if format == "auto" else format
        batch = events.batching(requests, top, kind, call) if requests else call()
        if batch.status is Status.APPLIED and not dry_run:
            self._remember(batch)
        return batch

    def undo(
        self, id: str | None = None, *, path: AnyPath | None = None, dry_run: bool = False
    ) -> BatchOutcome:
        """Undo a transaction of files below the root; see `structedit.undo`."""
        return self._back("undo", id, path, dry_run)

    def redo(
        self, id: str | None = None, *, path: AnyPath | None = None, dry_run: bool = False
    ) -> BatchOutcome:
        """Redo a transaction that was undone; see `structedit.redo`."""
        return self._back("redo", id, path, dry_run)

    def _back(
        self,
        what: Literal["undo", "redo"],
        id: str | None,
        path: AnyPath | None,
        dry_run: bool,
    ) -> BatchOutcome:
        """Undo or redo under the rules of this session, which protect more than those of a person."""
        below = None if path is None else self._confined(path).name
        asked = checked_arguments(what, {"id": id, "path": below, "dry_run": dry_run})
        batch = transactions.reverted(
            what,
            asked.get("id"),
            self.root,
            path=asked.get("path"),
            dry_run=bool(asked.get("dry_run")),
            allow=self.allow,
            tools=True,
        )
        if batch.status is Status.APPLIED and not dry_run:
            for change in batch.files:
                if change.before is not None and change.after is not None:
                    full = self._confined(change.path).full
                    self._memory.seen.edited(full, change.before, change.after)
        return batch

    def history(self, *, most: int | None = None) -> tuple[Entry, ...]:
        """List the transactions of the root, the latest first."""
        return transactions.history(self.root, most=most)

    def undone(self) -> frozenset[str]:
        """Ids of the transactions of the root that are undone."""
        return transactions.undone_ids(self.root)

    # Helpers

    def _confined(self, path: AnyPath) -> ServedFile:
        return confined(self.root, path, self.allow)

    def _guard(self, hooks: Hooks | None) -> guards.Guard:
        top = roots.folder_of(self.root)
        return guards.guard_of(top, hooks, tools=True, allow=self.allow)

    def news(self) -> tuple[str, ...]:
        """Messages on settings of the repository that have no effect, each only once."""
        if self._said:
            return ()
        self._said = True
        try:
            settings = configuration.load(roots.folder_of(self.root))
        except StructEditError as error:
            return (error.message,)
        return tuple(filter(None, (settings.ignored,)))

    def _full(self, path: AnyPath) -> str:
        """Return the path under which events report a file of the root."""
        return roots.joined(self.root, files.os_path(path))

    def _read(self, file: ServedFile) -> Document:
        document = self._load(file)
        self._memory.keep(file.full, document)
        return document

    def _load(self, file: ServedFile) -> Document:
        try:
            journal.recover(file.full)
            document = Document.from_bytes(files.read_real(file.full), file.name)
        except FileError as error:
            raise named_as(file, error) from error
        if self._confined(file.name).full != file.full:
            raise moved(file)
        languages = configuration.languages_of(roots.folder_of(self.root))
        document = replace(document, languages=languages) if languages else document
        seen = self._memory.seen.get(file.full)
        return seen if seen == document else document  # one object for one content

    def documents(
        self, paths: AnyPath | Iterable[AnyPath], globs: Collection[str] = ()
    ) -> Iterable[tuple[ServedFile, Document]]:
        """Yield the text files under paths that globs include; a named file that is not text is an error."""
        chosen = listing.chosen_by(globs)
        tops = (".", "", self.root)
        named = [
            self.root if files.os_path(path) in tops else self._confined(path).full
            for path in files.each(paths)
        ]
        for name in listing.walk(named):
            try:
                file = self._confined(name)
                if chosen(file.name):
                    yield file, self._load(file)
            except FileError as error:
                passed_over = ("not_text", "too_large", "outside_root", "protected")
                if name in named:
                    raise
                if error.code not in passed_over:  # as a file that is gone since it was listed
                    many_files.warn_of_failures([error], anything=True)

    def _look(
        self, work: Callable[..., R], document: Document, *args: object, **kwargs: object
    ) -> R:
        """Run work on a document; one that its parser cannot handle is treated as plain text."""
        if self._timeout is not None and kwargs.get("timeout") is None:
            kwargs["timeout"] = self._timeout
        try:
            return self._run(work, document, *args, **kwargs)
        except StoppedError:
            return self._run(work, document, *args, **{**kwargs, "language": TEXT})

    def perform(self, subject: AnyPath, request: Request, options: InsertOptions) -> Outcome:
        """Plan a request on a file below the root, and write it unless `dry_run`."""
        operation = operation_of(request)
        return events.editing(
            operation, self._full(subject), None, lambda: self._performed(subject, request, options)
        )

    def _performed(self, path: AnyPath, request: Request, options: InsertOptions) -> Outcome:
        operation, language = operation_of(request), options.get("language")
        dry_run, seconds = options.get("dry_run", False), options.get("timeout") or self._timeout
        try:
            file = self._confined(path)
            guard = self._guard(options.get("hooks") or self.hooks)
            if (refusal := guards.protection_of(guard, file.name)) is not None:
                raise refusal
        except FileError as error:
            return failed_at(path, operation, error)
        policy = guard.configuration.policy(backup=options.get("backup", True))
        with self._locks[hash(file.full) % _LOCKS]:
            for _ in range(_TRIES):
                try:
                    outcome = self._in_view_of_others(file, request, language, seconds)
                    outcome = replace(outcome, dry_run=dry_run)
                    outcome = self._guarded(guard, file, outcome, options.get("formatter"), seconds)
                except FileError as error:
                    return failed_at(file.name, operation, error)
                if outcome.status is not Status.APPLIED:
                    break
                outcome = checking.checked(
                    guard,
                    outcome,
                    options.get("checker"),
                    lambda landed: self._commit(path, file, landed, policy),
                    self._run,
                    file.name,
                )
                if dry_run:
                    break
                if outcome.status is Status.APPLIED:
                    outcome = guards.posted(guard, file.name, outcome)
                # Where the file changed before it was written, the edit is planned again.
                if outcome.reason is not Reason.STALE:
                    break
            self._memory.seen.shown_by(file.full, outcome)
        return self._counted(file, outcome)

    def _in_view_of_others(
        self,
        file: ServedFile,
        request: Request,
        language: str | None,
        timeout: float | None,
    ) -> Outcome:
        """Plan a request on the file as it is, merged with changes that the caller has not seen."""

        def plan(document: Document, request: Request) -> Outcome:
            return self._look(
                library.planned, document, request, language=language, timeout=timeout
            )

        shown, seen = self._memory.versions(file.full), self._memory.seen.get(file.full)
        hints = request.hints
        if hints.near_line is None and hints.version is not None:
            named = self._memory.version(file.full, hints.version)
            if named is not None:
                seen, request = named, replace(request, hints=replace(hints, version=None))
        outcome = plan(self._read(file), request)
        outcome = self._of_old_lines(file, outcome, language, timeout)
        outcome = self._on_a_line(file, outcome, shown, language, timeout)
        return self._memory.seen.unless_cut(file.full, reconciled(seen, outcome, plan))

    def _guarded(
        self,
        guard: guards.Guard,
        file: ServedFile,
        outcome: Outcome,
        formatter: Wish,
        timeout: float | None,
    ) -> Outcome:
        """Apply the rules of the root to an edit: its thresholds, its formatter, its hooks."""
        if outcome.request is None:
            return outcome
        options, thresholds = outcome.request.options, guard.configuration.thresholds
        if thresholds != THRESHOLDS:
            again = self._run(_planned, outcome.before, outcome.request, thresholds, timeout)
            outcome = replace(again, dry_run=outcome.dry_run, request=outcome.request)
        return library.approved(guard, file.name, outcome, options, formatter, self._run)

    # Lines of older versions

    def _of_old_lines(
        self, file: ServedFile, outcome: Outcome, language: str | None, timeout: float | None
    ) -> Outcome:
        """Plan a request again whose lines were read from an older version."""
        if outcome.request is None or outcome.reason is not Reason.STALE:
            return outcome
        asked = line_numbers.old_lines(outcome.request, outcome.version_before)
        if asked is None:
            return outcome
        if outcome.request.options.expected_version not in (None, outcome.version_before):
            return outcome
        found = self._memory.image(file.full, outcome.before, asked)
        if found is None:
            message, fix = line_numbers.unknown_words(asked)
            diagnosis = Diagnosis(
                message, fix, closest=outcome.diagnosis.closest if outcome.diagnosis else None
            )
            return replace(outcome, message=message, diagnosis=diagnosis)
        if isinstance(found, Touched):
            return line_numbers.refused(outcome, asked, found)
        request = line_numbers.rewritten(outcome.request, asked, found, outcome.version_before)
        again = self._run(library.planned, outcome.before, request, language, timeout)
        note = f"lines {asked.lines} of version {asked.version} are lines {found} now"
        again = replace(again, dry_run=outcome.dry_run, warnings=(*again.warnings, note))
        return self._of_old_lines(file, again, language, timeout)

    def _on_a_line(
        self,
        file: ServedFile,
        outcome: Outcome,
        shown: tuple[str, ...],
        language: str | None,
        timeout: float | None,
    ) -> Outcome:
        """Plan a request again that a line number decides, if the caller saw that line in this session.

        It may be a line of any version that was shown, or of the current file: all versions with a hit on that line
        must mean the same hit.
        """
        request = outcome.request
        if not shown or request is None or outcome.reason not in _SEVERAL:
            return outcome
        near_line = request.hints.near_line
        if near_line is None or near_line < 1 or request.hints.version is not None:
            return outcome
        now = outcome.before
        lines: set[LineRange] = set()
        for version in {*shown, now.version}:
            asked = line_numbers.of_line(near_line, version)
            own = version == now.version
            found = asked.lines if own else self._memory.image(file.full, now, asked)
            lines |= {found} if isinstance(found, LineRange) else set()
        made: list[Outcome] = []
        for line in lines:
            again = line_numbers.rewritten(request, asked, line, now.version)
            planned = self._run(library.planned, now, again, language, timeout)
            made += [planned] if planned.reason not in _SEVERAL else []
        if len({outcome.edits for outcome in made}) != 1:
            return outcome
        return replace(made[0], dry_run=outcome.dry_run)

    def _region(
        self, file: ServedFile, document: Document, selector: str | None, **asked: object
    ) -> Region:
        """Read a region; lines that come with a version are mapped from it to the current file."""
        version = asked.get("version")
        if version is not None and version != document.version:
            named = asked.keys() & {"lines", "near_line"}
            if not named:
                asked.pop("version")  # it is read as it is now
            for name in named:
                lines = lines_of(cast("str | int", asked[name]))
                found = self._carried(file, document, Lines(lines, None, str(version)))
                if isinstance(found, Region):
                    return found
                asked[name] = found.first if name == "near_line" else str(found)
                asked["version"] = document.version
        return self._look(library.get_region, document, selector, **asked)

    def _carried(self, file: ServedFile, document: Document, asked: Lines) -> LineRange | Region:
        """Map lines of an older version to the current file; a `Region` with the reason if impossible."""
        found = self._memory.image(file.full, document, asked)
        if isinstance(found, LineRange):
            return found
        if found is None:
            diagnosis = Diagnosis(*line_numbers.unknown_words(asked))
        else:
            message, fix, closest = line_numbers.touched_words(document, asked, found)
            diagnosis = Diagnosis(message, fix, closest=closest)
        return Region(
            Status.REFUSED,
            document.path,
            None,
            document.version,
            document.line_count,
            reason=Reason.STALE,
            diagnosis=diagnosis,
        )

    def _of_now(self, requests: Iterable[FileRequest]) -> tuple[FileRequest, ...]:
        """Map line numbers of older versions in a batch to the current files.

        Those that cannot be mapped stay as they are, and are refused because of their version. So is an edit that
        would undo what another program changed since the session read the file.
        """
        known: dict[str, Document] = {}  # a batch may hold a thousand edits of one file
        return tuple(self._one_of_now(edit, known) for edit in requests)

    def _one_of_now(self, edit: FileRequest, known: dict[str, Document]) -> FileRequest:
        if not isinstance(edit, EditFile) or isinstance(edit.request, ApplyHunks):
            return edit
        try:
            file = self._confined(edit.path)
            seen = self._memory.seen.get(file.full)
            if seen is None and line_numbers.old_lines(edit.request, "") is None:
                return edit
            now = known.get(file.full) or known.setdefault(file.full, self._load(file))
        except FileError:
            return edit
        request = edit.request
        if seen is not None and seen.data != now.data:
            plan = partial(self._look, library.planned)
            outcome = plan(now, request)
            if reconciled(seen, outcome, plan) is not outcome:
                options = replace(request.options, expected_version=seen.version)
                return replace(edit, request=replace(request, options=options))
        while (asked := line_numbers.old_lines(request, now.version)) is not None:
            found = self._memory.image(file.full, now, asked)
            if not isinstance(found, LineRange):
                return edit
            request = line_numbers.rewritten(request, asked, found, now.version)
        return replace(edit, request=request)

    # Outcomes, and what is remembered of them

    def _commit(self, path: AnyPath, file: ServedFile, outcome: Outcome, policy: Policy) -> Outcome:
        """Write a planned edit if the path still leads to the same file, and remember it."""
        assert outcome.data is not None and outcome.result is not None
        try:
            if self._confined(path).full != file.full:
                raise moved(file)
            done = _written(file, outcome, self.root, policy)
        except FileError as error:
            return failed(outcome.before, outcome.operation, named_as(file, error))
        changed = outcome.before, outcome.edits, outcome.result
        self._memory.stepped(file.full, outcome.operation, *changed)
        return replace(outcome, undo_id=done.undo_id, warnings=(*outcome.warnings, *done.warnings))

    def _remember(self, batch: BatchOutcome) -> None:
        """Remember the edits of a batch to files that existed before and still do."""
        for change in batch.files:
            if change.before is None or change.after is None or change.moved_from is not None:
                continue
            full = self._confined(change.path).full
            self._memory.landed(full)
            changed = change.before, change.edits, change.after
            self._memory.stepped(full, batch.operation, *changed)

    def _counted(self, file: ServedFile, outcome: Outcome) -> Outcome:
        """Count an outcome as a failure or success; add what the session knows to a failure."""
        if outcome.landed:
            self._memory.landed(file.full)
            return outcome
        failures = self._memory.failed(file.full)
        if needle_of(outcome) is None and failures <= PATIENCE:
            return outcome
        steps = self._memory.steps_to(file.full, outcome.before)
        known = _Known(file.full, self.root, steps, failures)
        try:
            return self._run(_with_evidence, outcome, known)
        except FileError:  # finding more to add takes too long
            return outcome


def _planned(
    document: Document, request: Request, thresholds: Thresholds, timeout: float | None
) -> Outcome:
    return library.in_time(library.source_of(document), request, timeout, thresholds)


@dataclass(frozen=True, slots=True)
class _Known:
    """What a session knows about a file that it could not edit: its edits, the failures in a row."""

    full: str
    root: str
    steps: tuple[Step, ...]
    failures: int


def _with_evidence(outcome: Outcome, known: _Known) -> Outcome:
    """Add to a failure whether the text was in the file earlier, or is in other files."""

    def explained() -> Outcome:
        found = outcome
        if needle_of(outcome) is not None:
            found = with_history(outcome, known.steps)
            if found is outcome:
                found = with_neighbours(outcome, neighbours.near(known.full, known.root))
        return insisted(library.source_of(outcome.before), found, known.failures)

    return limits.limited(explained, outcome.before, outcome.request)


def _written(file: ServedFile, outcome: Outcome, root: str, policy: Policy) -> journal.Done:
    """Write a landed edit as one transaction."""
    assert outcome.data is not None
    change = journal.Change(file.full, outcome.before.encode(), outcome.data)
    counts = outcome.lines_added, outcome.lines_removed
    note = journal.Note(roots.root_of(root), outcome.operation, *counts)
    return journal.commit([change], note, policy)
