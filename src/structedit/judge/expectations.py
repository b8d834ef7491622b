"""Whether the result of an edit keeps what its operation promises.

The role law (`judge.role_law`) covers the code that an edit does not write. A promise is about the item that the
caller named: it is gone, another text is in its place, it is in another place. Each check below names a case that the
role law cannot see.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from structedit.calls.refusals import Refusal
from structedit.calls.statuses import Reason
from structedit.judge.change import Change, Gone, Inserted, Moved, Promise, Replaced, called
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
"""Tokens of what was written among which one at the named place is looked for. Chosen by judgement: a few functions."""

_WRITE_IT_FIX = (
    "name the wider block by its selector, or write the lines with str_replace;"
    ' what is meant so lands with accept=["read_back"]'
)
"""The next step where a block is deleted or moved, so that there is no new text to look at."""


def broken_promise(comparison: Comparison) -> Refusal | None:
    """Return a refusal for the first promise that the result does not keep."""
    change = comparison.change
    promises: tuple[Promise, ...] = change.expectation.promises
    for promise in promises:
        match promise:
            case Gone():
                refusal = _not_gone(change, promise)
            case Replaced():
                refusal = _not_replaced(change, promise)
            case Inserted():
                refusal = _not_inserted(comparison, promise)
            case Moved():
                refusal = _not_moved(comparison, promise)
        if refusal is not None:
            return refusal
    return _refers_to_nothing(change)


# Gone


def _not_gone(change: Change, gone: Gone) -> Refusal | None:
    """A deletion takes along what is not its own, or leaves a list with other separators.

    The law asks about code that is left: what is deleted with a block, and a second comma, are no such code.
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
            return _bad_deletion(change, item, "delete code that is not part of it")
    if not _is_punctuated(change, item):
        return _bad_deletion(change, item, "leave its list with other separators")
    return None


def _bad_deletion(change: Change, item: Block, what: str) -> Refusal:
    name = called(change.before, ".".join(item.path) or item.kind, item.core)
    message = f"the deletion of {name} would {what}"
    return Refusal(Reason.READ_BACK, message, _WRITE_IT_FIX, item.core)


def _is_punctuated(change: Change, deleted: Block) -> bool:
    """Return True if the list that a definition was deleted from has its separators where it had them.

    `[a, b]` without `b` is `[a]`, not `[a,]`; the law has no opinion on separators.
    """
    before, after, edits = change.before, change.after, change.edits
    assert before.tree is not None and after.tree is not None
    item = before.tree.list_item(deleted.span)
    if item is None:
        return True
    left = after.tree.items_of(edits.map_span(item.parent))
    if left is None or len(left[2]) != len(item.items) - 1 or not left[2]:
        return True
    head, *old, tail = _between(before, item.parent, item.items)
    new_head, *new, new_tail = _between(after, left[1], left[2])
    separator = item.separator
    tails = (tail, separator + tail, tail.removeprefix(separator))
    return new_head == head and {*new} <= {*old} and new_tail in tails


_PUNCTUATION = b"()[]{}<>,;|: \t\r\n"


def _between(source: Source, whole: Span, items: Sequence[Span]) -> list[bytes]:
    """The code before, between and behind some items of a list, without comments and decorators."""
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
    """Return True if there is code in a place that is more than punctuation and words of the language."""
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
    """The text of a place without its comments, which are sorted, and the blanks around it."""
    at, kept = place.start, b""
    for span in comments:
        kept += data[at : min(place.end, max(at, span.start))]
        at = max(at, span.end)
    return (kept + data[at : place.end]).strip()


def _code(source: Source, place: Span, besides: Iterable[Span] = ()) -> bytes:
    """The code of a place without separators of statements, and without some spans."""
    assert source.tree is not None
    left_out = sorted((*source.tree.comments(place), *besides))
    return code_in(source.data, place, left_out).strip(_SEPARATORS)


# Replaced


def _not_replaced(change: Change, replaced: Replaced) -> Refusal | None:
    """A text in the place of a definition defines nothing, or one in the place of an operand is no operand.

    A body in the place of a whole function parses in many languages, and all code around it keeps its role.
    """
    if replaced.is_part:
        return _not_one_node(change, replaced)
    after, place = change.after, replaced.place
    tree = after.tree
    assert tree is not None
    written = [row for row in tree.definitions(place) if place.start <= row.core.start <= place.end]
    if _is_defined(change, replaced, written):
        return _left_behind(change, replaced, written) or _nested_in_itself(change, written)
    code = code_in(after.data, place, tree.comments(place))
    if not code or code.rstrip(b";") == to_bytes(after.profile.empty_body):
        return _left_behind(change, replaced, ())
    if any(one.span.overlaps(place) for one in tree.imports().statements) or _mentions(
        after, replaced
    ):
        return _left_behind(change, replaced, written)
    if not written and _is_other_member(after, replaced):
        return None
    what = "is what such a block holds" if written and not replaced.has_code else "defines nothing"
    name = called(change.before, ".".join(replaced.path), replaced.at)
    return Refusal(
        Reason.READ_BACK,
        f"the new text {what}, and would be in the place of {name}",
        'pass part="body" to replace its body alone; to put a statement in its place, delete it'
        " and insert the statement",
        replaced.at,
    )


