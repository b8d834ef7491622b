"""Reading back: whether the result reads as the edit was meant, and all else as before.

That the result parses is not enough. Rows of two tables are compared, before and after: the definitions
that hold the edit, that lie where the parser sees a difference, and that stand next to it.

- A definition that the edit does not aim at is found again: of the same name, as deep, with
  its own bytes, ending where it ended, under the decorators that were its own.
- Who names a block deletes that block, its trivia and a separator, and nothing new is defined for it.
- A definition gives way to a definition, to an import, or to what binds its name: a body in the place
  of a whole function parses in many languages, and leaves statements where there was a definition.
- What is inserted stands in what holds the place that it was given, in no string or comment, and parts
  no statement; no class stands in itself.
- What is left where something goes does not go on in what stands below it, and what is put in the place of a
  part of a statement is one part of it.
- Code stays code and text stays text beside an edit: lines of a heredoc need their opener.

Not here: whether the result parses (`judge.gate`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from structedit.calls.refusals import Refusal
from structedit.calls.statuses import Reason
from structedit.judge.change import Change, Replaced, called
from structedit.languages.kinds import FUNCTIONS, MODULES, TYPES, VALUES
from structedit.languages.profiles import Layout
from structedit.text.document import Span, to_bytes, to_text
from structedit.text.lines import text_start, trimmed, width_at
from structedit.tree.broken import certainty
from structedit.tree.item_index import SpanChain
from structedit.tree.nodes import Block, ListItem
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree

_LETTERS = rb"[\w$\x80-\xff]"
_SEPARATORS = b" \t\r\n\x0c,;"
_Key = tuple[int, str]
_OPEN_ENDED = (Layout.INDENT, Layout.CLAUSES)
"""Layouts without an end of their own: what is put right behind such a block may become part of it."""

_CHECK_FIX = "check brackets, quotes and indentation of the new text"
_NO_TEXT_FIX = (
    "pass attach, name the wider block by its selector, or write the lines with str_replace;"
    ' what is meant so lands with accept=["read_back"]'
)
"""The next step where a block is deleted or put elsewhere, and there is no new text to look at."""


def misread(change: Change, *, parses: bool) -> Refusal | None:
    """A refusal of an edit of which the result reads otherwise than it was meant; else None.

    Where the result is known to parse (`parses`), a definition may become part of one whose header the
    edit writes.
    """
    if change.before.tree is None or change.after.tree is None:
        return None
    refusals = (
        _parts_statement(change, one, parses=parses) if one.is_part else _no_definition(change, one)
        for one in change.aim.replaced
    )
    refusal = next((refusal for refusal in refusals if refusal is not None), None)
    if refusal is None and change.aim.carried is not None:
        refusal = _not_carried(change, change.aim.carried)
    refusal = refusal or _changed_neighbour(change, parses=parses) or _refers_to_nothing(change)
    if refusal is None and parses:
        refusal = _text_otherwise(change) or _nested_in_itself(change) or _joined(change)
    if refusal is None and change.aim.put and parses:
        refusal = _put_elsewhere(change) or _parted(change)
    return refusal


def _refers_to_nothing(change: Change) -> Refusal | None:
    """A refusal of an edit that takes away what is referred to below: `&a` of YAML, where `*a` stays; else None."""
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
                f"the edit would take away &{word}, which line {line} refers to",
                f"keep &{word}, or edit *{word} first",
                use,
            )
    return None


# What the edit does not aim at


def _changed_neighbour(change: Change, *, parses: bool) -> Refusal | None:
    """A refusal for a definition that the edit does not aim at and that is not found again; else None."""
    before, after, edits, aim = change.before, change.after, change.edits, change.aim
    assert before.tree is not None and after.tree is not None
    areas = before.tree.defined_otherwise(after.tree, edits, change.areas())
    if not areas:
        return None
    found = {_key(row, _place(row)): row for row in _rows(after.tree, [new for _, new in areas])}
    aimed = SpanChain(aim.spans)
    known: set[_Key] = set()
    rows = _rows(before.tree, [old for old, _ in areas])
    for row in rows:
        if aimed.around(row.core) or (aim.is_text and row.kind in before.profile.demoted):
            continue
        if edits.touches(_naming(before, row)):
            continue
        at = edits.map_offset(_place(row), after=True)
        known.add(_key(row, at))
        now = found.get(_key(row, at)) or _row_at(after, row, at)
        if now is None or len(now.path) != len(row.path):
            if now is not None and before.profile.sections.headings:
                continue  # below a heading that still stands there it is where the headings say
            if row.name is None or _goes_on(after, at, row) or _is_signature(found, at, row):
                continue
            taken_in = parses and now is not None and len(now.path) > len(row.path)
            if not (taken_in and _has_new_header(change, at)):
                return _lost(change, row)
            continue
        refusal = _read_otherwise(change, row, now) if parses else None
        if refusal := refusal or _left_in_doubt(change, row, now):
            return refusal
    if (
        not (aim.is_text or aim.leaves)
        and (refusal := _other_owner(change, rows, found, aimed)) is not None
    ):
        return refusal
    if aim.deleted is None or not aim.deleted.is_definition:
        return None
    return _not_gone(change, aim.deleted, [row for key, row in found.items() if key not in known])


def _nested_in_itself(change: Change) -> Refusal | None:
    """A refusal of a class or module that would stand in one of its name and kind, which it was to show; else None."""
    after = change.after
    assert after.tree is not None
    put = change.aim.put
    is_whole = bool(change.aim.replaced) or (put is not None and put.at_block)
    for _, written in change.edits.stretches(0) if is_whole else ():
        rows = after.tree.definitions(written)
        for row in rows:
            if row.kind not in TYPES | MODULES or row.path[-2:-1] != row.path[-1:]:
                continue
            around = [
                one for one in rows if one.path == row.path[:-1] and one.core.contains(row.core)
            ]
            if written.contains(row.core) and any(
                one.kind == row.kind and not written.contains(one.core) for one in around
            ):
                name, line = row.path[-1], after.document.line_of(row.core.start)
                return Refusal(
                    Reason.READ_BACK,
                    f"{name!r} would stand in {name!r}, at line {line} of the result",
                    "give the text of its member alone, without what holds that",
                    change.edits.old_hull(),
                )
    return None


def _text_otherwise(change: Change) -> Refusal | None:
    """A refusal of an edit that makes code of a text, a string or comment, or a text of code, beside it; else None."""
    before, after, edits = change.before, change.after, change.edits
    assert before.tree is not None and after.tree is not None
    written = edits.invert(before.data)
    if not _has_marks(change):
        return None
    for old, new in change.areas():
        texts, now = _texts(before, old), _texts(after, new)
        kept = [edits.map_span(text) for text in texts if not edits.touches(text)]
        lost = next((text for text in kept if not _is_covered(text, now)), None)
        if lost is not None:
            line = after.document.line_of(lost.start)
            return _text_lost(change, line, "would no longer be a string or comment")
        was = [edits.map_span(text) for text in texts]
        fresh = (text for text in now if not written.touches(text) and new.contains(text))
        lost = next((text for text in fresh if not _is_covered(text, was)), None)
        if lost is not None:
            line = after.document.line_of(lost.start)
            return _text_lost(change, line, "would be a string or comment")
    return None


def _has_marks(change: Change) -> bool:
    """Whether what is written, or was there, may begin or end a string or comment."""
    profile = change.before.profile
    pairs = (mark.encode() for pair in profile.block_comments for mark in pair)
    styles = (style.open for style in profile.string_styles if style.open)
    opening = (*profile.line_comments, *styles)
    marks = (b'"', b"'", b"`", b"<<", *pairs, *(mark.encode() for mark in opening))
    texts = (
        text for edit in change.edits.edits for text in (edit.new, edit.span.of(change.before.data))
    )
    return any(mark in text for text in texts for mark in marks)


def _texts(source: Source, area: Span) -> list[Span]:
    """The strings and comments of an area, without the blanks at their edges: a heredoc's begins with a line end."""
    assert source.tree is not None
    found = source.tree.literals(area)
    starts = (text_start(source.data, text.start) for text in found)
    return [Span(min(at, t.end), t.end) for at, t in zip(starts, found, strict=True)]


