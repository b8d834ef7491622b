"""Check that hits and captures of a rewrite are still whole nodes in its result.

    double(x + 1)      ->  x + 1 * 2        the capture `x + 1` is no node any more
    add(1, 2) * 3      ->  1 + 2 * 3        the result of the hit is no node
    if (a) log(a);     ->  if (a) b(); c()  the result of the hit is no longer one statement of the `if`

Compare two trees, of the file and of the result, at the places of the rewrite alone. A hit that is an
operand stays one node. A statement or an item of a list becomes any number of items of the same list. A captured node
stays one node of its kind, unless the template puts it into a string, a comment or a longer name.

Not here: adding parentheses (`extras.codemods.whole_hits`).
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span
from structedit.text.edit import EditSet
from structedit.text.lines import text_start, trimmed
from structedit.text.values import dataclass
from structedit.tree.walking import children_in, comments_at_end

_BLANKS = b" \t\r\n\x0c"

_FIRST_CHILDREN = 4
"""Children of a node that are searched for its first own token. By judgement: that of `a ? b : c` is the second."""

_MOST_CHILDREN = 20
"""Children up to which a node may need each of them. Chosen by judgement: a node with more is a list."""

_HARMLESS = (b"", b";")
"""Tokens of a statement that its expression may lack."""

_SIDE_BY_SIDE = (b"}", b">", b";")
"""Last characters of nodes that another node may follow on the same line, without a separator."""

_SIGNS = (b"-", b"+", b"!", b"~")
"""Signs that may be in front of one operand."""

_PLACES = frozenset(
    ("pattern", "type", "expression", "expr", "shorthand", "property", "nested", "scoped", "field")
)
"""Words of node types that describe the place of a node: `array_pattern` is an `array` that is assigned to."""

_APART = frozenset((",", ";", "=>", "=", "(", ")", "[", "]", "{", "}"))
"""Tokens that separate a run of ungrouped tokens, so that it needs no parentheses. Chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A hit or a capture: its place in the file, and in the result without brackets that were added.

    brackets: the numbers of bytes of brackets that were added in front of it and behind.
    is_block: these brackets make a block of it, and not an expression.
    within: the place of the whole rewritten hit in the result.
    changed: hits in it are rewritten too, so that the types of its nodes are not compared.
    several: it is a capture of several nodes.
    nested: it is inside another hit, whose template may write the code around it.
    """

    old: Span
    new: Span
    is_hit: bool
    within: Span
    brackets: tuple[int, int] = (0, 0)  # follows from most hits getting none
    is_block: bool = False
    changed: bool = False
    nested: bool = False
    several: bool = False

    @property
    def outer(self) -> Span:
        """Its place in the result with the brackets."""
        return Span(self.new.start - self.brackets[0], self.new.end + self.brackets[1])


@dataclass(frozen=True, slots=True)
class Comparison:
    """The file and the result of a rewrite as trees, and the edits between them."""

    profile: LanguageProfile
    old_root: Node
    old_data: bytes
    new_root: Node
    new_data: bytes
    edits: EditSet

    def is_whole(self, placed: Placed) -> bool:
        """Return True if a hit or capture is still the same construct in the result."""
        return self._hit_is_whole(placed) if placed.is_hit else self._capture_is_whole(placed)

    # Hits

    def _hit_is_whole(self, hit: Placed) -> bool:
        own = trimmed(self.old_data, hit.old)
        holder = _holder(self.old_root, self.old_data, own)
        if holder is None or not holder.child_count:
            return True  # all of the file, or a part of a text
        glued = _chain_parts(self.old_root, self.old_data, own)
        old, holder = _grown(self.old_data, own, holder) if not hit.nested else (own, holder)
        added = 0 if hit.is_block else old.end - own.end
        new = trimmed(self.new_data, Span(hit.outer.start, hit.outer.end + added))
        if not len(trimmed(self.new_data, hit.outer)):
            return hit.nested or self._neighbours_keep_roles(hit)
        node = self.new_root.descendant_for_byte_range(new.start, new.end)
        if node is None:
            return False
        if glued:
            area = trimmed(self.new_data, hit.outer)
            found = _kinds(self.new_data, node, area)
            first = self.new_root.descendant_for_byte_range(area.start, area.start + 1)
            begun = self.old_root.descendant_for_byte_range(own.start, own.start + 1)
            is_begun = first is not None and begun is not None and first.type == begun.type
            return is_begun and found is not None and _are_types_alike(glued, found)
        if not _is_exact(self.new_data, node, new):
            is_list = not any(hit.brackets) and self._are_items(node, new)
            return is_list and self._is_same_holder(hit, holder, old, node, new)
        if any(hit.brackets) and not hit.is_block and not self._is_group(hit):
            return False
        if self._is_hit_misread(own, new):
            return False
        above = node.parent
        while above is not None and _is_exact(self.new_data, above, new):
            above = above.parent
        return self._is_same_holder(hit, holder, old, above, new)

    def _is_hit_misread(self, old: Span, new: Span) -> bool:
        """Return True if the language reads a hit, or its result, otherwise than the grammar.

        The grammar may read `-a + b` as `-(a + b)`: then `-add(a, b)` must not become it, nor may `-a + b` be a hit.
        """
        if not self.profile.nodes.misread:
            return False
        was, now = (
            {
                node.type
                for node in _exact_nodes(root, data, span)
                if self._is_misread_in(node, node.parent)
            }
            for root, data, span in (
                (self.old_root, self.old_data, old),
                (self.new_root, self.new_data, new),
            )
        )
        return was != now

    def _is_misread_in(self, node: Node, holder: Node | None) -> bool:
        holders = self.profile.nodes.misread.get(node.type, ())
        return holder is not None and holder.type in holders

    def _is_same_holder(
        self, hit: Placed, holder: Node, old: Span, now: Node | None, new: Span
    ) -> bool:
        """Return True if a hit's place is in the construct that it was in, known by its first own token."""
        was, found = _identity(holder, old), _identity(now, new)
        if hit.nested:
            is_written = found is not None and hit.within.start <= found[1] < hit.within.end
            return is_written or was is not None or found is None
        if was is None or found is None:
            return was is None and found is None
        if was[0] != found[0] and not (any(hit.brackets) and self._is_operand(hit.outer)):
            return False
        if was[1] - old.start == found[1] - new.start:
            return True  # as far in front of the hit as before, which saves a look at all edits
        token = Span(was[1], was[1] + 1)
        return self.edits.touches(token) or self.edits.map_offset(was[1], after=True) == found[1]

    def _is_group(self, placed: Placed) -> bool:
        """Return True if the added parentheses mean no more than their content."""
        area = placed.outer
        is_operand = self._is_operand(area)
        for node in _exact_nodes(self.new_root, self.new_data, area):
            if node.type in self.profile.nodes.groups or is_operand:
                inside = [child for child in node.named_children if not child.is_extra]
                return len(inside) == 1 and _is_exact(
                    self.new_data, inside[0], trimmed(self.new_data, placed.new)
                )
        return False

    def _is_operand(self, area: Span) -> bool:
        """Return True for the parentheses behind a sign, of which some grammars make a call: `-(x)`."""
        if self.new_data[max(0, area.start - 1) : area.start] not in _SIGNS:
            return False
        call = self.new_root.descendant_for_byte_range(area.start - 1, area.end)
        return call is not None and not self._is_misread_in(call, call.parent)

    def _are_items(self, container: Node, area: Span) -> bool:
        """Return True if nodes fill an area of a container as statements, or as items of a list, do."""
        data, rule = self.new_data, self.profile.lists.get(container.type)
        separators = {*_HARMLESS, b",", *((rule.separator.encode(),) if rule is not None else ())}
        last: Node | None = None
        is_separated = True
        for child in children_in(container, area):
            if child.start_byte < area.start or _end(data, child) > area.end:
                return False
            if child.is_extra:
                continue
            text = data[child.start_byte : child.end_byte].strip()
            if not text or (not child.is_named and text in separators):
                is_separated = True
                continue
            if not child.is_named:
                return False  # `+` in `a + b`
            if (
                last is not None
                and not is_separated
                and not (rule is not None and not rule.separator)
            ):
                between = data[last.end_byte - 1 : child.start_byte]
                if b"\n" not in between and not between.startswith(_SIDE_BY_SIDE):
                    return False  # `g x` in `f g x`
            last, is_separated = child, False
        return last is not None

    def _neighbours_keep_roles(self, hit: Placed) -> bool:
        """Return True if the tokens beside a deleted hit are still in the same constructs."""
        if self.is_needed(hit):
            return False
        behind = text_start(self.old_data, hit.old.end, _BLANKS)
        ahead = len(self.old_data[: hit.old.start].rstrip()) - 1
        for place in (ahead, behind):
            if not 0 <= place < len(self.old_data):
                continue
            if self.edits.touches(Span(place, place + 1)):
                continue
            moved = self.edits.map_offset(place, after=True)
            old = self.old_root.descendant_for_byte_range(place, place + 1)
            new = self.new_root.descendant_for_byte_range(moved, moved + 1)
            if old is None or new is None or old.type != new.type:
                return False
            was = [
                (kind, self.edits.map_offset(at, after=True))
                for kind, at in _constructs(old)
                if not self.edits.touches(Span(at, at + 1))
            ]
            if not old.is_extra and was != list(_constructs(new)):
                return False
        return True

    def is_needed(self, hit: Placed) -> bool:
        """Return True if a construct needs a hit: the body of an `if`, an operand."""
        return _is_needed(self.old_root, self.old_data, trimmed(self.old_data, hit.old))

    def has_terminator_behind(self, hit: Placed) -> bool:
        """Return True if the token behind a hit ends the result of the hit, and is no statement itself."""
        end = hit.outer.end
        token = self.new_root.descendant_for_byte_range(end, end + 1)
        own = token.parent if token is not None and token.start_byte == end else None
        return own is not None and hit.outer.start <= own.start_byte < end

    # Captures

    def _capture_is_whole(self, capture: Placed) -> bool:
        old, new = trimmed(self.old_data, capture.old), trimmed(self.new_data, capture.new)
        was = self.old_root.descendant_for_byte_range(old.start, old.end)
        now = self.new_root.descendant_for_byte_range(new.start, new.end)
        if not len(old) or not len(new) or was is None or now is None:
            return True
        if _is_exact(self.old_data, was, old) and not capture.several:
            if _is_exact(self.new_data, now, new):
                is_same = capture.changed or self._are_alike(was, now)
                is_alike = is_same and not self._is_misread(was, now)
                is_held = not any(capture.brackets) or self._is_group(capture)
                return (is_alike and is_held) or self._is_text(now, capture)
            if _identity_of(was) is None and was.child_count and not any(capture.brackets):
                # All statements of a body are a node there and may be some of several here.
                kinds = _kinds(self.old_data, was, old)
                if kinds == _kinds(self.new_data, now, new) and self._are_items(now, new):
                    return True
            is_run = now.type in self.profile.nodes.loose and self._is_run(now, new)
            return is_run or self._is_text(now, capture) or self._is_longer_name(was, now, capture)
        kinds = _kinds(self.old_data, was, old)
        if kinds is None:
            return True  # a part of a text
        if any(capture.brackets):
            return False  # several nodes are not one
        found = _kinds(self.new_data, now, new)
        if found is not None and (capture.changed or _are_types_alike(kinds, found)):
            return True
        is_run = now.type in self.profile.nodes.loose and self._is_run(now, new)
        return is_run or self._is_text(now, capture)

    def _are_alike(self, was: Node, now: Node) -> bool:
        """Return True if a captured node keeps its kind; a name or a number does in any place."""
        if not was.child_count and not now.child_count and was.is_named:
            is_type = was.type.endswith("_type")  # `int` is no name
            return now.type == was.type if is_type else now.is_named
        opening = was.child(0).type if was.child_count else ""
        if opening in ("(", "[") and now.child_count and now.child(0).type == opening:
            return True  # `(a, b)` is a list of arguments here, and a value there
        others = self.profile.nodes.alike.get(was.type, ())
        return now.type in others or _are_types_alike([was.type], [now.type])

    def _is_misread(self, was: Node, node: Node) -> bool:
        """Return True if a language reads a node differently in its new place: the braces of `() => {a: 1}`."""
        return self._is_misread_in(node, node.parent) and not self._is_misread_in(node, was.parent)

    def _is_text(self, node: Node, capture: Placed) -> bool:
        """Return True if a template puts a capture into a string or comment that it writes."""
        nodes, found = self.profile.nodes, node
        while capture.within.contains(Span(found.start_byte, found.end_byte)):
            if (
                found.type in nodes.strings
                or found.type in nodes.comments
                or found.type in nodes.texts
            ):
                return found.start_byte < capture.new.start or found.end_byte > capture.new.end
            if found.parent is None:
                return False
            found = found.parent
        return False

    def _is_longer_name(self, was: Node, now: Node, capture: Placed) -> bool:
        """Return True if a template makes a longer name from a captured one: `get_$A`."""
        is_leaf = not was.child_count and not now.child_count and was.is_named
        place = Span(now.start_byte, now.end_byte)
        return (
            is_leaf and _are_types_alike([was.type], [now.type]) and capture.within.contains(place)
        )

    def _is_run(self, container: Node, area: Span) -> bool:
        """Return True if ungrouped tokens are between separators: `assert!($A, $B)`."""
        pieces = children_in(container, area)
        if not pieces or pieces[0].start_byte < area.start or pieces[-1].end_byte > area.end:
            return False
        beside = (pieces[0].prev_sibling, pieces[-1].next_sibling)
        return all(node is None or node.type in _APART for node in beside)


