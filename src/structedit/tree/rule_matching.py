"""Match the conditions of rules against the nodes of a file.

A condition is tried on one node, with the values of metavariables so far, and returns their values
afterwards. Conditions of several rules are tried in one pass: one query finds the nodes of the types that any of the
rules can fit, and each node is tried with the rules for its type.

Conditions on other nodes (`Related`) visit them in the order of ast-grep, from which these rules come:
`field` names the first child of that field, and the node that ends a search is itself tried.

Not here: how a rule is written and read (`search.patterns.rule_reading`), and the edits at hits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from itertools import chain

from tree_sitter import Node, Query, QueryCursor

from structedit.calls.code_patterns import Strictness
from structedit.languages.grammars import grammar
from structedit.text.document import Span, to_text
from structedit.text.errors import UsageError
from structedit.text.values import dataclass, field
from structedit.tree.pattern_matching import EMPTY, Matcher, State
from structedit.tree.pattern_nodes import ERROR, PatternNode

# Conditions


class Relation(Enum):
    """The position of the node that `Related` looks for."""

    INSIDE = "inside"
    HAS = "has"
    PRECEDES = "precedes"
    FOLLOWS = "follows"


@dataclass(frozen=True, slots=True)
class Fits:
    """The node fits a pattern."""

    goal: PatternNode
    strictness: Strictness = Strictness.SMART


@dataclass(frozen=True, slots=True)
class OfKind:
    """The node is of one of the grammar's kinds, by number.

    Some grammars have no node of their own for a construct, such as a call that is a statement, but a name for the
    `position` (`expression_statement`): then the node must be in it.
    """

    kinds: frozenset[int]
    position: str = ""


@dataclass(frozen=True, slots=True)
class HasText:
    """A search in the node's bytes finds something."""

    search: Callable[[bytes], object]


@dataclass(frozen=True, slots=True)
class Nth:
    """The node's place among its named siblings is `step` times a natural number plus `offset`.

    Places count from 1, from the last if `from_end`; with `of`, only siblings that fulfil that condition count.
    """

    step: int
    offset: int
    from_end: bool = False
    of: Condition | None = None


@dataclass(frozen=True, slots=True)
class Stands:
    """The node begins and ends at places: lines and columns in characters, from 0; a column may be any."""

    start: tuple[int, int | None]
    end: tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Search:
    """The end of a search for another node: the next node, the last one, or the first that fulfils `until`."""

    to_end: bool = False
    until: Condition | None = None


@dataclass(frozen=True, slots=True)
class Related:
    """A condition is true for another node around, in, behind or before the node.

    Try the node itself first if it is in the position `itself`: another grammar has a node there.
    """

    relation: Relation
    to: Condition
    search: Search = Search()
    field: str | None = None
    itself: OfKind | None = None


@dataclass(frozen=True, slots=True)
class Every:
    """All of some conditions are true, each with the captures of those before it."""

    of: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """One of some conditions is true; the first one counts."""

    of: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Unless:
    """A condition is false."""

    of: Condition


@dataclass(frozen=True, slots=True)
class Refers:
    """The condition of some name in a scope is true; a scope is filled after conditions refer to it."""

    name: str
    scope: Mapping[str, Utility] = field(compare=False, repr=False)


Condition = Fits | OfKind | HasText | Nth | Stands | Related | Every | Either | Unless | Refers


@dataclass(frozen=True, slots=True)
class Utility:
    """A condition with a name, and conditions on the values of its metavariables."""

    where: Condition
    constraints: tuple[tuple[str, Condition], ...] = ()


