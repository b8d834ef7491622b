"""The library's functions, and the operations that sessions share with them.

Each operation is a method of `Operations`, written once: it makes a request of its arguments. The library carries
requests out on documents and files (`Library`), a session on files below its root (`app.session`).

A `Document` in means a pure call: nothing is read or written. A path in means: read, plan, and commit unless
`dry_run`. What is expected to happen is an `Outcome`; errors are raised for wrong calls (`UsageError`) and for
files that cannot be read (`FileError`).
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, Unpack, cast

from structedit.app import checking, events, formatting, guards, many_files
from structedit.app.checked_calls import checked
from structedit.app.here import HERE, Here
from structedit.calls import search_terms
from structedit.calls.arguments import checked_arguments
from structedit.calls.fields import HINTS, TARGET, Mark, lines_of, word
from structedit.calls.operations import operation_of, request_of, requested
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Hints, Lines, Part, Selector, Target
from structedit.calls.requests import (
    DeleteBlock,
    Insert,
    MoveBlock,
    Options,
    RenameLocal,
    ReplaceAll,
    ReplaceBlock,
    ReplaceFunctionBody,
    Request,
    StrReplace,
    Unwrap,
    Wrap,
)
from structedit.calls.shared_options import EditOptions, FindOptions, InsertOptions, Sought, Wish
from structedit.calls.statuses import Status
from structedit.disk import files, journal, limits, project_files, protected, roots
from structedit.disk.policies import POLICY, Policy
from structedit.disk.workers import Runner, here
from structedit.explain import missed_pattern
from structedit.judge.risk import THRESHOLDS, Thresholds
from structedit.languages import of_project
from structedit.languages.detection import named_language
from structedit.plan import one_request, reading
from structedit.plan.batch import file_changes
from structedit.search import checked_terms
from structedit.text.document import Document, to_bytes
from structedit.text.errors import (
    FileError,
    TooSlowError,
    UsageError,
)
from structedit.text.values import dataclass, replace
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.calls.diagnoses import Hit
    from structedit.calls.search_terms import SearchTerm
    from structedit.languages.profiles import LanguageProfile
    from structedit.plan.reading import Check, Outline, Region


__all__ = [
    "check",
    "delete_block",
    "find",
    "get_region",
    "insert",
    "move_block",
    "outline",
    "rename_local",
    "replace_all",
    "replace_block",
    "replace_function_body",
    "str_replace",
    "unwrap",
    "wrap",
]

P = ParamSpec("P")
R = TypeVar("R")

Subject = Document | Source | files.AnyPath
"""What an operation works on: a document, one with its tree, or the path of a file."""

File = TypeVar("File", contravariant=True)
"""What the operations of the library or of a session work on."""


class Operations(Generic[File]):
    """The operations on one file. The library is one such object, and each session is another.

    An editing method makes a request of its arguments; a subclass says how a request on a file is carried out, and
    how a file is read.
    """

    @property
    def here(self) -> Here:
        """Where its methods are called, for suggestions after wrong calls."""
        return HERE

    def perform(self, subject: File, request: Request, options: InsertOptions) -> Outcome:
        """Plan a request, and write the file unless the call is a dry run."""
        raise NotImplementedError

    def perform_reading(
        self,
        operation: str,
        subject: File,
        work: Callable[Concatenate[Subject, P], R],
        *given: P.args,
        **asked: P.kwargs,
    ) -> R:
        """Run some work on a file that changes nothing."""
        raise NotImplementedError

    def edit_by_name(self, operation: str, subject: File, arguments: Mapping[str, Any]) -> Outcome:
        """Perform an operation by name, with arguments as data: the entry point for commands and tools.

        Raises:
            UsageError: when an argument is missing, wrong, or contradicts another.
        """
        try:
            given = checked_arguments(operation, arguments)
            request = request_of(operation, given)
        except UsageError as error:
            events.wrongly_called(error, operation, self.here.full_path(subject) or ".")
            raise
        return self.perform(subject, request, cast(EditOptions, given))

    def _edit(
        self, kind: type[Request], subject: File, options: InsertOptions, **own: object
    ) -> Outcome:
        given = {name: value for name, value in {**own, **options}.items() if value is not None}
        return self.perform(subject, requested(kind, given), options)

    @checked(EditOptions)
    def str_replace(
        self,
        subject: File,
        old: str,
        new: str,
        *,
        occurrence: int | None = None,
        replace_all: bool = False,
        expected_count: int | None = None,
        whole_words: bool = True,
        **options: Unpack[EditOptions],
    ) -> Outcome:
        """Replace `old` by `new`, found by the ladder inside the hints; an empty `new` deletes.

        >>> doc = Document.from_text("a = 1\\nb = 1\\n", path="x.py")
        >>> str_replace(doc, "b = 1", "b = 2").text
        'a = 1\\nb = 2\\n'
        """
        return self._edit(
            StrReplace,
            subject,
            options,
            old=old,
            new=new,
            occurrence=occurrence,
            replace_all=replace_all,
            expected_count=expected_count,
            whole_words=whole_words,
        )

    @checked(EditOptions)
    def replace_all(
        self,
        subject: File,
        pattern: str,
        new: str,
        *,
        regex: bool = False,
        expected_count: int | None = None,
        whole_words: bool = False,
        **options: Unpack[EditOptions],
    ) -> Outcome:
        """Replace every hit of a literal or a regular expression in the file or the hints."""
        return self._edit(
            ReplaceAll,
            subject,
            options,
            pattern=pattern,
            new=new,
            regex=regex,
            expected_count=expected_count,
            whole_words=whole_words,
        )

    @checked(InsertOptions)
    def insert(
        self,
        subject: File,
        text: str,
        *,
        at: str | None = None,
        of: str | None = None,
        after: Mark | None = None,
        before: Mark | None = None,
        occurrence: int | None = None,
        lines: str | int | None = None,
        expected: str | None = None,
        **options: Unpack[InsertOptions],
    ) -> Outcome:
        """Insert text before or after an anchor, around or inside `of`, or at a place of the file.

        `at` is `before`, `after`, `start`, `end` (of a selector `of`, or of `lines`), `top`,
        `bottom` or `imports`. `after="text"` and `before="text"` name the place by its text.
        """
        return self._edit(
            Insert,
            subject,
            options,
            text=text,
            at=at,
            of=of,
            after=after,
            before=before,
            occurrence=occurrence,
            lines=lines,
            expected=expected,
        )

    @checked(EditOptions)
    def replace_block(
        self,
        subject: File,
        selector: str | None = None,
        new: str | None = None,
        *,
        anchor: str | None = None,
        occurrence: int | None = None,
        start: Mark | None = None,
        end: Mark | None = None,
        inclusive: bool = True,
        lines: str | int | None = None,
        expected: str | None = None,
        part: str = "whole",
        **options: Unpack[EditOptions],
    ) -> Outcome:
        """Replace the block (or a part of it) that a selector, an anchor or lines name."""
        return self._edit(
            ReplaceBlock,
            subject,
            options,
            selector=selector,
            new=new,
            anchor=anchor,
            occurrence=occurrence,
            start=start,
            end=end,
            inclusive=inclusive,
            lines=lines,
            expected=expected,
            part=part,
        )

    @checked(EditOptions)
    def replace_function_body(
        self,
        subject: File,
        selector: str | None = None,
        new: str | None = None,
        *,
        anchor: str | None = None,
        occurrence: int | None = None,
        **options: Unpack[EditOptions],
    ) -> Outcome:
        """Replace a definition's body by a bare body, or by a whole definition."""
        return self._edit(
            ReplaceFunctionBody,
            subject,
            options,
            selector=selector,
            new=new,
            anchor=anchor,
            occurrence=occurrence,
        )

    @checked(EditOptions)
    def delete_block(
        self,
        subject: File,
        selector: str | None = None,
        *,
        anchor: str | None = None,
        occurrence: int | None = None,
        start: Mark | None = None,
        end: Mark | None = None,
        inclusive: bool = True,
        lines: str | int | None = None,
        expected: str | None = None,
        part: str = "whole",
        **options: Unpack[EditOptions],
    ) -> Outcome:
        """Delete a block with its separators and what is attached, or from one anchor to another."""
        return self._edit(
            DeleteBlock,
            subject,
            options,
            selector=selector,
            anchor=anchor,
            occurrence=occurrence,
            start=start,
            end=end,
            inclusive=inclusive,
            lines=lines,
            expected=expected,
            part=part,
        )

    @checked(EditOptions)
    def move_block(
        self,
        subject: File,
        selector: str | None = None,
        *,
        anchor: str | None = None,
        occurrence: int | None = None,
        at: str,
        of: str,
        **options: Unpack[EditOptions],
    ) -> Outcome:
        """Move a block: `at` is `before`, `after`, `start` or `end` of the block `of`."""
        return self._edit(
            MoveBlock,
            subject,
            options,
            selector=selector,
            anchor=anchor,
            occurrence=occurrence,
            at=at,
            of=of,
        )

    @checked(EditOptions)
    def wrap(
        self,
        subject: File,
        selector: str | None = None,
        header: str | None = None,
        footer: str | None = None,
        *,
        anchor: str | None = None,
        occurrence: int | None = None,
        start: Mark | None = None,
        end: Mark | None = None,
        lines: str | int | None = None,
        expected: str | None = None,
        **options: Unpack[EditOptions],
    ) -> Outcome:
        """Put a block, or lines, inside a new one that `header` opens and `footer` closes.

        Left out, `footer` is the closer that the header asks for: `}` after `{`, `end` where blocks
        end with it, nothing where indentation does.
        """
        return self._edit(
            Wrap,
            subject,
            options,
            selector=selector,
            header=header,
            footer=footer,
            anchor=anchor,
            occurrence=occurrence,
            start=start,
            end=end,
            lines=lines,
            expected=expected,
        )

    @checked(EditOptions)
    def unwrap(
        self,
        subject: File,
        selector: str | None = None,
        *,
        anchor: str | None = None,
        occurrence: int | None = None,
        **options: Unpack[EditOptions],
    ) -> Outcome:
        """Put a block's body in the place of the block."""
        return self._edit(
            Unwrap, subject, options, selector=selector, anchor=anchor, occurrence=occurrence
        )

    @checked(EditOptions)
    def rename_local(
        self, subject: File, selector: str, old: str, new: str, **options: Unpack[EditOptions]
    ) -> Outcome:
        """Rename a local name or parameter of a definition or block, everywhere in its scope.

        Strings, comments, members and names of arguments stay. Refused where the new name is used in
        the scope, where an inner scope binds the old one again, and where it is not certain what a
        place means.
        """
        return self._edit(RenameLocal, subject, options, selector=selector, old=old, new=new)

    @checked()
    def outline(
        self,
        subject: File,
        *,
        depth: int | None = None,
        kinds: Iterable[str] = (),
        blocks: bool = False,
        language: str | None = None,
        timeout: float | None = None,
    ) -> Outline:
        """List the definitions of a file as a tree; `blocks` adds anonymous blocks."""
        listed = tuple(kinds)
        return self.perform_reading(
            "outline", subject, _outlined, depth, listed, blocks, language=language, timeout=timeout
        )

    @checked()
    def check(
        self, subject: File, *, language: str | None = None, timeout: float | None = None
    ) -> Check:
        """Check the syntax of a file: its errors and where they are."""
        return self.perform_reading("check", subject, _checked, language=language, timeout=timeout)