def grown(root: Node, data: bytes, span: Span) -> Span:
    """Return the whole statement if a span lacks only its terminator: `f(x)` of `f(x);`."""
    own = trimmed(data, span)
    holder = _holder(root, data, own)
    return own if holder is None else _grown(data, own, holder)[0]


def is_statement(root: Node, data: bytes, span: Span) -> bool:
    """Return True if a span is a statement, with or without its terminator; no operand is."""
    own = grown(root, data, span)
    node = root.descendant_for_byte_range(own.start, own.end)
    while node is not None and _is_exact(data, node, own):
        if node.type.endswith("_statement"):
            return True
        node = node.parent
    return False


def _holder(root: Node, data: bytes, span: Span) -> Node | None:
    """Return the node whose children a span consists of; None for the whole file."""
    node = root.descendant_for_byte_range(span.start, span.end)
    while node is not None and _is_exact(data, node, span):
        node = node.parent
    return node


def _exact_nodes(root: Node, data: bytes, span: Span) -> Iterator[Node]:
    """Yield the nodes whose text is at a span, innermost first."""
    node = root.descendant_for_byte_range(span.start, span.end)
    while node is not None and _is_exact(data, node, span):
        yield node
        node = node.parent


def _is_operator(node: Node | None) -> bool:
    """Return True for a sign such as `&&` that needs an operand on both sides."""
    sign = node.type if node is not None and not node.is_named else ""
    return bool(sign.strip()) and not sign[0].isalnum() and sign not in (*_APART - {"="}, ".")