@dataclass(frozen=True, slots=True)
class Reach:
    """Which sibling before or behind a hit is replaced with it, and all between them."""

    to: Condition
    search: Search


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A rewrite of a capture: which rules apply to it; the first that fits a node counts."""

    name: str
    source: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SoughtRule:
    """A rule to look for: a condition, and conditions on the values of its metavariables.

    `fixes` are the extents of its fixes before and behind a hit. `rewritings` are of captures, by `rules`.
    """

    where: Condition
    constraints: tuple[tuple[str, Condition], ...] = ()
    fixes: tuple[tuple[Reach | None, Reach | None], ...] = ()
    rewritings: tuple[Rewriting, ...] = ()
    rules: Mapping[str, SoughtRule] = field(default_factory=dict, compare=False, repr=False)

    @property
    def kinds(self) -> frozenset[int] | None:
        """The kinds of nodes that it can fit; None for all."""
        return kinds_of(self.where)


@dataclass(frozen=True, slots=True)
class RuleFit:
    """A match of a rule, with the values of its metavariables.

    `rest` is the text that the rule's pattern does not mention. `related` are the other nodes of its conditions.
    `places` are the spans that each of its fixes replaces, `rewritten` the hits of other rules in captures.
    """

    span: Span
    captures: tuple[tuple[str, tuple[Span, ...]], ...]
    rest: tuple[Span, ...]
    related: tuple[Span, ...]
    places: tuple[Span, ...]
    rewritten: tuple[tuple[str, tuple[tuple[str, RuleFit], ...]], ...]


def kinds_of(condition: Condition, seen: tuple[str, ...] = ()) -> frozenset[int] | None:
    """Return the kinds of nodes that can fulfil a condition; None for all."""
    match condition:
        case Fits(goal, strictness):
            known = goal.hole is None and goal.kind != ERROR
            return (
                frozenset((goal.kind,)) if known and strictness is not Strictness.TEMPLATE else None
            )
        case OfKind(kinds, _):
            return kinds
        case Every(of):
            known_kinds = [one for one in (kinds_of(each, seen) for each in of) if one is not None]
            return frozenset.intersection(*known_kinds) if known_kinds else None
        case Either(of):
            each_of = [kinds_of(each, seen) for each in of]
            if any(one is None for one in each_of):
                return None
            return frozenset().union(*(one for one in each_of if one is not None))
        case Nth(of=of) if of is not None:
            return kinds_of(of, seen)
        case Refers(name, scope) if name not in seen:
            return kinds_of(scope[name].where, (*seen, name))
        case _:
            return None


def position_of(condition: Condition) -> OfKind | None:
    """Return the position that a condition asks for, where the grammar has no node for it."""
    match condition:
        case OfKind(_, position) if position:
            return condition
        case Every(of) | Either(of):
            return next((found for one in of if (found := position_of(one))), None)
        case _:
            return None


# Matching


def rule_fits(
    root: Node, data: bytes, grammar_name: str, rules: tuple[SoughtRule, ...]
) -> list[tuple[int, RuleFit]]:
    """Return all matches of rules, each with the rule's number, outer ones first.

    A rule that can match nodes of every kind is left out.
    """
    matcher = _RuleMatcher(data, root, grammar_name)
    by_kind: dict[int, list[int]] = {}
    for number, rule in enumerate(rules):
        for kind in rule.kinds or ():
            by_kind.setdefault(kind, []).append(number)
    found: list[tuple[int, RuleFit]] = []
    try:
        query = _kinds_query(grammar_name, frozenset(by_kind)) if by_kind else None
        nodes = QueryCursor(query).captures(root).get("m", ()) if query is not None else ()
        for node in (node for node in nodes if not node.is_missing):
            for number in by_kind.get(node.kind_id, ()):
                fit = matcher.fit(rules[number], node, EMPTY, None)
                if fit is not None:
                    found.append((number, fit))
    except RecursionError:
        raise UsageError(
            "the code is nested too deeply for a rule that refers to itself",
            hint="let the rule stop at an earlier node",
        ) from None
    found.sort(key=lambda row: (row[1].span.start, -row[1].span.end))
    return found


@lru_cache(maxsize=256)  # chosen by judgement: sets of rules that have their words in a file
def _kinds_query(name: str, kinds: frozenset[int]) -> Query:
    """Return a query for the nodes of some kinds."""
    known = grammar(name)
    types = set[tuple[str, bool]]()
    for kind in kinds:
        type_name = "ERROR" if kind == ERROR else known.node_kind_for_id(kind)
        if type_name is not None:
            types.add((type_name, kind == ERROR or known.node_kind_is_named(kind)))
    quoted = (
        f"({text})" if named else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        for text, named in sorted(types)
    )
    return Query(known, f"[{' '.join(quoted)}] @m")


@lru_cache(maxsize=64)  # chosen by judgement: a grammar has a few supertypes
def _position_query(name: str, position: str) -> Query:
    return Query(grammar(name), f"({position}) @m")


_RELATED = ""
"""The name under which nodes that conditions asked for are kept among the captures."""


class _RuleMatcher:
    """A matcher of conditions against the nodes of one content."""

    def __init__(self, data: bytes, root: Node, grammar_name: str) -> None:
        self.data = data
        self._root, self._grammar = root, grammar_name
        self._in_position: dict[str, frozenset[int]] = {}
        self._places: dict[tuple[int, int], dict[int, int]] = {}
        self._matchers = {one: Matcher(data, one, False) for one in Strictness}

    def fit(
        self, rule: SoughtRule, node: Node, state: State, enclosing: State | None
    ) -> RuleFit | None:
        """Return the match of a rule at a node. Rewritings begin with the captures of the outermost rule."""
        found = self.constrained(rule.where, rule.constraints, node, state)
        if found is None:
            return None
        matcher = self._matchers[Strictness.SMART]
        own = matcher.fit(node.start_byte, node, found)
        captured = [span for name, spans in own.captures if name for span in spans]
        return RuleFit(
            own.span,
            tuple((name, spans) for name, spans in own.captures if name),
            tuple(r for r in own.rest if not any(span.contains(r) for span in captured)),
            tuple(span for name, spans in own.captures if not name for span in spans),
            tuple(self.place(fix, node, own.span, found) for fix in rule.fixes),
            tuple(
                (one.name, self.rewritten(one, rule, found, enclosing or found))
                for one in rule.rewritings
            ),
        )

    def constrained(
        self,
        where: Condition,
        constraints: tuple[tuple[str, Condition], ...],
        node: Node,
        state: State,
        *,
        alone: bool = False,
    ) -> State | None:
        """Return the captures if a condition is true, and those on the values of its metavariables."""
        found = self.match_condition(where, node, state, alone=alone)
        for name, condition in constraints if found is not None else ():
            nodes = found.captured(name) if found is not None else None
            if found is not None and nodes is not None and len(nodes) == 1:
                part = nodes[0]
                if isinstance(part, Node):
                    wanted = self.match_condition(condition, part, found)
                else:
                    text = self.data[part.start_byte : part.end_byte]
                    wanted = found if _is_fulfilled_by_text(condition, text) else None
                found = None if wanted is None else State(wanted.captures, found.rest)
        return found

    def place(
        self, fix: tuple[Reach | None, Reach | None], node: Node, own: Span, state: State
    ) -> Span:
        """Return the span that a fix replaces."""
        before, behind = fix
        start, end = own.start, own.end
        if before is not None:
            first = self.first(_siblings(node, back=True), before.to, before.search, state)
            start = first[0].start_byte if first is not None else start
        if behind is not None:
            last = self.first(_siblings(node, back=False), behind.to, behind.search, state)
            end = last[0].end_byte if last is not None else end
        return Span(start, end)

    def rewritten(
        self, one: Rewriting, rule: SoughtRule, state: State, enclosing: State
    ) -> tuple[tuple[str, RuleFit], ...]:
        """Return the hits of other rules in a capture, which do not overlap; the outermost count."""
        found: list[tuple[str, RuleFit]] = []
        captured = state.captured(one.source) or ()
        stack = [node for node in reversed(captured) if isinstance(node, Node)]
        end = 0
        while stack:
            node = stack.pop()
            for name in one.rules:
                fit = self.fit(rule.rules[name], node, enclosing, enclosing)
                if fit is not None and fit.places[0].start >= end:
                    found.append((name, fit))
                    end = fit.places[0].end
                    break
            else:
                stack.extend(reversed(node.children))
        return tuple(found)

    def match_condition(
        self, condition: Condition, node: Node, state: State, *, alone: bool = False
    ) -> State | None:
        """Return the captures if a node fulfils a condition; else None.

        A node `alone` is tried without its position.
        """
        match condition:
            case OfKind(kinds, position):
                is_there = not position or (not alone and self.is_in(position, node))
                return state if node.kind_id in kinds and is_there else None
            case Fits(goal, strictness):
                return next(self._matchers[strictness].one(goal, node, state), None)
            case HasText(search):
                is_found = search(self.data[node.start_byte : node.end_byte])
                return state if is_found is not None else None
            case Every(of):
                for each in of:
                    known = self.match_condition(each, node, state, alone=alone)
                    if known is None:
                        return None
                    state = known
                return state
            case Either(of):
                ways = (self.match_condition(each, node, state, alone=alone) for each in of)
                return next((way for way in ways if way is not None), None)
            case Unless(of):
                return state if self.match_condition(of, node, state, alone=alone) is None else None
            case Related():
                return self.related(condition, node, state)
            case Refers(name, scope):
                utility = scope[name]
                where, more = utility.where, utility.constraints
                return self.constrained(where, more, node, state, alone=alone)
            case Nth():
                place = self.nth(condition, node)
                return state if place is not None and _is_nth(condition, place) else None
            case Stands(start, end):
                first, last = node.start_point, node.end_point
                is_here = self.is_at(start, first, node.start_byte) and self.is_at(
                    end, last, node.end_byte
                )
                return state if is_here else None

    def is_in(self, position: str, node: Node) -> bool:
        """Return True if a node is in a position that the grammar names (a supertype)."""
        if position not in self._in_position:
            query = _position_query(self._grammar, position)
            nodes = QueryCursor(query).captures(self._root).get("m", ())
            self._in_position[position] = frozenset(node.id for node in nodes)
        return node.id in self._in_position[position]

    def related(self, wanted: Related, node: Node, state: State) -> State | None:
        """Return the captures if another node is related to a node as required."""
        found: tuple[Node, State] | None
        itself = (
            wanted.itself is not None
            and self.match_condition(wanted.itself, node, state) is not None
        )
        match wanted.relation:
            case Relation.INSIDE:
                around = chain([(node, True)] * itself, _around(node, wanted.field))
                # The nearest node around is in no such position, so it is no position either.
                alone = wanted.itself is not None and not itself and wanted.search == Search()
                found = self.first(around, wanted.to, wanted.search, state, alone=alone)
            case Relation.HAS:
                found = self.below(wanted, node, state, [node] if itself else node.children)
            case relation:
                back = relation is Relation.FOLLOWS
                found = self.first(_siblings(node, back=back), wanted.to, wanted.search, state)
        if found is None:
            return None
        other, known = found
        label = (_RELATED, (other,), other.start_byte)
        return State((*known.captures, label), state.rest)

    def first(
        self,
        nodes: Iterator[tuple[Node, bool]],
        to: Condition,
        search: Search,
        state: State,
        *,
        alone: bool = False,
    ) -> tuple[Node, State] | None:
        """Return the first of the marked nodes that fulfils a condition, up to the end of the search."""
        for node, is_marked in nodes:
            known = self.match_condition(to, node, state, alone=alone) if is_marked else None
            if known is not None:
                return node, known
            if search.until is not None:
                if self.match_condition(search.until, node, EMPTY) is not None:
                    return None
            elif not search.to_end:
                return None
        return None

    def below(
        self, wanted: Related, node: Node, state: State, nodes: list[Node]
    ) -> tuple[Node, State] | None:
        """Return the first node below a node, in document order, that fulfils a condition."""
        search = wanted.search
        if wanted.field is not None:
            child = node.child_by_field_name(wanted.field)
            stack = [child] if child is not None else []
        else:
            stack = list(reversed(nodes))
        while stack:
            each = stack.pop()
            known = self.match_condition(wanted.to, each, state)
            if known is not None:
                return each, known
            if search.to_end or (
                search.until is not None and self.match_condition(search.until, each, EMPTY) is None
            ):
                stack.extend(reversed(each.children))
        return None

    def nth(self, wanted: Nth, node: Node) -> int | None:
        """Return a node's place among its siblings, from 1; None if it is not counted."""
        parent = node.parent
        if parent is None:
            return None
        key = (parent.id, id(wanted))
        if key not in self._places:
            siblings = [
                one
                for one in parent.named_children
                if wanted.of is None or self.match_condition(wanted.of, one, EMPTY) is not None
            ]
            if wanted.from_end:
                siblings.reverse()
            self._places[key] = {one.id: place for place, one in enumerate(siblings, 1)}
        return self._places[key].get(node.id)

    def is_at(self, wanted: tuple[int, int | None], point: tuple[int, int], at: int) -> bool:
        """Return True if a point is at a line and column; columns of a point count bytes."""
        line, column = wanted
        if line != point[0]:
            return False
        return column is None or column == len(to_text(self.data[at - point[1] : at]))