def _is_covered(text: Span, others: Sequence[Span]) -> bool:
    return any(other.overlaps(text) for other in others)


def _text_lost(change: Change, line: int, what: str) -> Refusal:
    said = f"what stands at line {line} of the result {what}"
    fix = "leave what begins or ends it as it is, or edit its lines as well"
    return Refusal(Reason.READ_BACK, said, fix, change.edits.old_hull())


def _rows(tree: SyntaxTree, areas: Iterable[Span]) -> list[Block]:
    """The definitions that overlap areas or stand next to one, in document order, each once."""
    rows = (row for area in areas for row in tree.definitions(tree.with_neighbours(area)))
    found = {(row.core, row.name, row.path): row for row in rows}
    return sorted(found.values(), key=lambda row: (row.core.start, -row.core.end))


def _place(row: Block) -> int:
    return (row.name or row.core).start


def _naming(source: Source, row: Block) -> Span:
    """Where a row gets its name: up to the end of its header where that is more than one node, as `operator T`."""
    span = row.name or row.core
    first, name = span.of(source.data), to_bytes(row.path[-1])
    is_first = row.name is not None and name.startswith(first) and name != first
    return Span(span.start, max(span.end, row.header.end)) if is_first else span


def _key(row: Block, at: int) -> _Key:
    """What a row is known by: its place and its name; items have numbers for names, which change."""
    return at, "" if row.name is None or row.kind == "element" else row.path[-1]


