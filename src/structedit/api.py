"""The library's functions: each builds a request, plans it, and writes where a path was given.

A `Document` in means a pure call: nothing is read or written. A path in means: read, plan, and
commit unless `dry_run`. What is expected to happen is an `Outcome`; raised are wrong calls
(`UsageError`) and a broken world (`FileError`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypedDict, TypeVar, Unpack, cast

from structedit import reading
from structedit.disk import files
from structedit.errors import FileError, UsageError
from structedit.model.outcomes import Diagnosis, Hit, Outcome, Reason, Status
from structedit.model.places import (
    Anchor,
    AnchorRange,
    Attach,
    Hints,
    Landmark,
    Lines,
    Part,
    Place,
    Selector,
    Target,
)
from structedit.model.requests import (
    DeleteBlock,
    Insert,
    Match,
    MoveBlock,
    Options,
    ReplaceAll,
    ReplaceBlock,
    ReplaceFunctionBody,
    Request,
    StrReplace,
    Unwrap,
    Wrap,
)
from structedit.plan import plan
from structedit.reading import Check, Outline, Region
from structedit.syntax.source import Source
from structedit.text.document import Document, LineRange

Subject = Document | files.AnyPath
"""What an operation works on: a document, or the path of a file."""

Mark = str | Landmark | Mapping[str, object]
"""A landmark: its text, or `{"text": …, "occurrence": n}`."""


_REFUSALS = frozenset(
    (
        *(Reason.STALE, Reason.READ_ONLY, Reason.UNENCODABLE, Reason.PROTECTED),
        Reason.OUTSIDE_ROOT,
    )
)
"""What is refused on purpose; other errors of the file system are errors."""

Word = TypeVar("Word", Part, Place, Attach, Match)


class Base(TypedDict, total=False):
    """What `insert` takes beside its own arguments: all of `Common` but `after` and `before`."""

    within: str | None
    between: tuple[Mark, Mark] | Mapping[str, Mark] | None
    near_line: int | None
    radius: int
    dry_run: bool
    expected_version: str | None
    attach: str
    allow_errors: bool
    force: bool
    match: str | None
    language: str | None


class Common(Base, total=False):
    """What every editing function takes beside its own arguments.

    Hints: `within` (selector), `after`, `before` (landmarks), `between` (two of them),
    `near_line` with `radius`. Safety: `dry_run`, `expected_version`, `allow_errors`, `force`.
    Reach: `attach`, `match`. `language` overrides detection.
    """

    after: Mark | None
    before: Mark | None


def str_replace(
    subject: Subject,
    old: str,
    new: str,
    *,
    occurrence: int | None = None,
    replace_all: bool = False,
    expected_count: int | None = None,
    whole_words: bool = True,
    **common: Unpack[Common],
) -> Outcome:
    """Replace `old` by `new`, found by the ladder inside the hints; an empty `new` deletes.

    >>> doc = Document.from_text("a = 1\\nb = 1\\n", path="x.py")
    >>> str_replace(doc, "b = 1", "b = 2").text
    'a = 1\\nb = 2\\n'
    """
    request = StrReplace(
        old,
        new,
        hints_of(common),
        occurrence,
        replace_all,
        expected_count,
        whole_words,
        options_of(common),
    )
    return perform(subject, request, common)


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
    request = ReplaceAll(
        pattern, new, regex, hints_of(common), expected_count, whole_words, options_of(common)
    )
    return perform(subject, request, common)


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
    place, target = _insertion(at, of, after, before, occurrence, lines, expected)
    request = Insert(text, place, target, hints_of(common), options_of(common))
    return perform(subject, request, common)


def replace_block(
    subject: Subject,
    selector: str | None = None,
    new: str | None = None,
    *,
    part: str = "whole",
    anchor: str | None = None,
    occurrence: int | None = None,
    start: Mark | None = None,
    end: Mark | None = None,
    inclusive: bool = True,
    lines: str | int | None = None,
    expected: str | None = None,
    **common: Unpack[Common],
) -> Outcome:
    """Replace the block (or a part of it) that a selector, an anchor or lines name."""
    target = target_of(selector, anchor, occurrence, start, end, inclusive, lines, expected)
    request = ReplaceBlock(
        target, _given(new, "new"), word(Part, part, "part"), hints_of(common), options_of(common)
    )
    return perform(subject, request, common)


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
    target = target_of(selector, anchor, occurrence, None, None, True, None, None)
    request = ReplaceFunctionBody(target, _given(new, "new"), hints_of(common), options_of(common))
    return perform(subject, request, common)


def delete_block(
    subject: Subject,
    selector: str | None = None,
    *,
    part: str = "whole",
    anchor: str | None = None,
    occurrence: int | None = None,
    start: Mark | None = None,
    end: Mark | None = None,
    inclusive: bool = True,
    lines: str | int | None = None,
    expected: str | None = None,
    **common: Unpack[Common],
) -> Outcome:
    """Delete a block with its separators and what is attached, or from one anchor to another."""
    target = target_of(selector, anchor, occurrence, start, end, inclusive, lines, expected)
    request = DeleteBlock(target, word(Part, part, "part"), hints_of(common), options_of(common))
    return perform(subject, request, common)


def move_block(
    subject: Subject, selector: str, *, at: str, of: str, **common: Unpack[Common]
) -> Outcome:
    """Move a block: `at` is `before`, `after`, `start` or `end` of the block `of`."""
    request = MoveBlock(
        Selector.parse(selector),
        word(Place, at, "at"),
        Selector.parse(of),
        hints_of(common),
        options_of(common),
    )
    return perform(subject, request, common)


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
    target = target_of(selector, anchor, occurrence, start, end, True, lines, expected)
    request = Wrap(target, _given(header, "header"), footer, hints_of(common), options_of(common))
    return perform(subject, request, common)


def unwrap(
    subject: Subject,
    selector: str | None = None,
    *,
    anchor: str | None = None,
    occurrence: int | None = None,
    **common: Unpack[Common],
) -> Outcome:
    """Put a block's body in the place of the block."""
    target = target_of(selector, anchor, occurrence, None, None, True, None, None)
    return perform(subject, Unwrap(target, hints_of(common), options_of(common)), common)


