"""The ends of the clauses of one function, after an edit added, removed or moved a clause.

In Erlang, every clause but the last ends in `;`, and the last in `.`. Not here: finding clauses (`tree.clauses`).
"""

from __future__ import annotations

from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.tree.clauses import Clause, wrong_ends
from structedit.tree.source import Source


def with_clause_ends(source: Source, edits: EditSet) -> EditSet:
    """Return the edits, with those added that correct the ends of clauses."""
    if not any(source.profile.nodes.clauses.values()) or not edits or source.tree is None:
        return edits
    before = source.tree.clauses(edits.old_hull())
    known = {edits.map_span(span) for span, _ in wrong_ends(before)}  # those are not of this edit
    found = wrong_ends(_clauses_after(source, before, edits))
    return edits.then(EditSet.of(Edit(span, token) for span, token in found if span not in known))


def _clauses_after(source: Source, before: tuple[Clause, ...], edits: EditSet) -> list[Clause]:
    """Return the clauses of the result: those that the edits do not touch, and those that they write.

    Only the edited clauses are parsed again.
    """
    kept, written = [], [edit.span for edit in edits.edits]
    for clause in before:
        if edits.touches(clause.span):
            written.append(clause.span)
        else:
            kept.append(clause.moved(edits.map_span(clause.span).start - clause.span.start))
    after = edits.apply(source.data)
    for place in _merged(written):
        now = Span(edits.map_offset(place.start), edits.map_offset(place.end, after=True))
        tree = source.parse_fragment(now.of(after))
        read = tree.clauses(Span(0, len(now))) if tree is not None else ()
        kept += [clause.moved(now.start) for clause in read]
    return sorted(kept, key=lambda clause: clause.span.start)


def _merged(spans: list[Span]) -> list[Span]:
    """Join spans that overlap or touch."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start <= found[-1].end:
            last = found.pop()
            span = Span(last.start, max(last.end, span.end))
        found.append(span)
    return found