def _row_at(after: Source, row: Block, at: int) -> Block | None:
    """The definition that stands where a row was moved to, outside what was looked through; or None."""
    assert after.tree is not None
    around = after.tree.definitions(Span(at, at + 1))
    return next((now for now in around if _key(now, _place(now)) == _key(row, at)), None)


def _fix(change: Change) -> str:
    has_text = change.aim.deleted is None and change.aim.carried is None
    return _CHECK_FIX if has_text else _NO_TEXT_FIX


def _lost(change: Change, row: Block) -> Refusal:
    name, line = ".".join(row.path), change.before.document.line_of(row.core.start)
    return Refusal(
        Reason.LOST_DEFINITION,
        f"the edit would make {name!r} (line {line}) vanish or part of another definition",
        _fix(change),
        row.core,
    )


def _goes_on(after: Source, place: int, row: Block) -> bool:
    """Whether a definition is now a later clause of another one of the same name."""
    assert after.tree is not None
    joined = any(after.profile.nodes.clauses.values())
    around = after.tree.definitions(Span(place, place + 1)) if joined else ()
    return any(
        now.path == row.path
        and now.layout is Layout.CLAUSES
        and now.core.start <= place < now.core.end
        for now in around
    )


def _is_signature(found: Mapping[_Key, Block], place: int, row: Block) -> bool:
    """Whether a declaration now is the signature of a definition of the same name."""
    return any(
        span.start <= place < span.end
        for now in found.values()
        if now.path[-1] == row.path[-1]
        for span in now.decorators
    )


def _has_new_header(change: Change, place: int) -> bool:
    """Whether the edit writes the header of a shallower definition that holds `place`.

    One that lost its end swallows what is as deep as it: that is damage.
    """
    after = change.after
    assert after.tree is not None
    written = change.edits.invert(change.before.data)
    depth = width_at(after.data, place)
    return any(
        row.header.end <= place < row.core.end
        and written.touches(row.header)
        and width_at(after.data, row.core.start) < depth
        for row in after.tree.definitions(Span(place, place + 1))
    )


def _read_otherwise(change: Change, row: Block, now: Block) -> Refusal | None:
    """A refusal for a definition that is there, and begins or ends elsewhere than before; else None."""
    before, after, edits = change.before, change.after, change.edits
    if row.broken or now.broken or row.layout is Layout.SECTION:
        return None
    assert before.tree is not None and after.tree is not None
    if bool(before.tree.declared_name(row)) != bool(after.tree.declared_name(now)):
        return None  # what several names of one declaration share is of the last one that is left
    header = Span(row.core.start, max(row.header.end, row.core.start + 1))
    joined = (
        row.layout is Layout.CLAUSES and change.aim.is_text
    )  # by the names that an edit may write
    if edits.touches(row.core if joined else header):
        return None
    start = edits.map_offset(row.core.start, after=True)
    if now.core.start != start:
        between = Span(min(start, now.core.start), max(start, now.core.start))
        own = (*now.decorators, *map(edits.map_span, row.decorators))
        code = _code(after, between, own)
        if code and code not in (_separator(before, row), _separator(after, now)):
            return _otherwise(change, row, "begin elsewhere")
    end = row.core.end
    if change.aim.is_text and any(s.start < end <= s.end for s in change.aim.spans):
        return None  # the caller has seen where it ends
    least, most = (edits.map_offset(end, after=behind) for behind in (False, True))
    is_holder = change.aim.put is not None and row.core == change.aim.put.holder
    if is_holder:
        most = max(most, edits.new_hull().end)
    is_closed = row.layout not in _OPEN_ENDED and not is_holder
    if is_closed and not edits.touches(row.core):
        most = least
    if now.core.end > most and _code(after, Span(most, now.core.end)):
        line = after.document.line_of(most)
        return _otherwise(change, row, f"go on behind its end, at line {line} of the result")
    if now.core.end < least and _code(after, Span(now.core.end, least)):
        line = after.document.line_of(now.core.end)
        return _otherwise(change, row, f"end before its end, at line {line} of the result")
    return None