# Reading


def outline(
    subject: Subject,
    *,
    depth: int | None = None,
    kinds: Iterable[str] = (),
    blocks: bool = False,
    language: str | None = None,
) -> Outline:
    """List the definitions of a file as a tree; `blocks` adds anonymous blocks."""
    return reading.outline(
        source_of(subject, language), depth=depth, kinds=tuple(kinds), blocks=blocks
    )


def get_region(
    subject: Subject,
    selector: str | None = None,
    *,
    part: str = "whole",
    anchor: str | None = None,
    occurrence: int | None = None,
    start: Mark | None = None,
    end: Mark | None = None,
    inclusive: bool = True,
    lines: str | int | None = None,
    around: int = 0,
    max_lines: int | None = None,
    **common: Unpack[Common],
) -> Region:
    """Read a region by selector, anchor, between two anchors, or by lines; else the whole file."""
    if around < 0 or (max_lines is not None and max_lines < 1):
        raise UsageError(
            "around and max_lines count lines", hint="pass around >= 0, max_lines >= 1"
        )
    named = [selector, anchor, start, lines]
    target: Target | None = None
    if lines is not None and selector is None and anchor is None and start is None:
        target = Selector(f":{lines}", lines=lines_of(lines))
    elif any(name is not None for name in named):
        target = target_of(selector, anchor, occurrence, start, end, inclusive, lines, None)
    source = source_of(subject, common.get("language"))
    return reading.get_region(
        source,
        target,
        part=word(Part, part, "part"),
        hints=hints_of(common),
        around=around,
        max_lines=max_lines,
    )


def find(
    subjects: Subject | Iterable[Subject],
    *,
    text: str | None = None,
    regex: str | None = None,
    query: str | None = None,
    around: int = 0,
    **common: Unpack[Common],
) -> tuple[tuple[str | None, Hit], ...]:
    """Find a text, a regex or a tree-sitter query; gives (path, hit) in order of path and place.

    Folders are walked, ignored files left out; files that are not text are passed over, and so are
    files whose language a query does not fit, unless it fits none.
    """
    found: list[tuple[str | None, Hit]] = []
    several = not isinstance(subjects, Document)
    fitted, misfit = 0, None
    for source in _sources(subjects, common.get("language")):
        try:
            hits = reading.find(
                source, text=text, regex=regex, query=query, hints=hints_of(common), around=around
            )
        except UsageError as error:
            if query is None or not several:
                raise
            misfit = error
            continue
        fitted += 1
        found += [(source.document.path, hit) for hit in hits]
    if misfit is not None and not fitted:
        raise misfit
    return tuple(found)


