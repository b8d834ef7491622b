"""New texts from the values of metavariables: `replace`, `substring`, `convert`, `rewrite`.

Each is written as a mapping (`substring: {source: $A, startChar: 1}`) or as a text (`substring($A, startChar=1)`).

Not here: what a `rewrite` finds in a capture (`tree.rule_matching`) and makes of it (`file_scan`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from structedit.search.patterns.metavariables import metavariables
from structedit.search.patterns.rule_reading import Place, nearest
from structedit.text.errors import StructEditError
from structedit.text.lazily import regex
from structedit.text.linear_regex import linear
from structedit.text.values import dataclass
from structedit.text.yaml_values import Value, one_scalar

_KEYS = {
    "replace": ("source", "replace", "by"),
    "substring": ("source", "startChar", "endChar"),
    "convert": ("source", "toCase", "separatedBy"),
    "rewrite": ("source", "rewriters", "joinBy"),
}
_CASES = (
    "lowerCase",
    "upperCase",
    "capitalize",
    "camelCase",
    "snakeCase",
    "kebabCase",
    "pascalCase",
)
_SEPARATORS = {
    "dash": "-",
    "dot": ".",
    "slash": "/",
    "space": " ",
    "underscore": "_",
    "caseChange": "",
}

_WRITTEN = regex(
    r"\s*(?P<kind>\w+)\s*\(\s*(?P<source>\$+\w+)\s*(?:,(?P<arguments>.*))?\)\s*", re.DOTALL
)
_ARGUMENT = regex(
    r"""\s*(?P<key>\w+)\s*=\s*(?P<value>'[^']*'|"[^"]*"|\[[^\]]*\]|[^,]*)\s*(?:,|\Z)""",
    re.DOTALL,
)
_GROUP = regex(r"\$(?:(?P<dollar>\$)|\{(?P<braced>[^}]*)\}|(?P<bare>\w+))")


@dataclass(frozen=True, slots=True)
class Transform:
    """A new metavariable: its name, its source, the kind of transform, and its arguments."""

    name: str
    source: str
    kind: str
    pattern: Any = None
    by: str = ""
    start: int | None = None
    end: int | None = None
    case: str = ""
    separated_by: tuple[str, ...] = tuple(_SEPARATORS)
    rewriters: tuple[str, ...] = ()
    join_by: str | None = None

    def of(self, text: str) -> str:
        """Transform a text; a `rewrite` returns what was rewritten already."""
        match self.kind:
            case "replace":
                return str(self.pattern.sub(self._replaced, text))
            case "substring":
                return text[self.start : self.end]
            case "convert":
                return converted(text, self.case, self.separated_by)
            case _:
                return text

    def _replaced(self, match: Any) -> str:
        """Return the replacement of a match: `$1` and `$name` are groups, as in Rust."""

        def group(sign: Any) -> str:
            if sign["dollar"]:
                return "$"
            name = sign["braced"] if sign["braced"] is not None else sign["bare"]
            try:
                found = match[int(name) if name.isdecimal() else name]
            except (IndexError, KeyError):
                return ""
            return found or ""

        return _GROUP.sub(group, self.by)


def read_transforms(place: Place, value: Value) -> tuple[Transform, ...]:
    """Parse a rule's `transform`, each after those that it depends on.

    Raises:
        UsageError: with the line, when one is invalid, or depends on itself.
    """
    found = place.mapping(value, "transform")
    read = {name: _transform(place, name, one, value.lines[name]) for name, one in found.items()}
    done: dict[str, Transform] = {}
    while len(done) < len(read):
        ready = [
            t for name, t in read.items() if name not in done and t.source not in read.keys() - done
        ]
        if not ready:
            left = [name for name in read if name not in done]
            place.wrong(
                value.lines[left[0]],
                f"{' and '.join(left)} are made from each other",
                f"let the `source` of {left[0]} be a metavariable of the rule",
            )
        done.update((one.name, one) for one in ready)
    return tuple(done.values())


