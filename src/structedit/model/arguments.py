"""Calls that arrive as JSON: other names of arguments, and the check of what they hold.

Agents write `old_str`, `oldString` or `search` for `old`. Each alias is accepted in snake_case and
in camelCase; whatever is neither an argument nor an alias of one is an error, never ignored.

Not here: which arguments there are (`model.parameters`), their other names (`model.aliases`).
"""

from __future__ import annotations

from collections.abc import Mapping

from structedit.errors import UsageError
from structedit.lazily import regex
from structedit.model.aliases import ALIASES, accepted, meant
from structedit.model.parameters import Kind, Parameter

_SHAPES: dict[Kind, str] = {
    "text": "a text",
    "name": "a text",
    "word": "one of its words",
    "mark": "a text, or {text, occurrence}",
    "pair": "{start, end}",
    "lines": 'a line or a range: 42, "42-60" or [42, 60]',
    "integer": "a whole number",
    "flag": "true or false",
    "names": "a list of texts",
    "edits": "a text, or a list of objects",
}

_NEAR = 0.7
"""How alike a name has to be to one that is known, for it to be told."""

_HUMP = regex(r"(?<=[a-z0-9])[A-Z]")


def normalise(arguments: Mapping[str, object], known: Mapping[str, Parameter]) -> dict[str, object]:
    """Give the arguments of a call under the library's names, checked; null means left out.

    Raises:
        UsageError: for an unknown name (with the nearest), one that is given twice, and a value
            of the wrong kind.

    >>> from structedit.model.parameters import parameters_of
    >>> normalise({"oldStr": "a", "functionHint": "f"}, parameters_of("str_replace"))
    {'old': 'a', 'within': 'f'}
    """
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
    """Read a first and a last line as lines, where both are given."""
    named = {snake(key): key for key in arguments}
    ends = [named.get(name, "") for name in ("start_line", "end_line")]
    match [arguments.get(key) for key in ends]:
        case [int(first), int(last)] if "lines" in known and "lines" not in named:
            rest = {key: value for key, value in arguments.items() if key not in ends}
            return {**rest, "lines": f"{first}-{last}"}
    return arguments


def _name_of(key: str, known: Mapping[str, Parameter]) -> str:
    plain = snake(key)
    name = accepted(plain, known)
    if name is None:
        raise UsageError(f"there is no argument {key!r}", hint=_instead(plain, known))
    return name


def _instead(name: str, known: Mapping[str, Parameter]) -> str:
    """Say which argument a name may have meant."""
    near = meant(name, known) or _alike(name, known)
    if not near:
        return f"there are: {', '.join(known)}"
    return f"did you mean {' or '.join(map(repr, near))}?"


def _alike(name: str, known: Mapping[str, Parameter]) -> list[str]:
    import difflib

    spelled = {alias: accepted(alias, known) for alias in (*known, *ALIASES)}
    there = [alias for alias, other in spelled.items() if other is not None]
    near = difflib.get_close_matches(name, there, n=1, cutoff=_NEAR)
    return [other for alias in near if (other := spelled[alias]) is not None]


def snake(key: str) -> str:
    """Write camelCase as snake_case and leave the rest as it is.

    >>> snake("inFunction"), snake("old_str")
    ('in_function', 'old_str')
    """
    return _HUMP.sub(lambda hump: "_" + hump[0].lower(), key)


def _means_all(
    spelled: Mapping[str, str], found: Mapping[str, object], known: Mapping[str, Parameter]
) -> bool:
    """Tell whether the call counts replacements, which means that it wants all of them."""
    by_alias = snake(spelled.get("expected_count", "")) == "expected_replacements"
    free = "replace_all" in known and not found.keys() & {"replace_all", "occurrence"}
    return by_alias and free and found["expected_count"] != 1


def _read(key: str, value: object, parameter: Parameter) -> object:
    """Check one value and give it as the library takes it."""
    if snake(key) == "fuzzy_whitespace" and isinstance(value, bool):
        return "whitespace" if value else "exact"
    match parameter.kind, value:
        case (("text" | "name" | "lines"), str(text)):
            return _whole(key, text)
        case "word", str(word):
            return _word(key, word, parameter)
        case "flag", bool():
            return value
        case "integer", int(number) if not isinstance(value, bool):
            return _number(key, number, parameter)
        case "lines", int() if not isinstance(value, bool):
            return value
        case "lines", [int(first), int(last)]:
            return f"{first}-{last}"
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
            return (_whole(key, text),)
        case "names", [*texts] if all(isinstance(text, str) for text in texts):
            return tuple(_whole(key, str(text)) for text in texts)
    raise _wrong(key, value, parameter.kind)


def _mark(key: str, value: object) -> str | dict[str, object]:
    """Read a landmark; its occurrence may be left out."""
    match value:
        case str():
            return _whole(key, value)
        case {"text": str(text), **rest} if rest.keys() <= {"occurrence"}:
            occurrence = rest.get("occurrence")
            if occurrence is None or type(occurrence) is int:
                return {"text": _whole(key, text), "occurrence": occurrence}
    raise _wrong(key, value, "mark")


def _number(key: str, number: int, parameter: Parameter) -> int:
    if parameter.least is not None and number < parameter.least:
        raise UsageError(f"{key!r} cannot be {number}", hint=f"pass {parameter.least} or more")
    return number


def _word(key: str, word: str, parameter: Parameter) -> str:
    if word not in parameter.words:
        raise UsageError(
            f"{key!r} cannot be {word!r}", hint=f"one of: {', '.join(parameter.words)}"
        )
    return word


def _whole(key: str, text: str) -> str:
    """Refuse halves of surrogate pairs, which no file can hold; bytes out of UTF-8 may pass."""
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise UsageError(
            f"{key!r} holds half of a surrogate pair", hint="send the whole character"
        ) from None
    return text


def _wrong(key: str, value: object, kind: Kind) -> UsageError:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
    got = names.get(type(value), "a number")
    return UsageError(f"{key!r} cannot be {got}", hint=f"pass {_SHAPES[kind]}")
