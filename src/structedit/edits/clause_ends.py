"""How the clauses of one function end after an edit that added, removed or moved one.

In Erlang, for instance, a clause that is no longer the last one ends in `;`, and one that became the
last in `.`. Not here: which clauses those are (`tree.clauses`).
"""

from __future__ import annotations

from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.tree.source import Source


def with_clause_ends(source: Source, edits: EditSet) -> EditSet:
    """The edits, with the changes to the ends of clauses that follow from them."""
    if not any(source.profile.nodes.clauses.values()) or not edits:
        return edits
    tree = source.edited(edits).tree
    if tree is None:
        return edits
    start = edits.map_offset(edits.edits[0].span.start)
    end = edits.map_offset(edits.edits[-1].span.end, after=True)
    wrong = tree.wrong_ends(Span(start, max(start, end)))
    before = source.tree.wrong_ends(edits.old_hull()) if source.tree is not None else ()
    known = {edits.map_span(span) for span, _ in before}  # those are not of this edit
    return edits.then(EditSet.of(Edit(span, token) for span, token in wrong if span not in known))
