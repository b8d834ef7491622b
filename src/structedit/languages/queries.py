"""The text of tree-sitter queries: split into patterns, and freed of the root node they name.

`(program (lexical_declaration …))` says "at the top of the file". To answer it about one place, a
query would look at every statement of the file. Asked as `(lexical_declaration …)` about the
one statement at that place, it is the same question at a small part of the cost.

Not here: compiling and running queries (`grammars`, `tree`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from structedit.text.lazily import regex
from structedit.text.values import dataclass, field

_TOKEN = regex(r';[^\n]*|"(?:[^"\\]|\\.)*"|[()\[\]]|[^\s()\[\]";]+')
_SUFFIXES = "@*+?"
"""First letters of what follows a pattern and belongs to it: captures and quantifiers."""


def split_patterns(source: str) -> tuple[str, ...]:
    """The patterns of a query in order, each with its captures.

    >>> split_patterns('(a "(") @x ; (no)\\n["b" (c)] @y')
    ('(a "(") @x', '["b" (c)] @y')
    """
    return tuple(source[start:end] for start, end in _elements(source))


def under_root(pattern: str, root: str) -> str | None:
    """What a pattern asks of the only child of a `root` node; None for a pattern of another form.

    >>> under_root("(program [(a) (b)] @x)", "program")
    '[(a) (b)] @x'
    >>> under_root("(program name: (a))", "program"), under_root("(program (a) . (b))", "program")
    (None, None)

    A node of any type is none: a query that begins with one alone goes no deeper than where it is to begin.

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
    """Types of the nodes that a pattern can begin at; None where it may be any.

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


Chain = tuple[str | None, ...]
"""Types of nodes, each below the one before it; None where it may be any, or a token."""


def captures_of(pattern: str) -> Iterator[tuple[str, Chain]]:
    """Each capture of a pattern, with the nodes from where the pattern begins down to what is captured.

    >>> for name, chain in captures_of('(a (_ (c)+ @x) . [(d) "e"] @y (#eq? @x "f")) @z'):
    ...     print(name, *chain)
    x a None c
    y a d
    y a None
    z a
    """
    return ((name, chain) for name, chain in _nodes_in(pattern) if name)


def nodes_of(pattern: str) -> Iterator[Chain]:
    """Each node that a pattern says something of, with those from where the pattern begins down to it.

    >>> for chain in nodes_of('(a (_ (c)+ @x) . [(d) "e"] @y (#eq? @x "f")) @z'):
    ...     print(*chain)
    a
    a None
    a None c
    a d
    a None
    """
    return (chain for name, chain in _nodes_in(pattern) if not name)


def _nodes_in(pattern: str) -> Iterator[tuple[str, Chain]]:
    """The nodes of a pattern, each once without a name and once for each capture of it."""
    rows = [_Open([()])]  # the brackets that are open
    tokens = [token[0] for token in _TOKEN.finditer(pattern) if not token[0].startswith(";")]
    skipped = 0  # brackets of a predicate that are open
    for before, token in zip(["", *tokens], tokens, strict=False):
        row = rows[-1]
        if skipped or (before == "(" and token.startswith("#")):
            skipped += (token == "(") - (token == ")") + (not skipped)
            rows = rows[: len(rows) - (not skipped)]
        elif token in "([":
            rows.append(_Open(row.below))
        elif token in ")]":
            rows.pop()
            rows[-1].add(row.of_node if row.of_node is not None else row.inside)
        elif token.startswith("@"):
            yield from ((token[1:], chain) for chain in row.last)
        elif before == "(" and _is_type(token):
            row.of_node = row.below = [(*chain, _type_of(token)) for chain in row.below]
            yield from (("", chain) for chain in row.below)
        elif token.startswith('"') or token == "_":
            row.add([(*chain, _type_of(token)) for chain in row.below])
            yield from (("", chain) for chain in row.last)


@dataclass(slots=True)
class _Open:
    """A bracket that is open in a pattern: the chains that lead to what stands in it, and to its elements.

    For a node, `of_node` are the chains to it; otherwise it holds alternatives, or nodes side by side.
    """

    below: list[Chain]
    of_node: list[Chain] | None = None
    inside: list[Chain] = field(default_factory=list)
    last: list[Chain] = field(default_factory=list)

    def add(self, chains: list[Chain]) -> None:
        """Note one more element."""
        self.last = chains
        self.inside = [*self.inside, *chains]


def _is_type(token: str) -> bool:
    return token[0].isalpha() or token[0] == "_"


def _type_of(token: str) -> str | None:
    """The type of node that a token stands for; None where it may be any."""
    is_one = _is_type(token) and "/" not in token
    return token if is_one and token not in ("_", "ERROR", "MISSING") else None


def _closing(pattern: str) -> int:
    """The offset at which the first bracket of a pattern is closed."""
    depth = 0
    for token in _TOKEN.finditer(pattern):
        depth += (token[0] in "([") - (token[0] in ")]")
        if depth == 0:
            return token.start()
    return len(pattern)


def _elements(source: str) -> Iterator[tuple[int, int]]:
    """Start and end of each element at the outermost level."""
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
