"""Running checkers around a transaction: which findings an edit introduced, and which it removed.

A checker that reads a text sees those before and after the edit; one that reads files runs before the transaction
and after it. If a checker fails, a note says so; the edit is not undone.

Not here: how checkers run (`tooling.checkers`), how findings are compared (`tooling.changed_findings`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from structedit.app.guards import Guard
from structedit.calls import edit_findings
from structedit.calls.outcomes import Outcome
from structedit.disk.language_programs import Program, words_of
from structedit.disk.workers import Runner, here
from structedit.plan import reading
from structedit.search.embedded import selector_at
from structedit.text.document import Document, Span
from structedit.text.errors import StructEditError
from structedit.text.lines import trimmed
from structedit.text.values import replace
from structedit.tooling import changed_findings, checkers
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.calls.batch_outcomes import BatchOutcome
    from structedit.calls.edit_findings import Finding, Findings
    from structedit.calls.shared_options import Wish
    from structedit.tooling.changed_findings import EditedFile
    from structedit.tooling.checkers import Run

Compared = tuple[str, list["Finding"], list["Finding"]]
"""A checker's command, with its findings before and after."""


def is_wanted(guard: Guard, wish: Wish) -> bool:
    """Return True if a checker may run for a call."""
    return wish is not False and (
        wish is not None or any(one.check for one in guard.configuration.programs)
    )


class Checks:
    """The checkers of one edit: created before its transaction, asked for the findings after it.

    Args:
        guard: the rules of the root.
        files: each file before and after the edit.
        wish: the checkers that the caller wants.
        dry_run: nothing will be written, so checkers that read files do not run.
        run: where findings are compared.
    """

    def __init__(
        self,
        guard: Guard,
        files: Iterable[EditedFile],
        wish: Wish,
        *,
        dry_run: bool,
        run: Runner = here,
    ) -> None:
        self._run = run
        self._files = {file.moved_from or file.path: file for file in files}
        self._notes: list[str] = []
        self._by_parser: list[EditedFile] = []
        self._runs: dict[Program, tuple[Run, list[EditedFile]]] = {}
        for file in self._files.values() if is_wanted(guard, wish) else ():
            programs = _programs(guard, Source.of(file.after).language, wish)
            if programs is None and wish is True:
                self._by_parser.append(file)
            for program in programs or ():
                run_of = self._runs.setdefault(program, (checkers.Run(program, guard.root), []))
                run_of[1].append(file)
        if dry_run:
            on_disk = [program for program in self._runs if not checkers.reads_text(program)]
            self._notes = [
                f"`{p.shown}` checks files on disk, which a dry run does not write" for p in on_disk
            ]
            for program in on_disk:
                del self._runs[program]
        self._before = {
            program: self._found(program, before=True)
            for program in self._runs
            if not checkers.reads_text(program)
        }

    def findings(self) -> Findings | None:
        """Return the findings that the edit introduced and removed; None if there is no checker."""
        if not (self._runs or self._by_parser or self._notes):
            return None
        compared: list[Compared] = []
        for program, (run, _) in self._runs.items():
            known = self._before.get(program)
            before = self._found(program, before=True) if known is None else known
            after = self._found(program, before=False)
            if run.failure:
                self._notes.append(run.failure)
            else:
                compared.append((program.shown, before, after))
        try:
            found = self._run(_compared, self._files, compared, self._by_parser)
        except StructEditError as error:  # the edit is written: it must not seem to have failed
            found, self._notes = edit_findings.Findings(), [*self._notes, error.message]
        return replace(found, notes=tuple(self._notes))

    def _found(self, program: Program, *, before: bool) -> list[Finding]:
        """Return the findings of one checker before or after the edit, with the paths at that time."""
        run, files = self._runs[program]
        if not checkers.reads_text(program) and not run.names_file:
            return run.of_files()
        found: list[Finding] = []
        for one in files:
            path = (one.moved_from or one.path) if before else one.path
            document = one.before if before else one.after
            if document is not None:
                is_text = checkers.reads_text(program)
                found += run.of_text(path, document.text) if is_text else run.of_files(path)
        return found


def _programs(guard: Guard, language: str | None, wish: Wish) -> tuple[Program, ...] | None:
    if isinstance(wish, bool | None):
        return guard.configuration.programs_of(language).check
    return (Program(words_of(wish, "checker")),)


def _compared(
    files: dict[str, EditedFile], compared: list[Compared], by_parser: Sequence[EditedFile]
) -> Findings:
    """Compare findings before and after; those of the parser are found here."""
    if by_parser:
        before = [f for one in by_parser for f in _faults(one.moved_from or one.path, one.before)]
        after = [f for one in by_parser for f in _faults(one.path, one.after)]
        compared = [*compared, ("the parser", before, after)]
    introduced: list[Finding] = []
    removed: list[Finding] = []
    for _, before, after in compared:
        more, less = changed_findings.changed_findings(before, after, files)
        introduced += more
        removed += less
    sources = {file.path: Source.of(file.after) for file in files.values()}
    old = {path: Source.of(one.before) for path, one in files.items() if one.before is not None}
    return edit_findings.Findings(
        tuple(_placed(finding, sources) for finding in introduced[: edit_findings.MOST_FINDINGS]),
        tuple(_placed(finding, old) for finding in removed[: edit_findings.MOST_FINDINGS]),
        tuple(name for name, _, _ in compared),
        left_out=sum(
            max(0, len(some) - edit_findings.MOST_FINDINGS) for some in (introduced, removed)
        ),
    )


def _faults(path: str, document: Document | None) -> list[Finding]:
    faults = () if document is None else reading.check(Source.of(document)).faults
    return [edit_findings.Finding(path, fault.line, "syntax", fault.message) for fault in faults]


def _placed(finding: Finding, sources: dict[str, Source]) -> Finding:
    """Add to a finding the selector of the definition around its line."""
    source = sources.get(finding.path)
    if source is None:
        return finding
    document = source.document
    line = min(max(1, finding.line), max(1, document.line_count))
    at = trimmed(
        document.data, document.line_span(line)
    ).start  # a comment may end behind the definition
    return replace(finding, selector=selector_at(source, Span(at, at)))


# Around the transactions of one edit and of a batch

Done = TypeVar("Done", Outcome, "BatchOutcome")


def checked(
    guard: Guard,
    outcome: Done,
    wish: Wish,
    write: Callable[[Done], Done],
    run: Runner = here,
    path: str = "",
) -> Done:
    """Write an edit, of the file at `path`, or a batch, unless it is a dry run; return it with its findings."""
    if not is_wanted(guard, wish):
        return outcome if outcome.dry_run else write(outcome)
    if isinstance(outcome, Outcome):
        assert outcome.result is not None
        files = [changed_findings.EditedFile(path, outcome.before, outcome.result, outcome.edits)]
    else:
        files = [
            changed_findings.EditedFile(one.path, one.before, one.after, one.edits, one.moved_from)
            for one in outcome.files
            if one.after is not None
        ]
    checks = Checks(guard, files, wish, dry_run=outcome.dry_run, run=run)
    done = outcome if outcome.dry_run else write(outcome)
    is_written = done.status is outcome.status
    return replace(done, findings=checks.findings()) if is_written else done
