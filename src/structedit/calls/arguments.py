"""Validation of what callers pass, the same for the library, the command, the tools and JSON.

`normalise` checks a call that came as data, and `checked_arguments` one of a library function
(`app.checked_calls`), so that an error has the same words wherever the call came from.

Agents write `old_str`, `oldString` or `search` for `old`. Each alias is accepted in snake_case and in camelCase. A
name that is neither an argument nor an alias is an error; it is never ignored.

Not here: the arguments and their aliases (`calls.parameters`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, cast

from structedit.calls.aliases import accepted, meant, nearest_name
from structedit.calls.hooks import Hooks
from structedit.calls.operations import meaning_of
from structedit.calls.parameters import ALIASES, PARAMETERS, Kind, Parameter
from structedit.calls.places import Landmark
from structedit.text.errors import UsageError, shown
from structedit.text.lazily import regex

_SHAPES: dict[Kind, str] = {
    "text": "a string",
    "name": "a string",
    "word": "one of its words",
    "mark": "a string, or {text, occurrence}",
    "pair": "{start, end}",
    "lines": 'a line or a range: 42, "42-60" or [42, 60]',
    "integer": "a whole number",
    "flag": "true or false",
    "names": "a list of strings",
    "edits": "a string, or a list of objects",
    "program": "true or false; a command is named in the user's configuration",
}

MOST = 10**9
"""The largest absolute value of an integer argument: no file has as many lines. Chosen by judgement."""

_DIGITS = regex(r"-?\d{1,10}")
_RANGE = regex(r"L?(\d+)[-:,]L?(\d+)")
"""Lines as other tools write them: `13:18`, `L13,L18`, `L13-L18`."""

_FLAGS = {"true": True, "false": False, "yes": True, "no": False, "on": True, "off": False}
"""Texts that are accepted for a flag."""

_HUMP = regex(r"(?<=[a-z0-9])[A-Z]")


def checked_arguments(
    operation: str, arguments: Mapping[str, object], required: Collection[str] = ()
) -> dict[str, Any]:
    """Check the arguments of a library call and drop those that are None.

    Raises:
        UsageError: naming the argument, its value and what it should be.

    >>> checked_arguments("str_replace", {"old": "a", "new": "b", "within": None})
    {'old': 'a', 'new': 'b'}
    """
    found: dict[str, Any] = {}
    for name, value in arguments.items():
        parameter = meaning_of(operation, name) if name not in _UNREAD else None
        if name == "hooks" and value is not None and not isinstance(value, Hooks):
            raise _wrong(name, value, "Hooks(pre_edit=…)")
        if name == "timeout" and value is not None:
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not 0 < cast(float, value) <= MOST:
                raise UsageError(f"timeout cannot be {shown(value)}", hint="pass seconds, above 0")
        if parameter is None:
            found[name] = value  # the function's own to check
        elif value is not None:
            found[name] = _read(name, value, parameter)
        elif name in required:
            hint = f"pass {name}"
            raise UsageError(f"{name} is missing", hint=hint, fault="missing_argument")
    return found


_UNREAD = frozenset(("paths", "edits", "template", "formatter", "checker"))
"""Arguments that may have other types in the library than in JSON: path objects, requests, functions, commands."""


def unique(pairs: list[tuple[str, object]], where: str) -> dict[str, object]:
    """Return the pairs of a JSON object as a dict.

    Raises:
        UsageError: when a name occurs twice; `where` says in what.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"{twice!r} is given twice in {where}", hint="leave one out")
    return found


def content(name: str, value: object) -> str:
    """Check one text that a caller passes.

    Raises:
        UsageError: as `checked_arguments`.
    """
    return str(_read(name, value, PARAMETERS["text"]))


def texts(name: str, value: object) -> tuple[str, ...]:
    """Check a list of texts that a caller passes; a single text becomes a list of one.

    Raises:
        UsageError: as `checked_arguments`.
    """
    return cast("tuple[str, ...]", _read(name, value, Parameter(name, "names", "")))


