"""A key that occurs twice in one map: parsers accept it and ignore one of the two.

Not here: formats whose own parser refuses it (`judge.own_parser`).
"""

from __future__ import annotations

from structedit.calls.refusals import Refusal
from structedit.calls.statuses import Reason
from structedit.languages.kinds import KEY
from structedit.text.document import Span
from structedit.text.edit import EditSet
from structedit.tree.nodes import Block
from structedit.tree.source import Source


def refuse_doubled_key(before: Source, after: Source, edits: EditSet) -> Refusal | None:
    """Refuse an edit that writes a key into a map that has this key already."""
    if before.tree is None or after.tree is None or not after.profile.is_data:
        return None
    for _, place in edits.stretches(0):
        around = after.tree.definitions(place)
        for row in around:
            if row.kind != KEY or row.name is None or not place.overlaps(row.name):
                continue
            if after.data.count(row.name.of(after.data)) < 2:
                continue  # most keys occur once in a file, so the tree need not be searched
            if after.tree.has_path_alone(row):
                continue
            holder = next((one.core for one in around if one.path == row.path[:-1]), None)
            others = [
                one
                for one in _namesakes(after, row, holder)
                if one.core != row.core and _map_of(after, one) == _map_of(after, row)
            ]
            if not others or len(_namesakes(before, row, None)) > len(others):
                continue
            line = after.document.line_of(others[0].core.start)
            return Refusal(
                Reason.READ_BACK,
                f"the key {row.path[-1]!r} would be in one map twice, also at line {line} of the result",
                "replace the value of the existing key, or delete that key first;"
                ' to write both, pass accept=["read_back"]',
                edits.old_hull(),
            )
    return None


def _namesakes(source: Source, row: Block, within: Span | None) -> list[Block]:
    """Return the keys in a part of a file that have the same path as another one."""
    assert source.tree is not None
    found = source.tree.definitions_named(row.path[-1], within)
    return [one for one in found if one.kind == KEY and one.path == row.path]


def _map_of(source: Source, row: Block) -> Span | None:
    """Return the map that contains a key; None if no brackets show where the map ends."""
    item = source.list_item(row.span)
    return item.parent if item is not None else None