def _transform(place: Place, name: str, value: Value, line: int) -> Transform:
    if isinstance(value.of, str):
        kind, given = _of_text(place, value)
    else:
        outer = place.mapping(value, "a transformation", _KEYS)
        if len(outer) != 1:
            place.wrong(
                value, "a transformation needs exactly one key", f"write one of {', '.join(_KEYS)}"
            )
        kind = next(iter(outer))
        given = dict(place.mapping(outer[kind], kind, _KEYS[kind]))
    required = {"replace": ("source", "replace", "by"), "convert": ("source", "toCase")}
    required["rewrite"] = ("source", "rewriters")
    for key in required.get(kind, ("source",)):
        if key not in given:
            place.wrong(line, f"{kind} has no {key}", f"write {key}")
    source = place.text(given["source"], "source")
    signs = metavariables(source)
    if len(signs) != 1 or signs[0].text != source or not signs[0].hole.name:
        place.wrong(given["source"], f"source {source!r} is not a metavariable", "write $NAME")
    options: dict[str, Any] = {}
    for key, one in given.items():
        match key:
            case "replace":
                try:
                    options["pattern"] = linear(place.text(one, key))
                except StructEditError as error:
                    place.wrong(one, error.message, error.hint)
            case "by":
                options["by"] = place.text(one, key)
            case "startChar" | "endChar":
                options[key.removesuffix("Char")] = place.number(one, key)
            case "toCase":
                options["case"] = place.one_of(one, _CASES, key)
            case "separatedBy":
                items = place.values(one, key)
                options["separated_by"] = tuple(place.one_of(i, _SEPARATORS, key) for i in items)
            case "rewriters":
                options["rewriters"] = place.texts(one, key)
            case "joinBy":
                options["join_by"] = place.text(one, key)
    return Transform(name, signs[0].hole.name, kind, **options)


def _of_text(place: Place, value: Value) -> tuple[str, dict[str, Value]]:
    """Parse a transformation that is written as a call."""
    text = place.text(value, "a transformation")
    match = _WRITTEN.fullmatch(text)
    if match is None or match["kind"] not in _KEYS:
        place.wrong(
            value, f"{text!r} is not a transformation", "write it as in substring($A, startChar=1)"
        )
    kind, rest = match["kind"], match["arguments"] or ""
    given = {"source": Value(value.line, match["source"])}
    at = 0
    while rest[at:].strip():
        argument = _ARGUMENT.match(rest, at)
        if argument is None or argument.end() == at:
            place.wrong(value, f"{rest[at:].strip()!r} is not an argument", "write key=value")
        key = argument["key"]
        if key not in _KEYS[kind]:
            place.wrong(value, f"unknown argument {key!r} of {kind}", nearest(key, _KEYS[kind]))
        quoted = argument["value"][:1] in ("'", '"', "[")
        one = one_scalar(argument["value"]) if quoted else Value(1, argument["value"].strip(), True)
        of = one.of
        if isinstance(of, tuple):
            of = tuple(Value(value.line, each.of, each.plain) for each in of)
        given[key] = Value(value.line, of, one.plain)
        at = argument.end()
    return kind, given


def converted(text: str, case: str, separated_by: Iterable[str]) -> str:
    """Convert a text to another case.

    >>> [converted("XMLHttpRequest", case, _SEPARATORS) for case in ("snakeCase", "camelCase")]
    ['xml_http_request', 'xmlHttpRequest']
    >>> converted("ast_Grep", "kebabCase", ["underscore"])
    'ast-grep'
    """
    if case in ("lowerCase", "upperCase", "capitalize"):
        plain = {"lowerCase": str.lower, "upperCase": str.upper, "capitalize": _capital}
        return plain[case](text)
    words = _words(text, tuple(separated_by))
    if case == "pascalCase":
        return "".join(map(_capital, words))
    if case == "camelCase":
        return "".join(word.lower() if not at else _capital(word) for at, word in enumerate(words))
    return ("_" if case == "snakeCase" else "-").join(word.lower() for word in words)


def _words(text: str, separated_by: tuple[str, ...]) -> list[str]:
    signs = {_SEPARATORS[one] for one in separated_by} - {""}
    for sign in signs:
        text = text.replace(sign, "\0")
    parts = text.split("\0")
    if "caseChange" in separated_by:
        parts = [word for part in parts for word in _humps(part)]
    return [part for part in parts if part]


def _humps(text: str) -> Iterator[str]:
    """Yield the words of a text, split where its case changes: before a capital after a small letter, or before one.

    >>> list(_humps("writeXMLHttp2Request"))
    ['write', 'XML', 'Http2', 'Request']
    """
    begins, capitals = 0, 0
    for at, letter in enumerate(text):
        if letter.isupper() and not capitals:
            yield text[begins:at]
            begins, capitals = at, 1
        elif letter.islower() and capitals > 1:
            yield text[begins : at - 1]
            begins, capitals = at - 1, 0
        else:
            capitals = 0 if letter.islower() else capitals + 1
    yield text[begins:]


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def made_texts(transforms: Iterable[Transform], known: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of transforms; `known` are the texts of metavariables, and of `rewrite` under its own name."""
    texts = dict(known)
    made: dict[str, str] = {}
    for one in transforms:
        source = texts.get(one.name if one.kind == "rewrite" else one.source)
        made[one.name] = texts[one.name] = one.of(source) if source is not None else ""
    return made