def _is_needed(root: Node, data: bytes, span: Span) -> bool:
    """Return True if a construct needs the code at a span: the body of an `if`, an operand."""
    node = root.descendant_for_byte_range(span.start, span.end)
    if node is None or not _is_exact(data, node, span):
        return False
    while (above := node.parent) is not None and _is_exact(data, above, span):
        node = above
    if above is None:
        return False
    before, behind = node.prev_sibling, node.next_sibling
    if (
        before is not None
        and behind is not None
        and before.type + behind.type in ("{}", "[]", "()")
    ):
        return False
    if _is_operator(before) or _is_operator(behind):
        return True
    fields = [
        above.field_name_for_child(number)
        for number in range(min(above.child_count, _MOST_CHILDREN))
    ]
    own = next((n for n in range(len(fields)) if above.child(n) == node), None)
    return own is not None and fields[own] is not None and fields.count(fields[own]) == 1


def _grown(data: bytes, span: Span, holder: Node) -> tuple[Span, Node]:
    """Return a span and its holder, or those of its statement if the span lacks only the terminator."""
    while (
        holder.parent is not None
        and holder.end_byte - span.end <= 2
        and holder.start_byte == span.start
    ):
        if data[span.end : holder.end_byte].strip() not in _HARMLESS:
            break
        span, holder = Span(span.start, _end(data, holder)), holder.parent
        while holder.parent is not None and _is_exact(data, holder, span):
            holder = holder.parent
    return span, holder


