"""The library's functions: each builds a request, plans it, and writes where a path was given.

A `Document` in means a pure call: nothing is read or written. A path in means: read, plan, and
commit unless `dry_run`. What is expected to happen is an `Outcome`; raised are wrong calls
(`UsageError`) and a broken world (`FileError`).
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

from structedit.app import events, guards, many_files
from structedit.app.checked_calls import checked
from structedit.calls.diagnoses import Found, Hit
from structedit.calls.fields import HINTS, TARGET, Mark, lines_of, word
from structedit.calls.hooks import Hooks
from structedit.calls.operations import operation_of, request_of
from structedit.calls.outcomes import Outcome
from structedit.calls.parameters import PARAMETERS
from structedit.calls.places import Hints, Lines, Part, Selector, Target
from structedit.calls.requests import Options, Request
from structedit.calls.search_terms import SearchTerm, search_term
from structedit.calls.statuses import Status
from structedit.disk import files, journal, limits, project_files, protected, roots
from structedit.disk.policies import POLICY, Policy
from structedit.explain import missed_pattern
from structedit.judge.risk import THRESHOLDS, Thresholds
from structedit.languages import of_project
from structedit.languages.detection import named_language
from structedit.plan import one_request, reading
from structedit.plan.batch import file_changes
from structedit.search.checked_terms import check_term, check_term_in
from structedit.text.document import Document
from structedit.text.errors import (
    BrokenPatternError,
    FileError,
    TooSlowError,
    UsageError,
    shown,
)
from structedit.text.values import dataclass, replace
from structedit.tree.source import Source

if TYPE_CHECKING:
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

R = TypeVar("R", "Outline", "Region", "Check")
L = TypeVar("L")

Subject = Document | Source | files.AnyPath
"""What an operation works on: a document, one with its tree, or the path of a file."""


class Base(TypedDict, total=False):
    """What `insert` takes beside its own arguments: all of `Common` but `after` and `before`."""

    within: str | None
    between: tuple[Mark, Mark] | Mapping[str, Mark] | None
    near_line: int | None
    radius: int
    version: str | None
    dry_run: bool
    expected_version: str | None
    attach: str
    allow_errors: bool
    force: bool
    accept: Collection[str] | None
    match: str | None
    language: str | None
    backup: bool
    hooks: Hooks | None
    timeout: float | None


class Common(Base, total=False):
    """What every editing function takes beside its own arguments.

    Hints: `within` (selector), `after`, `before` (landmarks), `between` (two of them),
    `near_line` with `radius`: with `version`, that of the text in which line numbers were read, a text on
    that very line is the one meant. Safety: `dry_run`, `expected_version`, `allow_errors`, `force`,
    `accept`, `backup`, `hooks` (for files).
    Reach: `attach`, `match`. `language` overrides detection. `timeout` are the seconds that
    planning or reading may take, instead of those that the size of the input allows.
    """

    after: Mark | None
    before: Mark | None


class Sought(Common, total=False):
    """What a search takes: one of `text`, `regex`, `query` and `pattern` with its options; lines of context."""

    text: str | None
    regex: str | None
    query: str | None
    pattern: str | None
    strictness: str
    node_type: str | None
    context: str | None
    reading: str
    backtrack: bool
    around: int
    globs: Collection[str] | None


@checked
def str_replace(
    subject: Subject,
    old: str,
    new: str,
    *,
    occurrence: int | None = None,
    replace_all: bool = False,
    expected_count: int | None = None,
    whole_words: bool = True,
    comments: str | None = None,
    **common: Unpack[Common],
) -> Outcome:
    """Replace `old` by `new`, found by the ladder inside the hints; an empty `new` deletes.

    With `comments="any"`, texts that differ in comments are alike at the tier `syntax`.

    >>> doc = Document.from_text("a = 1\\nb = 1\\n", path="x.py")
    >>> str_replace(doc, "b = 1", "b = 2").text
    'a = 1\\nb = 2\\n'
    """
    return _edit("str_replace", locals())


@checked
def replace_all(
    subject: Subject,
    pattern: str,
    new: str,
    *,
    regex: bool = False,
    expected_count: int | None = None,
    whole_words: bool = False,
    **common: Unpack[Common],
) -> Outcome:
    """Replace every hit of a literal or a regular expression in the file or the hints."""
    return _edit("replace_all", locals())


@checked
def insert(
    subject: Subject,
    text: str,
    *,
    at: str | None = None,
    of: str | None = None,
    after: Mark | None = None,
    before: Mark | None = None,
    occurrence: int | None = None,
    lines: str | int | None = None,
    expected: str | None = None,
    **common: Unpack[Base],
) -> Outcome:
    """Insert text before or after an anchor, around or inside `of`, or at a place of the file.

    `at` is `before`, `after`, `start`, `end` (of a selector `of`, or of `lines`), `top`,
    `bottom` or `imports`. `after="text"` and `before="text"` name the place by its text.
    """
    return _edit("insert", locals())


@checked
def replace_block(
    subject: Subject,
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
    **common: Unpack[Common],
) -> Outcome:
    """Replace the block (or a part of it) that a selector, an anchor or lines name."""
    return _edit("replace_block", locals())


@checked
def replace_function_body(
    subject: Subject,
    selector: str | None = None,
    new: str | None = None,
    *,
    anchor: str | None = None,
    occurrence: int | None = None,
    **common: Unpack[Common],
) -> Outcome:
    """Replace a definition's body by a bare body, or by a whole definition."""
    return _edit("replace_function_body", locals())