def _left_in_doubt(change: Change, row: Block, now: Block) -> Refusal | None:
    """A refusal of an edit of the end of a definition that was certain, and is not in the result; else None.

    Without its last clause a function may go on in the torn lines below it.
    """
    before, after = change.before.tree, change.after.tree
    if before is None or after is None or before.clean or after.clean:
        return None
    end = Span(row.core.end - 1, row.core.end)
    if not change.edits.touches(end) or certainty.check_target(before, row) is not None:
        return None
    doubt = certainty.check_target(after, now)
    if doubt is None:
        return None
    name = called(change.before, ".".join(row.path), row.core)
    said = f"the edit would leave {name} in doubt: in the result, {doubt.message}"
    return Refusal(Reason.READ_BACK, said, doubt.fix, row.core)


def _separator(source: Source, row: Block) -> bytes:
    """What parts the items of the list that a definition is an item of: all but the first may begin with it."""
    assert source.tree is not None
    item = source.tree.list_item(row.span)
    return item.separator if item is not None else b""


def _other_owner(
    change: Change, rows: Sequence[Block], found: Mapping[_Key, Block], aimed: SpanChain
) -> Refusal | None:
    """A refusal for a decorator that stays, and would stand above another definition; else None.

    What is defined in a place that the edit aims at may get any.
    """
    edits, before = change.edits, change.before
    owners: dict[Span, set[_Key]] = {}
    for key, now in found.items():
        for span in now.decorators:
            owners.setdefault(span, set()).add(key)
    places = {
        _key(row, edits.map_offset(_place(row), after=True)): row
        for row in rows
        if not aimed.around(row.core)
    }
    for row in rows:
        for span in row.decorators:
            others = () if edits.touches(span) else owners.get(edits.map_span(span), ())
            for key in others:
                if key in places and span not in places[key].decorators:
                    line = before.document.line_of(span.start)
                    return _otherwise(
                        change, places[key], f"get line {line}, which stands above another"
                    )
    return None


def _code(source: Source, place: Span, besides: Iterable[Span] = ()) -> bytes:
    """The code of a place without what parts statements, and without some spans."""
    assert source.tree is not None
    left_out = sorted((*source.tree.comments(place), *besides))
    return code_in(source.data, place, left_out).strip(_SEPARATORS)


def _otherwise(change: Change, row: Block, what: str) -> Refusal:
    name = called(change.before, ".".join(row.path), row.core)
    if row == change.aim.deleted:
        return Refusal(
            Reason.READ_BACK, f"the deletion of {name} would {what}", _NO_TEXT_FIX, row.core
        )
    return Refusal(
        Reason.READ_BACK,
        f"the edit is not aimed at {name}, which would {what}",
        _fix(change),
        row.core,
    )


# What it does aim at