class Library(Operations[Subject]):
    """The operations of the library: on documents, which are values, and on files at any path."""

    def perform_reading(
        self,
        operation: str,
        subject: Subject,
        work: Callable[Concatenate[Subject, P], R],
        *given: P.args,
        **asked: P.kwargs,
    ) -> R:
        """Run some work on a document or file that changes nothing; work on a file is reported to listeners."""
        if isinstance(subject, Document | Source):
            return work(subject, *given, **asked)
        return events.reading(operation, subject, lambda: work(subject, *given, **asked))

    def perform(self, subject: Subject, request: Request, options: InsertOptions) -> Outcome:
        """Plan a request on a document or file, and write the file unless `dry_run`."""
        if isinstance(subject, Document | Source):
            return _performed(subject, request, options)
        return events.editing(
            operation_of(request), subject, request, lambda: _performed(subject, request, options)
        )

    def __reduce__(self) -> str:
        return "LIBRARY"  # so that a function that was sent to another process is the same there


LIBRARY = Library()
"""The object whose methods are the library's functions below."""

str_replace = LIBRARY.str_replace
replace_all = LIBRARY.replace_all
insert = LIBRARY.insert
replace_block = LIBRARY.replace_block
replace_function_body = LIBRARY.replace_function_body
delete_block = LIBRARY.delete_block
move_block = LIBRARY.move_block
wrap = LIBRARY.wrap
unwrap = LIBRARY.unwrap
rename_local = LIBRARY.rename_local
outline = LIBRARY.outline
check = LIBRARY.check


