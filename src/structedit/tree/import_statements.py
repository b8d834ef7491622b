"""The imports of a file: the parts of each, the group at its head, and the place for a first one.

``imports.scm`` of a profile declares the statements and their parts. A part imports one name or module; parts are
compared as the tokens of an import of that part alone, so `from x import (a, b)` has the parts `from x import a` and
`from x import b`.

Not here: edits (`edits.imports`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from structedit.languages.grammars import queries
from structedit.languages.profiles import ListRule
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.values import dataclass
from structedit.text.words import TOKEN
from structedit.tree.code import Code
from structedit.tree.extents import Captures, rule_of, span_of, trimmed_end, without_newline
from structedit.tree.file_head import is_about_the_file
from structedit.tree.nodes import ListItem
from structedit.tree.query_matches import matches_of

_PARTS = frozenset(("module", "name", "default", "all"))
"""The kinds of parts: a module itself, a name of one, its default export, all its names."""

_STATEMENTS = ("statement", "export")
"""The captures of whole statements; an exported name is for other files too."""

_WORD = regex(rb"[\w$\x80-\xff]+")

_PUNCTUATION = frozenset((b"(", b")", b"{", b"}", b"[", b"]", b",", b";"))
"""Tokens that list parts. An import means the same with or without them."""

Words = tuple[bytes, ...]

_Match = tuple[str, Node, Captures]


@dataclass(frozen=True, slots=True)
class Part:
    """One name or module that a statement imports.

    `before` and `after` are the tokens around it in a statement that imports nothing else. `binds` are the names that
    the file may use; empty if the text does not contain them: `import *`, `#include`. `item` is the part in a list that
    accepts further ones.
    """

    kind: str
    span: Span
    before: Words
    words: Words
    after: Words
    binds: Words
    item: ListItem | None = None

    @property
    def alone(self) -> Words:
        """The kind and the tokens of the import of this part alone, which are equal for equal imports."""
        return (self.kind.encode(), *self.before, *self.words, *self.after)

    def is_listed_with(self, other: Part) -> bool:
        """Return True if one statement can list both parts."""
        own = (self.kind, self.before, self.after)
        return own == (other.kind, other.before, other.after)


@dataclass(frozen=True, slots=True)
class Import:
    """An import statement. It `is_conditional` unless it is among the statements at the top of the file."""

    span: Span
    parts: tuple[Part, ...]
    is_exported: bool = False
    is_conditional: bool = False


@dataclass(frozen=True, slots=True)
class Imports:
    """All import statements of a file, and the first group of them at its head.

    Without a group a first import goes below `above`, else before the code that begins at `below`. `form` is the node
    around all imports and the lines above them: `(ns …)`, a module around all other code.
    """

    statements: tuple[Import, ...] = ()
    group: tuple[Import, ...] = ()
    above: Span | None = None
    below: int | None = None
    form: Span | None = None


def imports_of(code: Code) -> Imports:
    """Find the imports of a file."""
    patterns = queries(code.profile).imports
    if not patterns:
        return Imports()
    matches = [
        (kind, captures["node"][0], captures)
        for kind, captures in matches_of(code, patterns.all, None, "import.")
    ]
    roles = {node.id: kind for kind, node, _ in matches if kind not in (*_PARTS, "group", "source")}
    nodes, guard = _head_nodes(code, roles, [node for kind, node, _ in matches if kind == "guard"])
    at_top, group = _at_head(code, roles, nodes)
    found: dict[int, Import] = {}
    last = Span(0, 0)
    for number, (kind, node, _) in enumerate(matches):
        span = span_of(node)
        if kind not in _STATEMENTS or last.contains(span):
            continue
        last, end = span, bisect_left(matches, span.end, number, key=lambda m: m[1].start_byte)
        inside = matches[number:end]
        found[node.id] = Import(
            without_newline(code.data, Span(node.start_byte, trimmed_end(code, node))),
            tuple(_parts(code, node, inside)),
            any(part_role == "export" for part_role, _, _ in inside),
            node.id not in at_top,
        )
    above = form = None
    for node in nodes:
        if is_about_the_file(code, node) or roles.get(node.id) in ("above", "opening"):
            above = without_newline(code.data, span_of(node))
        elif node.type not in code.profile.nodes.comments and node.is_named:
            break
    if above is not None:
        lists = [node for node in code.root.children if roles.get(node.id) == "list"]
        forms = map(span_of, lists if guard is None else (guard,))
        form = next((span for span in forms if span.contains(above)), None)
    first = tuple(found[one] for one in group if one in found)
    below = next((node.start_byte for node in nodes if node.is_named and guard is not None), None)
    return Imports(tuple(found.values()), first, above, below, form)


def _parts(code: Code, statement: Node, inside: Sequence[_Match]) -> Iterator[Part]:
    """Yield the parts of a statement in order; the statement itself if it has no known part."""
    found: dict[Span, _Match] = {}
    for row in inside:
        if row[0] in _PARTS:
            found.setdefault(span_of(row[1]), row)
    ordered = sorted(found, key=lambda span: (span.start, -span.end))
    # A part around another one does not count: the whole `import a as b exposing (c)`.
    behind = (*ordered[1:], Span(len(code.data), len(code.data)))
    spans = [one for one, other in zip(ordered, behind, strict=False) if not one.contains(other)]
    lists = {
        span_of(node): (rule_of(node, code.profile) or ListRule(""), items)
        for part_role, node, _ in inside
        if part_role == "group"
        for items in [tuple(one for one in spans if span_of(node).contains(one))]
    }
    sources = [span_of(node) for part_role, node, _ in inside if part_role == "source"]
    frames: dict[int, list[tuple[int, Words]]] = {}
    for span in spans:
        kind, node, captures = found[span]
        # `a.b.C` and `"a/b/c"` bring their last word, unless the query captures the name.
        own = [one for one in sources if span.contains(one)] or [span]
        names = [*map(span_of, captures["binds"])] if "binds" in captures else own
        texts = (_WORD.findall(name.of(code.data)) for name in names)
        binds = tuple(words[-1] for words in texts if words and (kind != "all" or names is not own))
        before, after = _around(code, statement, node, spans, frames)
        group = min((one for one in lists if one.contains(span)), key=len, default=None)
        item = None
        if group is not None:
            rule, items = lists[group]
            item = ListItem(span, bisect_left(items, span), items, group, rule)
        yield Part(kind, span, before, _words(code, span), after, binds, item)
    if not spans:
        whole = span_of(statement)
        yield Part("statement", whole, (), _words(code, whole), (), ())


def _around(
    code: Code,
    statement: Node,
    node: Node,
    parts: Sequence[Span],
    frames: dict[int, list[tuple[int, Words]]],
) -> tuple[Words, Words]:
    """Return the tokens before and after a part in a statement without other parts.

    `frames` stores, for each node, where its children without parts begin, and their tokens.
    """
    before, after = Words(), Words()
    while node.id != statement.id and (parent := node.parent) is not None:
        if parent.id not in frames:
            bare = frames[parent.id] = []
            for child in parent.children:
                span = span_of(child)
                near = parts[bisect_left(parts, span) :][:1]
                has_part = bool(near) and span.contains(near[0])
                if not has_part and child.type not in code.profile.nodes.comments:
                    bare += [(span.start, words)] if (words := _words(code, span)) else []
        at = node.start_byte
        before = (*(w for start, ws in frames[parent.id] if start < at for w in ws), *before)
        after = (*after, *(w for start, ws in frames[parent.id] if start > at for w in ws))
        node = parent
    return before, after


def _words(code: Code, span: Span) -> Words:
    """Return the tokens of a text that count: quotes are alike, brackets around a list mean nothing."""
    words = (word.replace(b"'", b'"') for word in TOKEN.findall(span.of(code.data)))
    return tuple(word for word in words if word not in _PUNCTUATION)


def _head_nodes(
    code: Code, roles: dict[int, str], guards: list[Node]
) -> tuple[list[Node], Node | None]:
    """Return the nodes among which imports are: of the root, or of a guard around all other code, and the guard."""
    nodes, holder = code.root.children, None
    beside = (*code.profile.nodes.comments, *code.profile.nodes.leading)
    while True:
        code_nodes = (n for n in nodes if n.is_named and roles.get(n.id) != "opening")
        named = [node for node in code_nodes if node.type not in beside]
        sole = named[0] if len(named) == 1 else None
        guard = next((one for one in guards if sole in (one, one.parent)), None)
        if sole is None or guard is None:
            break
        holder, guards = guard, [one for one in guards if one.id != guard.id]
        name = guard.child_by_field_name("name")
        nodes = [n for n in guard.children if name is None or n.start_byte >= name.end_byte]
    while any(roles.get(node.id) == "list" for node in nodes):
        lists = ((n.children if roles.get(n.id) == "list" else [n]) for n in nodes)
        nodes = [node for listed in lists for node in listed]
    held = _between_directives(code, roles, nodes)
    return (held, nodes[0]) if held else (nodes, holder)


def _between_directives(code: Code, roles: dict[int, str], nodes: list[Node]) -> list[Node]:
    """Return the nodes between the directives around all code of a file (`#if os(iOS)` … `#endif`).

    Directives around imports alone make these conditional.
    """
    named = [n for n in nodes if n.is_named and n.type not in code.profile.nodes.comments]
    if not named or roles.get(named[0].id) != "open" or roles.get(named[-1].id) != "close":
        return []
    depths, depth = list[int](), 0
    for node in named:
        role = roles.get(node.id, "")
        depth += (role == "open") - (role == "close")
        depths.append(depth)
    has_code = any(roles.get(n.id, "") not in ("open", "close", *_STATEMENTS) for n in named)
    # `#else` divides the file, and an import above both parts is in neither.
    is_divided = any(
        n.type == named[0].type and n.id not in roles and depth == 1
        for n, depth in zip(named, depths, strict=True)
    )
    if not has_code or is_divided or 0 in depths[:-1]:
        return []
    return [n for n in nodes if named[0].end_byte <= n.start_byte < named[-1].start_byte]


def _at_head(code: Code, roles: dict[int, str], nodes: list[Node]) -> tuple[set[int], list[int]]:
    """Return the ids of the nodes at the head of a file, and of the imports up to the first other statement.

    Nodes between the directives `open` and `close` are conditional.
    """
    at_top, group = set[int](), list[int]()
    depth, is_over = 0, False
    for node in nodes:
        role = roles.get(node.id, "")
        depth += (role == "open") - (role == "close")
        if depth or role == "close":
            continue
        at_top.add(node.id)
        if role in _STATEMENTS:
            group += [] if is_over else [node.id]
        elif group and node.is_named and node.type not in code.profile.nodes.comments:
            is_over = True
    return at_top, group