def _no_definition(change: Change, replaced: Replaced) -> Refusal | None:
    """A refusal of a text that stands in the place of a whole definition and is none; else None.

    A definition gives way to one or several, of any name, to an import, or to what binds its name; one
    that is a value or has no body gives way to what defines anything. The decorators that stay must
    stand above one of them.
    """
    after, place = change.after, replaced.place
    tree = after.tree
    if tree is None:
        return None
    written = [row for row in tree.definitions(place) if place.start <= row.core.start <= place.end]
    if _is_defined(change, replaced, written):
        return _left_behind(change, replaced, written)
    code = code_in(after.data, place, tree.comments(place))
    if not code or code.rstrip(b";") == to_bytes(after.profile.empty_body):
        return _left_behind(change, replaced, ())
    if any(span.overlaps(place) for span in tree.imports()) or _mentions(after, replaced):
        return _left_behind(change, replaced, written)
    if not written and _is_other_member(after, replaced):
        return None
    what = "is what such a block holds" if written and not replaced.has_code else "defines nothing"
    return Refusal(
        Reason.READ_BACK,
        f"the new text {what}, and would stand in the place of {_named(change, replaced)}",
        'pass part="body" to replace its body alone; to put a statement in its place, delete it'
        " and insert the statement",
        replaced.at,
    )


def _is_defined(change: Change, replaced: Replaced, written: Sequence[Block]) -> bool:
    """Whether what was written defines something that may stand in the place of a definition."""
    if any(row.path[-1] == replaced.path[-1] for row in written):
        return True
    if _is_body_of(change, replaced, written):
        return False
    if not replaced.has_code or any(row.kind not in VALUES for row in written):
        return bool(written)
    return bool(written) and not _code(change.after, replaced.place, [r.whole for r in written])


def _is_body_of(change: Change, replaced: Replaced, written: Sequence[Block]) -> bool:
    """Whether what was written is what a definition held, and not such a definition: `color: red;` for a rule."""
    tree, depth = change.before.tree, len(replaced.path) + 1
    assert tree is not None
    inside = [row for row in tree.definitions(replaced.at) if replaced.at.contains(row.core)]
    members = {row.kind for row in inside if len(row.path) == depth}
    return {row.kind for row in written} <= members - FUNCTIONS - TYPES - MODULES - {replaced.kind}


def _is_other_member(after: Source, replaced: Replaced) -> bool:
    """Whether a text stands for a member and is one that no outline shows: `[key: string]: string`."""
    assert after.tree is not None
    if replaced.kind == "element":
        return True
    is_member = not (replaced.has_code or replaced.kind == "section")
    return is_member and not after.tree.runs(replaced.place)


def _named(change: Change, replaced: Replaced) -> str:
    return called(change.before, ".".join(replaced.path), replaced.at)


def _left_behind(change: Change, replaced: Replaced, written: Sequence[Block]) -> Refusal | None:
    """A refusal of decorators that stay and would stand above nothing that was written; else None."""
    known = {span for row in written for span in row.decorators}
    left = [span for span in replaced.stay if span not in known]
    if not left or (written and change.aim.is_text):
        return None
    line = change.after.document.line_of(left[0].start)
    shown = change.after.document.line_text(line).strip()[:80]
    return Refusal(
        Reason.READ_BACK,
        f"{shown!r} above {_named(change, replaced)} stays, and would not belong to the new text",
        "give the new text with what is to stand above it; or delete the definition, which takes that"
        " along, and insert the text",
        replaced.at,
    )


def _not_carried(change: Change, carried: Span) -> Refusal | None:
    """A refusal of a text that is put elsewhere and would define less there than it did; else None."""
    before, after, hull = change.before, change.after, change.edits.new_hull()
    assert before.tree is not None and after.tree is not None
    left = Counter(map(_sort, after.tree.definitions(hull)))
    for row in before.tree.definitions(carried):
        if row.kind == "element" or not carried.contains(row.core):
            continue
        if row.kind in VALUES and not change.aim.put and before.profile.family is Layout.INDENT:
            continue  # what is wrapped stands where an outline need not show it, and no block is a scope
        left[_sort(row)] -= 1
        if left[_sort(row)] < 0:
            return Refusal(
                Reason.READ_BACK,
                f"{called(before, '.'.join(row.path), row.core)} would not be defined in its new place",
                "put it where such a definition may stand",
                row.core,
            )
    return None


def _parts_statement(change: Change, replaced: Replaced, *, parses: bool) -> Refusal | None:
    """A refusal of a text in the place of a value or bare body that would end the statement around it; else None."""
    before, after = change.before, change.after
    assert before.tree is not None and after.tree is not None
    around = before.tree.held_by(replaced.at)
    if len(around) < 2 or not parses:
        return None
    kind, held = around[0]
    parts = before.tree.parts_of(kind, held)
    if parts == after.tree.parts_of(kind, _mapped(change, held)):
        return None
    lines = before.document.line_range(held)
    return Refusal(
        Reason.READ_BACK,
        f"the {replaced.kind} is a part of one {kind.replace('_', ' ')} ({lines.said}), which the edit would break"
        " up",
        "put one statement or value in its place, or edit all of that",
        replaced.at,
    )


