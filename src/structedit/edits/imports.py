"""Where a new import is inserted: beside similar ones, else below what the file begins with."""

from __future__ import annotations

import re

from structedit.calls.statuses import Reason
from structedit.edits.at_lines import head_end, insert_at_line, insert_at_top
from structedit.edits.new_text import Draft, Misfit, place_at
from structedit.text.document import Span, split_lines
from structedit.text.edit import Edit, EditSet
from structedit.text.lines import SPACE, indent_at, line_end, text_start
from structedit.text.values import replace
from structedit.text.words import TOKEN
from structedit.tree.layout.indent import lay_out, trim
from structedit.tree.source import Source
from structedit.tree.syntax_tree import SyntaxTree


def insert_import(source: Source, text: bytes) -> Draft | Misfit:
    """Insert among the imports, else below shebang, licence, package and docstring."""
    if source.tree is None or not source.profile.nodes.imports:
        return Misfit(
            Reason.NOT_A_BLOCK,
            "the imports of this file are not known",
            "insert before or after one of them, by its text",
        )
    group = _first_group(source, source.tree)
    future = [s for s in group if b"__future__" in s.of(source.data)]
    if trim(text).lstrip().startswith(b"from __future__") and group:
        return insert_at_line(source, group[0].start, text, after=False, base=b"")
    if group:
        rest = [span for span in group if span not in future]
        last = _last_alike(source.data, rest, trim(text)) if rest else future[-1]
        return _into_import(source, last, text) or insert_at_line(
            source,
            max(last.start, last.end - 1),
            text,
            after=True,
            base=indent_at(source.data, last.start),
        )
    at = source.tree.preamble_end()
    head = head_end(source.data)
    if at and (at > head or b"coding" not in source.data[:head]):
        place, end = replace(place_at(source, at), base=b""), line_end(source.data, at)
        lines = place.ending.join(lay_out(source, trim(text), place))
        return Draft(EditSet.of([Edit(Span(end, end), place.ending * 2 + lines)]))
    first = text_start(source.data, 0)
    # A script in a page begins where its first code does: all else is blank in its source.
    if 0 < first < len(source.data):
        return insert_at_line(source, first, text, after=False)
    return insert_at_top(source, text)


def missing_imports(source: Source, text: bytes) -> bytes:
    """Return a text without the lines that are, word for word, imports which the file has."""
    known: set[tuple[bytes, ...]] = set()
    for span in source.tree.imports() if source.tree is not None else ():
        listed = source.tree.items_of(span) if source.tree is not None else None
        items = listed[2] if listed is not None and not listed[0].separator else ()
        known |= {_words(one.of(source.data)) for one in (span, *items)}
    if _words(trim(text)) in known:
        return b""
    return b"".join(row for row in split_lines(text) if _words(row) not in known)


def _words(text: bytes) -> tuple[bytes, ...]:
    """Return the words and signs of an import, without the `;` at its end."""
    return tuple(TOKEN.findall(text.strip().removesuffix(b";")))


def _last_alike(data: bytes, spans: list[Span], text: bytes) -> Span:
    """The end of the paragraph with the import that shares most leading words with the text.

    `import java.util.Set;` goes with `import java.util.List;`, not with a static import below.
    """
    paragraphs: list[list[Span]] = []
    for span in spans:
        gap = data[paragraphs[-1][-1].end : span.start] if paragraphs else b""
        if not paragraphs or max(gap.count(b"\n"), gap.count(b"\r")) > 1:
            paragraphs.append([])
        paragraphs[-1].append(span)
    likeness = [max(_likeness(span.of(data), text) for span in part) for part in paragraphs]
    best = max(range(len(paragraphs)), key=lambda number: (likeness[number], number))
    return paragraphs[best][-1]


def _likeness(one: bytes, other: bytes) -> tuple[int, bool]:
    """Number of leading words that two imports share, and whether both or neither are dotted."""
    words = zip(TOKEN.findall(one), TOKEN.findall(other), strict=False)
    count = 0
    for left, right in words:
        if left != right:
            break
        count += 1
    return count, (b"." in one) == (b"." in other)


def _into_import(source: Source, statement: Span, text: bytes) -> Draft | None:
    """Insert what is imported into a statement that lists imports one on a line, as in Go; else None."""
    assert source.tree is not None
    data, listed = source.data, source.tree.items_of(statement)
    if listed is None or listed[0].separator or not listed[2]:
        return None
    keyword = TOKEN.findall(statement.of(data))[0]
    bare = re.sub(rb"(?m)^[ \t]*" + re.escape(keyword) + rb"[ \t]+(?=[^(\s])", b"", trim(text))
    if re.match(re.escape(keyword) + rb"\b", bare.lstrip()):
        return None
    last = _last_alike(data, list(listed[2]), bare)
    return insert_at_line(source, last.start, bare, after=True)


def _first_group(source: Source, tree: SyntaxTree) -> list[Span]:
    """The imports up to the first other statement between two of them."""
    group: list[Span] = []
    for span in tree.imports():
        if group:
            between = Span(group[-1].end, span.start)
            hidden = tree.comments(between)
            rest = len(between.of(source.data).strip(SPACE + b";")) - sum(map(len, hidden))
            if rest > len(hidden) * 2:
                break
        group.append(span)
    return group
