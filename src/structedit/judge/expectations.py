"""Check that the result of an edit keeps what its operation promises.

The role law (`judge.role_law`) covers the code that an edit does not write. A promise is about the item that the
caller named: it is deleted, replaced, or moved. The docstring of each check names a case that the role law cannot
see.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from structedit.calls.refusals import Refusal
from structedit.calls.statuses import Reason
from structedit.judge.change import Change, Gone, Inserted, Moved, Promise, Replaced, name_with_line
from structedit.judge.role_law import Comparison
from structedit.languages.kinds import FUNCTIONS, MODULES, TYPES, VALUES
from structedit.languages.profiles import Layout
from structedit.text.document import Span, to_bytes, to_text
from structedit.text.lines import trimmed
from structedit.tree.comments_above import comments_above
from structedit.tree.nodes import Block
from structedit.tree.roles import Ancestor, RoleToken
from structedit.tree.source import Source

_LETTERS = rb"[\w$\x80-\xff]"
_SEPARATORS = b" \t\r\n\x0c,;"

_MOST_WRITTEN = 400
"""Written tokens that are searched for one at the named place. Chosen by judgement: a few functions."""

_WRITE_IT_FIX = (
    "name the wider block by its selector, or write the lines with str_replace;"
    ' if this is meant, pass accept=["read_back"]'
)
"""The next step where a block is deleted or moved, so that there is no new text to look at."""


def broken_promise(comparison: Comparison) -> Refusal | None:
    """Return a refusal for the first promise that the result does not keep."""
    change = comparison.change
    promises: tuple[Promise, ...] = change.expectation.promises
    for promise in promises:
        match promise:
            case Gone():
                refusal = _check_gone(change, promise)
            case Replaced():
                refusal = _check_replaced(change, promise)
            case Inserted():
                refusal = _check_inserted(comparison, promise)
            case Moved():
                refusal = _check_moved(comparison, promise)
        if refusal is not None:
            return refusal
    return _check_definitions_written(change) or _check_references(change)


def _check_definitions_written(change: Change) -> Refusal | None:
    """Refuse a complete definition of several lines that is no definition in its place: a rule in a make recipe.

    A text in a string, a comment or code of another language may be any code.
    """
    before, after, profile = change.before, change.after, change.before.profile
    if not change.expectation.is_complete or profile.is_data or after.tree is None:
        return None
    for _, written in change.edits.stretches(0):
        text = trimmed(after.data, written).of(after.data)
        piece = before.read_fragment(text) if b"\n" in text else None
        first = piece.definitions[0] if piece is not None and piece.definitions else None
        if first is None or first.body is None or first.layout in (Layout.SECTION, Layout.NONE):
            continue
        is_covering = not text[: first.whole.start].strip() and b"\n" in first.core.of(text)
        rows = after.tree.definitions(written)
        if not is_covering or any(written.start <= row.core.start < written.end for row in rows):
            continue
        regions = (one.core for one in after.tree.regions(written))
        literals = (one.span for one in after.literal_texts(written))
        hidden = (*after.tree.opaque(written), *regions, *literals)
        if not any(span.overlaps(written) for span in hidden):
            hull = change.edits.old_hull()
            line = after.document.line_of(trimmed(after.data, written).start)
            around = before.tree.enclosing(hull) if before.tree is not None else ()
            return Refusal(
                Reason.READ_BACK,
                f"{first.path[-1]!r}, written at line {line} of the result, would be no {first.kind} there",
                'name another place, by an anchor or a line, or pass accept=["read_back"] if this is meant',
                around[-1].core if around else hull,
            )
    return None


# Gone


def _check_gone(change: Change, gone: Gone) -> Refusal | None:
    """Refuse a deletion that takes other code along, or leaves a list with wrong separators.

    The role law only sees the code that remains: other deleted code and a second comma break no role.
    """
    before, item = change.before, gone.item
    assert before.tree is not None
    own = item.whole
    for edit in change.edits.edits:
        start, end = edit.span.start, edit.span.end
        parts = (start, min(end, own.start)), (max(start, own.end), end)
        above = Span(start, max(start, min(end, own.start)))
        takes_comment = len(above) > 0 and (
            set(before.tree.comments(above)) - set(comments_above(before, item))
        )
        if takes_comment or any(a < z and _names_something(before, Span(a, z)) for a, z in parts):
            return _refuse_deletion(change, item, "delete code that is not part of it")
    if not _has_same_separators(change, item):
        return _refuse_deletion(change, item, "leave its list with different separators")
    return None


def _refuse_deletion(change: Change, item: Block, what: str) -> Refusal:
    name = name_with_line(change.before, ".".join(item.path) or item.kind, item.core)
    message = f"the deletion of {name} would {what}"
    return Refusal(Reason.READ_BACK, message, _WRITE_IT_FIX, item.core)


def _has_same_separators(change: Change, deleted: Block) -> bool:
    """Return True if the list from which a definition was deleted has the same separators as before.

    `[a, b]` without `b` is `[a]`, not `[a,]`.
    """
    before, after, edits = change.before, change.after, change.edits
    assert before.tree is not None and after.tree is not None
    item = before.tree.list_item(deleted.span)
    if item is None:
        return True
    left = after.tree.items_of(edits.map_span(item.parent))
    if left is None or len(left[2]) != len(item.items) - 1 or not left[2]:
        return True
    head, *old, tail = _code_between(before, item.parent, item.items)
    new_head, *new, new_tail = _code_between(after, left[1], left[2])
    separator = item.separator
    tails = (tail, separator + tail, tail.removeprefix(separator))
    return new_head == head and {*new} <= {*old} and new_tail in tails


_PUNCTUATION = b"()[]{}<>,;|: \t\r\n"


def _code_between(source: Source, whole: Span, items: Sequence[Span]) -> list[bytes]:
    """Return the code before, between and behind the items of a list, without comments and decorators."""
    assert source.tree is not None
    edges = [whole.start, *(at for item in items for at in (item.start, item.end)), whole.end]
    gaps = [Span(*edges[at : at + 2]) for at in range(0, len(edges), 2)]
    around: list[Span] = []
    # Most lists have nothing but brackets and separators there, and need no look at the tree.
    if any(gap.of(source.data).strip(_PUNCTUATION) for gap in gaps):
        decorators = {span for row in source.tree.definitions(whole) for span in row.decorators}
        around = sorted({*source.tree.comments(whole), *decorators})
    codes, at = list[bytes](), 0
    for gap in gaps:
        while at < len(around) and around[at].start < gap.start:
            at += 1
        behind = bisect_left(around, Span(gap.end, gap.end), at)
        inside = [span for span in around[at:behind] if gap.contains(span)]
        codes.append(code_in(source.data, gap, inside))
    return [b"".join(code.split()) for code in codes]


def _names_something(source: Source, place: Span) -> bool:
    """Return True if a place has code other than punctuation and keywords."""
    assert source.tree is not None
    if not _code(source, place):
        return False
    comments = source.profile.nodes.comments
    return any(
        place.contains(span) and kind.encode() != span.of(source.data) and kind not in comments
        for kind, span in source.tree.tokens(place)
        if span.of(source.data).strip()
    )


def code_in(data: bytes, place: Span, comments: Sequence[Span]) -> bytes:
    """Return the text of a place without its comments (sorted spans) and surrounding white space."""
    at, kept = place.start, b""
    for span in comments:
        kept += data[at : min(place.end, max(at, span.start))]
        at = max(at, span.end)
    return (kept + data[at : place.end]).strip()


def _code(source: Source, place: Span, besides: Iterable[Span] = ()) -> bytes:
    """Return the code of a place without statement separators, and without some spans."""
    assert source.tree is not None
    left_out = sorted((*source.tree.comments(place), *besides))
    return code_in(source.data, place, left_out).strip(_SEPARATORS)


# Replaced


def _check_replaced(change: Change, replaced: Replaced) -> Refusal | None:
    """Refuse a text that defines nothing in the place of a definition, or that is no operand in the place of one.

    In many languages a body parses in the place of a whole function, and all code around it keeps its role.
    """
    if replaced.is_part:
        return _check_one_node(change, replaced)
    after, place = change.after, replaced.place
    tree = after.tree
    assert tree is not None
    written = [row for row in tree.definitions(place) if place.start <= row.core.start <= place.end]
    if _is_defined(change, replaced, written):
        return _check_decorators(change, replaced, written) or _check_self_nesting(change, written)
    code = code_in(after.data, place, tree.comments(place))
    if not code or code.rstrip(b";") == to_bytes(after.profile.empty_body):
        return _check_decorators(change, replaced, ())
    if any(one.span.overlaps(place) for one in tree.imports().statements) or _binds_name(
        after, replaced
    ):
        return _check_decorators(change, replaced, written)
    if not written and _is_other_member(after, replaced):
        return None
    what = (
        "is only the content of such a block"
        if written and not replaced.has_code
        else "defines nothing"
    )
    name = name_with_line(change.before, ".".join(replaced.path), replaced.at)
    return Refusal(
        Reason.READ_BACK,
        f"the new text {what}, but would replace {name}",
        'pass part="body" to replace only its body; to put a statement in its place, delete it'
        " and insert the statement",
        replaced.at,
    )


def _check_one_node(change: Change, replaced: Replaced) -> Refusal | None:
    """Refuse several nodes in the place of a value: `x = {…}` must not become `x = 1; y`."""
    before, after = change.before, change.after
    assert before.tree is not None and after.tree is not None
    place = trimmed(after.data, replaced.place)
    if not len(place) or after.tree.is_node(place):
        return None
    line = before.document.line_of(replaced.at.start)
    return Refusal(
        Reason.READ_BACK,
        f"the {replaced.kind} at line {line} is part of a statement, and the new text cannot be that part",
        "put one statement or value in its place, or edit the whole statement",
        replaced.at,
    )


def _is_defined(change: Change, replaced: Replaced, written: Sequence[Block]) -> bool:
    """Return True if the new text defines something that can replace the definition."""
    if any(row.path[-1] == replaced.path[-1] for row in written):
        return True
    if _is_body_of(change, replaced, written):
        return False
    if not replaced.has_code or any(row.kind not in VALUES for row in written):
        return bool(written)
    return bool(written) and not _code(change.after, replaced.place, [r.whole for r in written])


def _is_body_of(change: Change, replaced: Replaced, written: Sequence[Block]) -> bool:
    """Return True if the new text is only the body of a definition: `color: red;` in place of a CSS rule."""
    tree, depth = change.before.tree, len(replaced.path) + 1
    assert tree is not None
    inside = [row for row in tree.definitions(replaced.at) if replaced.at.contains(row.core)]
    members = {row.kind for row in inside if len(row.path) == depth}
    return {row.kind for row in written} <= members - FUNCTIONS - TYPES - MODULES - {replaced.kind}


def _is_other_member(after: Source, replaced: Replaced) -> bool:
    """Return True if a member may be replaced by one that no outline shows: `[key: string]: string`."""
    assert after.tree is not None
    if replaced.kind == "element":
        return True
    is_member = not (replaced.has_code or replaced.kind == "section")
    return is_member and not after.tree.runs(replaced.place)


def _check_decorators(
    change: Change, replaced: Replaced, written: Sequence[Block]
) -> Refusal | None:
    """Refuse if decorators that stay are not above a written definition."""
    known = {span for row in written for span in row.decorators}
    left = [span for span in replaced.stay if span not in known]
    if not left or (written and change.expectation.by_text):
        return None
    document = change.after.document
    shown = document.line_text(document.line_of(left[0].start)).strip()[:80]
    name = name_with_line(change.before, ".".join(replaced.path), replaced.at)
    return Refusal(
        Reason.READ_BACK,
        f"{shown!r} above {name} is kept, but would not belong to the new text",
        "write the decorators above the new text; or delete the definition with its decorators, and insert the"
        " text",
        replaced.at,
    )


def _binds_name(after: Source, replaced: Replaced) -> bool:
    """Return True if a text mentions the replaced definition's name other than in a call: it binds or imports it."""
    name = re.escape(to_bytes(replaced.path[-1]))
    found = re.compile(rb"(?<!%s)%s(?!%s|[ \t]*\()" % (_LETTERS, name, _LETTERS))
    return found.search(after.data, replaced.place.start, replaced.place.end) is not None