def _end(data: bytes, node: Node) -> int:
    """Return where the text of a node ends, without line ends."""
    end = node.end_byte
    while end > node.start_byte and data[end - 1] in _BLANKS:
        end -= 1
    return end


def _is_exact(data: bytes, node: Node, span: Span) -> bool:
    """Return True if a span is all of a node, or all but the comments at its end."""
    if node.start_byte != span.start:
        return False
    if _end(data, node) == span.end:
        return True
    return any(
        trimmed(data, Span(span.start, comment.start)).end == span.end
        for comment in comments_at_end(node)
    )


def _chain_parts(root: Node, data: bytes, span: Span) -> list[str]:
    """Return the node types of a hit that is part of a chain: the selectors `.b` and `(c)` of `a.b(c)`.

    Grammars that do not nest calls have them side by side; empty if the hit is one node, or nothing touches it.
    """
    node = root.descendant_for_byte_range(span.start, span.end)
    if node is None or _is_exact(data, node, span):
        return []
    own = children_in(node, span)
    before, behind = own[0].prev_sibling if own else None, own[-1].next_sibling if own else None
    is_preceded = before is not None and before.is_named and before.end_byte == span.start
    is_followed = behind is not None and behind.is_named and behind.start_byte == span.end
    return (_kinds(data, node, span) or []) if is_preceded or is_followed else []