@checked
def delete_block(
    subject: Subject,
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
    **common: Unpack[Common],
) -> Outcome:
    """Delete a block with its separators and what is attached, or from one anchor to another."""
    return _edit("delete_block", locals())


@checked
def move_block(
    subject: Subject, selector: str, *, at: str, of: str, **common: Unpack[Common]
) -> Outcome:
    """Move a block: `at` is `before`, `after`, `start` or `end` of the block `of`."""
    return _edit("move_block", locals())


@checked
def wrap(
    subject: Subject,
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
    **common: Unpack[Common],
) -> Outcome:
    """Put a block, or lines, inside a new one that `header` opens and `footer` closes.

    Left out, `footer` is the closer that the header asks for: `}` after `{`, `end` where blocks
    end with it, nothing where indentation does.
    """
    return _edit("wrap", locals())


@checked
def unwrap(
    subject: Subject,
    selector: str | None = None,
    *,
    anchor: str | None = None,
    occurrence: int | None = None,
    **common: Unpack[Common],
) -> Outcome:
    """Put a block's body in the place of the block."""
    return _edit("unwrap", locals())


@checked
def rename_local(
    subject: Subject, selector: str, old: str, new: str, **common: Unpack[Common]
) -> Outcome:
    """Rename a local name or parameter of a definition or block, everywhere in its scope.

    Strings, comments, members and names of arguments stay. Refused where the new name is used in
    the scope, where an inner scope binds the old one again, and where it is not certain what a
    place means.
    """
    return _edit("rename_local", locals())


# Reading


@checked
def outline(
    subject: Subject,
    *,
    depth: int | None = None,
    kinds: Iterable[str] = (),
    blocks: bool = False,
    language: str | None = None,
    timeout: float | None = None,
) -> Outline:
    """List the definitions of a file as a tree; `blocks` adds anonymous blocks."""
    listed = tuple(kinds)

    def look() -> Outline:
        source = source_of(subject, language)
        return _limited(
            source,
            lambda: reading.outline(source, depth=depth, kinds=listed, blocks=blocks),
            timeout,
        )

    return _read("outline", subject, look)


