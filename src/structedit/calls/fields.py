"""The conversion between arguments and the fields of requests.

    Field.read    arguments of a call, checked, under the library's names → values of fields
    Field.write   a request → arguments, as in a retry; defaults are left out

A request made from the arguments written for another request is equal to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar, cast

from structedit.calls.parameters import (
    AFTER,
    ANCHOR,
    AT,
    BEFORE,
    BETWEEN,
    BLOCK,
    END,
    EXPECTED,
    FOOTER,
    HEADER,
    INCLUSIVE,
    LINES,
    NEAR_LINE,
    OCCURRENCE,
    OF,
    RADIUS,
    SELECTOR,
    START,
    VERSION,
    WITHIN,
    Parameter,
    variant,
)
from structedit.calls.places import (
    LINES_NAMED,
    Anchor,
    AnchorRange,
    Hints,
    Landmark,
    Lines,
    Place,
    Selector,
    Target,
    line_number,
)
from structedit.calls.statuses import JsonValue
from structedit.text.document import LineRange
from structedit.text.errors import SelectorError, UsageError, shown
from structedit.text.lazily import regex
from structedit.text.values import dataclass

Mark = str | Landmark | Mapping[str, object]
"""A landmark: its text, or `{"text": …, "occurrence": n}`."""

Given = Mapping[str, Any]
"""Arguments of a call, checked by `calls.arguments`; none of them is None."""

Arguments = dict[str, JsonValue]
"""Arguments as JSON values."""

Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a request, or several that are made from the same arguments."""

    parameters: tuple[Parameter, ...]
    read: Callable[[Given], dict[str, Any]]
    write: Callable[[Any], Arguments]


@dataclass(frozen=True, slots=True)
class Operation:
    """The declaration of an operation; commands, tools, JSON, retries and docs are generated from it.

    The first of its `parameters` is what it works on. `words` is a line for people, if it is a command. An operation
    that edits a document makes a request with these `fields`.
    """

    name: str
    parameters: tuple[Parameter, ...]
    words: str = ""
    fields: tuple[Field, ...] = ()


def plain(parameter: Parameter) -> Field:
    """Return a field with the name and value of an argument: a text, a number, true or false."""
    name = parameter.name

    def read(given: Given) -> dict[str, object]:
        return {name: given.get(name, parameter.default)}

    def write(request: object) -> Arguments:
        value = getattr(request, name)
        left_out = value == parameter.default and not parameter.needed
        return {} if left_out else {name: value}

    return Field((parameter,), read, write)


def worded(parameter: Parameter, kind: type[StrEnum], field: str = "") -> Field:
    """Return a field with one word of a fixed set."""
    name, field = parameter.name, field or parameter.name

    def read(given: Given) -> dict[str, object]:
        text = given.get(name, parameter.default)
        return {field: word(kind, text, name) if text is not None else None}

    def write(request: object) -> Arguments:
        value = getattr(request, field)
        return {} if value is None or value == parameter.default else {name: value.value}

    return Field((parameter,), read, write)


def chosen(parameter: Parameter, kind: type[StrEnum]) -> Field:
    """Return a field with several words of a fixed set."""
    name = parameter.name

    def read(given: Given) -> dict[str, object]:
        return {name: tuple(word(kind, text, name) for text in given.get(name, None) or ())}

    def write(request: object) -> Arguments:
        words = [member.value for member in getattr(request, name)]
        return {name: words} if words else {}

    return Field((parameter,), read, write)


def selecting(parameter: Parameter, field: str = "", *, or_text: bool = False) -> Field:
    """Return a field for a block named by a selector or, with `or_text`, by the text that opens it."""
    name, field = parameter.name, field or parameter.name

    def read(given: Given) -> dict[str, object]:
        if name not in given:
            return {field: None}
        try:
            return {field: Selector.parse(given[name])}
        except SelectorError:
            if not or_text:
                raise
            return {field: Anchor(given[name])}

    def write(request: object) -> Arguments:
        match getattr(request, field):
            case None:
                return {}
            case Selector(text=text):
                return {name: text}
            case Lines(lines=lines):
                return {name: f":{lines}"}
            case Anchor(text=text, occurrence=None) if or_text:
                return {name: text}
            case other:  # of a request that a caller made by hand
                return _written(other)

    return Field((parameter,), read, write)


def record(field: str, kind: Callable[..., object], *fields: Field) -> Field:
    """Return a field whose value has fields of its own."""

    def read(given: Given) -> dict[str, object]:
        return {field: kind(**read_all(fields, given))}

    def write(request: object) -> Arguments:
        return write_all(fields, getattr(request, field))

    return Field(tuple(p for inner in fields for p in inner.parameters), read, write)


