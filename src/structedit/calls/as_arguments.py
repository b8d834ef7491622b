"""Requests as the arguments of their calls: what a retry is made of.

The way back from `api`: the function of the same operation, given these arguments, builds an equal
request. Arguments that are left at their default are left out.
"""

from __future__ import annotations

from typing import assert_never

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
)
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
from structedit.calls.statuses import JsonValue

Arguments = dict[str, JsonValue]


def arguments_of(request: Request) -> Arguments:
    """Give a request as the arguments of its call."""
    match request:
        case StrReplace():
            arguments = _of_replacement(request)
        case ReplaceAll():
            arguments = _of_all(request)
        case Insert():
            arguments = {"text": request.text, **_place(request.place, request.target)}
        case ReplaceBlock():
            arguments = {**_target(request.target), "new": request.new, **_part(request.part)}
        case ReplaceFunctionBody():
            arguments = {**_target(request.target), "new": request.new}
        case DeleteBlock():
            arguments = {**_target(request.target), **_part(request.part)}
        case MoveBlock():
            arguments = _target(request.target) | {
                "at": request.place.value,
                "of": _named(request.destination),
            }
        case Wrap():
            footer: Arguments = {"footer": request.footer} if request.footer is not None else {}
            arguments = {**_target(request.target), "header": request.header, **footer}
        case RenameLocal():
            arguments = {**_target(request.target), "old": request.old, "new": request.new}
        case Unwrap():
            arguments = _target(request.target)
        case _:
            assert_never(request)
    return arguments | _hints(request.hints) | _options(request.options)


def _of_replacement(request: StrReplace) -> Arguments:
    arguments: Arguments = {"old": request.old, "new": request.new}
    if request.occurrence is not None:
        arguments["occurrence"] = request.occurrence
    if request.replace_all:
        arguments["replace_all"] = True
    if request.expected_count is not None:
        arguments["expected_count"] = request.expected_count
    if not request.whole_words:
        arguments["whole_words"] = False
    if request.comments is not None:
        arguments["comments"] = request.comments.value
    return arguments


def _of_all(request: ReplaceAll) -> Arguments:
    arguments: Arguments = {"pattern": request.pattern, "new": request.new}
    if request.regex:
        arguments["regex"] = True
    if request.expected_count is not None:
        arguments["expected_count"] = request.expected_count
    if request.whole_words:
        arguments["whole_words"] = True
    return arguments


def _target(target: Target) -> Arguments:
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
            expected: Arguments = {} if target.expected is None else {"expected": target.expected}
            version: Arguments = {} if target.version is None else {"version": target.version}
            return {"lines": str(target.lines), **expected, **version}


def _place(place: Place, target: Target | None) -> Arguments:
    match target:
        case Anchor():
            return {place.value: _mark(Landmark(target.text, target.occurrence))}
        case None:
            return {"at": place.value}
        case Lines():
            return {"at": place.value, **_target(target)}
        case _:
            return {"at": place.value, "of": _named(target)}


def _named(target: Target) -> str:
    """Write a target that only a selector can be, as it was given."""
    match target:
        case Selector():
            return target.text
        case Lines():
            return f":{target.lines}"
        case Anchor() | AnchorRange():
            raise ValueError(f"{target} is no selector")


def _part(part: Part) -> Arguments:
    return {} if part is Part.WHOLE else {"part": part.value}


def _hints(hints: Hints) -> Arguments:
    arguments: Arguments = {}
    if hints.within is not None:
        arguments["within"] = hints.within.text
    if hints.after is not None:
        arguments["after"] = _mark(hints.after)
    if hints.before is not None:
        arguments["before"] = _mark(hints.before)
    if hints.between is not None:
        start, end = hints.between
        arguments["between"] = {"start": _mark(start), "end": _mark(end)}
    if hints.near_line is not None:
        arguments |= {"near_line": hints.near_line, "radius": hints.radius}
    return arguments


def _mark(landmark: Landmark) -> JsonValue:
    if landmark.occurrence is None:
        return landmark.text
    return {"text": landmark.text, "occurrence": landmark.occurrence}


def _options(options: Options) -> Arguments:
    arguments: Arguments = {}
    if options.match is not None:
        arguments["match"] = options.match.value
    if options.attach is not Attach.WHOLE:
        arguments["attach"] = options.attach.value
    if options.allow_errors:
        arguments["allow_errors"] = True
    if options.force:
        arguments["force"] = True
    if options.expected_version is not None:
        arguments["expected_version"] = options.expected_version
    return arguments


def is_plain(value: JsonValue) -> bool:
    """Tell whether JSON can carry all texts; lone surrogates it cannot."""
    match value:
        case str():
            return not any("\ud800" <= letter <= "\udfff" for letter in value)
        case dict():
            return all(map(is_plain, value.values()))
        case _:
            return True