def _parted(change: Change) -> Refusal | None:
    """A refusal of what is put into the middle of a statement, which would end or begin there; else None."""
    before, after, edits = change.before, change.after, change.edits
    assert before.tree is not None and after.tree is not None
    if not before.profile.line_comments:
        return None  # markup, whose text has lines that belong together no more than others
    for edit in edits.edits:
        found = None if len(edit.span) else before.tree.around(edit.span.start)
        if found is None:
            continue
        kind, held = found
        now = Span(edits.map_offset(held.start), edits.map_offset(held.end, after=True))
        if after.tree.parts_of(kind, now) is not None:
            continue
        lines = before.document.line_range(held)
        return Refusal(
            Reason.READ_BACK,
            f"what is put there would part what belongs together ({lines.said})",
            "insert it before or after all of that",
            held,
        )
    return None


def _joined(change: Change) -> Refusal | None:
    """A refusal where what is left around what goes would go on in what stands below: `y =` and the next line."""
    before, after, edits, gone = change.before, change.after, change.edits, change.aim.gone
    assert before.tree is not None and after.tree is not None
    if gone is None:
        return None
    around = [(kind, _mapped(change, held)) for kind, held in before.tree.held_by(gone)]
    if len(around) < 2 or not _code(after, around[0][1]):
        return None
    (_, rest), *outer = around
    written = [new for _, new in edits.stretches(0)]
    for kind, held in after.tree.reaching_over(rest):
        if (kind, held) in outer or not _code(after, Span(rest.end, held.end), written):
            continue
        lines = after.document.line_range(held)
        return Refusal(
            Reason.READ_BACK,
            f"what is left of line {before.document.line_of(gone.start)} would go on in what is below it:"
            f" {lines.said} of the result would be one {kind.replace('_', ' ')}",
            "delete the whole statement, by lines or by an anchor at its start",
            gone,
        )
    return None


def _mapped(change: Change, span: Span) -> Span:
    """Where a span stands in the result with what is put at its edges, without blanks there."""
    edits = change.edits
    now = Span(edits.map_offset(span.start), edits.map_offset(span.end, after=True))
    return trimmed(change.after.data, now)


def _put_elsewhere(change: Change) -> Refusal | None:
    """A refusal of what is put into a definition, or outside of all, and would stand elsewhere; else None."""
    after, edits, put = change.after, change.edits, change.aim.put
    assert after.tree is not None and put is not None
    holder = put.holder
    if not put.at_block or after.profile.sections.headings:
        return None  # headings say themselves what is below them
    starts = (holder.start,) if holder is not None else ()
    meant = {edits.map_offset(at, after=behind) for at in starts for behind in (False, True)}
    rows = after.tree.definitions(edits.new_hull())
    for _, written in edits.stretches(0):
        first = text_start(after.data, written.start)
        if any(t.start < first for t in after.tree.literals(Span(first, first + 1))):
            return _stands(change, first, "in a string or comment")
        for at in _begun(rows, written):
            around = [row for row in rows if row.core.start < at < row.core.end]
            around = [r for r in around if r.layout is not Layout.CLAUSES or r.core.start in meant]
            found = min(around, key=lambda row: len(row.core), default=None)
            if (found is None and holder is None) or (found and found.core.start in meant):
                continue
            name = found and called(after, ".".join(found.path), found.core)
            return _stands(change, at, f"in {name}" if name else "at the top level")
    return None


def _stands(change: Change, at: int, where: str) -> Refusal:
    line = change.after.document.line_of(at)
    said = f"what is put at line {line} of the result would stand {where}"
    fix = "name another place, by an anchor or a line, or check brackets and quotes of the text"
    return Refusal(Reason.READ_BACK, said, fix, change.edits.old_hull())


def _begun(rows: Sequence[Block], written: Span) -> Iterator[int]:
    """Where the definitions begin that stand in what was written, and in no other one of these."""
    end = written.start
    for row in sorted(rows, key=lambda row: (row.core.start, -row.core.end)):
        if row.core.start >= end and written.contains(row.core):
            yield row.core.start
            end = row.core.end