def _check_self_nesting(change: Change, rows: Sequence[Block]) -> Refusal | None:
    """Refuse a class inside a class of the same name: the caller sent the class for one of its members.

    All of that is written code, which the role law does not check.
    """
    after = change.after
    for row in rows:
        if row.kind in TYPES | MODULES and row.path[-2:-1] == row.path[-1:]:
            name, line = row.path[-1], after.document.line_of(row.core.start)
            return Refusal(
                Reason.READ_BACK,
                f"{name!r} would be defined inside {name!r}, at line {line} of the result",
                "send only the text of the member, without the class around it",
                change.edits.old_hull(),
            )
    return None


# Inserted and moved


def _check_inserted(comparison: Comparison, inserted: Inserted) -> Refusal | None:
    """Refuse new code whose parent is not the block that was named.

    A statement inserted after `a(1);`, the only statement of an `if` without braces, is outside of the `if`; a method
    with too few blanks before it is outside of the class. The roles of other code do not change.
    """
    refusal: Refusal | None = None
    for _, written in comparison.change.edits.stretches(0):
        for token in _code_in(comparison, written):
            # The edit leaves out text that both contents share, so it may begin inside an old item.
            found = _check_parent(comparison, inserted, token)
            if found is None:
                return None
            refusal = refusal or found
    return refusal