def _is_fulfilled_by_text(condition: Condition, text: bytes) -> bool:
    """Return True if a text that is no node, such as a name in quotes, fulfils a condition by its letters."""
    match condition:
        case HasText(search):
            return search(text) is not None
        case Every(of):
            return all(_is_fulfilled_by_text(one, text) for one in of)
        case Either(of):
            return any(_is_fulfilled_by_text(one, text) for one in of)
        case Unless(of):
            return not _is_fulfilled_by_text(of, text)
        case _:
            return False


def _is_nth(wanted: Nth, place: int) -> bool:
    if wanted.step == 0:
        return place == wanted.offset
    times, over = divmod(place - wanted.offset, wanted.step)
    return over == 0 and times >= 0


def _around(node: Node, field_name: str | None) -> Iterator[tuple[Node, bool]]:
    """Yield the nodes around a node, the nearest first, and whether the path there is by the wanted field."""
    above = node.parent
    while above is not None:
        child = above.child_by_field_name(field_name) if field_name is not None else node
        yield above, child is not None and child.id == node.id
        node, above = above, above.parent


def _siblings(node: Node, *, back: bool) -> Iterator[tuple[Node, bool]]:
    """Yield the siblings behind a node, or before it, the nearest first, each marked."""
    one = node.prev_sibling if back else node.next_sibling
    while one is not None:
        yield one, True
        one = one.prev_sibling if back else one.next_sibling