def _sort(row: Block) -> tuple[str, bool]:
    """What a definition is wherever it stands: a function may become a method, and no type a value."""
    return row.path[-1], row.kind in TYPES


def _not_gone(change: Change, deleted: Block, others: list[Block]) -> Refusal | None:
    """A refusal of a deletion that takes along what is not the block's, or leaves something else; else None.

    `others` are the definitions of the result that are at no place of one that was there before.
    """
    before, edits = change.before, change.edits
    back, shared = edits.invert(before.data), before.declared_name(deleted)
    beside = [] if shared is None else [part for part in shared.items if part != shared.span]
    for row in others:
        at = back.map_offset(_place(row), after=True)
        # What was named behind the first, in `a, b :: T`, may be the first now.
        was_named = any(part.start <= at < part.end for part in beside)
        if not was_named and _row_at(before, row, at) is None:
            return _otherwise(change, deleted, f"leave {'.'.join(row.path)!r} in its place")
    own = deleted.whole
    for edit in edits.edits:
        start, end = edit.span.start, edit.span.end
        parts = (start, min(end, own.start)), (max(start, own.end), end)
        above = Span(start, max(start, min(end, own.start)))
        takes_comment = len(above) > 0 and before.tree is not None and before.tree.comments(above)
        if takes_comment or any(a < z and _names_something(before, Span(a, z)) for a, z in parts):
            return _otherwise(change, deleted, "take along what is not its own")
    if not _is_punctuated(change, deleted):
        return _otherwise(change, deleted, "leave its list punctuated otherwise")
    return None


def _is_punctuated(change: Change, deleted: Block) -> bool:
    """Whether the list that a definition was deleted from has separators where it had them."""
    before, after, edits = change.before, change.after, change.edits
    assert before.tree is not None and after.tree is not None
    item = before.tree.list_item(deleted.span)
    if item is not None and _may_part(before, item):
        return False
    left = after.tree.items_of(edits.map_span(item.parent)) if item is not None else None
    if item is None or left is None or len(left[2]) != len(item.items) - 1 or not left[2]:
        return True
    head, *old, tail = _between(before, item.parent, item.items)
    new_head, *new, new_tail = _between(after, left[1], left[2])
    separator = item.separator
    tails = (tail, separator + tail, tail.removeprefix(separator))
    return new_head == head and {*new} <= {*old} and new_tail in tails


def _may_part(source: Source, last: ListItem) -> bool:
    """Whether torn lines above the last item of a list may end in what parts it from the one in them."""
    if source.tree is None or last.rule.instead or last.lead(source.data) is not None:
        return False
    above = Span(
        last.items[last.index - 1].end if last.index else last.parent.start, last.span.start
    )
    is_parted = last.separator and last.separator_end(source.data) is None
    return bool(is_parted) and any(lines.overlaps(above) for lines in source.tree.hidden)


def _between(source: Source, whole: Span, items: Sequence[Span]) -> list[bytes]:
    """The code before, between and behind some items of a list, without comments and decorators."""
    assert source.tree is not None
    edges = [whole.start, *(at for item in items for at in (item.start, item.end)), whole.end]
    gaps = [Span(*edges[at : at + 2]) for at in range(0, len(edges), 2)]
    rows = source.tree.definitions(whole)
    around = sorted({*source.tree.comments(whole), *(s for row in rows for s in row.decorators)})
    inside = ([span for span in around if gap.contains(span)] for gap in gaps)
    codes = (code_in(source.data, gap, own) for gap, own in zip(gaps, inside, strict=True))
    return [b"".join(code.split()) for code in codes]


def _names_something(source: Source, place: Span) -> bool:
    """Whether there is code in a place that is more than punctuation and words of the language."""
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


def _mentions(after: Source, replaced: Replaced) -> bool:
    """Whether a text says the name of what it replaces, as a binding or an alias does; a call is none."""
    name = re.escape(to_bytes(replaced.path[-1]))
    found = re.compile(rb"(?<!%s)%s(?!%s|[ \t]*\()" % (_LETTERS, name, _LETTERS))
    return found.search(after.data, replaced.place.start, replaced.place.end) is not None