@checked
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
    **common: Unpack[Common],
) -> Region:
    """Read a region by selector, anchor, between two anchors, or by lines; else the whole file."""
    _require_known(common)
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
    if isinstance(target, Lines):  # only an edit has to say what it believes to stand there
        target = Selector(f":{target.lines}", lines=target.lines)
    version = common.get("version")
    chosen, hints = word(Part, part, "part"), HINTS.read({**given, **common})["hints"]

    def look() -> Region:
        source = source_of(subject, common.get("language"))
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
            common.get("timeout"),
            target,
            hints,
        )

    return _read("get_region", subject, look)


@checked
def find(
    subjects: Subject | Iterable[Subject],
    *,
    text: str | None = None,
    regex: str | None = None,
    query: str | None = None,
    pattern: str | None = None,
    strictness: str = "smart",
    node_type: str | None = None,
    context: str | None = None,
    reading: str = "auto",
    backtrack: bool = False,
    around: int = 0,
    globs: Collection[str] | None = None,
    **common: Unpack[Common],
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
    asked = {name: value for name, value in locals().items() if name not in ("subjects", "common")}
    _require_known(common)
    return _searched(subjects, {**asked, **common}, located=True)


def count_hits(subjects: Subject | Iterable[Subject], **asked: Unpack[Sought]) -> Counter[str]:
    """How many hits `find` has in each file that has some, in their order, without a look at where they are."""
    return Counter(path or "text" for path, _ in _searched(subjects, asked, located=False))


def _searched(
    subjects: Subject | Iterable[Subject], asked: Mapping[str, Any], *, located: bool
) -> tuple[tuple[str | None, Hit], ...]:
    """What is asked for in some subjects; where each hit is in its file only if `located`."""
    term = search_term("find", asked)
    check_term(term)
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
    """What `find` looks for, in which subjects, of which those are `own` that are paths; whether hits are `located`."""

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
        """All hits, with warnings on how the term was read."""
        pattern = self.term.pattern
        profiles: list[LanguageProfile] = []
        try:
            found = self._hits(profiles, anyway=False)
        except BrokenPatternError as error:
            warnings.warn(error.message, stacklevel=2)
            return self._hits(profiles, anyway=True)
        if pattern is not None and self.own:
            for said in missed_pattern.remarks(pattern, profiles, found=bool(found)):
                warnings.warn(said, stacklevel=2)
        return found

    def _hits(
        self, profiles: list[LanguageProfile], *, anyway: bool
    ) -> tuple[tuple[str | None, Hit], ...]:
        """All hits; a file that is in no language that the term could be read in is passed over.

        Raises:
            UsageError: where it is so with all files.
        """
        pattern, found = self.term.pattern, list[tuple[str | None, Hit]]()
        fitted, slow = 0, list[FileError]()
        misfits: dict[str, UsageError | None] = {}  # by language: why the term does not fit it
        passed_over = Counter[str]()

        def is_unfit(language: str) -> bool:
            if language not in misfits:
                misfits[language] = None
                try:
                    check_term_in(self.term, language)
                except UsageError as error:
                    misfits[language] = error
            return misfits[language] is not None

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
                anyway=anyway,
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
            found += [Found(source.document.path, hit) for hit in hits]
        if any(misfits.values()) and not fitted:
            raise self._misfit(misfits)
        for said in missed_pattern.passed_over(passed_over):
            warnings.warn(said, stacklevel=3)
        many_files.told(slow, anything=bool(fitted))
        return tuple(found)

    def _misfit(self, misfits: Mapping[str, UsageError | None]) -> UsageError:
        """Return the error of a term that fits none of several languages: that of the first one."""
        first, *others = [error for error in misfits.values() if error is not None]
        if not others:
            return first
        names = ", ".join(sorted(name for name, error in misfits.items() if error is not None))
        hint = f"it fits none of the languages of these files: {names}"
        return type(first)(first.message, hint=hint, code=first.code)


@checked
def check(subject: Subject, *, language: str | None = None, timeout: float | None = None) -> Check:
    """Check the syntax of a file: its errors and where they are."""

    def look() -> Check:
        source = source_of(subject, language)
        return _limited(source, lambda: reading.check(source), timeout)

    return _read("check", subject, look)


def _limited(source: Source, look: Callable[[], L], timeout: float | None, *given: object) -> L:
    """Read in the time that is due to a source and to what is looked for."""
    return limits.limited(look, source, *given, timeout=timeout, name=source.document.path)


def _read(operation: str, subject: Subject, look: Callable[[], R]) -> R:
    """Make a call that only reads, and record it if it is about a file."""
    if isinstance(subject, Document | Source):
        return look()
    return events.reading(operation, subject, look)


# From arguments to requests


def _edit(operation: str, given: dict[str, Any]) -> Outcome:
    """Do what was called: `given` are the names of its function, with what they hold."""
    subject, common = given.pop("subject"), given.pop("common")
    _require_known(common)
    arguments = {name: value for name, value in (given | common).items() if value is not None}
    return perform(subject, request_of(operation, arguments), common)


def _require_known(common: Common) -> None:
    """Refuse a name that is no common argument: a slip turns no guard off.

    Raises:
        UsageError: naming the nearest one.
    """
    for name in common.keys() - Common.__annotations__.keys():
        import difflib

        near = difflib.get_close_matches(name, PARAMETERS.keys() - {name}, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "see the function's signature"
        said = f"there is no argument {shown(name)}"
        raise UsageError(said, hint=hint, fault="unknown_argument")


def perform(subject: Subject, request: Request, common: Base | Common) -> Outcome:
    """Plan a request on a document or file, and write the file unless `dry_run`."""
    if isinstance(subject, Document | Source):
        return _performed(subject, request, common)
    return events.editing(
        operation_of(request), subject, request, lambda: _performed(subject, request, common)
    )


def _performed(subject: Subject, request: Request, common: Base | Common) -> Outcome:
    dry_run = common.get("dry_run", False)
    source, timeout = source_of(subject, common.get("language")), common.get("timeout")
    if isinstance(subject, Document | Source):
        return replace(in_time(source, request, timeout), dry_run=dry_run, request=request)
    path = files.os_path(subject)
    guard = guards.guard_of(roots.root_of(path), common.get("hooks"))
    below = files.below(guard.root, path)
    outcome = guarded(guard, below, source, request, dry_run=dry_run, timeout=timeout)
    if dry_run or outcome.status is not Status.APPLIED:
        return outcome
    policy = guard.configuration.policy(backup=common.get("backup", True))
    return guards.posted(guard, below, committed(outcome, policy))


def in_time(
    source: Source,
    request: Request,
    timeout: float | None = None,
    thresholds: Thresholds = THRESHOLDS,
) -> Outcome:
    """Plan a request in the time that is due to it; one that takes longer is refused."""
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
) -> Outcome:
    """Plan a request on a file, under the rules of its root."""
    in_repository = roots.is_repository(guard.root)
    refusal = protected.named_file_refusal(guard.root, path, in_repository=in_repository)
    refusal = refusal or guards.protection_of(guard, path)
    if refusal is not None:
        refused = file_changes.failed(source.document, operation_of(request), refusal)
        return replace(refused, dry_run=dry_run, request=request)
    thresholds = guard.configuration.thresholds
    outcome = in_time(source, guards.configured(guard, request), timeout, thresholds)
    outcome = replace(outcome, dry_run=dry_run, request=request)
    return approved(guard, path, outcome, request.options)


def approved(guard: guards.Guard, path: str, outcome: Outcome, options: Options) -> Outcome:
    """Ask the hooks of a root about an outcome that would be written."""
    if outcome.status is not Status.APPLIED:
        return outcome
    dry_run = outcome.dry_run
    found = guards.approved(guard, path, outcome, options, dry_run=dry_run)
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
    """Write a landed outcome to its file; a failed write is an outcome too."""
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