def read_all(fields: tuple[Field, ...], given: Given) -> dict[str, Any]:
    """Return the values of several fields."""
    return {name: value for field in fields for name, value in field.read(given).items()}


def write_all(fields: tuple[Field, ...], value: object) -> Arguments:
    """Return the arguments from which several fields of a value were made."""
    return {name: argument for field in fields for name, argument in field.write(value).items()}


def word(kind: type[Word], text: str, name: str) -> Word:
    """Convert a text to a word of a fixed set.

    Raises:
        UsageError: listing the words.
    """
    try:
        return kind(text)
    except ValueError:
        known = ", ".join(member.value for member in kind)
        raise UsageError(f"{name} cannot be {shown(text)}", hint=f"one of: {known}") from None


def lines_of(lines: str | int) -> LineRange:
    """Parse `42`, "42" or "42-60".

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


# Landmarks and hints


def _landmark(mark: Mark) -> Landmark:
    if isinstance(mark, Landmark):
        return mark
    if isinstance(mark, str):
        return Landmark(mark)
    return Landmark(cast(str, mark["text"]), cast("int | None", mark.get("occurrence")))


def _mark(landmark: Landmark) -> JsonValue:
    if landmark.occurrence is None:
        return landmark.text
    return {"text": landmark.text, "occurrence": landmark.occurrence}


def _landmarks(given: Given) -> dict[str, object]:
    return {name: _landmark(given[name]) for name in ("after", "before") if name in given}


def _written_landmarks(hints: Hints) -> Arguments:
    marks = {"after": hints.after, "before": hints.before}
    return {name: _mark(mark) for name, mark in marks.items() if mark is not None}


def _between(given: Given) -> dict[str, object]:
    pair = given.get("between")
    return {"between": (_landmark(pair[0]), _landmark(pair[1])) if pair else None}


def _written_between(hints: Hints) -> Arguments:
    if hints.between is None:
        return {}
    start, end = hints.between
    return {"between": {"start": _mark(start), "end": _mark(end)}}


def _near(given: Given) -> dict[str, object]:
    near, version = given.get("near_line"), given.get("version")
    of_target = near is None and _names_lines(given)
    return {
        "near_line": near,
        "radius": given.get("radius", RADIUS.default),
        "version": None if of_target else version,
    }


def _names_lines(given: Given) -> bool:
    selectors = (str(given.get(name)).strip() for name in ("selector", "of"))
    return given.get("lines") is not None or any(map(LINES_NAMED.match, selectors))


def _written_near(hints: Hints) -> Arguments:
    if hints.near_line is None:
        return {}
    version: Arguments = {} if hints.version is None else {"version": hints.version}
    return {"near_line": hints.near_line, "radius": hints.radius, **version}


_BETWEEN = Field((BETWEEN,), _between, _written_between)
_NEAR = Field((NEAR_LINE, RADIUS, VERSION), _near, _written_near)
_WITHIN = selecting(WITHIN)
_LANDMARKS = Field((AFTER, BEFORE), _landmarks, _written_landmarks)

HINTS = record("hints", Hints, _WITHIN, _LANDMARKS, _BETWEEN, _NEAR)
"""What narrows a search; `version` applies to all line numbers of the call."""

HINTS_OF_PLACES = record("hints", Hints, _WITHIN, _BETWEEN, _NEAR)
"""Hints for operations in which `after` and `before` are the place itself."""


# Targets


def _target(given: Given) -> dict[str, object]:
    """Convert the target of a block operation; it must be named in exactly one way."""
    ways = [name for name in ("selector", "anchor", "start", "lines") if name in given]
    if len(ways) != 1:
        got = f"got {', '.join(ways)}" if ways else "got none"
        raise UsageError(
            f"one target is needed, {got}",
            hint="pass a selector, an anchor, start and end, or lines",
        )
    expected, version = given.get("expected"), given.get("version")
    if ("start" in given) != ("end" in given):
        raise UsageError("start and end go together", hint="pass both anchors")
    if "occurrence" in given and "anchor" not in given:
        raise UsageError("occurrence counts anchors", hint="write 'name[2]' in a selector")
    match ways[0]:
        case "selector":
            return {"target": _selected(given["selector"], expected, version)}
        case "anchor":
            return {"target": Anchor(given["anchor"], given.get("occurrence"))}
        case "start":
            ends = _landmark(given["start"]), _landmark(given["end"])
            return {"target": AnchorRange(*ends, given.get("inclusive", True))}
        case _:
            return {"target": Lines(lines_of(given["lines"]), expected, version)}


def _selected(selector: str, expected: str | None, version: str | None) -> Selector | Lines:
    parsed = Selector.parse(selector)
    return Lines(parsed.lines, expected, version) if parsed.lines is not None else parsed


def _written(target: Target) -> Arguments:
    match target:
        case Selector():
            return {"selector": target.text}
        case Anchor():
            occurrence = target.occurrence
            counted: Arguments = {} if occurrence is None else {"occurrence": occurrence}
            return {"anchor": target.text, **counted}
        case AnchorRange():
            exclusive: Arguments = {} if target.inclusive else {"inclusive": False}
            return {"start": _mark(target.start), "end": _mark(target.end), **exclusive}
        case Lines():
            stated = {"expected": target.expected, "version": target.version}
            given = {name: value for name, value in stated.items() if value is not None}
            return {"lines": str(target.lines), **given}


def target(*parameters: Parameter) -> Field:
    """Return the field `target`: a block, text or lines, named in one of several ways."""

    def write(request: Any) -> Arguments:
        if isinstance(request.target, Lines) and LINES not in parameters:
            return {"selector": f":{request.target.lines}"}
        return _written(request.target)

    return Field(parameters, _target, write)


TARGET = target(BLOCK, ANCHOR, OCCURRENCE, START, END, INCLUSIVE, LINES, EXPECTED)
"""A block, a part of the text, or lines."""

WHOLE_TARGET = target(BLOCK, ANCHOR, OCCURRENCE, START, END, LINES, EXPECTED)
"""As `TARGET`, but a text from `start` to `end` includes both."""

ONE_BLOCK = target(BLOCK, ANCHOR, OCCURRENCE)
MOVED_BLOCK = target(variant(SELECTOR, further="target"), ANCHOR, OCCURRENCE)
"""The target of an operation that names a second block too."""


# The lines around a wrapped block

_BODY_LINE = regex(r"^[ \t]*\$(?:\$\$)?[A-Z_]+[ \t]*$", re.MULTILINE)
"""The line of a template that stands for the block: `$BODY`."""


def _wrapping(given: Given) -> dict[str, object]:
    """Convert the lines above and below the block: two texts, or one with a line `$BODY` between them."""
    header, footer = given["header"], given.get("footer")
    parts = _BODY_LINE.split(header)
    if footer is None and len(parts) == 2:
        above, below = (part.strip("\r\n") for part in parts)
        return {"header": above, "footer": below or None}
    return {"header": header, "footer": footer}


def _written_wrapping(request: Any) -> Arguments:
    footer: Arguments = {} if request.footer is None else {"footer": request.footer}
    return {"header": request.header, **footer}


WRAPPING = Field((HEADER, FOOTER), _wrapping, _written_wrapping)

# The place of an insertion


def _insertion(given: Given) -> dict[str, object]:
    """Convert the place of an insertion: a text, or `at` a place of a block, lines or the file."""
    marks = [name for name in ("after", "before") if name in given]
    if len(marks) + ("at" in given) != 1:
        raise UsageError(
            "one place is needed", hint="pass `after`, `before`, or `at` (with `of`, for a block)"
        )
    of, version = given.get("of"), given.get("version")
    if marks:
        if of is not None or "lines" in given:
            raise UsageError(
                f"{marks[0]} names the place by text", hint="with of or lines, pass at"
            )
        mark = _landmark(given[marks[0]])
        anchor = Anchor(mark.text, given.get("occurrence", mark.occurrence))
        return {"place": Place(marks[0]), "target": anchor}
    place = word(Place, given["at"], "at")
    target: Target | None = None
    if "lines" in given:
        target = Lines(lines_of(given["lines"]), given.get("expected"), version)
    elif of is not None:
        target = _selected(of, given.get("expected"), version)
    elif place in (Place.BEFORE, Place.AFTER):
        raise UsageError(
            f"`at` {place.value} needs a block", hint="pass `of` with its selector, or `lines`"
        )
    elif place in (Place.START, Place.END) and "within" in given:
        target = _selected(given["within"], None, version)
    elif narrowing := [name for name in ("within", "between") if name in given]:
        raise UsageError(
            f"`at` {place.value} is a place of the file, and `{narrowing[0]}` names a part of it",
            hint="leave one out; for a block pass `at` start or end, and `of` with its selector",
        )
    return {"place": place, "target": target}


def _written_insertion(request: Any) -> Arguments:
    place: Place = request.place
    match request.target:
        case Anchor(text=text, occurrence=occurrence):
            return {place.value: _mark(Landmark(text, occurrence))}
        case None:
            return {"at": place.value}
        case Selector(text=text):
            return {"at": place.value, "of": text}
        case target:
            return {"at": place.value, **_written(target)}


INSERTION = Field(
    (
        AT,
        variant(OF, further="selector symbol symbol_name name name_path target block node"),
        variant(AFTER, help="the place: right after this text"),
        variant(BEFORE, help="the place: right before this text"),
        *(OCCURRENCE, LINES, EXPECTED),
    ),
    _insertion,
    _written_insertion,
)
"""The fields `place` and `target` of an insertion."""