def whole_number(name: str, value: object, least: int | None) -> int:
    """Check one number that a caller passes.

    Raises:
        UsageError: as `checked_arguments`.
    """
    if isinstance(value, str):
        raise _wrong(name, value, _SHAPES["integer"])
    return cast(int, _read(name, value, Parameter(name, "integer", "", least=least)))


def normalise(arguments: object, known: Mapping[str, Parameter]) -> dict[str, object]:
    """Check the arguments of a call and return them under the library's names, without those that are null.

    Raises:
        UsageError: for an unknown name (with the nearest known one), a name that occurs twice, and a value
            of the wrong kind.

    >>> from structedit.calls.operations import parameters_of
    >>> normalise({"oldStr": "a", "functionHint": "f"}, parameters_of("str_replace"))
    {'old': 'a', 'within': 'f'}
    """
    if not isinstance(arguments, Mapping) or not all(isinstance(key, str) for key in arguments):
        raise UsageError(
            "the arguments are not an object with names", hint='pass {"path": …, "old": …}'
        )
    found: dict[str, object] = {}
    spelled: dict[str, str] = {}
    for key, value in _with_lines(arguments, known).items():
        name = _name_of(key, known)
        if name in spelled:
            raise UsageError(
                f"{name!r} is given twice, as {spelled[name]!r} and as {key!r}",
                hint="leave one out",
            )
        if value is not None:
            spelled[name] = key
            found[name] = _read(key, value, known[name])
    if _means_all(spelled, found, known):
        found["replace_all"] = True
    return found


def _with_lines(
    arguments: Mapping[str, object], known: Mapping[str, Parameter]
) -> Mapping[str, object]:
    """Combine a first and a last line into `lines`, if both are passed."""
    named = {snake(key): key for key in arguments}
    ends = [named.get(name, "") for name in ("start_line", "end_line")]
    match [arguments.get(key) for key in ends]:
        case [first, last] if "lines" in known and "lines" not in named:
            if _RANGE.fullmatch(lines := f"{first}-{last}") is None:
                return arguments
            rest = {key: value for key, value in arguments.items() if key not in ends}
            return {**rest, "lines": lines}
    return arguments


def _name_of(key: str, known: Mapping[str, Parameter]) -> str:
    plain = snake(key)
    name = accepted(plain, known)
    if name is None:
        hint = _instead(plain, known)
        raise UsageError(f"there is no argument {shown(key)}", hint=hint, fault="unknown_argument")
    return name


def _instead(name: str, known: Mapping[str, Parameter]) -> str:
    """Return the hint for an unknown name: the argument it may have meant."""
    spelled = [alias for alias in (*known, *ALIASES) if accepted(alias, known) is not None]
    near = meant(name, known)
    if not near and (alias := nearest_name(name, spelled)) is not None:
        near = [str(accepted(alias, known))]
    if not near:
        return f"there are: {', '.join(known)}"
    return f"did you mean {' or '.join(map(repr, near))}?"


def snake(key: str) -> str:
    """Write camelCase as snake_case and leave the rest as it is.

    >>> snake("inFunction"), snake("old_str")
    ('in_function', 'old_str')
    """
    return key if key.islower() else _HUMP.sub(lambda hump: "_" + hump[0].lower(), key)


def _means_all(
    spelled: Mapping[str, str], found: Mapping[str, object], known: Mapping[str, Parameter]
) -> bool:
    """Return True if the call counts replacements, which means that it wants to replace all hits."""
    by_alias = snake(spelled.get("expected_count", "")) == "expected_replacements"
    free = "replace_all" in known and not found.keys() & {"replace_all", "occurrence"}
    return by_alias and free and found["expected_count"] != 1