# Reading


@checked(EditOptions)
def get_region(
    subject: Subject,
    selector: str | None = None,
    *,
    anchor: str | None = None,
    occurrence: int | None = None,
    start: Mark | None = None,
    end: Mark | None = None,
    inclusive: bool = True,
    lines: str | int | None = None,
    part: str = "whole",
    around: int = 0,
    max_lines: int | None = None,
    fold: bool = False,
    **options: Unpack[EditOptions],
) -> Region:
    """Read a region by selector, anchor, between two anchors, or by lines; else the whole file."""
    ways: dict[str, object] = {
        "selector": selector,
        "anchor": anchor,
        "occurrence": occurrence,
        "start": start,
        "end": end,
        "inclusive": inclusive,
        "lines": lines,
    }
    given = {name: way for name, way in ways.items() if way is not None}
    named = given.keys() & {"selector", "anchor", "start", "lines"}
    target: Target | None = None
    if lines is not None and len(named) == 1:
        target = Selector(f":{lines}", lines=lines_of(lines))
    elif named:
        target = TARGET.read(given)["target"]
    if isinstance(target, Lines):  # only an edit must say what it expects these lines to contain
        target = Selector(f":{target.lines}", lines=target.lines)
    version = options.get("version")
    chosen, hints = word(Part, part, "part"), HINTS.read({**given, **options})["hints"]

    def look() -> Region:
        source = source_of(subject, options.get("language"))
        if version not in (None, source.document.version):
            return reading.stale_region(source, str(version))
        return _limited(
            source,
            lambda: reading.get_region(
                source,
                target,
                part=chosen,
                hints=hints,
                around=around,
                max_lines=max_lines,
                fold=fold,
            ),
            options.get("timeout"),
            target,
            hints,
        )

    if isinstance(subject, Document | Source):
        return look()
    return events.reading("get_region", subject, look)


