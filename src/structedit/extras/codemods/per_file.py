"""One file of a run over many, planned by any process from a path to values.

The work on a file (`Work`) is a query or a pattern with a template, a text or regex with its replacement, a script,
or a function. A file that cannot have a hit is not parsed. The result (`Planned`, or `Untouched` for most files) is
small and can be pickled: edits, warnings and failures, no texts.

Not here: which files, and writing them (`runs`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from structedit.app import many_files
from structedit.calls.arguments import content
from structedit.calls.code_patterns import CodePattern
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.outcomes import Outcome
from structedit.calls.requests import DEFAULTS, Options, ReplaceAll
from structedit.calls.statuses import Reason, Status
from structedit.disk import direct, files, limits
from structedit.explain import missed_pattern
from structedit.extras.codemods import query_words, rewriting, templates
from structedit.extras.codemods.finishing import AS_IT_IS, Finish, finished
from structedit.extras.codemods.scripting import (
    NO_TREE,
    UNFIT,
    ScriptEdit,
    ScriptTree,
    combined,
    tree_of,
)
from structedit.judge.risk import Thresholds
from structedit.languages.detection import language_by_name, language_of
from structedit.languages.grammars import compile_query
from structedit.plan.batch import file_changes
from structedit.plan.results import Failed, failure
from structedit.search import regexes
from structedit.search.patterns.pattern_hits import as_parser_recovers, may_hold
from structedit.search.patterns.pattern_reading import read_pattern
from structedit.text.document import Document, Span, is_ascii_readable, to_bytes
from structedit.text.edit import Edit
from structedit.text.errors import FileError, ProfileError, TooSlowError, UsageError
from structedit.text.project_language import OwnLanguage
from structedit.text.values import dataclass, replace
from structedit.tree.newer_grammars import profile_in_use
from structedit.tree.source import TEXT, UNKNOWN_LANGUAGE, Source

if TYPE_CHECKING:
    from structedit.extras.codemods.rewriting import PassedHit, Rewriting, Template
    from structedit.languages.profiles import LanguageProfile


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Replace every match of a query by a template."""

    query: str
    template: Template

    @property
    def operation(self) -> str:
        """The operation's name in reports."""
        return "rewrite"


@dataclass(frozen=True, slots=True)
class Substitute:
    """Replace every hit of a text or a regular expression, as `replace_all` does in one file."""

    request: ReplaceAll

    @property
    def operation(self) -> str:
        """The operation's name in reports."""
        return "rewrite"


@dataclass(frozen=True, slots=True)
class PatternRewrite:
    """Replace every hit of a code pattern by a template.

    With `drop_rest`, also hits with code that the pattern does not mention.
    """

    pattern: CodePattern
    template: str
    drop_rest: bool = False

    @property
    def operation(self) -> str:
        """The operation's name in reports."""
        return "rewrite"


@dataclass(frozen=True, slots=True)
class Script:
    """Run the function `edit` of a script: its text, and its path."""

    path: str
    text: str

    @property
    def operation(self) -> str:
        """The operation's name in reports."""
        return "run"


@dataclass(frozen=True, slots=True)
class Call:
    """Call a function with the tree; it can be pickled for workers in other processes."""

    edit: Callable[[ScriptTree], Iterable[ScriptEdit] | None]
    name: str = "run"

    @property
    def operation(self) -> str:
        """The operation's name in reports."""
        return self.name


SCAN = "scan"
"""The name of the operation that makes fixes, in reports."""

Work = Rewrite | PatternRewrite | Substitute | Script | Call


@dataclass(frozen=True, slots=True)
class Planned:
    """A worker's result for one file: the outcome without its texts, and the version."""

    outcome: Outcome
    version: str
    passed: tuple[PassedHit, ...] = ()
    """Hits of a pattern that are not rewritten."""
    notes: tuple[str, ...] = ()
    """Notes on the run as a whole."""


