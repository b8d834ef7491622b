"""The words that a file must contain for a query to match, so that other files are not parsed.

They are the texts that `#eq?` compares with a capture that every match has.

Not here: the words of a code pattern.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from structedit.text.document import to_bytes
from structedit.text.lazily import regex
from structedit.text.values import dataclass, field

_TOKEN = regex(r""";[^\n]*|"(?:[^"\\]|\\.)*"|[()\[\]]|[^\s()\[\]";]+|\s+""")
_PLAIN = regex(r'"[^"\\\n]+"\Z')
_QUANTIFIERS = "?*+"


@dataclass(slots=True)
class _Group:
    """A pair of brackets in a query, with its content and the quantifier behind it."""

    bracket: str
    items: list[_Group | str] = field(default_factory=list)
    quantifier: str = ""


def may_match(query: str, data: bytes) -> bool:
    """Return True if a content has the words that every match of the query has.

    >>> may_match('((identifier) @a (#eq? @a "old"))', b"new = 1")
    False
    """
    needed = words_of(query)
    return needed is None or any(all(word in data for word in words) for words in needed)


@lru_cache(maxsize=16)
def words_of(query: str) -> tuple[tuple[bytes, ...], ...] | None:
    """Return for each pattern of a query the words of all its matches; None if a pattern has none.

    >>> words_of('((call function: (_) @f) (#eq? @f "old"))  ((string) @s (#eq? @s "x"))')
    ((b'old',), (b'x',))
    >>> words_of('((call function: [(_) @f (_)]) (#eq? @f "old"))') is None
    True
    """
    top = _read(query)
    if top is None:
        return None
    if any(not isinstance(item, _Group) and not item.startswith("@") for item in top.items):
        return None  # a pattern that is a bare word
    found = [tuple(_words(item)) for item in top.items if isinstance(item, _Group)]
    return tuple(found) if found and all(found) else None


def _read(query: str) -> _Group | None:
    """Parse a query into nested groups; return None if its brackets do not match."""
    open_groups = [_Group("")]
    at = 0
    while at < len(query):
        token = _TOKEN.match(query, at)
        if token is None:
            return None
        at, text, group = token.end(), token[0], open_groups[-1]
        if text.isspace() or text.startswith(";"):
            continue
        if text in "([":
            open_groups.append(_Group(text))
            group.items.append(open_groups[-1])
        elif text in ")]":
            if group.bracket + text not in ("()", "[]"):
                return None
            open_groups.pop()
        elif text in _QUANTIFIERS and group.items and isinstance(group.items[-1], _Group):
            group.items[-1].quantifier = text
        else:
            group.items.append(text)
    return open_groups[0] if len(open_groups) == 1 else None


def _words(pattern: _Group) -> Iterator[bytes]:
    """Yield the words of one pattern."""
    sure = set(_sure_captures(pattern))
    for predicate in _predicates(pattern):
        match predicate:
            case ["#eq?", capture, text] if capture in sure and _PLAIN.match(text):
                yield to_bytes(text[1:-1])


def _predicates(group: _Group) -> Iterator[list[str]]:
    if _is_predicate(group):
        yield [item for item in group.items if isinstance(item, str)]
    for item in group.items:
        if isinstance(item, _Group):
            yield from _predicates(item)


def _sure_captures(group: _Group) -> Iterator[str]:
    """Yield the captures that each match of a group has: those that are neither alternatives nor optional."""
    if group.bracket == "[" or _is_predicate(group):
        return
    optional = False
    for item in group.items:
        if isinstance(item, _Group):
            optional = item.quantifier in ("?", "*")
            if not optional:
                yield from _sure_captures(item)
        elif not item.startswith("@"):
            optional = item[-1] in "?*"
        elif not optional:
            yield item


def _is_predicate(group: _Group) -> bool:
    return isinstance(first := group.items[0] if group.items else "", str) and first[:1] == "#"
