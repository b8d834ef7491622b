"""From the arguments of a call to a request: the one place where the two meet.

The library's functions read their hints, options and targets here; whatever sends a call as data
(batches, JSON) has it made into a request by `request_of`.

Not here: other names of arguments and what each may hold (`calls.arguments`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypedDict, TypeVar, cast

from structedit.calls.hooks import Hooks
from structedit.calls.parameters import missing_from
from structedit.calls.places import (
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
    line_number,
)
from structedit.calls.requests import (
    Comments,
    DeleteBlock,
    Insert,
    Match,
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
from structedit.text.document import LineRange
from structedit.text.errors import UsageError, shown

Mark = str | Landmark | Mapping[str, object]
"""A landmark: its text, or `{"text": …, "occurrence": n}`."""


VERSION_ALONE = "version says which text the line numbers are of, and there are none"
_PASS_LINES = "pass lines with it; expected_version refuses when the file is another one"

Word = TypeVar("Word", Part, Place, Attach, Match, Comments)


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
    backup: bool
    hooks: Hooks | None
    timeout: float | None


class Common(Base, total=False):
    """What every editing function takes beside its own arguments.

    Hints: `within` (selector), `after`, `before` (landmarks), `between` (two of them),
    `near_line` with `radius`. Safety: `dry_run`, `expected_version`, `allow_errors`, `force`,
    `backup`, `hooks` (for files).
    Reach: `attach`, `match`. `language` overrides detection. `timeout` are the seconds that
    planning or reading may take, instead of those that the size of the input allows.
    """

    after: Mark | None
    before: Mark | None


class Sought(Common, total=False):
    """What a search takes: one of `text`, `regex` and `query`, and lines of context."""

    text: str | None
    regex: str | None
    query: str | None
    around: int


def require_known(common: Base | Common) -> None:
    """Check that there is no other argument among the common ones: a slip turns no guard off.

    Raises:
        UsageError: naming the nearest one.
    """
    for name in common.keys() - Common.__annotations__.keys():
        raise UsageError(f"there is no argument {shown(name)}", hint=_nearest(name))


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


def _nearest(name: str) -> str:
    import difflib

    from structedit.calls.parameters import PARAMETERS

    near = difflib.get_close_matches(name, PARAMETERS, n=1)
    return f"did you mean {near[0]!r}?" if near else "see the function's signature"


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
    version: str | None = None,
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
    if version is not None and lines is None and not str(selector).strip().startswith(":"):
        raise UsageError(VERSION_ALONE, hint=_PASS_LINES)
    if (start is None) != (end is None):
        raise UsageError("start and end go together", hint="pass both anchors")
    if occurrence is not None and anchor is None:
        raise UsageError("occurrence counts anchors", hint="write 'name[2]' in a selector")
    if selector is not None:
        parsed = Selector.parse(selector)
        return Lines(parsed.lines, expected, version) if parsed.lines is not None else parsed
    if anchor is not None:
        return Anchor(anchor, occurrence)
    if start is not None and end is not None:
        return AnchorRange(landmark_of(start, "start"), landmark_of(end, "end"), inclusive)
    assert lines is not None
    return Lines(lines_of(lines), expected, version)


def lines_of(lines: str | int) -> LineRange:
    """Read `42`, "42" or "42-60".

    Raises:
        UsageError: when it is no line range.
    """
    first, _, last = str(lines).removeprefix(":").partition("-")
    try:
        return LineRange(line_number(first), line_number(last or first))
    except ValueError:
        raise UsageError(
            f"{shown(lines)} is not a line range", hint="lines count from 1: '42' or '42-60'"
        ) from None


def insertion_of(
    at: str | None,
    of: str | None,
    after: Mark | None,
    before: Mark | None,
    occurrence: int | None,
    lines: str | int | None,
    expected: str | None,
    version: str | None = None,
) -> tuple[Place, Target | None]:
    """Read where an insertion goes: by text, or `at` a place of a block, lines or the file."""
    marks = {"after": after, "before": before}
    given = [name for name, mark in marks.items() if mark is not None]
    if len(given) + (at is not None) != 1:
        raise UsageError(
            "one place is needed", hint="pass after, before, or at (with of, for a block)"
        )
    if given:
        if version is not None:
            raise UsageError(VERSION_ALONE, hint=_PASS_LINES)
        if of is not None or lines is not None:
            raise UsageError(
                f"{given[0]} names the place by text", hint="with of or lines, pass at"
            )
        mark = landmark_of(marks[given[0]] or "", given[0])
        return Place(given[0]), Anchor(
            mark.text, mark.occurrence if occurrence is None else occurrence
        )
    place = word(Place, str(at), "at")
    if version is not None and lines is None and not str(of).strip().startswith(":"):
        raise UsageError(VERSION_ALONE, hint=_PASS_LINES)
    if lines is not None:
        return place, Lines(lines_of(lines), expected, version)
    if of is not None:
        parsed = Selector.parse(of)
        named = Lines(parsed.lines, expected, version) if parsed.lines is not None else parsed
        return place, named
    if place in (Place.BEFORE, Place.AFTER):
        raise UsageError(f"at={place.value!r} needs a block", hint="pass of=SELECTOR, or lines")
    return place, None


def given(text: str | None, name: str) -> str:
    """Refuse an argument that is left out."""
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
        raise UsageError(f"{name} cannot be {shown(text)}", hint=f"one of: {known}") from None


class _Arguments(Common, total=False):
    """Every argument of an editing operation, as `calls.arguments` has checked it."""

    old: str
    new: str
    pattern: str
    text: str
    regex: bool
    occurrence: int | None
    replace_all: bool
    expected_count: int | None
    whole_words: bool
    comments: str | None
    selector: str | None
    part: str
    anchor: str | None
    start: Mark | None
    end: Mark | None
    inclusive: bool
    lines: str | int | None
    expected: str | None
    version: str | None
    at: str | None
    of: str | None
    header: str
    footer: str | None


def request_of(operation: str, arguments: Mapping[str, object]) -> Request:
    """Make the request that a call asks for; its arguments are checked and named as here.

    Raises:
        UsageError: when an argument is missing, or they contradict each other.

    >>> request_of("str_replace", {"old": "a", "new": "b"}).new
    'b'
    """
    missing = missing_from(operation, arguments)
    if missing:
        raise UsageError(f"{operation} needs {missing[0]!r}", hint=f"pass {missing[0]!r}")
    call = cast(_Arguments, arguments)
    return _MAKERS[operation](call)


def _str_replace(call: _Arguments) -> Request:
    return StrReplace(
        call["old"],
        call["new"],
        hints_of(call),
        call.get("occurrence"),
        call.get("replace_all", False),
        call.get("expected_count"),
        call.get("whole_words", True),
        options_of(call),
        word(Comments, comments, "comments") if (comments := call.get("comments")) else None,
    )


def _replace_all(call: _Arguments) -> Request:
    return ReplaceAll(
        call["pattern"],
        call["new"],
        call.get("regex", False),
        hints_of(call),
        call.get("expected_count"),
        call.get("whole_words", False),
        options_of(call),
    )


def _insert(call: _Arguments) -> Request:
    place, target = insertion_of(
        call.get("at"),
        call.get("of"),
        call.get("after"),
        call.get("before"),
        call.get("occurrence"),
        call.get("lines"),
        call.get("expected"),
        call.get("version"),
    )
    marks = ("after", "before")
    rest = cast(Base, {name: value for name, value in call.items() if name not in marks})
    return Insert(call["text"], place, target, hints_of(rest), options_of(rest))


def _target(call: _Arguments) -> Target:
    return target_of(
        call.get("selector"),
        call.get("anchor"),
        call.get("occurrence"),
        call.get("start"),
        call.get("end"),
        call.get("inclusive", True),
        call.get("lines"),
        call.get("expected"),
        call.get("version"),
    )


def _replace_block(call: _Arguments) -> Request:
    part = word(Part, call.get("part", "whole"), "part")
    return ReplaceBlock(_target(call), call["new"], part, hints_of(call), options_of(call))


def _replace_function_body(call: _Arguments) -> Request:
    return ReplaceFunctionBody(_target(call), call["new"], hints_of(call), options_of(call))


def _delete_block(call: _Arguments) -> Request:
    part = word(Part, call.get("part", "whole"), "part")
    return DeleteBlock(_target(call), part, hints_of(call), options_of(call))


def _move_block(call: _Arguments) -> Request:
    place = word(Place, given(call.get("at"), "at"), "at")
    of = Selector.parse(given(call.get("of"), "of"))
    return MoveBlock(_target(call), place, of, hints_of(call), options_of(call))


def _wrap(call: _Arguments) -> Request:
    footer = call.get("footer")
    return Wrap(_target(call), call["header"], footer, hints_of(call), options_of(call))


def _unwrap(call: _Arguments) -> Request:
    return Unwrap(_target(call), hints_of(call), options_of(call))


def _rename_local(call: _Arguments) -> Request:
    return RenameLocal(_target(call), call["old"], call["new"], hints_of(call), options_of(call))


_MAKERS: dict[str, Callable[[_Arguments], Request]] = {
    "str_replace": _str_replace,
    "replace_all": _replace_all,
    "insert": _insert,
    "replace_block": _replace_block,
    "replace_function_body": _replace_function_body,
    "delete_block": _delete_block,
    "move_block": _move_block,
    "wrap": _wrap,
    "unwrap": _unwrap,
    "rename_local": _rename_local,
}

EDITING_OPERATIONS = tuple(_MAKERS)
"""Operations that `request_of` knows: those on one document."""