@checked(FindOptions)
def find(
    subjects: Subject | Iterable[Subject],
    *,
    text: str | None = None,
    regex: str | None = None,
    query: str | None = None,
    pattern: str | None = None,
    **options: Unpack[FindOptions],
) -> tuple[tuple[str | None, Hit], ...]:
    """Find a text, a regex, a tree-sitter query or a pattern of code; (path, hit) in order of path and place.

    Folders are walked, ignored files left out; files that are not text are passed over there, and so are
    files whose language a query or pattern does not fit, unless it fits none. Each file has its own time; one
    of a folder that takes longer is left out with a warning. `globs` say which files, as in `.gitignore`: with
    `!` in front, those that fit are left out. `language` is what a named file is taken for; below a folder only
    files in it are searched.

    A pattern is code with metavariables, `foo($A, $$$REST)`, also looked for in code inside other files; with
    `language` in code of that language alone.
    """
    term = {"text": text, "regex": regex, "query": query, "pattern": pattern}
    return _searched(subjects, {**term, **options}, located=True)


def count_hits(subjects: Subject | Iterable[Subject], **asked: Unpack[Sought]) -> Counter[str]:
    """Count the hits of `find` in each file that has any, in order, without locating them."""
    return Counter(path or "text" for path, _ in _searched(subjects, asked, located=False))


def _searched(
    subjects: Subject | Iterable[Subject], asked: Mapping[str, Any], *, located: bool
) -> tuple[tuple[str | None, Hit], ...]:
    """Return the hits in some subjects; a hit has a selector only if `located`."""
    term = search_terms.search_term("find", asked)
    checked_terms.check_term(term, asked.get("language"))
    named: tuple[Subject, ...] = (
        (subjects,) if isinstance(subjects, Document | Source) else tuple(files.each(subjects))
    )
    own = [files.os_path(one) for one in named if not isinstance(one, Document | Source)]
    sought = _Search(
        term,
        named,
        own,
        tuple(asked.get("globs") or ()),
        asked.get("around", 0),
        HINTS.read(asked)["hints"],
        language=asked.get("language"),
        timeout=asked.get("timeout"),
        located=located,
    )
    if not own:
        return sought.found()
    return events.reading("find", own[0], sought.found)