@dataclass(frozen=True, slots=True)
class Untouched:
    """A file that was searched and has nothing to change: a worker's result for most files.

    `unfit` is why the query or pattern does not apply to the file's language; `has_words` means that the file has the
    words of the pattern all the same.
    """

    language: str
    unfit: str = ""
    has_words: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """Options for all files of a run.

    language: which files to use; those that are `named`, by their paths below the root, are read in it.
    all_or_none: refuse a file with a hit that cannot be rewritten, instead of leaving the hit out.
    """

    root: str
    language: str | None = None
    named: frozenset[str] = frozenset()
    options: Options = DEFAULTS
    thresholds: Thresholds | None = None
    languages: tuple[OwnLanguage, ...] = ()
    timeout: float | None = None
    finish: Finish = AS_IT_IS
    all_or_none: bool = False


_PASSED_OVER = frozenset(("not_text", "too_large", "outside_root", "protected"))
"""Codes of files that a walk over folders skips."""


def plan_files(work: Work, terms: Terms, paths: Sequence[str]) -> list[Planned | Untouched | None]:
    """Plan some files, in order; see `plan_file`."""
    with direct.OpenFolder() as folder:
        return [plan_file(work, terms, path, folder) for path in paths]


def plan_file(
    work: Work, terms: Terms, path: str, folder: direct.OpenFolder
) -> Planned | Untouched | None:
    """Plan one file below the root; return None for one that is skipped. Runs in any process.

    Cheap checks come first: the name may show that the file is in another language, and the raw bytes that it has no
    hit. Only then are they decoded, and an unknown language is detected.
    """
    by_name = None if terms.languages else language_by_name(path)
    if by_name is not None:
        profile = profile_in_use(by_name)
        is_inside = isinstance(work, PatternRewrite) and bool(profile.embedded)
        is_other = terms.language not in (None, by_name) and path not in terms.named
        if is_other and not is_inside:
            return None
        if (
            isinstance(work, Rewrite)
            and terms.language is None
            and (unfit := _unfit(work, profile))
        ):
            return Untouched(by_name, unfit)
    try:
        raw = files.bytes_in(folder, _real(terms.root), path, listed=path not in terms.named)
        if not terms.languages and is_ascii_readable(raw, path):
            language = by_name or language_of(path, raw)
            nothing = _without_hit(work, terms, language, raw)
            if nothing is not None:
                return nothing
        document = Document.from_bytes(raw, path)
    except FileError as error:
        if error.code in _PASSED_OVER:
            return None
        return Planned(file_changes.failed(Document(b"", path), work.operation, error), "")
    source = Source.of(replace(document, languages=terms.languages))
    inside = isinstance(work, PatternRewrite) and source.profile.embedded
    if terms.language is not None and source.language != terms.language and not inside:
        if path not in terms.named:
            return None
        source = many_files.taken_for(source, terms.language)
    language = source.language or TEXT
    if isinstance(work, Rewrite):
        unfit = source.why_text if source.profile.grammar is None else _unfit(work, source.profile)
        if unfit:
            return Untouched(language, unfit)
    try:
        if isinstance(work, PatternRewrite) and not inside and not terms.options.force:
            _require_parsing(work.pattern, source)
        if not _may_hit(work, source):
            return Untouched(language)
        planned = _limited(lambda: _planned(work, terms, source), source, work.operation, terms)
    except ProfileError as error:
        if isinstance(work, Substitute):
            raise
        has_words = isinstance(work, PatternRewrite) and missed_pattern.has_its_words(
            work.pattern, source.data
        )
        return Untouched(language, error.message, has_words)
    return _to_travel(planned, terms) or Untouched(language)


