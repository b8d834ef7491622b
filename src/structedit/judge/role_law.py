"""The role law: an edit must not change the role of code that it did not write.

A result that parses proves little: grammars are lenient, and most damage parses. So each token near an edit that the
edit did not write is looked up in the new tree. Four laws are checked:

- **Roles.** It is a token of the same kind, inside the same nodes, except for nodes that the edit wrote or removed.
- **Edges.** No comment, string or heredoc crosses the edge of the edit, unless one did before.
- **Clauses.** An `else`, `catch` or `case` stays with its statement.
- **Owners.** A decorator, annotation, accessor or documentation comment stays with its definition.

A difference may be written out by the caller of a text edit (the closing brace of a function is deleted), or only be
its effect (a lost `;` joins two statements); `is_written_out` distinguishes the two.

docs/outcomes.md lists what the law cannot see. Not here: whether the result parses (`judge.gate`), and whether the
edit did what its operation promises (`judge.expectations`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from structedit.judge.change import Gone
from structedit.languages.profiles import BodyEdges, LanguageProfile, Layout
from structedit.text.document import Span, to_text
from structedit.text.lines import line_end, line_start, text_start, trimmed
from structedit.text.token_edits import Sides, token_edits
from structedit.text.values import dataclass
from structedit.tree.roles import Ancestor, Chain, RoleReader, RoleToken

if TYPE_CHECKING:
    from structedit.judge.change import Change
    from structedit.tree.nodes import Block
    from structedit.tree.syntax_tree import SyntaxTree

_MOST_TOKENS = 40_000
"""Tokens of one changed area that are compared; further ones are assumed to agree with their neighbours.

Chosen by judgement, for speed: about the tokens of a file of 200 KB.
"""

_WORTH_PAIRING = 512
"""Size in bytes from which nodes that both trees share are skipped in a changed area.