@dataclass(frozen=True, slots=True)
class _Search:
    """A search by `find`: its term, its subjects (those in `own` are paths), and whether hits are `located`."""

    term: SearchTerm
    subjects: tuple[Subject, ...]
    own: list[str]
    globs: tuple[str, ...]
    around: int
    hints: Hints
    language: str | None = None
    timeout: float | None = None
    located: bool = True

    def found(self) -> tuple[tuple[str | None, Hit], ...]:
        """Return all hits, with warnings on how the term was read."""
        pattern = self.term.pattern
        profiles: list[LanguageProfile] = []
        found = self._hits(profiles)
        if pattern is not None and self.own:
            for said in missed_pattern.remarks(pattern, profiles, found=bool(found)):
                warnings.warn(said, stacklevel=2)
        return found

    def _hits(self, profiles: list[LanguageProfile]) -> tuple[tuple[str | None, Hit], ...]:
        """Return all hits; a file in a language in which the term cannot be read is skipped.

        Raises:
            UsageError: when that is true of all files.
        """
        pattern = self.term.pattern
        found: list[tuple[str | None, Hit]] = []
        fitted, slow = 0, list[FileError]()
        misfits: dict[str, UsageError | None] = {}  # by language: why the term does not fit it
        passed_over = Counter[str]()

        def is_unfit(language: str) -> bool:
            if language not in misfits:
                misfits[language] = None
                try:
                    checked_terms.check_term_in(self.term, language, broken=False)
                except UsageError as error:
                    misfits[language] = error
            return misfits[language] is not None

        text = self.term.text or ""
        names_nodes = self.term.query is not None or (
            pattern is not None and pattern.node_type is not None
        )
        if self.language is not None and not any(map(project_files.languages_at, self.own)):
            known = named_language(self.language)
            if known is not None and is_unfit(known):
                raise self._misfit(misfits)
        for source in many_files.sources(
            self.subjects,
            self.language,
            self.globs,
            inside=pattern is not None,
            is_unfit=is_unfit if names_nodes else None,
            needed=to_bytes(text) if "\n" not in text else b"",
        ):
            only = None
            if pattern is not None and self.language is not None:
                only = of_project.resolve(source.document.languages, self.language)
            if only in (None, source.language):
                profiles.append(source.profile)
            look = partial(
                reading.find,
                source,
                self.term,
                language=only,
                hints=self.hints,
                around=self.around,
                located=self.located,
            )
            try:
                if not reading.may_hold(source, self.term):
                    fitted += 1
                    continue
                hits = _limited(source, look, self.timeout, self.term, self.hints)
            except UsageError as error:
                if not self.term.is_code:
                    raise
                misfits[source.profile.id] = misfits.get(source.profile.id) or error
                if pattern is not None and missed_pattern.has_its_words(pattern, source.data):
                    passed_over[source.profile.id] += 1
                continue
            except TooSlowError as error:
                if source.document.path in self.own:
                    raise
                slow.append(error)
                continue
            fitted += 1
            found += [search_terms.Found(source.document.path, hit) for hit in hits]
        if any(misfits.values()) and not fitted:
            raise self._misfit(misfits)
        for said in missed_pattern.passed_over(passed_over):
            warnings.warn(said, stacklevel=3)
        many_files.warn_of_failures(slow, anything=bool(fitted))
        return tuple(found)

    def _misfit(self, misfits: Mapping[str, UsageError | None]) -> UsageError:
        """Return the error of a term that can be read in none of several languages: that of the first one."""
        first, *others = [error for error in misfits.values() if error is not None]
        if not others:
            return first
        names = ", ".join(sorted(name for name, error in misfits.items() if error is not None))
        hint = f"it fits none of the languages of these files: {names}; {first.hint}"
        return type(first)(first.message, hint=hint, code=first.code)


def _outlined(
    subject: Subject,
    depth: int | None,
    kinds: tuple[str, ...],
    blocks: bool,
    *,
    language: str | None,
    timeout: float | None,
) -> Outline:
    source = source_of(subject, language)
    return _limited(
        source, lambda: reading.outline(source, depth=depth, kinds=kinds, blocks=blocks), timeout
    )


def _checked(subject: Subject, *, language: str | None, timeout: float | None) -> Check:
    source = source_of(subject, language)
    return _limited(source, lambda: reading.check(source), timeout)


def _limited(source: Source, look: Callable[[], R], timeout: float | None, *given: object) -> R:
    """Run a read within the time for a source and for the search term."""
    return limits.limited(look, source, *given, timeout=timeout, name=source.document.path)


# From arguments to requests


