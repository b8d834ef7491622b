"""Local names: the scope and all places of one, and why it may not be renamed.

``locals.scm`` of a profile declares which nodes open scopes and which names bind. A local name is valid in
the innermost scope around the node that binds it; an inner scope that binds the same name hides
it. So all places of a name in its scope mean the same, if no scope inside binds it too and the meaning of
each place follows from the text. All other cases are a `Doubt`:

    def f(a):            # `a` is bound here, by a parameter of f
        g(a=a)           # the first `a` is a name of g's and stays. The second is renamed
        h(lambda a: a)   # bound again: in doubt, since one of the two is meant

Not here: choosing the definition, and the edit (`plan.renaming`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from tree_sitter import Node, QueryCursor

from structedit.languages.grammars import queries
from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span, to_text
from structedit.text.values import dataclass
from structedit.tree.extents import span_of
from structedit.tree.item_index import SpanChain
from structedit.tree.query_matches import MATCH_LIMIT
from structedit.tree.walking import outermost


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a name cannot be renamed: a message, its place, and a next step.

    Without a next step, the advice is to rename the word as text.
    """

    message: str
    at: Span
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Unbound:
    """A name that nothing in the area binds; `used` is a place with it."""

    used: Span | None
    bound: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Places:
    """All places of one local name; `short` ones are a name and a value at once, as in `{a}`.

    `bound` are those that bind it, `is_parameter` means that callers may know it. `inherited` are
    those inside a class body, where an inherited member would hide the local name. `hidden` are the places where
    inner scopes begin to use another local of that name.
    """

    uses: tuple[Span, ...]
    short: frozenset[Span]
    bound: tuple[Span, ...]
    is_parameter: bool = False
    inherited: tuple[Span, ...] = ()
    hidden: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class _Scope:
    span: Span
    kind: str


@dataclass(frozen=True, slots=True)
class _Facts:
    """The results of the queries in a file: spans by capture, scopes by position, outer ones first."""

    data: bytes
    spans: dict[str, frozenset[Span]]
    scopes: tuple[_Scope, ...]
    scope_spans: SpanChain
    areas: dict[str, SpanChain]
    arguments: tuple[tuple[Span, Span], ...]
    """Names of arguments, each with the name of the function that is called."""

    def of(self, capture: str) -> frozenset[Span]:
        return self.spans.get(capture, frozenset())

    def word(self, span: Span) -> bytes:
        return span.of(self.data)

    def line(self, span: Span) -> int:
        return self.data.count(b"\n", 0, span.start) + 1

    def holding(self, span: Span, capture: str) -> Iterator[Span]:
        return self.areas[capture].spans_around(span)


def places_of_local(
    root: Node, data: bytes, profile: LanguageProfile, area: Span, old: bytes, new: bytes
) -> Places | Unbound | Doubt:
    """Return all places of the local name `old` that is bound in an area, if it may become `new`."""
    facts = _facts(root, data, profile)
    uses = _places(root, facts, profile, area, old)
    # The scopes that declare the name as bound further out; None means the whole file.
    declared = [s for s in facts.of("nonlocal") if area.contains(s) and facts.word(s) == old]
    elsewhere = {_owner(facts, span) for span in declared}
    bound = [u for u in uses if _binds(facts, u) and _owner(facts, u) not in elsewhere]
    if to_text(old) in profile.locals.reserved:
        bound = []
    owners = {_owner(facts, use) for use in bound}
    inside = {one for one in owners if one is not None and area.contains(one.span)}
    if not inside:
        others = {
            to_text(facts.word(span))
            for kind in ("bound", "parameter", "hoisted", "assigns")
            for span in facts.of(kind)
            if area.contains(span)
        }
        return Unbound(min(uses, default=None), tuple(sorted(others)))
    outside = [use for use in bound if _owner(facts, use) not in inside]
    scope = next(iter(inside)) if len(inside) == 1 else _own_scope(facts, area, inside)
    if scope is None or outside:
        return _bound_twice(facts, old, bound)
    uses = [use for use in uses if scope.span.contains(use)]
    hidden: list[Span] = []
    for inner in sorted(inside - {scope}, key=lambda one: len(one.span)):
        of_it = [use for use in uses if inner.span.contains(use)]
        is_certain = _is_in_body(root, facts, profile, inner, of_it)
        if not is_certain or _doubt(facts, profile, inner, of_it, old) is not None:
            return _bound_twice(facts, old, bound)
        hidden.append(min(of_it))
        uses = [use for use in uses if use not in of_it]
    fresh = _places(root, facts, profile, scope.span, new)
    doubt = _doubt(facts, profile, scope, uses, old) or _clash(facts, scope, fresh, new)
    doubt = doubt or _read_by_name(root, facts, profile, scope)
    if doubt is not None:
        return doubt
    first = tuple(use for use in uses if _binds(facts, use))
    parameter = any(use in facts.of("parameter") for use in first)
    inherited = tuple(use for use in uses if any(_inner(facts, scope, use, "inherits")))
    short = facts.of("short") & set(uses)
    return Places(tuple(uses), short, first, parameter, inherited, tuple(sorted(hidden)))


