"""YAML from untrusted files, as values that know their lines.

A scalar stays the text as written, quoted or not: `on` and `010` are texts, as in YAML 1.2. Aliases count each time
they are used, so that a few lines cannot expand to a million.

Not here: what a document means.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from structedit.text.errors import UsageError
from structedit.text.values import dataclass, field

MOST_VALUES = 20_000
"""Values of a text, those of an alias counted at each use. Chosen by judgement: a file of 500 rules."""

_DEEPEST = 100
"""Levels of lists and mappings. Chosen by judgement: rules nest to ten or so."""

_LESS_DEEP = f"nest at most {_DEEPEST} levels: name inner rules under `utils`, and use `matches`"
_MEND_YAML = (
    "correct that line; a text with `: `, ` #` or a sign at its start needs quotes, as 'a: b'"
)

INSTALL = 'install it with: pip install "structedit[rules]"'
"""The hint if a package that rules need is missing."""


@dataclass(frozen=True, slots=True)
class Value:
    """A scalar's text, a list's values or a mapping's; None is YAML's null. `line` is 1-based.

    `plain` scalars are written without quotes. `lines` are those of a mapping's keys.
    """

    line: int
    of: str | tuple[Value, ...] | Mapping[str, Value] | None
    plain: bool = False
    lines: Mapping[str, int] = field(default_factory=dict)


@lru_cache(maxsize=64)  # chosen by judgement: a text is asked what it is, then read
def documents(text: str, name: str) -> tuple[Value, ...]:
    """Return the documents of a text, without empty ones; `name` is for errors.

    Raises:
        UsageError: when it does not parse, has a key twice, or grows or nests too much.
    """
    yaml = _yaml()
    try:
        nodes = list(yaml.compose_all(text, Loader=yaml.SafeLoader))
    except RecursionError:
        raise UsageError(f"{name} nests too deep", hint=_LESS_DEEP) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f":{mark.line + 1}" if mark is not None else ""
        said = " ".join(str(getattr(error, "problem", None) or error).split())
        raise UsageError(f"{name}{where} is not YAML: {said}", hint=_MEND_YAML) from None
    maker = _Maker(name)
    made = (maker.value(node, 0) for node in nodes if node is not None)
    return tuple(value for value in made if value.of is not None)


def _yaml() -> Any:
    try:
        import yaml  # type: ignore[import-untyped]
    except ImportError:
        raise UsageError("rules are YAML, which needs the package PyYAML", hint=INSTALL) from None
    return yaml


class _Maker:
    """Converts a parser's nodes to values, and counts them."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._count = 0

    def value(self, node: Any, depth: int) -> Value:
        """Return the value of a node."""
        line = node.start_mark.line + 1
        self._count += 1
        if self._count > MOST_VALUES or depth > _DEEPEST:
            if depth > _DEEPEST:
                raise UsageError(f"{self._name}:{line} nests too deep", hint=_LESS_DEEP)
            why = f"has more than {MOST_VALUES:,} values, aliases counted each time"
            raise UsageError(
                f"{self._name}:{line} {why}",
                hint="split it into several files, and write what an alias repeats once, as a utility",
            )
        if node.id == "scalar":
            plain = node.style is None
            is_null = plain and node.value in ("", "~", "null", "Null", "NULL")
            return Value(line, None if is_null else node.value, plain)
        if node.id == "sequence":
            return Value(line, tuple(self.value(one, depth + 1) for one in node.value))
        found: dict[str, Value] = {}
        lines: dict[str, int] = {}
        for key, value in node.value:
            at = key.start_mark.line + 1
            if key.id != "scalar":
                raise UsageError(
                    f"{self._name}:{at} has a key that is not a string",
                    hint="write a word before the colon, as in `pattern: f($A)`",
                )
            if key.value in found:
                raise UsageError(
                    f"{self._name}:{at} has the key {key.value!r} twice, first at line"
                    f" {lines[key.value]}",
                    hint="delete one of the two, or combine them under `all`",
                )
            found[key.value], lines[key.value] = self.value(value, depth + 1), at
        return Value(line, found, lines=lines)


def one_scalar(text: str) -> Value:
    """Return the value of a short text in YAML's flow style, such as `[a, 'b']`."""
    found = documents(text, "the value")
    return found[0] if found else Value(1, None)