def _performed(subject: Subject, request: Request, options: InsertOptions) -> Outcome:
    dry_run = options.get("dry_run", False)
    source, timeout = source_of(subject, options.get("language")), options.get("timeout")
    if isinstance(subject, Document | Source):
        if options.get("formatter") or options.get("checker"):
            hint = "name a file, or leave formatter and checker out"
            raise UsageError("formatters and checkers work on files, not on strings", hint=hint)
        return replace(in_time(source, request, timeout), dry_run=dry_run, request=request)
    path = files.os_path(subject)
    guard = guards.guard_of(roots.root_of(path), options.get("hooks"))
    below = files.below(guard.root, path)
    outcome = guarded(
        guard,
        below,
        source,
        request,
        dry_run=dry_run,
        timeout=timeout,
        formatter=options.get("formatter"),
    )
    if outcome.status is not Status.APPLIED:
        return outcome
    policy = guard.configuration.policy(backup=options.get("backup", True))
    write = partial(committed, policy=policy)
    outcome = checking.checked(guard, outcome, options.get("checker"), write, path=below)
    return outcome if dry_run else guards.posted(guard, below, outcome)


def in_time(
    source: Source,
    request: Request,
    timeout: float | None = None,
    thresholds: Thresholds = THRESHOLDS,
) -> Outcome:
    """Plan a request within its time limit; one that takes longer is refused."""
    try:
        return limits.limited(
            lambda: one_request.plan(source, request, thresholds),
            source,
            request,
            timeout=timeout,
            name=source.document.path,
        )
    except TooSlowError as error:
        outcome = file_changes.failed(source.document, operation_of(request), error)
        return replace(outcome, language=source.language)


def guarded(
    guard: guards.Guard,
    path: str,
    source: Source,
    request: Request,
    *,
    dry_run: bool,
    timeout: float | None = None,
    formatter: Wish = None,
) -> Outcome:
    """Plan a request on a file, under the rules of its root."""
    in_repository = roots.is_repository(guard.root)
    refusal = protected.named_file_refusal(guard.root, path, in_repository=in_repository)
    refusal = refusal or guards.protection_of(guard, path)
    if refusal is not None:
        refused = file_changes.failed(source.document, operation_of(request), refusal)
        return replace(refused, dry_run=dry_run, request=request)
    thresholds = guard.configuration.thresholds
    outcome = in_time(source, request, timeout, thresholds)
    outcome = replace(outcome, dry_run=dry_run, request=request)
    return approved(guard, path, outcome, request.options, formatter)


def approved(
    guard: guards.Guard,
    path: str,
    outcome: Outcome,
    options: Options,
    formatter: Wish,
    run: Runner = here,
) -> Outcome:
    """Format an outcome that would be written, and ask the hooks of a root about it."""
    if outcome.status is not Status.APPLIED:
        return outcome
    dry_run = outcome.dry_run
    found = formatting.formatted(guard, path, outcome, options, formatter, run)
    if found.status is Status.APPLIED:
        formatted = found.formatted
        found = guards.approved(guard, path, found, options, dry_run=dry_run)
        found = replace(found, formatted=formatted if found.landed else None)
    return replace(found, dry_run=dry_run, request=outcome.request)


def planned(
    subject: Subject,
    request: Request,
    language: str | None = None,
    timeout: float | None = None,
) -> Outcome:
    """Plan a request on a document or file; nothing is written."""
    return replace(in_time(source_of(subject, language), request, timeout), request=request)


def committed(outcome: Outcome, policy: Policy = POLICY) -> Outcome:
    """Write a planned outcome to its file; a failed write is an outcome too."""
    assert outcome.path is not None and outcome.data is not None
    try:
        path = files.writable_target(outcome.path)
        change = journal.Change(path, outcome.before.encode(), outcome.data)
        note = journal.Note(
            roots.root_of(path), outcome.operation, outcome.lines_added, outcome.lines_removed
        )
        done = journal.commit([change], note, policy)
    except FileError as error:
        return file_changes.failed(outcome.before, outcome.operation, error)
    warnings = (*outcome.warnings, *done.warnings)
    return replace(outcome, undo_id=done.undo_id, warnings=warnings)


def source_of(subject: Subject, language: str | None = None) -> Source:
    """Make the source of a document or file.

    Raises:
        FileError: when the file cannot be read or is not text.
    """
    if isinstance(subject, Source):
        if language is None:
            return subject
        subject = subject.document
    document = subject if isinstance(subject, Document) else project_files.read(subject)
    if language is not None:
        document = replace(document, language=language)
    return Source.of(document)