def check(subject: Subject, *, language: str | None = None) -> Check:
    """Give the parse state of a file: its syntax errors and where they are."""
    return reading.check(source_of(subject, language))


def _sources(subjects: Subject | Iterable[Subject], language: str | None) -> Iterable[Source]:
    if isinstance(subjects, (Document, str, files.PathLike)):
        subjects = [subjects]
    for subject in subjects:
        if isinstance(subject, Document):
            yield source_of(subject, language)
            continue
        for path in files.walk([subject]):
            try:
                yield source_of(path, language)
            except FileError as error:
                if error.code not in ("not_text", "too_large"):
                    raise


# From arguments to requests


def perform(subject: Subject, request: Request, common: Base | Common) -> Outcome:
    """Plan a request on a document or file, and write the file unless `dry_run`."""
    dry_run = common.get("dry_run", False)
    source = source_of(subject, common.get("language"))
    outcome = replace(plan(source, request), dry_run=dry_run, request=request)
    if isinstance(subject, Document) or dry_run or outcome.status is not Status.APPLIED:
        return outcome
    return committed(outcome)


def committed(outcome: Outcome) -> Outcome:
    """Write a landed outcome to its file; a failed write is an outcome too."""
    assert outcome.path is not None and outcome.data is not None
    try:
        files.commit(outcome.path, outcome.before.encode(), outcome.data)
    except FileError as error:
        return failed(outcome.before, outcome.operation, error)
    return outcome


def failed(document: Document, operation: str, error: FileError) -> Outcome:
    """Turn an error of the file system into an outcome."""
    reason = Reason(error.code) if error.code in {str(r) for r in Reason} else Reason.WRITE_FAILED
    refused = reason in _REFUSALS
    return Outcome(
        status=Status.REFUSED if refused else Status.ERROR,
        operation=operation,
        before=document,
        reason=reason,
        message=error.message,
        diagnosis=Diagnosis(error.message, error.hint),
    )


def source_of(subject: Subject, language: str | None = None) -> Source:
    """Give the source of a document or file.

    Raises:
        FileError: when the file cannot be read or is not text.
    """
    document = subject if isinstance(subject, Document) else files.read(subject)
    if language is not None:
        document = replace(document, language=language)
    return Source.of(document)


def hints_of(common: Base | Common) -> Hints:
    """Read the hints among the common arguments."""
    within, between = common.get("within"), common.get("between")
    if common.get("radius", 25) < 0:
        raise UsageError("radius is negative", hint="pass 0 or more lines")
    named = cast(Common, common)
    after, before = named.get("after"), named.get("before")
    return Hints(
        within=Selector.parse(within) if within is not None else None,
        after=landmark_of(after, "after") if after is not None else None,
        before=landmark_of(before, "before") if before is not None else None,
        between=_pair_of(between) if between is not None else None,
        near_line=common.get("near_line"),
        radius=common.get("radius", 25),
    )


def options_of(common: Base | Common) -> Options:
    """Read the options among the common arguments."""
    match = common.get("match")
    return Options(
        match=word(Match, match, "match") if match is not None else None,
        attach=word(Attach, common.get("attach", "whole"), "attach"),
        allow_errors=common.get("allow_errors", False),
        force=common.get("force", False),
        expected_version=common.get("expected_version"),
    )


def landmark_of(mark: Mark, name: str) -> Landmark:
    """Read a landmark: a text, or a text with its occurrence."""
    if isinstance(mark, Landmark):
        return mark
    if isinstance(mark, str):
        return Landmark(mark)
    unknown = set(mark) - {"text", "occurrence"}
    text, occurrence = mark.get("text"), mark.get("occurrence")
    if (
        unknown
        or not isinstance(text, str)
        or not (occurrence is None or isinstance(occurrence, int))
    ):
        raise UsageError(f"{name} is not a landmark", hint="pass a text, or {text, occurrence}")
    return Landmark(text, occurrence)