Chosen by judgement, for speed.
"""


class Law(StrEnum):
    """The law that a difference breaks."""

    ROLE = "role"
    EDGE = "edge"
    CLAUSE = "clause"
    OWNER = "owner"


@dataclass(frozen=True, slots=True)
class Difference:
    """A token that the edit did not write, and that is parsed differently in the result.

    at: the token in the old content. after: its place in the new one. what: the change, in words. is_written_out:
    True if the edit itself wrote or removed the construct that causes the difference.
    """

    law: Law
    at: Span
    after: Span
    what: str
    is_written_out: bool = False


class Comparison:
    """A comparison of the two trees of one change."""

    def __init__(self, change: Change) -> None:
        before, after = change.before.tree, change.after.tree
        assert before is not None and after is not None
        self.change = change
        self.before, self.after = before, after
        self.sides = Sides.of(token_edits(before.data, after.data, change.edits))
        self.hulls = _hulls(change, before, after, self.sides)
        self.old = before.role_reader(self.sides, self.hulls.old, is_new=False)
        self.new = after.role_reader(self.sides, self.hulls.new, is_new=True)
        self._has_errors = self.old.has_errors or self.new.has_errors
        self._reopened: set[int] | None = None
        self._removed = [edit.span.of(before.data) for edit in change.edits.edits]
        promises = change.expectation.promises
        self._keeps_attached = any(isinstance(p, Gone) and p.keeps_attached for p in promises)
        nodes = before.profile.nodes
        self._arm_words = {"else", *before.profile.middle_keywords}
        self._trivia = {*nodes.leading, *nodes.transparent, *nodes.signatures}

    def differences(self, most: int = 20) -> list[Difference]:
        """Return the tokens outside of the edit whose role changed, up to `most` of them."""
        found: list[Difference] = []
        for old_area, new_area in self.change.areas():
            found += self._in_area(*self._with_neighbours(old_area, new_area), most - len(found))
            if len(found) >= most:
                return found
        return found + self._edge_crossings() + self._attached_elsewhere()

    def _with_neighbours(self, old: Span, new: Span) -> tuple[Span, Span]:
        """Extend both areas by the nearest tokens around them, by the same distances in both contents."""
        wide_old, wide_new = self.old.with_neighbours(old), self.new.with_neighbours(new)
        left = max(old.start - wide_old.start, new.start - wide_new.start)
        right = max(wide_old.end - old.end, wide_new.end - new.end)
        return (
            Span(max(0, old.start - left), min(len(self.before.data), old.end + right)),
            Span(max(0, new.start - left), min(len(self.after.data), new.end + right)),
        )

    def _in_area(self, old_area: Span, new_area: Span, most: int) -> list[Difference]:
        shared: set[int] = set()
        if len(new_area) > _WORTH_PAIRING:
            shared = self.old.shared_nodes(self.new, (old_area, new_area))
        # The new tokens are read as far as they are asked for: old ones are compared up to a limit.
        unread = self.new.tokens(new_area, outside=True, skipped=shared)
        now: dict[int, RoleToken] = {}
        reached = -1
        found: list[Difference] = []
        for number, token in enumerate(self.old.tokens(old_area, outside=True, skipped=shared)):
            if len(found) >= most or number >= _MOST_TOKENS:
                break
            if token.place is None or self.hulls.touches(token.span):
                continue
            while reached < token.place and (read := next(unread, None)) is not None:
                reached = read.span.start
                now[reached] = read
            found_now = now.get(token.place) or self.new.token_at(token.place)
            difference = self._compare_token(token, found_now, token.place)
            # One difference that the caller wrote out is enough for a warning; it must not hide other ones.
            if difference is not None and not (
                difference.is_written_out and any(one.is_written_out for one in found)
            ):
                found.append(difference)
        return found

    def _compare_token(
        self, token: RoleToken, now: RoleToken | None, place: int
    ) -> Difference | None:
        """Compare a token; the first one of its parent stands for the others."""
        if self._has_errors and (
            _is_unsound(token.chain) or (now is not None and _is_unsound(now.chain))
        ):
            return None
        if now is None or len(now.span) != len(token.span) or now.kind != token.kind:
            return self._compare_leaf(token, now, place)
        if token.is_comment:
            return None
        if self.is_arm(token) and (stolen := self._stolen_arm(token, now)) is not None:
            return stolen
        return self._compare_ancestors(token, now) if token.is_first else None

    def is_arm(self, token: RoleToken) -> bool:
        """Return True if a token begins an arm (`else`, `catch`) of the statement around it."""
        arms = self.before.profile.nodes.arms
        if any(one.kind in arms and one.first == token.span.start for one in token.chain):
            return True
        return token.kind in self._arm_words

    def _stolen_arm(self, token: RoleToken, now: RoleToken) -> Difference | None:
        """Return the difference if an arm now belongs to another statement, and the edit did not write its owner."""
        arms = self.before.profile.nodes.arms
        owner, taker = (
            next((o for o in reversed(chain) if o.first is not None and o.kind not in arms), None)
            for chain in (token.chain, now.chain)
        )
        if owner is None or owner.is_edited or (taker is not None and _is_same(owner, taker)):
            return None
        is_held = any(one.place == owner.place for one in now.chain)
        if is_held and taker is not None and self._follows_arm_word(taker):
            return None  # another `else if` in the chain of the owner
        what = (
            f"would belong to {_a(taker.kind)} written by the edit"
            if taker
            else "would belong to nothing"
        )
        return Difference(Law.CLAUSE, token.span, now.span, what)

    def _follows_arm_word(self, node: Ancestor) -> bool:
        leaf = self.new.leaf_before(node.span.start)
        return leaf is not None and to_text(leaf.of(self.after.data)) in self._arm_words

    def _compare_leaf(
        self, token: RoleToken, now: RoleToken | None, place: int
    ) -> Difference | None:
        """Return the difference of a token that is no longer a token of its own, or has another kind."""
        around = now.span if now is not None else self.new.leaf_at(place)
        after = Span(place, place + len(token.span))
        if around is not None and (around.start < place or around.end > after.end):
            # Some grammars join adjacent comments into one token.
            is_joined = token.is_comment and self.new.is_comment_at(place)
            if is_joined or self._is_extended(around, after):
                return None
            kind = self.new.kind_at(place)
            return Difference(Law.EDGE, token.span, after, f"would be part of {_a(kind)}")
        if now is None:
            return (
                None
                if token.is_comment
                else Difference(Law.ROLE, token.span, after, "would not be a token of its own")
            )
        is_arm = token.kind in self._arm_words  # Scala reads it as an operator outside of an `if`
        if len(now.span) == len(token.span) and not is_arm and self._is_renamed(token, now):
            return None
        return Difference(
            Law.ROLE,
            token.span,
            after,
            f"would be read as {_a(now.kind)}, not as {_a(token.kind)}",
        )

    def _is_extended(self, around: Span, token: Span) -> bool:
        """Return True if the edit wrote all that a token grew by."""
        sides = self.sides
        before, behind = Span(around.start, token.start), Span(token.end, around.end)
        return all(
            sides.all_written(part.start, part.end, self.after.data) for part in (before, behind)
        )

    def _is_renamed(self, token: RoleToken, now: RoleToken) -> bool:
        """Return True if a leaf has another kind only because of nodes around it that the edit wrote or removed."""
        if any(one.is_edited for chain in (token.chain, now.chain) for one in chain[-1:]):
            return True
        lost, gained, edited = _unmatched(token.chain, now.chain)
        return bool(edited) and not lost and not gained

    def _compare_ancestors(self, token: RoleToken, now: RoleToken) -> Difference | None:
        if len(token.chain) == len(now.chain) and all(map(_is_same, token.chain, now.chain)):
            return None
        directives = self.before.profile.nodes.directives
        if any(one.kind in directives for one in token.chain):
            return None  # grammars differ in whether a directive is part of the block above it
        old, new = self._without_headings(token.chain), self._without_headings(now.chain)
        lost, gained, edited = _unmatched(old, new)
        taker = next(
            (o for o in new if o.is_reopened and o.is_wrapper and o.first is not None), None
        )
        if taker is not None and self.change.expectation.is_complete:
            what = f"would become part of {_a(taker.kind)} that the edit writes"
            return Difference(Law.ROLE, token.span, now.span, what)
        if not lost and not gained:
            return None
        if all(one.is_wrapper for one in (*lost, *gained)) and not any(
            _unmatched(old[::-1], new[::-1])[:2]
        ):
            return None  # a chain of calls: its inner nodes are unchanged
        reopened = self._reopened_places()
        is_written_out = not self.change.expectation.is_complete and (
            any(one.is_reopened for one in edited)
            or any(one.place in reopened for one in (*lost, *gained))
        )
        if any(one.kind in self._trivia for one in now.chain) and any(
            one.place is not None and one.place > now.span.start for one in gained
        ):
            is_written_out = False  # an annotation that is left for the next definition
        what = f"would no longer be part of {_a(lost[0].kind)}" if lost else ""
        what = f"would become part of {_a(gained[0].kind)}" if gained else what
        return Difference(Law.ROLE, token.span, now.span, what, is_written_out)

    def _without_headings(self, chain: Chain) -> Chain:
        """Drop labels and headings from the ancestors.

        A heading adopts what follows it, whatever the edit writes before that.
        In data it does not: below another heading, a key has another meaning.
        """
        headings, labels = self.before.profile.sections.headings, self.before.profile.nodes.labels
        if labels:
            chain = tuple(one for one in chain if one.kind not in labels)
        if not headings or self.before.profile.is_data:
            return chain
        return tuple(one for one in chain if one.kind not in headings and "section" not in one.kind)

    def _reopened_places(self) -> set[int]:
        """Return the places of nodes, in either tree, of which the edit wrote or removed a bracket or keyword."""
        if self._reopened is None:
            found: set[int] = set()
            for reader, which in ((self.old, 0), (self.new, 1)):
                for pair in self.sides.pairs:
                    found |= _reopened(reader, pair[which])
            self._reopened = found
        return self._reopened

    def _edge_crossings(self) -> list[Difference]:
        """Return the tokens of the result that cross an edge of the edit where none did before."""
        found: list[Difference] = []
        edits, expectation = self.change.edits, self.change.expectation
        quoted = [edits.map_span(span) for span in expectation.targets if expectation.by_text]
        for old, new in edits.stretches(0):
            for at, was in ((new.start, old.start), (new.end, old.end)):
                leaf = self.new.leaf_across(at)
                if leaf is None or self.old.is_text_across(was):
                    continue
                outside = Span(leaf.start, at) if at == new.start else Span(at, leaf.end)
                # The token diff shows which quoted text is unchanged.
                if self.hulls.holds_new(outside) or not outside.of(self.after.data).strip():
                    continue
                if any(span.contains(outside) for span in quoted):
                    continue  # the caller has sent all of it
                if self._is_longer(leaf, at, was):
                    continue
                if self._is_word_part(leaf):
                    continue
                kind = _a(self.new.kind_at(at))
                found.append(
                    Difference(
                        Law.EDGE, Span(was, was), leaf, f"{kind} would cross the edge of the edit"
                    )
                )
        return found

    def _attached_elsewhere(self) -> list[Difference]:
        """Return decorators, comments and accessors that would belong to another definition."""
        found: list[Difference] = []
        # Elsewhere the closers of two definitions may change places: a diff shows many additions so.
        is_spread = self.before.profile.is_spread and self.change.expectation.is_complete
        for old, new in self.sides.pairs:
            is_below = self.old.is_below_trivia(old.start)
            if not is_below and not is_spread:
                continue
            rows = self.before.definitions(self.before.with_neighbours(old))
            result = self.after.definitions(self.after.with_neighbours(new))
            named = {(now.name or now.core).start: now for now in result}
            if is_spread:
                found += self._cut_off(old, rows, named)
            for now in result if is_below else ():
                found += self._taken_from_others(now, rows, named)
        return found

    def _cut_off(
        self, old: Span, rows: Sequence[Block], named: Mapping[int, Block]
    ) -> Iterable[Difference]:
        """Yield the ends of definitions that would belong to one written before them, such as accessors."""
        edits = self.change.edits
        for row in rows:
            end, name = row.core.end, row.name
            now = named.get(edits.map_offset(name.start, after=True)) if name is not None else None
            if now is None or name is None or edits.touches(name):
                continue
            if name.end <= old.start and old.end < end and now.core.end < edits.map_offset(end):
                start = text_start(self.before.data, old.end)
                what = f"would no longer be part of {'.'.join(row.path)!r}"
                after = Span(edits.map_offset(start, after=True), edits.map_offset(end))
                if start < end and not edits.touches(Span(start, end)):
                    yield Difference(Law.OWNER, Span(start, end), after, what)

    def _taken_from_others(
        self, now: Block, rows: Sequence[Block], named: Mapping[int, Block]
    ) -> Iterable[Difference]:
        """Yield the decorators and comments of a resulting definition that belonged to another one before.

        An existing definition takes them if the edit removes their owner; a written one, if it is put below them.
        """
        edits = self.change.edits
        places = [(edits.map_offset((r.name or r.core).start, after=True), r) for r in rows]
        start = (now.name or now.core).start
        was = next((row for place, row in places if place == start), None)
        if was is not None and edits.touches(was.name or was.core):
            return
        what = f"would belong to {'.'.join(now.path)!r}"
        for place, owner in places:
            is_gone = edits.touches(owner.name or owner.core)
            if is_gone is (was is None) or (was is not None and owner.core == was.core):
                continue
            then = named.get(place)
            kept = (*then.decorators, *then.attached) if then is not None else ()
            taken = [trimmed(self.after.data, one) for one in (*now.decorators, *now.attached)]
            for span in (*owner.decorators, *owner.attached):
                bare = trimmed(self.before.data, span)  # some comments end with a line break
                after, text = edits.map_span(bare), bare.of(self.before.data)
                if edits.touches(bare) or after not in taken:
                    continue
                if any(text in removed for removed in self._removed):
                    continue  # one of two equal lines was deleted, and nobody can tell which
                is_comment = span in owner.attached
                if was is None and (
                    now.path == owner.path  # an overload or a clause
                    or self.hulls.touches(bare)
                    or any(one.of(self.after.data).strip() == text for one in kept)
                    or (is_comment and not self.change.expectation.by_text)
                ):
                    continue  # the caller has sent it, or both definitions have it
                if not is_comment or not self._keeps_attached:
                    yield Difference(Law.OWNER, bare, after, what, is_written_out=is_comment)

    def _is_longer(self, leaf: Span, at: int, was: int) -> bool:
        """Return True if a token crosses the edge because the edit makes it longer at its start or end."""
        before, behind = self.old.leaf_before(was), self.old.leaf_behind(was)
        return (before is not None and before.start - was == leaf.start - at) or (
            behind is not None and behind.end - was == leaf.end - at
        )

    def _is_word_part(self, leaf: Span) -> bool:
        text = leaf.of(self.after.data)
        return b"\n" not in text and not any(byte in b" \t" for byte in text)


@dataclass(frozen=True, slots=True)
class _Hulls:
    """The parts of the two contents that an edit was sent for, sorted and disjoint."""

    old: tuple[Span, ...]
    new: tuple[Span, ...]

    def touches(self, span: Span) -> bool:
        """Return True if a token overlaps a part, or a part was inserted inside it."""
        number = bisect_right(self.old, span.start, key=lambda hull: hull.end)
        if number < len(self.old) and self.old[number].start < span.end:
            hull = self.old[number]
            return len(hull) > 0 or hull.start > span.start
        return False

    def holds_new(self, span: Span) -> bool:
        """Return True if a span of the new content is inside a part."""
        number = bisect_left(self.new, span.end, key=lambda hull: hull.end)
        return number < len(self.new) and self.new[number].start <= span.start


def _hulls(change: Change, before: SyntaxTree, after: SyntaxTree, sides: Sides) -> _Hulls:
    """Return the changed lines of each edit, within the edit or the quoted text, and lines with another indentation."""
    expectation, edits = change.expectation, change.edits
    pairs = [*(edits.refined(before.data) if expectation.by_text else edits).stretches(0)]
    quoted = sorted(expectation.targets) if expectation.by_text else []
    if not expectation.by_text:
        pairs += [(span, edits.map_span(span)) for span in expectation.given]
    if layout_counts(before.profile):
        pairs += [p for p in sides.pairs if _is_reindented(before.data, after.data, *p)]
    pairs.sort()
    found: list[Span] = []
    for old, new in pairs:
        start, end = old.start, old.end
        number = bisect_right(quoted, start, key=lambda span: span.start) - 1
        if number >= 0 and end <= quoted[number].end:
            start = max(quoted[number].start, line_start(before.data, start))
            end = max(end, min(quoted[number].end, line_end(before.data, end)))
        if _is_reindented(before.data, after.data, old, new):
            end = max(end, line_end(before.data, old.end))
        if found and found[-1].end >= start:
            last = found.pop()
            start, end = min(last.start, start), max(last.end, end)
        found.append(Span(start, end))
    moved = [Span(edits.map_offset(s.start), edits.map_offset(s.end, after=True)) for s in found]
    return _Hulls(tuple(found), tuple(moved))


def layout_counts(profile: LanguageProfile) -> bool:
    """Return True if the indentation of a line decides which block contains it."""
    return (
        profile.family in (Layout.INDENT, Layout.SECTION)
        or BodyEdges.INDENTATION in profile.bodies.values()
    )


def _is_reindented(before: bytes, after: bytes, old: Span, new: Span) -> bool:
    """Return True if the line that continues behind an edit has another indentation than before."""
    lines = []
    for data, at in ((before, old.end), (after, new.end)):
        lead = data[line_start(data, at) : at]
        if lead.strip():
            return False
        lines.append(lead)
    return lines[0] != lines[1]


def _is_unsound(chain: Chain) -> bool:
    """Return True if the parser did not understand a place."""
    return any(one.kind == "ERROR" for one in chain)


def _is_same(old: Ancestor, new: Ancestor) -> bool:
    if old.is_wrapper != new.is_wrapper or old.place != new.place:
        return False
    return old.kind == new.kind or (not old.is_wrapper and old.place is not None)


def _unmatched(old: Chain, new: Chain) -> tuple[list[Ancestor], list[Ancestor], list[Ancestor]]:
    """Return the nodes that a token lost and gained without excuse, and adjacent nodes that the edit wrote or removed.

    Both chains are walked together. Between two nodes that agree, a wrapper may be replaced by a node that the edit
    wrote.
    """
    lost: list[Ancestor] = []
    gained: list[Ancestor] = []
    edited: list[Ancestor] = []
    for old_gap, new_gap in _gaps(old, new):
        if not old_gap and not new_gap:
            continue
        excused = [one for one in (*old_gap, *new_gap) if one.is_edited]
        old_rest = [one for one in old_gap if not one.is_edited]
        new_rest = [one for one in new_gap if not one.is_edited]
        if excused:
            old_rest = [one for one in old_rest if not one.is_wrapper]
            new_rest = [one for one in new_rest if not one.is_wrapper]
        old_rest = [one for one in old_rest if not _is_in_run(one, new)]
        new_rest = [one for one in new_rest if not _is_in_run(one, old)]
        edited += excused
        lost += old_rest
        gained += new_rest
    return lost, gained, edited


def _gaps(old: Chain, new: Chain) -> Iterable[tuple[Sequence[Ancestor], Sequence[Ancestor]]]:
    """Yield the nodes of both chains between those that agree."""
    at = 0
    start = 0
    for number, one in enumerate(old):
        found = next((n for n in range(at, len(new)) if _is_same(one, new[n])), None)
        if found is not None:
            yield old[start:number], new[at:found]
            start, at = number + 1, found + 1
    yield old[start:], new[at:]


def _is_in_run(one: Ancestor, other: Chain) -> bool:
    """Return True if the other chain has a node with the same operator: of `a + b + c` only one node counts."""
    return one.is_infix and any(
        row.kind == one.kind and row.operator == one.operator for row in other
    )


def _a(kind: str) -> str:
    """Return a node type with an article; a sign is quoted."""
    if not kind[:1].isalpha():
        return repr(kind)
    words = kind.replace("_", " ")
    return f"an {words}" if words[0].lower() in "aeiou" else f"a {words}"


def _reopened(reader: RoleReader, area: Span) -> set[int]:
    """Return the places of nodes that have a bracket or keyword in an area as a token of their own."""
    found: set[int] = set()
    if not len(area):
        return found
    for token in reader.tokens(area):
        parent = token.chain[-1] if token.chain else None
        if token.place is not None or parent is None or parent.place is None:
            continue
        if parent.is_reopened and not parent.is_wrapper:
            found.add(parent.place)
    return found


def describe(change: Change, difference: Difference) -> str:
    """Describe a difference in a sentence: the token, its line, and what it would become."""
    document = change.before.document
    if difference.law is Law.EDGE and not len(difference.at):
        line = change.after.document.line_of(difference.after.start)
        return f"{difference.what}, at line {line} of the result"
    text = to_text(difference.at.of(change.before.data)).split("\n")[0][:40]
    line = document.line_of(difference.at.start)
    return f"{text!r} at line {line}, outside the edit, {difference.what}"


def fix(change: Change, difference: Difference) -> str:
    """Return the next step after a refusal because of a difference."""
    line = change.before.document.line_of(difference.at.start)
    if difference.law is Law.OWNER:
        return f"delete or edit line {line} as well: it belongs to the deleted code"
    if change.expectation.is_complete:
        return (
            f"put the new text before or after the whole construct that line {line} is part of, or pass"
            ' accept=["read_back"] if this is meant'
        )
    if not any(edit.new.strip() for edit in change.edits.edits):
        return f'include line {line} in the edit, or pass accept=["read_back"] if this is meant'
    return (
        "check brackets, separators, quotes and indentation of the new text; or include line"
        f' {line} in the edit, or pass accept=["read_back"] if this is meant'
    )