def _without_hit(work: Work, terms: Terms, language: str | None, raw: bytes) -> Untouched | None:
    """Return the result for a file whose bytes show that it has no hit; None if they do not.

    `raw` is searched only for ASCII words, which it contains unencoded.
    """
    if terms.language not in (None, language):
        return None
    match work:
        case Substitute(request) if not request.regex and request.pattern.isascii():
            may_hit = all(line in raw for line in _lines_of(request.pattern))
            return None if may_hit else Untouched(language or TEXT)
        case PatternRewrite(pattern) if language is None and pattern.text.isascii():
            return Untouched(TEXT, UNKNOWN_LANGUAGE, missed_pattern.has_its_words(pattern, raw))
        case Rewrite() if language is None:
            return Untouched(TEXT, UNKNOWN_LANGUAGE)
    profile = profile_in_use(language) if language is not None else None
    if profile is None or profile.grammar is None:
        return None
    match work:
        case PatternRewrite(pattern) if pattern.text.isascii() and not profile.embedded:
            read = read_pattern(pattern, profile)
            return None if read.is_broken or read.may_fit(raw) else Untouched(profile.id)
        case Rewrite(query) if query.isascii():
            if unfit := _unfit(work, profile):
                return Untouched(profile.id, unfit)
            return None if query_words.may_match(query, raw) else Untouched(profile.id)
    return None


def plan_fixes(
    source: Source, edits: Sequence[Edit], terms: Terms
) -> tuple[Planned | Untouched, dict[Edit, Outcome]]:
    """Return the plan of one file for known edits, and the edits left out of it. Runs in any process."""
    left_out: dict[Edit, Outcome] = {}

    def plan() -> Planned:
        outcome, refused = _without_refused(source, tuple(edits), SCAN, terms)
        left_out.update(refused)
        return Planned(outcome, source.document.version)

    planned = _limited(plan, source, SCAN, terms)
    return _to_travel(planned, terms) or Untouched(source.language or TEXT), left_out


def _limited(plan: Callable[[], Planned], source: Source, operation: str, terms: Terms) -> Planned:
    """Plan a file within its time limit."""
    document = source.document
    try:
        return limits.limited(plan, source, timeout=terms.timeout, name=str(document.path))
    except TooSlowError as error:
        return Planned(file_changes.failed(document, operation, error), document.version)


def _to_travel(planned: Planned, terms: Terms) -> Planned | None:
    """Finish a file's plan and make it small enough to be sent between processes; None if it has no content."""
    outcome = planned.outcome
    if terms.finish and outcome.status is Status.APPLIED:
        outcome = finished(terms.finish, terms.root, outcome, terms.options, terms.timeout)
    if outcome.status is Status.UNCHANGED and not planned.passed and not planned.notes:
        return None
    return replace(planned, outcome=_light(outcome))


_real = lru_cache(maxsize=4)(direct.real)
"""The real path of a root, resolved once per process; no link is followed in it afterwards."""


_why_unfit: dict[tuple[str, str, str], str] = {}
"""Why a query does not apply to a language and grammar; empty if it does. A cache, to compile each only once."""

_MOST_KEPT = 500
"""Entries of this cache. Chosen by judgement: a process runs a few queries, over any files."""


def _unfit(work: Rewrite, profile: LanguageProfile) -> str:
    """Return why a query does not apply to a language; empty if it does, or the language has no grammar."""
    if profile.grammar is None:
        return ""
    key = work.query, profile.id, profile.grammar
    if key not in _why_unfit:
        if len(_why_unfit) >= _MOST_KEPT:
            _why_unfit.clear()
        try:
            compile_query(profile, work.query)
            _why_unfit[key] = ""
        except ProfileError as error:
            _why_unfit[key] = error.message
    return _why_unfit[key]


def _require_parsing(pattern: CodePattern, source: Source) -> None:
    """Refuse a pattern that does not parse in the language of a file, before the file is parsed.

    Raises:
        ProfileError: naming the place in the pattern.
    """
    if source.profile.grammar is not None:
        read = read_pattern(pattern, source.profile)
        if read.is_broken:
            raise ProfileError(read.warning)


def _may_hit(work: Work, source: Source) -> bool:
    """Return True if a file has the words that every hit has."""
    match work:
        case PatternRewrite(pattern):
            return may_hold(source, pattern)
        case Rewrite(query):
            return query_words.may_match(query, source.data)
        case Substitute(request) if not request.regex:
            return all(line in source.data for line in _lines_of(request.pattern))
    return True