def _pair_of(between: tuple[Mark, Mark] | Mapping[str, Mark]) -> tuple[Landmark, Landmark]:
    if isinstance(between, tuple):
        pair = between
    elif set(between) == {"start", "end"}:
        pair = between["start"], between["end"]
    else:
        raise UsageError("between needs a start and an end", hint="pass {start, end}")
    return landmark_of(pair[0], "between start"), landmark_of(pair[1], "between end")


def target_of(
    selector: str | None,
    anchor: str | None,
    occurrence: int | None,
    start: Mark | None,
    end: Mark | None,
    inclusive: bool,
    lines: str | int | None,
    expected: str | None,
) -> Target:
    """Read what a block operation is about; exactly one way of naming it may be used.

    Raises:
        UsageError: when none or several are given.
    """
    ways = {"selector": selector, "anchor": anchor, "start": start, "lines": lines}
    given = [name for name, value in ways.items() if value is not None]
    if len(given) != 1:
        got = f"got {', '.join(given)}" if given else "got none"
        raise UsageError(
            f"one target is needed, {got}",
            hint="pass a selector, an anchor, start and end, or lines",
        )
    if (start is None) != (end is None):
        raise UsageError("start and end go together", hint="pass both anchors")
    if occurrence is not None and anchor is None:
        raise UsageError("occurrence counts anchors", hint="write 'name[2]' in a selector")
    if selector is not None:
        parsed = Selector.parse(selector)
        return Lines(parsed.lines, expected) if parsed.lines is not None else parsed
    if anchor is not None:
        return Anchor(anchor, occurrence)
    if start is not None and end is not None:
        return AnchorRange(landmark_of(start, "start"), landmark_of(end, "end"), inclusive)
    assert lines is not None
    return Lines(lines_of(lines), expected)


def lines_of(lines: str | int) -> LineRange:
    """Read `42`, "42" or "42-60".

    Raises:
        UsageError: when it is no line range.
    """
    first, _, last = str(lines).removeprefix(":").partition("-")
    try:
        return LineRange(int(first), int(last or first))
    except ValueError:
        raise UsageError(
            f"{lines!r} is not a line range", hint="lines count from 1: '42' or '42-60'"
        ) from None


def _insertion(
    at: str | None,
    of: str | None,
    after: Mark | None,
    before: Mark | None,
    occurrence: int | None,
    lines: str | int | None,
    expected: str | None,
) -> tuple[Place, Target | None]:
    marks = {"after": after, "before": before}
    given = [name for name, mark in marks.items() if mark is not None]
    if len(given) + (at is not None) != 1:
        raise UsageError(
            "one place is needed", hint="pass after, before, or at (with of, for a block)"
        )
    if given:
        if of is not None or lines is not None:
            raise UsageError(
                f"{given[0]} names the place by text", hint="with of or lines, pass at"
            )
        mark = landmark_of(marks[given[0]] or "", given[0])
        return Place(given[0]), Anchor(
            mark.text, mark.occurrence if occurrence is None else occurrence
        )
    place = word(Place, str(at), "at")
    if lines is not None:
        return place, Lines(lines_of(lines), expected)
    if of is not None:
        parsed = Selector.parse(of)
        return place, Lines(parsed.lines, expected) if parsed.lines is not None else parsed
    if place in (Place.BEFORE, Place.AFTER):
        raise UsageError(f"at={place.value!r} needs a block", hint="pass of=SELECTOR, or lines")
    return place, None


def _given(text: str | None, name: str) -> str:
    if text is None:
        raise UsageError(f"{name} is missing", hint=f"pass {name}")
    return text


def word(kind: type[Word], text: str, name: str) -> Word:
    """Read one of a fixed set of words.

    Raises:
        UsageError: listing them.
    """
    try:
        return kind(text)
    except ValueError:
        known = ", ".join(member.value for member in kind)
        raise UsageError(f"{name} cannot be {text!r}", hint=f"one of: {known}") from None
