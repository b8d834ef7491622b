"""Find definitions by path if all of them are elements inside each other, as in markup.

Most elements around `html.body.p[40]` have names that are not in the path. A walk from the root that enters
only elements on the path costs a small part of a listing.

Not here: a listing of all (`tree.blocks`), paths of keys and numbers (`tree.naming`).
"""

from __future__ import annotations

from tree_sitter import Node, QueryCursor

from structedit.languages.grammars import PatternSet
from structedit.text.lazily import regex
from structedit.tree.blocks import Item
from structedit.tree.code import Code
from structedit.tree.extents import Captures
from structedit.tree.naming import ItemNumbers, own_path
from structedit.tree.parts import is_void_element

_PLAIN = regex(r"[\w:.-]+\Z")
"""A name that the text contains as it is."""


def elements_ending_in(
    code: Code, patterns: PatternSet, path: tuple[str, ...]
) -> tuple[Item, ...] | None:
    """Return the elements whose path ends with `path`, in document order; None if only a listing can find them.

    `patterns` match only elements.
    """
    if not all(map(_PLAIN.match, path)):
        return None
    words = [part.encode("utf-8", "surrogateescape") for part in path]
    known: dict[bytes, tuple[tuple[str, ...], bool]] = {}
    numbers, data, found = ItemNumbers(code.profile), code.data, []
    shapes: dict[tuple[str, ...], bool] = {}
    # A node, the path of its holder, how many parts of `path` that path may end with, and the span of the holder.
    waiting: list[tuple[Node, tuple[str, ...], tuple[int, ...], tuple[int, int]]] = [
        (code.root, (), (0,), (-1, -1))
    ]
    while waiting:
        node, outer, counts, holder = waiting.pop()
        place = node.start_byte, node.end_byte
        captures = _element_at(code, patterns, node, shapes) if place != holder else None
        if captures is not None:
            name = captures["name"][0]
            text = data[name.start_byte : name.end_byte]
            if text not in known:
                own = own_path(code, "element", captures, (), numbers)
                known[text] = own, is_void_element(code, captures)
            own, is_void = known[text]
            further = [n + 1 for n in counts if own == path[n : n + 1]]
            if len(path) in further:
                found.append(Item(code, "element", captures, outer + own, place, None))
                further.remove(len(path))
            if not is_void:
                outer, counts, holder = outer + own, (0, *further), place
        wanted = [words[count] for count in counts]
        for child in reversed(node.named_children):
            if not child.child_count:
                continue
            start, end = child.start_byte, child.end_byte
            for word in wanted:
                if data.find(word, start, end) >= 0:
                    waiting.append((child, outer, counts, holder))
                    break
    return tuple(found)


def _element_at(
    code: Code, patterns: PatternSet, node: Node, shapes: dict[tuple[str, ...], bool]
) -> Captures | None:
    """Return the captures of an element; None for another node.

    Elements of one shape, such as `element`, `start_tag` and `tag_name`, have the same captures: one of them is
    queried, which takes longer. `shapes` says of each shape whether the tag is an opener.
    """
    if node.type not in patterns.elements:
        return None
    tag = node.named_child(0) if node.named_child_count else None
    name = tag.named_child(0) if tag is not None and tag.named_child_count else None
    shape = (node.type, tag.type, name.type) if tag is not None and name is not None else ()
    if tag is not None and name is not None and shape in shapes:
        opener = {"opener": [tag]} if shapes[shape] else {}
        return {"node": [node], "name": [name], **opener}
    for part in patterns.all:
        cursor = QueryCursor(part.query)
        cursor.set_max_start_depth(0)
        for _, captures in sorted(cursor.matches(node), key=lambda match: match[0]):
            opener_of = captures.get("opener", [tag])
            if captures["name"] == [name] and opener_of == [tag]:
                shapes[shape] = "opener" in captures
            return {**captures, "node": [node]}
    return None