def _is_in_body(
    root: Node, facts: _Facts, profile: LanguageProfile, scope: _Scope, uses: Sequence[Span]
) -> bool:
    """Return True if a scope is a block, or if a name is only read in its body.

    In a header, or behind an `else`, the name may be that of the scope around it: `def g(a=a)`.
    """
    opener = profile.body_delimiters[0].encode() if profile.body_delimiters else b"{"
    if scope.span.of(facts.data).startswith(opener):
        return True
    node = root.descendant_for_byte_range(scope.span.start, scope.span.end)
    while node is not None and span_of(node) == scope.span:
        body = node.child_by_field_name("body")
        if body is not None:
            return all(_binds(facts, use) or span_of(body).contains(use) for use in uses)
        node = node.parent
    return False


def _own_scope(facts: _Facts, area: Span, scopes: Collection[_Scope]) -> _Scope | None:
    """Return the scope of the function that an area holds, if it is among the scopes that bind a name."""
    own = next((scope for scope in facts.scopes if area.contains(scope.span)), None)
    return own if own is not None and own in scopes and own.kind == "scope.function" else None


def named_by_callers(
    root: Node, data: bytes, profile: LanguageProfile, function: bytes, old: bytes
) -> Span | None:
    """Return where a call of a function in this file passes an argument `old` by name."""
    facts = _facts(root, data, profile)
    name = old.removeprefix(profile.locals.sigil.encode())
    found = (
        argument
        for argument, callee in facts.arguments
        if facts.word(argument) == name and facts.word(callee) == function
    )
    return min(found, default=None)


# Facts from the queries


def _facts(root: Node, data: bytes, profile: LanguageProfile) -> _Facts:
    spans: dict[str, set[Span]] = {}
    arguments: list[tuple[Span, Span]] = []
    patterns: list[Node] = []
    for part in queries(profile).bindings.all:
        cursor = QueryCursor(part.query, match_limit=MATCH_LIMIT)
        for _, captures in cursor.matches(root):
            if not _has_keyword(captures, data, profile):
                continue
            for name, nodes in captures.items():
                spans.setdefault(name.removeprefix("local."), set()).update(map(span_of, nodes))
                if name == "local.pattern":
                    patterns += nodes
            if "local.from" in captures and "local.to" in captures:
                # Parameters and body are neighbours, without a node around both.
                start, end = captures["local.from"][0].start_byte, captures["local.to"][0].end_byte
                spans.setdefault("scope.function", set()).add(Span(start, end))
            if "local.argument" in captures and "local.callee" in captures:
                callee = span_of(captures["local.callee"][0])
                arguments += [(span_of(node), callee) for node in captures["local.argument"]]
    free = SpanChain(sorted(spans.get("free", ())))
    names = frozenset(profile.locals.names)
    in_patterns = {
        span
        for node in patterns
        for span in outermost(node, span_of(node), names)
        if not any(free.spans_around(span))
    }
    spans["bound"] = spans.get("bound", set()) | (in_patterns - spans.get("other", set()))
    # A macro whose arguments are expressions is no riddle.
    spans["opaque"] = spans.get("opaque", set()) - spans.get("expressions", set())
    scopes = _scopes(spans)
    return _Facts(
        data,
        {name: frozenset(found) for name, found in spans.items()},
        scopes,
        SpanChain([scope.span for scope in scopes]),
        {name: SpanChain(sorted(spans.get(name, ()))) for name in _HOLDING},
        tuple(arguments),
    )


def _has_keyword(captures: dict[str, list[Node]], data: bytes, profile: LanguageProfile) -> bool:
    """Return True if the text of each `@keyword_TABLE` of a match is in `[words.TABLE]` of the profile."""
    return all(
        to_text(span_of(node).of(data)) in profile.words.get(name.removeprefix("keyword_"), {})
        for name, nodes in captures.items()
        if name.startswith("keyword_")
        for node in nodes
    )


