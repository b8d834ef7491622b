"""The text of tree-sitter queries: split into patterns, and without the root node that they name.

`(program (lexical_declaration …))` means "at the top of the file". Applied to a single place, this query would visit
every statement of the file. `(lexical_declaration …)`, applied to the one statement at that place, is the same
question at a small part of the cost.

Not here: compiling and running queries (`grammars`, `tree`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from structedit.text.lazily import regex

_TOKEN = regex(r';[^\n]*|"(?:[^"\\]|\\.)*"|[()\[\]]|[^\s()\[\]";]+')
_OF_TYPES = regex(r"(?:\(\w+\)|\[(?:\s*\(\w+\))+\s*\])((?:\s*@[\w.]+)+)")
_SUFFIXES = "@*+?"
"""First letters of what follows a pattern and belongs to it: captures and quantifiers."""


def split_patterns(source: str) -> tuple[str, ...]:
    """Return the patterns of a query in order, each with its captures.

    >>> split_patterns('(a "(") @x ; (no)\\n["b" (c)] @y')
    ('(a "(") @x', '["b" (c)] @y')
    """
    return tuple(source[start:end] for start, end in _elements(source))


def under_root(pattern: str, root: str) -> str | None:
    """Return what a pattern requires of the only child of a `root` node; None for a pattern of another form.

    >>> under_root("(program [(a) (b)] @x)", "program")
    '[(a) (b)] @x'
    >>> under_root("(program name: (a))", "program"), under_root("(program (a) . (b))", "program")
    (None, None)

    A node of any type gives None: a query that begins with a wildcard is only tried at the node itself, not below it.

    >>> under_root("(program (_ (a)))", "program") is None
    True
    """
    opening = f"({root}"
    if not pattern.startswith(opening) or not pattern.endswith(")"):
        return None
    rest = pattern[len(opening) : -1]
    inner = [rest[start:end] for start, end in _elements(rest)]
    whole = rest[:1].isspace() and len(inner) == 1 and re.match(r"[(\[](?!\s*\(?\s*_)", inner[0])
    return (
        inner[0] if whole and inner[0][-1] not in "*+?" and not inner[0].startswith("(#") else None
    )


def roots_of(pattern: str) -> frozenset[str] | None:
    """Return the types of the nodes at which a pattern can begin; None if it may be any.

    >>> sorted(roots_of('([(a "b") (c (d))] @x (#eq? @x "y"))') or "")
    ['a', 'c']
    >>> roots_of("(_ (a)) @x"), roots_of('"if" @x')
    (None, None)
    """
    opening = re.match(r"\(\s*([A-Za-z]\w*)", pattern)
    if opening is not None:
        return frozenset((opening[1],))
    group = re.match(r"[(\[]\s*(?=[(\[])", pattern)
    if group is None:
        return None
    inside = pattern[group.end() : _closing(pattern)]
    elements = [inside[start:end] for start, end in _elements(inside)]
    found = [roots_of(one) for one in elements if not one.startswith("(#")]
    known = [roots for roots in found if roots is not None]
    return frozenset[str]().union(*known) if len(known) == len(found) else None


def captures_of_types(pattern: str) -> tuple[str, ...]:
    """Return the captures of a pattern that asks only for the type of a node; nothing for any other pattern.

    >>> captures_of_types("[(while) (for)] @loop @x"), captures_of_types("(if (else)) @x")
    (('loop', 'x'), ())
    """
    whole = _OF_TYPES.fullmatch(pattern)
    return tuple(word.strip() for word in whole[1].split("@")[1:]) if whole is not None else ()


def _closing(pattern: str) -> int:
    """Return the offset at which the first bracket of a pattern is closed."""
    depth = 0
    for token in _TOKEN.finditer(pattern):
        depth += (token[0] in "([") - (token[0] in ")]")
        if depth == 0:
            return token.start()
    return len(pattern)


def _elements(source: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each element at the outermost level."""
    depth, start, end = 0, -1, 0
    for token in _TOKEN.finditer(source):
        text = token[0]
        if text.startswith(";"):
            continue
        if depth == 0 and text[0] not in _SUFFIXES:
            if start >= 0:
                yield start, end
            start = token.start()
        depth += (text in "([") - (text in ")]")
        end = token.end()
    if start >= 0:
        yield start, end