@lru_cache(maxsize=4)
def _lines_of(text: str) -> list[bytes]:
    return to_bytes(text).splitlines()


def _planned(work: Work, terms: Terms, source: Source) -> Planned:
    """Return the plan of one file."""
    version = source.document.version
    if not isinstance(work, PatternRewrite | Rewrite):
        return Planned(_outcome(work, terms, source), version)
    certain = as_parser_recovers(source, work.pattern) if isinstance(work, PatternRewrite) else None
    if certain is not None:
        planned = _rewritten(work, terms, certain)
        if planned.outcome.landed:
            return planned
    return _rewritten(work, terms, source)


def _rewritten(work: PatternRewrite | Rewrite, terms: Terms, source: Source) -> Planned:
    """Return the plan of one file for a pattern or a query, and a template."""
    version, options = source.document.version, terms.options
    if source.first_tree is None and source.tree is None:
        raise ProfileError(source.why_text)

    def found_with(grouped: frozenset[Span] = frozenset()) -> Rewriting:
        if isinstance(work, Rewrite):
            return rewriting.rewritten(
                tree_of(source),
                work.query,
                work.template,
                allow_errors=options.allow_errors,
                grouped=grouped,
            )
        return rewriting.rewritten_hits(
            source,
            work.pattern,
            work.template,
            language=terms.language,
            drop_rest=work.drop_rest,
            force=options.force,
            allow_errors=options.allow_errors,
            grouped=grouped,
        )

    found = found_with()
    if found.passed and (terms.all_or_none or not found.edits):
        return Planned(_passed_over(work, source, found.passed), version, found.passed)
    outcome, refused = _without_refused(source, found.edits, work.operation, terms)
    grouped = _better_grouped(found_with, source, found, outcome, refused, work.operation, terms)
    if grouped:
        found = found_with(grouped)
        outcome, refused = _without_refused(source, found.edits, work.operation, terms)
    passed = [
        *found.passed,
        *(
            rewriting.passed_over(source, edit.span, alone.reason, edit.span, alone.message)
            for edit, alone in refused.items()
            if alone.reason is not None
        ),
    ]
    passed.sort(key=lambda hit: (hit.lines.first, hit.lines.last))
    return Planned(outcome, version, tuple(passed), found.notes)


def _better_grouped(
    found_with: Callable[[frozenset[Span]], Rewriting],
    source: Source,
    found: Rewriting,
    outcome: Outcome,
    refused: dict[Edit, Outcome],
    operation: str,
    terms: Terms,
) -> frozenset[Span]:
    """Return the hits that are refused as they are, for a rule of the language, and land in parentheses.

    foo(1) ?? b  ->  (1 || b) ?? b
    """
    rows = tuple(zip(found.hits, found.edits, strict=True))
    if outcome.reason is Reason.NEW_SYNTAX_ERROR and not terms.all_or_none:
        hits = frozenset(found.hits)  # none of them lands
    else:
        hits = frozenset(hit for hit, edit in rows if edit in refused)
    if not 0 < len(hits) <= _MOST_LEFT_OUT:
        return frozenset()
    again = found_with(hits)
    outcome, refused = _without_refused(source, again.edits, operation, terms)
    if not again.edits or not outcome.landed:
        return frozenset()
    done = zip(again.hits, again.edits, strict=True)
    return frozenset(hit for hit, edit in done if hit in hits and edit not in refused)


_OF_SOME_HITS = frozenset((Reason.NEW_SYNTAX_ERROR, Reason.READ_BACK))
"""Reasons to refuse a file that single hits may be the cause of."""

_MOST_LEFT_OUT = 30
"""Hits of a file that are left out because the result is refused with them; with more, the file is refused.

Chosen by judgement.
"""