_HOLDING = ("assigned", "barrier", "declaration", "inherits", "outer", "unclear")
"""The captures whose content is needed."""


def _scopes(spans: dict[str, set[Span]]) -> tuple[_Scope, ...]:
    """Return the scopes, outer ones first; one that ends with its function is the body of that function."""
    kinds = {name: found for name, found in spans.items() if name.split(".")[0] == "scope"}
    every = [_Scope(span, name) for name, found in kinds.items() for span in found]
    every.sort(key=lambda scope: (scope.span.start, -scope.span.end, len(scope.kind)))
    found: list[_Scope] = []
    around: list[_Scope] = []
    for scope in every:
        while around and around[-1].span.end < scope.span.end:
            around.pop()
        above = around[-1] if around else None
        is_body = (
            above is not None
            and scope.kind == "scope"
            and above.kind == "scope.function"
            and above.span.end == scope.span.end
        )
        if not is_body and (above is None or above.span != scope.span):
            found.append(scope)
            around.append(scope)
    return tuple(found)


def _around(facts: _Facts, span: Span) -> Iterator[_Scope]:
    """Return the scopes around a place, innermost first."""
    around = (facts.scopes[number] for number in facts.scope_spans.outwards(span))
    return (scope for scope in around if scope.span != span)


def _places(
    root: Node, facts: _Facts, profile: LanguageProfile, area: Span, word: bytes
) -> list[Span]:
    """Return the places in an area where a word is the name of a value."""
    known = profile.locals
    short, other = facts.of("short"), facts.of("other")
    found = []
    for span in _words(facts.data, area, word):
        node = root.descendant_for_byte_range(span.start, span.end)
        if node is None or span in other:
            continue
        own = span_of(node)
        if span in short or (own == span and node.type in known.names):
            found.append(span)
        elif (
            node.type in known.names
            and own not in other
            and own.of(facts.data).strip(known.quotes.encode()) == word
        ):
            # A quoted name, `tax` in backticks, or @tax, is the name without its quotes.
            found.append(span)
    return sorted({*found, *_in_formats(facts, profile, area, word)})


def _in_formats(facts: _Facts, profile: LanguageProfile, area: Span, word: bytes) -> Iterator[Span]:
    """Yield the places where a format string names a value: `"{x:?}"`."""
    if not profile.locals.inline:
        return
    form = profile.locals.inline.replace("NAME", re.escape(to_text(word))).encode()
    for text in facts.of("format"):
        if area.contains(text):
            for hit in re.finditer(form, text.of(facts.data)):
                yield Span(text.start + hit.start("at"), text.start + hit.end("at"))


def _words(data: bytes, area: Span, word: bytes) -> Iterator[Span]:
    letters = rb"[\w\x80-\xff]"
    pattern = re.compile(rb"(?<!%s)%s(?!%s)" % (letters, re.escape(word), letters))
    return (Span(*hit.span()) for hit in pattern.finditer(data, area.start, area.end))


# Scopes and the names they bind


_BINDING = ("bound", "parameter", "hoisted", "outside", "fixed", "assigns")


def _binds(facts: _Facts, use: Span) -> bool:
    bound = any(use in facts.of(way) for way in _BINDING)
    return bound and not any(facts.holding(use, "assigned"))


def _owner(facts: _Facts, use: Span) -> _Scope | None:
    """Return the scope in which a place binds a name; None beyond all scopes."""
    around = _around(facts, use)
    if use in facts.of("assigns"):
        return _reassigned(facts, use)
    if use in facts.of("outside"):
        next(around, None)
    if use in facts.of("hoisted"):
        around = (scope for scope in around if scope.kind != "scope")
    return next(around, None)


def _reassigned(facts: _Facts, use: Span) -> _Scope | None:
    """Return the outermost scope up to the function in which the name of an assignment is bound."""
    word = facts.word(use)
    binding = {
        next(_around(facts, span), None)
        for way in _BINDING
        for span in facts.of(way)
        if facts.word(span) == word
    }
    owner = None
    for scope in _around(facts, use):
        if owner is None or scope in binding:
            owner = scope
        if scope.kind != "scope":
            break
    return owner


def _bound_twice(facts: _Facts, old: bytes, bound: Iterable[Span]) -> Doubt:
    firsts: dict[_Scope | None, Span] = {}
    for use in sorted(bound):
        firsts.setdefault(_owner(facts, use), use)
    places = sorted(firsts.values())
    lines = " and ".join(str(facts.line(place)) for place in places)
    return Doubt(
        f"{to_text(old)!r} is bound in {len(places)} scopes, at lines {lines}",
        places[1],
        "name the block or inner function that you mean, as outline prints it",
    )