def _not_one_node(change: Change, replaced: Replaced) -> Refusal | None:
    """The value of an assignment gives way to one value: `x = {…}` does not become `x = 1; y`."""
    before, after = change.before, change.after
    assert before.tree is not None and after.tree is not None
    place = trimmed(after.data, replaced.place)
    if not len(place) or after.tree.is_node(place):
        return None
    line = before.document.line_of(replaced.at.start)
    return Refusal(
        Reason.READ_BACK,
        f"the {replaced.kind} at line {line} is a part of a statement, and the new text is not one such part",
        "put one statement or value in its place, or edit the whole statement",
        replaced.at,
    )


def _is_defined(change: Change, replaced: Replaced, written: Sequence[Block]) -> bool:
    """Return True if the new text defines something that may be in the place of the definition."""
    if any(row.path[-1] == replaced.path[-1] for row in written):
        return True
    if _is_body_of(change, replaced, written):
        return False
    if not replaced.has_code or any(row.kind not in VALUES for row in written):
        return bool(written)
    return bool(written) and not _code(change.after, replaced.place, [r.whole for r in written])


def _is_body_of(change: Change, replaced: Replaced, written: Sequence[Block]) -> bool:
    """Return True if the new text is the content of such a definition, not one: `color: red;` for a rule of CSS."""
    tree, depth = change.before.tree, len(replaced.path) + 1
    assert tree is not None
    inside = [row for row in tree.definitions(replaced.at) if replaced.at.contains(row.core)]
    members = {row.kind for row in inside if len(row.path) == depth}
    return {row.kind for row in written} <= members - FUNCTIONS - TYPES - MODULES - {replaced.kind}


def _is_other_member(after: Source, replaced: Replaced) -> bool:
    """Return True if the text of a member gives way to a member that no outline shows: `[key: string]: string`."""
    assert after.tree is not None
    if replaced.kind == "element":
        return True
    is_member = not (replaced.has_code or replaced.kind == "section")
    return is_member and not after.tree.runs(replaced.place)


def _left_behind(change: Change, replaced: Replaced, written: Sequence[Block]) -> Refusal | None:
    """Decorators that stay must be above a definition that was written."""
    known = {span for row in written for span in row.decorators}
    left = [span for span in replaced.stay if span not in known]
    if not left or (written and change.expectation.by_text):
        return None
    document = change.after.document
    shown = document.line_text(document.line_of(left[0].start)).strip()[:80]
    name = called(change.before, ".".join(replaced.path), replaced.at)
    return Refusal(
        Reason.READ_BACK,
        f"{shown!r} above {name} stays, and would not belong to the new text",
        "give the new text with the decorators above it; or delete the definition with its decorators, and insert the"
        " text",
        replaced.at,
    )


def _mentions(after: Source, replaced: Replaced) -> bool:
    """Return True if a text binds the name of the definition that it replaces, or gives an alias; a call does not."""
    name = re.escape(to_bytes(replaced.path[-1]))
    found = re.compile(rb"(?<!%s)%s(?!%s|[ \t]*\()" % (_LETTERS, name, _LETTERS))
    return found.search(after.data, replaced.place.start, replaced.place.end) is not None


def _nested_in_itself(change: Change, rows: Sequence[Block]) -> Refusal | None:
    """A class given for one of its members would be in a class of its own name: all of it is code that was written."""
    after = change.after
    for row in rows:
        if row.kind in TYPES | MODULES and row.path[-2:-1] == row.path[-1:]:
            name, line = row.path[-1], after.document.line_of(row.core.start)
            return Refusal(
                Reason.READ_BACK,
                f"{name!r} would be defined inside {name!r}, at line {line} of the result",
                "give the text of its member alone, without the class around it",
                change.edits.old_hull(),
            )
    return None


# Inserted and moved


def _not_inserted(comparison: Comparison, inserted: Inserted) -> Refusal | None:
    """The new code must have the parent that its place names.

    A statement inserted after `a(1);`, the only statement of an `if` without braces, is outside of the `if`; a method
    with too few blanks before it is outside of the class. The roles of other code do not change.
    """
    refusal: Refusal | None = None
    for _, written in comparison.change.edits.stretches(0):
        for token in _code_in(comparison, written):
            # The edit leaves out what it has in common with the file, so it may begin inside of an old item.
            found = _in_other_place(comparison, inserted, token)
            if found is None:
                return None
            refusal = refusal or found
    return refusal