def _check_parent(comparison: Comparison, inserted: Inserted, token: RoleToken) -> Refusal | None:
    """Refuse a written token whose parent is not that of the named place."""
    change, neighbour, start = comparison.change, inserted.neighbour, token.span.start
    if change.before.profile.sections.headings:
        return None  # the text itself decides below which heading it is
    if neighbour is None:
        name = _definition_in_between(change, start, inserted.container)
        return _refuse_place(change, start, name) if name is not None else None
    stretches = (new for _, new in change.edits.stretches(0))
    written = next((new for new in stretches if new.start <= start < new.end), token.span)
    around = [one for one in token.chain if one.span.start < written.start]
    inner = next((one for one in reversed(around) if not one.is_wrapper), None)
    place = inner.place if inner is not None else None
    if place in _possible_parents(comparison, neighbour) or comparison.is_arm(token):
        return None  # an arm becomes part of the statement before it
    return _refuse_place(change, start, _words_for(change, inner))


def _possible_parents(comparison: Comparison, item: Span) -> set[int | None]:
    """Return the places of the nodes that may contain a text inserted next to an item.

    Next to one of several declared names, or to the value of a statement, a whole statement may be inserted.
    """
    tree = comparison.before
    declaring = tree.profile.declarations
    token = next(iter(comparison.old.tokens(Span(item.start, item.start + 1))), None)
    chain = token.chain if token is not None else ()
    items = [item, *(n.span for n in chain if n.kind in declaring and n.span.contains(item))]
    if (around := tree.statement_around(item)) is not None:
        items.append(around)
    return {place for one in items for place in _places_around(comparison, one)}