def _without_refused(
    source: Source, edits: tuple[Edit, ...], operation: str, terms: Terms
) -> tuple[Outcome, dict[Edit, Outcome]]:
    """Plan a file without the edits that are refused alone; also return these, each with its refusal.

    If that leaves nothing, or the rest is refused too, no edit is left out, and the file is refused.

    foo(1)     ->  bar(1 * 2)
    foo(*a)        stays: Python does not accept bar((*a) * 2)
    """

    def planned(some: tuple[Edit, ...]) -> Outcome:
        return combined(source, some, operation, terms.options, _thresholds(terms))

    whole = planned(edits)
    if whole.reason not in _OF_SOME_HITS or len(edits) == 1 or terms.all_or_none:
        return whole, {}
    refused: dict[Edit, Outcome] = {}
    halves = [edits[len(edits) // 2 :], edits[: len(edits) // 2]]
    while halves:
        some = halves.pop()
        outcome = planned(some)
        if outcome.reason not in _OF_SOME_HITS:
            continue
        if len(some) > 1:
            halves += [some[len(some) // 2 :], some[: len(some) // 2]]
            continue
        refused[some[0]] = outcome
        if len(refused) > _MOST_LEFT_OUT:
            return whole, {}
    kept = tuple(edit for edit in edits if edit not in refused)
    if not kept or (outcome := planned(kept)).reason in _OF_SOME_HITS:
        return whole, {}
    return outcome, refused


def _thresholds(terms: Terms) -> Thresholds:
    return terms.thresholds or Thresholds()


def _passed_over(work: Work, source: Source, passed: tuple[PassedHit, ...]) -> Outcome:
    """Return the outcome of a file in which no hit of a pattern is rewritten."""
    first = passed[0]
    several = f", and {len(passed) - 1} more like it" if len(passed) > 1 else ""
    message = f"line {first.lines.first}: {first.message}{several}"
    match first.reason:
        case Reason.UNMATCHED_REST:
            fix = "add it to the pattern, for example as `$$$`; or pass drop_rest to delete it"
        case Reason.BROKEN_TARGET:
            fix = "correct that code first"
        case _:
            fix = "put parentheses around the captures in the template, or edit this hit by hand"
    diagnosis = Diagnosis(message, fix)
    return failure(source, work.operation, Failed(Status.REFUSED, first.reason, diagnosis))


def _outcome(work: Substitute | Script | Call, terms: Terms, source: Source) -> Outcome:
    if not isinstance(work, Substitute):
        return _scripted(work, terms, source)
    request = work.request
    if request.regex and not _matches(source, request.pattern):
        return _unchanged(work, source)
    found = combined(source, (request,), work.operation, terms.options, _thresholds(terms))
    return _unchanged(work, source) if found.status is Status.NOT_FOUND else found


def _scripted(work: Script | Call, terms: Terms, source: Source) -> Outcome:
    """Return the outcome of one file for a script.

    Raises:
        ProfileError: when the script needs what the file's language lacks: the file is skipped.
    """
    function = _loaded(work.path, work.text) if isinstance(work, Script) else work.edit
    try:
        made = function(tree_of(source))
        edits = list(_edits_of(made))
    except Exception as error:
        if isinstance(error, ProfileError) and error.code in (NO_TREE, UNFIT):
            raise
        if isinstance(error, FileError) and error.code == Reason.STALE:
            return file_changes.failed(source.document, work.operation, error)
        return _script_failed(work, source, error)
    try:
        return combined(source, edits, work.operation, terms.options, _thresholds(terms))
    except UsageError as error:  # as for nodes of another file
        return _script_failed(work, source, error)


def _matches(source: Source, pattern: str) -> bool:
    """Return True if a regular expression matches anywhere; the time for this counts for the file."""
    whole = Span(0, len(source.data))
    hits = regexes.pattern_matches(source.data, whole, regexes.compiled(pattern))
    return next(hits, None) is not None


def _edits_of(made: object) -> Iterator[ScriptEdit]:
    """Yield the edits that a script returned.

    Raises:
        UsageError: when there is anything else among them.
    """
    hint = "return or yield the edits that methods of nodes return"
    if made is not None and not isinstance(made, Iterable):
        raise UsageError(f"edit(tree) returned {type(made).__name__}, not a list", hint=hint)
    for edit in made or ():
        if not hasattr(edit, "options") and not hasattr(edit, "span"):
            raise UsageError(f"the script returned {type(edit).__name__}, not an edit", hint=hint)
        yield edit


def _script_failed(work: Script | Call, source: Source, error: Exception) -> Outcome:
    """Return the outcome for a script that failed on a file, with the line of the script."""
    name = work.path if isinstance(work, Script) else "the script"
    where, said = _line_of_script(work, error), _message_of(error)
    message = f"{name} failed{where}: {said}"
    return Outcome(
        Status.ERROR,
        work.operation,
        source.document,
        Reason.SCRIPT_FAILED,
        message,
        language=source.language,
        diagnosis=Diagnosis(message, "correct the script; nothing was written"),
    )


def _message_of(error: Exception) -> str:
    if isinstance(error, UsageError):
        return f"{error.message}; {error.hint}" if error.hint else error.message
    return f"{type(error).__name__}: {error}"


def _line_of_script(work: Script | Call, error: Exception) -> str:
    """Return the last line of the script in the error's traceback, as ` at line 3, `code``; empty if unknown."""
    import traceback  # takes a while to load, and is seldom needed

    code = None if isinstance(work, Script) else getattr(work.edit, "__code__", None)
    file = work.path if isinstance(work, Script) else getattr(code, "co_filename", "")
    frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename == file]
    if not frames or (number := frames[-1].lineno) is None:
        return ""
    line = frames[-1].line or ""
    if isinstance(work, Script):  # a worker on another machine does not have the file
        lines = work.text.split("\n")
        line = lines[number - 1].strip() if number <= len(lines) else ""
    return f" at line {number}" + (f", `{line}`" if line else "")


def _unchanged(work: Work, source: Source) -> Outcome:
    return Outcome(
        Status.UNCHANGED,
        work.operation,
        Document(b"", source.document.path),
        language=source.language,
    )


def _light(outcome: Outcome) -> Outcome:
    """Return an outcome without what the coordinator can rebuild, to send it between processes."""
    if outcome.status is Status.APPLIED:
        before = Document(b"", outcome.path)
        return replace(outcome, before=before, result=None)
    return outcome


def substitution(text: str | None, pattern: str | None, template: str) -> Substitute:
    """Return the work of replacing a text or a regular expression, checked before any file is read.

    Raises:
        UsageError: when the text is empty, the regular expression does not compile, or the template
            names a group that it does not have.
    """
    if pattern is not None:
        compiled = regexes.compiled(content("regex", pattern))
        replacement = templates.regex_replacement(template, compiled)
        return Substitute(ReplaceAll(pattern, replacement, regex=True))
    if not content("text", text):
        raise UsageError("the text to replace is empty", hint="pass some text")
    return Substitute(ReplaceAll(str(text), template))


def script_of(path: str) -> Script:
    """Read a script and check that it can be loaded, before any file is read."""
    script = Script(path, files.read(path).text)
    _loaded(script.path, script.text)
    return script


@lru_cache(maxsize=4)
def _loaded(path: str, text: str) -> Callable[[ScriptTree], Iterable[ScriptEdit] | None]:
    """Run a script's text and return its function `edit`."""
    scope: dict[str, object] = {"__name__": "structedit_script", "__file__": path}
    try:
        exec(compile(text, path, "exec"), scope)
    except Exception as error:
        where = _line_of_script(Script(path, text), error)
        raise UsageError(
            f"the script {path!r} cannot be loaded{where}: {type(error).__name__}: {error}",
            hint="correct it",
        ) from error
    edit = scope.get("edit")
    if not callable(edit):
        raise UsageError(f"the script {path!r} defines no function edit(tree)", hint="define one")
    return cast(Callable[[ScriptTree], Iterable[ScriptEdit] | None], edit)