# Doubts


def _doubt(
    facts: _Facts, profile: LanguageProfile, scope: _Scope, uses: list[Span], old: bytes
) -> Doubt | None:
    name = to_text(old)
    if scope.kind not in ("scope", "scope.function"):
        return Doubt(
            f"{name!r} is a member or a top-level name, which other code may use",
            uses[0],
            "rename it with str_replace or replace_all, also where it is used",
        )
    callable_here = any(use in facts.of("callable") for use in uses)
    for use in uses:
        if use in facts.of("called") and not callable_here:
            why = "is called, and may be a function with that name"
        else:
            why = _why_in_doubt(facts, scope, use)
        if why:
            return Doubt(f"{name!r} at line {facts.line(use)} {why}", use)
    bare = old.removeprefix(profile.locals.sigil.encode())
    for area in sorted(facts.of("opaque")):
        if scope.span.contains(area) and any(_words(facts.data, area, bare)):
            why = f"a macro or statement at line {facts.line(area)} contains {name!r}"
            return Doubt(f"{why}, and it is not known what that means there", area)
    for area in sorted(facts.of("macro")):
        head = re.match(rb"#[ \t]*define[ \t]+\w+\(([^)]*)\)", facts.word(area))
        if head is not None and old in re.findall(rb"\w+", head[1]):
            continue  # the macro's text means its parameter
        if any(_words(facts.data, area, old)):
            why = f"the macro at line {facts.line(area)} names {name!r}"
            return Doubt(f"{why}, and may mean this local", area)
    return _too_early(facts, profile, scope, uses, name)


def _why_in_doubt(facts: _Facts, scope: _Scope, use: Span) -> str:
    if use in facts.of("global"):
        return "is declared global, so it is not local"
    if use in facts.of("member"):
        return "is both a member and a parameter"
    if use in facts.of("named"):
        return "is a parameter that callers pass by name"
    if use in facts.of("fixed"):
        return "is imported by this name; add an alias first"
    if use in facts.of("doubt"):
        return "may mean something else"
    if any(facts.holding(use, "unclear")):
        return "is bound by a pattern whose scope is not certain"
    if any(next(_around(facts, a), None) == scope for a in facts.holding(use, "outer")):
        return "is used outside its scope"
    if any(_inner(facts, scope, use, "barrier")):
        return "is inside code that cannot see this local"
    return ""


def _inner(facts: _Facts, scope: _Scope, use: Span, capture: str) -> Iterator[Span]:
    """Return the areas of a capture around a place that lie inside a scope."""
    areas = facts.holding(use, capture)
    return (area for area in areas if scope.span.contains(area) and area != scope.span)


def _too_early(
    facts: _Facts, profile: LanguageProfile, scope: _Scope, uses: list[Span], name: str
) -> Doubt | None:
    """Return a doubt for a place before the name is bound, or in its first value."""
    if not profile.locals.sequential:
        return None
    first = next(use for use in uses if _binds(facts, use))
    declaring = (area for area in facts.holding(first, "declaration") if scope.span.contains(area))
    declared = min(declaring, key=len, default=None)
    for use in uses:
        own = declared is not None and declared.contains(use) and not _binds(facts, use)
        if use < first or own:
            why = f"{name!r} at line {facts.line(use)} is used before it is bound"
            return Doubt(f"{why} at line {facts.line(first)}: it may be a different name", use)
    return None


def _clash(facts: _Facts, scope: _Scope, fresh: list[Span], new: bytes) -> Doubt | None:
    if fresh:
        message = f"{to_text(new)!r} is used in the same scope, at line {facts.line(fresh[0])}"
        return Doubt(message, fresh[0], "choose a name that is not used there")
    for area in sorted(facts.of("opaque")):
        if scope.span.contains(area) and any(_words(facts.data, area, new)):
            message = f"a macro at line {facts.line(area)} names {to_text(new)!r}"
            return Doubt(message, area, "choose a name that is not used there")
    return None


def _read_by_name(
    root: Node, facts: _Facts, profile: LanguageProfile, scope: _Scope
) -> Doubt | None:
    """Return a doubt for a call that may read any local by its name."""
    for word in profile.locals.dynamic:
        for use in _words(facts.data, scope.span, word.encode()):
            node = root.descendant_for_byte_range(use.start, use.end)
            if node is None or node.child_count or span_of(node) != use or use in facts.of("other"):
                continue
            return Doubt(
                f"{word!r} at line {facts.line(use)} may read local names at run time", use
            )
    return None