def _places_around(comparison: Comparison, item: Span) -> Iterator[int | None]:
    """Yield the places of the nodes around an item up to the first with other code in it; None for the top level.

    A list whose only member is the item is as long as the item, but it may contain the insertion as well.
    """
    tree = comparison.before
    token = next(iter(comparison.old.tokens(Span(item.start, item.start + 1))), None)
    for one in reversed(token.chain if token is not None else ()):
        if one.is_wrapper or not one.span.contains(item):
            continue
        rests = (Span(one.span.start, item.start), Span(item.end, one.span.end))
        is_longer = any(
            code_in(tree.data, rest, tree.comments(rest)).strip(_SEPARATORS) for rest in rests
        )
        if is_longer or one.kind in tree.profile.lists:
            yield one.place
        if is_longer:
            return
    yield None


def _code_in(comparison: Comparison, written: Span) -> Iterator[RoleToken]:
    """Yield the code tokens of a written span without separators, up to a limit."""
    data = comparison.change.after.data
    tokens = comparison.new.tokens(written) if len(written) else iter(())
    for token in islice(tokens, _MOST_WRITTEN):
        text = token.span.of(data).strip(_SEPARATORS)
        if token.span.start >= written.start and text and not token.is_comment:
            yield token


def _definition_in_between(change: Change, at: int, container: Span | None) -> str | None:
    """Return the name of the definition around a place, if that is not the intended one; it may be "the top level"."""
    after, edits = change.after, change.edits
    assert after.tree is not None
    written = edits.invert(change.before.data)
    rows = [
        row
        for row in after.tree.definitions(Span(at, at + 1))
        if row.core.start < at < row.core.end and not written.touches(row.header)
    ]
    inner = min(rows, key=lambda row: len(row.core), default=None)
    meant = edits.map_offset(container.start, after=True) if container is not None else None
    if (inner.core.start if inner is not None else None) == meant:
        return None
    return (
        name_with_line(after, ".".join(inner.path), inner.core)
        if inner is not None
        else "the top level"
    )


def _words_for(change: Change, node: Ancestor | None) -> str:
    if node is None:
        return "the top level"
    line = change.after.document.line_of(node.span.start)
    return f"the {node.kind.replace('_', ' ')} at line {line}"


def _refuse_place(change: Change, at: int, where: str) -> Refusal:
    line = change.after.document.line_of(at)
    return Refusal(
        Reason.READ_BACK,
        f"the code written at line {line} of the result would be in {where}, not in the place that you named",
        "name another place, by an anchor or a line, or check brackets, quotes and indentation of the text",
        change.edits.old_hull(),
    )