def _identity(node: Node | None, outside: Span) -> tuple[str, int] | None:
    """Return the type and place of the innermost construct around a span, from its first own token."""
    while node is not None:
        for number in range(min(node.child_count, _FIRST_CHILDREN)):
            child = node.child(number)
            if child.is_named or child.start_byte == child.end_byte:
                continue
            if child.end_byte <= outside.start or child.start_byte >= outside.end:
                return node.type, child.start_byte
        node = node.parent
    return None


def _constructs(leaf: Node) -> Iterator[tuple[str, int]]:
    """Yield the constructs around a token, innermost first."""
    node = leaf.parent
    while node is not None:
        own = _identity_of(node)
        if own is not None:
            yield own
        node = node.parent


def _identity_of(node: Node) -> tuple[str, int] | None:
    for number in range(min(node.child_count, _FIRST_CHILDREN)):
        child = node.child(number)
        if not child.is_named and child.end_byte > child.start_byte:
            return node.type, child.start_byte
    return None


def _kinds(data: bytes, container: Node, area: Span) -> list[str] | None:
    """Return the types of the nodes that fill an area of a container; None if one crosses its edge."""
    found: list[str] = []
    for child in children_in(container, area):
        if child.start_byte < area.start or _end(data, child) > area.end:
            return None
        if child.is_named and not child.is_extra:
            found.append(child.type)
    return found or None


def _are_types_alike(some: list[str], others: list[str]) -> bool:
    return some == others or list(map(_plain, some)) == list(map(_plain, others))


def _plain(kind: str) -> frozenset[str]:
    """Return the words of a node type without those for its place."""
    words = frozenset(kind.split("_"))
    return words - _PLACES or words
