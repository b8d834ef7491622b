"""Insertion and deletion of imports: what the file imports already, and which list or line a new import joins.

    from a import b        →  from a import b, c        a name of the same module joins the list
    import "fmt"           →  import ( "fmt" "os" )     a second one makes a group, where the language has them
    import java.util.Set;  →  below the import that shares most leading words with it

Not here: which statements are imports (`tree.import_statements`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import takewhile

from structedit.calls.statuses import Reason
from structedit.edits.adjacent import insert_item
from structedit.edits.deletion import delete_item, delete_span
from structedit.edits.line_insertion import head_end, insert_at_line, insert_at_top
from structedit.edits.list_items import comment_end
from structedit.edits.new_text import Draft, Rejection, place_at
from structedit.search.embedded import Inside, regions
from structedit.text.document import Document, Span
from structedit.text.edit import Edit, EditSet
from structedit.text.lazily import regex
from structedit.text.lines import (
    SPACE,
    begins_line,
    ends_line,
    indent_at,
    line_end,
    line_start,
    text_end,
    text_start,
)
from structedit.text.values import dataclass, replace
from structedit.text.words import TOKEN
from structedit.tree.import_statements import Import, Part
from structedit.tree.layout.indent import lay_out, trim
from structedit.tree.nodes import ListItem
from structedit.tree.source import Source

_COMMA = regex(rb"\s*,\s*")

_LEFT_OUT = "skipped an import that the file already has"


@dataclass(frozen=True, slots=True)
class _RequestedImports:
    """The caller's imports, parsed within the code that a language needs around them.

    `is_bare` means that they are parts without a statement: `"fmt"` in Go.
    """

    source: Source
    before: int
    after: int
    is_bare: bool

    @property
    def statements(self) -> tuple[Import, ...]:
        """The import statements that remain to be inserted."""
        assert self.source.tree is not None
        return self.source.tree.imports().statements

    def without(self, statement: Import, parts: Sequence[Part]) -> _RequestedImports:
        """Return the imports without some parts of one statement."""
        requested = self.source.edited(delete_imports(self.source, statement, parts).edits)
        return replace(self, source=requested)


def read_imports(source: Source, text: bytes) -> _RequestedImports | None:
    """Parse a text that consists of imports, or of parts of one; return None for any other text."""
    contexts = source.profile.contexts
    code = contexts.code[0] if contexts.code is not None else ""
    for before, after in (("" if code.strip().encode() in text else code, ""), *contexts.imports):
        closing = after.encode() or b"\n"
        data = before.encode() + text + closing
        made = Source(Document(data, source.document.path), source.profile)
        if made.tree is None or not made.tree.clean or not made.tree.imports().statements:
            continue
        area = Span(len(before.encode()), len(data) - len(closing))
        spans = [one.span for one in made.tree.imports().statements]
        rest = bytearray(data)
        for span in (*spans, *made.tree.comments(area)):
            rest[span.start : span.end] = b" " * len(span)
        if not area.of(bytes(rest)).strip(SPACE + b";"):
            return _RequestedImports(
                made, area.start, len(data) - area.end, not area.contains(spans[0])
            )
    return None


def insert_import(source: Source, text: bytes) -> Draft | Rejection | None:
    """Insert those imports that the file lacks; return None if it has them all."""
    tree = source.tree
    if tree is None or not tree.has_imports_query:
        message, fix = "structedit cannot find the imports of this file", "an import, by its text"
        if source.profile.embedded:
            message = (
                "no code in this file can have this import; in a page, only a module script can"
            )
            fix = "a line of the code"
        return _new_region(source, text) or Rejection(
            Reason.NOT_A_BLOCK, message, f"insert before or after {fix}"
        )
    requested = read_imports(source, trim(text))
    if requested is None:
        return _insert_on_own_lines(source, text)
    found = tree.imports()
    there = [one for one in found.statements if not one.is_conditional]
    # A name does not join an import below code, since that code may use the name already.
    head = [one for one in there if found.group and one.span.start <= found.group[-1].span.start]
    known = {part.alone for one in there for part in one.parts}
    edits, left_out, kept = list[Edit](), False, 0
    while statement := next(iter(requested.statements[kept:]), None):
        old = [part for part in statement.parts if part.alone in known]
        joined = None if old else _join_statement(source, head, requested, statement)
        if old:
            left_out = True
            requested = requested.without(statement, old)
        elif joined and not any(edit in edits for edit in joined):
            edits += joined
            requested = requested.without(statement, statement.parts)
        else:
            kept += 1
    if requested.statements:
        data = requested.source.data
        rest = data[requested.before : len(data) - requested.after]
        if requested.is_bare:
            statement = requested.statements[0]
            texts = [part.span.of(data) for part in statement.parts]
            rest = (_group(source, texts) if texts[1:] else None) or statement.span.of(data)
        written = _insert_on_own_lines(source, rest)
    elif edits:
        written = Draft(EditSet())
    else:
        return None
    warnings = (_LEFT_OUT,) if left_out else ()
    if not edits:
        return replace(written, warnings=warnings)
    try:
        return Draft(EditSet.of([*edits, *written.edits.edits]), warnings=warnings)
    except ValueError:  # both are inserted at one place: the end of the last import
        return _insert_on_own_lines(source, text)


def region_for(source: Source, text: bytes) -> Inside | Rejection | None:
    """Return the embedded code that an import is inserted into; None if that is the file itself."""
    if source.tree is None or source.tree.has_imports_query:
        return None
    able = [one for one in regions(source) if read_imports(one.source, trim(text)) is not None]
    chosen = [one for one in able if one.is_for_imports] or [
        one
        for one in able
        # In a page, a script that is no module imports nothing; each script of a component can.
        if one.is_for_imports is None or source.profile.contexts.imports
    ]
    if len(chosen) > 1 and source.profile.sections.list:
        # Cells are run one after the other, so imports go into the first that has some.
        having = (one for one in chosen if one.source.tree and one.source.tree.imports().statements)
        return next(having, chosen[0])
    if len(chosen) > 1:
        places = ", ".join(repr(one.prefix) for one in chosen)
        return Rejection(
            Reason.SELECTOR_AMBIGUOUS,
            f"the file has several places for this import: {places}",
            f'choose one, such as at="start", of={chosen[0].prefix!r}',
        )
    return chosen[0] if chosen else None


def _new_region(source: Source, text: bytes) -> Draft | None:
    """Add embedded code with the import at the top of a file that has none: a component without a script."""
    for before, after in source.profile.contexts.imports:
        written = before.encode() + trim(text) + after.encode()
        made = Source(replace(source.document, data=written), source.profile)
        if all(read_imports(one.source, trim(text)) is None for one in regions(made)):
            continue
        ending = place_at(source, 0).ending
        rows = ending.join(written.splitlines()) + ending * (2 if source.data else 1)
        return Draft(EditSet.of([Edit(Span(0, 0), rows)]))
    return None


def _join_statement(
    source: Source, head: Sequence[Import], requested: _RequestedImports, new: Import
) -> tuple[Edit, ...] | None:
    """Return the edits that add names to an existing import statement; None if no statement takes them."""
    assert requested.source.tree is not None and source.tree is not None
    if requested.source.tree.comments(Span(0, len(requested.source.data))):
        return None
    texts = [part.span.of(requested.source.data) for part in new.parts]
    for one in head:
        alike = [p for p in one.parts if all(p.is_listed_with(part) for part in new.parts)]
        listed = [part.item for part in alike if part.item is not None]
        if listed:
            return _into_list(source, listed, texts)
        above = line_start(source.data, one.span.start)
        # A comment above may be about this import alone: C code above `import "C"` in Go.
        is_apart = above and source.tree.comments(Span(max(0, above - 2), above))
        if alike == list(one.parts) and len(head) == 1 and not is_apart:
            grouped = _group(source, [part.span.of(source.data) for part in alike] + texts)
            if grouped is not None:
                place = place_at(source, one.span.start)
                return (Edit(one.span, grouped.replace(b"\n", place.ending + place.base)),)
    return None


def _group(source: Source, parts: Sequence[bytes]) -> bytes | None:
    """Return one import statement with a part per line; None if the language cannot write that."""
    for before, after in source.profile.contexts.imports:
        indent = source.profile.indent.encode()
        rows = b"\n".join(indent + part for part in parts)
        data = before.encode() + rows + after.encode()
        tree = source.parse_fragment(data)
        statements = tree.imports().statements if tree is not None and tree.clean else ()
        if before.endswith("\n") and len(statements) == 1 and statements[0].parts[0].item:
            return statements[0].span.of(data)
    return None


def _into_list(
    source: Source, listed: Sequence[ListItem], texts: Sequence[bytes]
) -> tuple[Edit, ...]:
    """Return the edits that add names to a list: at its end or, in a list with one name per line, by similarity."""
    data, item = source.data, listed[-1]
    if item.separator:
        own_lines = begins_line(data, item.span.start)
        joint = item.separator + (b"\n" if own_lines else b" ")
        return insert_item(source, item, joint.join(texts), after=True).edits.edits
    last, after = _most_similar_import(data, [one.span for one in listed], texts[0])
    if ends_line(data, comment_end(source, last.end)):
        return insert_at_line(source, last.start, b"\n".join(texts), after=after).edits.edits
    # A bracket behind the last part closes the list.
    indent = indent_at(data, last.start)
    column = indent + b" " * (last.start - line_start(data, last.start) - len(indent))
    rows = b"".join(place_at(source, last.start).ending + column + text for text in texts)
    return (Edit(Span(last.end, last.end), rows),)


def _insert_on_own_lines(source: Source, text: bytes) -> Draft:
    """Insert new lines next to the most similar imports, or where a first import goes."""
    assert source.tree is not None
    data, found = source.data, source.tree.imports()
    if found.group:
        first = found.group[0].span
        last, after = _most_similar_import(data, [one.span for one in found.group], trim(text))
        at, base = (
            max(last.start, last.end - 1) if after else last.start,
            indent_at(data, last.start),
        )
        below = insert_at_line(source, at, text, after=after, base=base)
        # Some imports stay above all others: `from __future__ import …`.
        above = insert_at_line(source, first.start, text, after=False, base=base)
        return replace(below, alternatives=(above,))
    if found.above is not None and found.above.end > head_end(data):
        head, form = found.above, found.form
        place = replace(place_at(source, head.end), base=indent_at(data, head.start))
        # In `(ns a …)` the imports are indented deeper than the line on which the form begins.
        is_inline = form is not None and not data.count(b"\n", form.start, head.end)
        place = replace(place, base=place.base + place.unit) if is_inline else place
        lines = place.ending.join(lay_out(source, trim(text), place))
        closes = form is not None and form.end <= line_end(data, head.end)
        at = head.end if closes else line_end(data, head.end)
        return Draft(EditSet.of([Edit(Span(at, at), place.ending * (2 - is_inline) + lines)]))
    if found.below is not None:
        base = indent_at(data, found.below)
        return insert_at_line(source, found.below, text, after=False, base=base)
    start = text_start(data, 0)
    # A script in a page begins where its first code does: all else is blank in its source.
    if 0 < start < len(data):
        return insert_at_line(source, start, text, after=False)
    return insert_at_top(source, text)


def delete_imports(source: Source, statement: Import, parts: Sequence[Part]) -> Draft:
    """Delete parts of an import statement; the whole statement if no part is left."""
    assert source.tree is not None
    if len(parts) == len(statement.parts):
        end = comment_end(source, statement.span.end)
        return delete_span(source, Span(statement.span.start, end))
    part = parts[0]
    if part.item is not None and len(part.item.items) > 1:
        return delete_item(source, part.item)
    group = part.item.parent if part.item is not None else part.span
    behind = _COMMA.match(source.data, group.end)
    before = text_end(source.data, group.start)
    gone = Span(group.start, behind.end()) if behind else group
    if behind is None and source.data[:before].endswith(b","):
        gone = Span(before - 1, group.end)
    return Draft(EditSet.of([Edit(gone, b"")]))


def _most_similar_import(data: bytes, spans: Sequence[Span], text: bytes) -> tuple[Span, bool]:
    """Return the import next to which a new one goes, and True to put it below.

    The new import joins the paragraph with the import that shares most leading words. A sorted paragraph stays
    sorted; otherwise the new one goes below the last import that begins with the same word.
    `import java.util.Set;` goes with `import java.util.List;`, not with a static import below.
    """
    paragraphs: list[list[Span]] = []
    for span in spans:
        gap = data[paragraphs[-1][-1].end : span.start] if paragraphs else b""
        if not paragraphs or max(gap.count(b"\n"), gap.count(b"\r")) > 1:
            paragraphs.append([])
        paragraphs[-1].append(span)
    wanted = TOKEN.findall(text)

    def likeness(span: Span) -> tuple[int, bool]:
        words = TOKEN.findall(span.of(data))
        shared = [*takewhile(lambda pair: pair[0] == pair[1], zip(words, wanted, strict=False))]
        return len(shared), (b"." in words) == (b"." in wanted)

    # Of equal ones the last, in reversed order the first.
    best = max(reversed(paragraphs), key=lambda part: max(map(likeness, part)))
    rows = [span.of(data).rstrip(b";") for span in best]
    if len(rows) >= _MANY and rows == sorted(rows):
        lower = bisect_right(rows, text.rstrip(b";"))
        return (best[lower - 1], True) if lower else (best[0], False)
    return ([span for span in best if likeness(span)[0]] or best)[-1], True


_MANY = 3
"""Imports that must be in order before a paragraph counts as sorted. Chosen by judgement."""