def _check_moved(comparison: Comparison, moved: Moved) -> Refusal | None:
    """Refuse if moved, wrapped or unwrapped code is not in the result, token by token, with the same nodes around it.

    The edit writes all of this code, so the role law does not check it.
    """
    change = comparison.change
    before, after, part = change.before, change.after, moved.part
    old = [
        _shape(before.data, token, part)
        for token in _code_tokens(comparison.old.tokens(part), part)
    ]
    if (hidden := _check_hidden_names(change, moved)) is not None:
        return hidden
    hull, reach = change.edits.new_hull(), min(len(part), _REACH)
    # Where code is wrapped, its last line may be behind the edits.
    kept = change.edits.map_span(part)
    area = Span(
        max(0, min(hull.start, kept.start) - reach),
        min(len(after.data), max(hull.end, kept.end) + reach),
    )
    new = list(_code_tokens(comparison.new.tokens(area), None))
    # Some strings move with their code, by the indentation of their lines.
    texts = [_unindented(token.span.of(after.data)) for token in new]
    sought = [_unindented(text) for text, _, _ in old]
    for start in range(len(texts) - len(sought) + 1):
        if texts[start : start + len(sought)] != sought:
            continue
        if all(map(_has_shape, new[start : start + len(sought)], old)):
            return _check_parent(comparison, moved.to, new[start]) if moved.to else None
    line = before.document.line_range(part)
    return Refusal(
        Reason.READ_BACK,
        f"the moved code ({line.said}) would be parsed differently in its new place",
        "move it to a place where such code is valid, or write the lines with str_replace",
        part,
    )


def _check_hidden_names(change: Change, moved: Moved) -> Refusal | None:
    """Refuse to wrap a declaration in a block that hides it from the code after it.

    `let size = 2` inside an `if` has the same role as before; the role law does not know scopes.
    """
    before, after = change.before, change.after
    assert before.tree is not None and after.tree is not None
    if moved.to is not None or before.profile.family is Layout.INDENT:
        return None  # where indentation makes blocks, no block is a scope
    left = [row.path[-1] for row in after.tree.definitions(change.edits.new_hull())]
    for row in before.tree.definitions(moved.part):
        if row.kind == "element" or not moved.part.contains(row.core):
            continue
        if row.path[-1] not in left:
            return Refusal(
                Reason.READ_BACK,
                f"{name_with_line(before, '.'.join(row.path), row.core)} would not be defined in its new place",
                "move it to a place where it can be defined",
                row.core,
            )
    return None


_REACH = 2_000
"""Bytes around an edit that are searched for moved code: an edit leaves out text that both contents share.

Chosen by judgement: some closing braces.
"""


_Shape = tuple[bytes, str, tuple[str, ...]]
"""A token's text, its type, and the types of the nodes around it inside the part, outermost first."""


def _code_tokens(tokens: Iterable[RoleToken], part: Span | None) -> Iterable[RoleToken]:
    inside = (t for t in tokens if part is None or part.contains(t.span))
    return (token for token in inside if not token.is_comment)


def _unindented(text: bytes) -> bytes:
    """Return a token's text without the indentation of its lines."""
    return b"\n".join(line.lstrip() for line in text.splitlines())


def _shape(data: bytes, token: RoleToken, part: Span) -> _Shape:
    inner = (one for one in token.chain if part.contains(one.span))
    kinds = tuple(one.kind for one in inner if len(one.span) < len(trimmed(data, part)))
    return token.span.of(data), token.kind, kinds


def _has_shape(token: RoleToken, shape: _Shape) -> bool:
    _, kind, kinds = shape
    own = tuple(one.kind for one in token.chain[len(token.chain) - len(kinds) :])
    return token.kind == kind and own == kinds


# References


def _check_references(change: Change) -> Refusal | None:
    """Refuse to delete a name that code outside of the edit refers to: `&a` in YAML while `*a` stays.

    The reference keeps its role.
    """
    before, after = change.before.tree, change.after.tree
    if before is None or after is None or not change.before.profile.nodes.referred:
        return None
    gone = {
        name.of(before.data)[1:]
        for edit in change.edits.edits
        for name in before.referred(edit.span)
    }
    if not gone:
        return None
    given = after.referred(Span(0, len(after.data)))
    for use in before.referring(Span(0, len(before.data))):
        name, at = use.of(before.data)[1:], change.edits.map_offset(use.start)
        is_given = any(g.end <= at and g.of(after.data)[1:] == name for g in given)
        if name in gone and not is_given and not change.edits.touches(use):
            line, word = change.before.document.line_of(use.start), to_text(name)
            return Refusal(
                Reason.READ_BACK,
                f"the edit would delete &{word}, which line {line} refers to",
                f"keep &{word}, or edit *{word} first",
                use,
            )
    return None