def _read(key: str, value: object, parameter: Parameter) -> object:
    """Check one value and convert it to what the library takes."""
    if snake(key) == "fuzzy_whitespace" and isinstance(value, bool):
        return "whitespace" if value else "exact"
    match parameter.kind, value:
        case "integer", str(text) if _DIGITS.fullmatch(text.strip()):
            return _number(key, int(text), parameter)
        case (("flag" | "program"), str(text)) if text.strip().lower() in _FLAGS:
            return _FLAGS[text.strip().lower()]
        case "lines", str(text) if (ends := _RANGE.fullmatch(text.strip())) is not None:
            return f"{ends[1]}-{ends[2]}"
        case (("text" | "name" | "lines"), str(text)):
            return _whole(key, text)
        case "word", str(word):
            return _word(key, word, parameter)
        case (("flag" | "program"), bool()):
            return value
        case (("integer" | "lines"), int(number)) if not isinstance(value, bool):
            return _number(key, number, parameter)
        case "lines", [int(first), int(last)]:
            return f"{_number(key, first, parameter)}-{_number(key, last, parameter)}"
        case "mark", _:
            return _mark(key, value)
        case "pair", {"start": start, "end": end, **rest} if not rest:
            return _mark(key, start), _mark(key, end)
        case "pair", [start, end]:
            return _mark(key, start), _mark(key, end)
        case "edits", str(text):
            return _whole(key, text)
        case "edits", [*calls] if all(isinstance(call, dict) for call in calls):
            return tuple(calls)
        case "names", str(text):
            return (_word(key, text, parameter) if parameter.words else _whole(key, text),)
        case "names", Iterable() if not isinstance(value, bytes | bytearray | Mapping):
            texts = tuple(value)
            if all(isinstance(text, str) for text in texts):
                one = _word if parameter.words else None
                return tuple(
                    one(key, text, parameter) if one else _whole(key, text) for text in texts
                )
    raise _wrong(key, value, _SHAPES[parameter.kind])


def _mark(key: str, value: object) -> str | dict[str, object]:
    """Check a landmark; its occurrence may be left out."""
    if isinstance(value, Landmark):
        value = {"text": value.text, "occurrence": value.occurrence}
    match value:
        case str():
            return _whole(key, value)
        case {"text": str(text), **rest} if rest.keys() <= {"occurrence"}:
            occurrence = rest.get("occurrence")
            if occurrence is None or type(occurrence) is int:
                counted = None if occurrence is None else _number(key, occurrence, _ANY_NUMBER)
                return {"text": _whole(key, text), "occurrence": counted}
    raise _wrong(key, value, _SHAPES["mark"])


_ANY_NUMBER = Parameter("occurrence", "integer", "")


def _number(key: str, number: int, parameter: Parameter) -> int:
    if parameter.least is not None and number < parameter.least:
        hint = f"pass {parameter.least} or more"
        raise UsageError(f"{key!r} cannot be {shown(number)}", hint=hint, fault="bad_value")
    if not -MOST <= number <= MOST:
        raise UsageError(f"{key!r} cannot be {shown(number)}", hint=f"pass {MOST:,} or less")
    return number


def _word(key: str, word: str, parameter: Parameter) -> str:
    if word not in parameter.words:
        raise UsageError(
            f"{key!r} cannot be {shown(word)}",
            hint=f"one of: {', '.join(parameter.words)}",
            fault="bad_value",
        )
    return word


def _whole(key: str, text: str) -> str:
    """Refuse text that no file contains: halves of surrogate pairs, NUL. Bytes that are not UTF-8 pass."""
    if "\0" in text:
        raise UsageError(
            f"{key!r} contains a NUL character", hint="text files never do: leave it out"
        )
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise UsageError(
            f"{key!r} contains half of a surrogate pair", hint="send the whole character"
        ) from None
    return text


_NOUNS = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}


def _wrong(key: str, value: object, wanted: str) -> UsageError:
    number = isinstance(value, int | float)
    got = _NOUNS.get(type(value)) or ("a number" if number else f"of type {type(value).__name__}")
    return UsageError(f"{key!r} cannot be {got}", hint=f"pass {wanted}", fault="bad_value")