def _in_other_place(comparison: Comparison, inserted: Inserted, token: RoleToken) -> Refusal | None:
    """A refusal if a token that was written has another parent than the place that was named."""
    change, beside, start = comparison.change, inserted.beside, token.span.start
    if change.before.profile.sections.headings:
        return None  # headings say themselves what is below them
    if beside is None:
        name = _definition_in_between(change, start, inserted.holder)
        return _elsewhere(change, start, name) if name is not None else None
    stretches = (new for _, new in change.edits.stretches(0))
    written = next((new for new in stretches if new.start <= start < new.end), token.span)
    around = [one for one in token.chain if one.span.start < written.start]
    inner = next((one for one in reversed(around) if not one.is_wrapper), None)
    place = inner.place if inner is not None else None
    if place in _parents_of(comparison, beside) or comparison.is_arm(token):
        return None  # an arm joins the statement that it is put behind
    return _elsewhere(change, start, _words_for(change, inner))


def _parents_of(comparison: Comparison, item: Span) -> set[int | None]:
    """The places of the nodes that may hold what is put beside an item: that around it, or around its statement.

    What is put beside one of several declared names, or beside the value of a statement, may be a statement.
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
    """The place of the innermost node with a token of its own around an item; None for the top level.

    A list of which the item is the only member is as long as the item, so its place is one more.
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
    """The tokens of code in what was written, without separators; the first ones of a long text."""
    data = comparison.change.after.data
    tokens = comparison.new.tokens(written) if len(written) else iter(())
    for token in islice(tokens, _MOST_WRITTEN):
        text = token.span.of(data).strip(_SEPARATORS)
        if token.span.start >= written.start and text and not token.is_comment:
            yield token


def _definition_in_between(change: Change, at: int, holder: Span | None) -> str | None:
    """The name of a definition around a place that is not the one meant; "the top level" where that one is missing."""
    after, edits = change.after, change.edits
    assert after.tree is not None
    written = edits.invert(change.before.data)
    rows = [
        row
        for row in after.tree.definitions(Span(at, at + 1))
        if row.core.start < at < row.core.end and not written.touches(row.header)
    ]
    inner = min(rows, key=lambda row: len(row.core), default=None)
    meant = edits.map_offset(holder.start, after=True) if holder is not None else None
    if (inner.core.start if inner is not None else None) == meant:
        return None
    return called(after, ".".join(inner.path), inner.core) if inner is not None else "the top level"


def _words_for(change: Change, node: Ancestor | None) -> str:
    if node is None:
        return "the top level"
    line = change.after.document.line_of(node.span.start)
    return f"the {node.kind.replace('_', ' ')} at line {line}"


def _elsewhere(change: Change, at: int, where: str) -> Refusal:
    line = change.after.document.line_of(at)
    return Refusal(
        Reason.READ_BACK,
        f"the code written at line {line} of the result would be in {where}, not in the place that was named",
        "name another place, by an anchor or a line, or check brackets, quotes and indentation of the text",
        change.edits.old_hull(),
    )


def _not_moved(comparison: Comparison, moved: Moved) -> Refusal | None:
    """What is moved, wrapped or unwrapped must be there again, token by token, with the same nodes around each.

    All of it is code that the edit wrote, so the law does not look at it.
    """
    change = comparison.change
    before, after, part = change.before, change.after, moved.part
    old = [
        _shape(before.data, token, part)
        for token in _code_tokens(comparison.old.tokens(part), part)
    ]
    if (hidden := _hidden_name(change, moved)) is not None:
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
            return _in_other_place(comparison, moved.to, new[start]) if moved.to else None
    line = before.document.line_range(part)
    return Refusal(
        Reason.READ_BACK,
        f"the moved code ({line.said}) would be read otherwise in its new place",
        "put it where such code may be, or write the lines with str_replace",
        part,
    )


def _hidden_name(change: Change, moved: Moved) -> Refusal | None:
    """A refusal of a declaration that the code behind it uses, and that a new block would hide from it.

    `let size = 2` inside of an `if` has the same role as before; the law does not know scopes.
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
                f"{called(before, '.'.join(row.path), row.core)} would not be defined in its new place",
                "put it where such a definition may be",
                row.core,
            )
    return None


_REACH = 2_000
"""Bytes around an edit in which moved code may begin or end: the edit leaves out what it has in common with the file.

Chosen by judgement: some closing braces.
"""


_Shape = tuple[bytes, str, tuple[str, ...]]
"""A token's text, its type, and the types of the nodes around it that are smaller than the part, outermost first."""


def _code_tokens(tokens: Iterable[RoleToken], part: Span | None) -> Iterable[RoleToken]:
    inside = (t for t in tokens if part is None or part.contains(t.span))
    return (token for token in inside if not token.is_comment)


def _unindented(text: bytes) -> bytes:
    """A token's text without the indentation of its lines."""
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


def _refers_to_nothing(change: Change) -> Refusal | None:
    """A name that code outside of the edit uses must still be given: `&a` of YAML where `*a` stays.

    The use keeps its role.
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
