"""Selectors: from a selector to the nodes it names, and from a node to its selector.

A selector is the address of a node in a file. ``Cart.total > if[2]`` has two steps: the definition
`total` in `Cart`, and in it the second `if`. `calls.places` reads one; `docs/selectors.md` has the grammar.

Which selector names a node is written in `search.addresses`: every one that is written resolves
to exactly the node it was written for.

A name means every definition whose qualified name ends with it. In data languages a path is
counted from the root first. Kinds that a profile calls demoted (prototypes, `impl` blocks,
variables) are meant only where nothing else has the name, or by `kind:name`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from structedit.calls.places import Selector, Step, unescaped
from structedit.languages.grammars import is_word
from structedit.languages.kinds import FUNCTIONS, MODULES, WITH_ARITY
from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span, to_text
from structedit.text.values import dataclass, replace
from structedit.tree.broken import likely_definitions
from structedit.tree.item_index import SpanChain
from structedit.tree.nodes import Block

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree

_MOST_HOLDERS = 100
"""Nodes of one step in each of which the next one is looked for; chosen by judgement, for the time."""

_OPENERS = (b"(", b"[", b"{", b"<<", b"%{")
_CLOSERS = (b")", b"]", b"}", b">>")


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a selector names: one block when it is unique, several or none otherwise.

    `step` is the number of the step that failed, counted from 0; `within` what the steps before
    it named, `reached` all that they named where that is several.
    """

    blocks: tuple[Block, ...]
    step: int = 0
    within: Block | None = None
    wrong_index: bool = False
    reached: tuple[Block, ...] = ()


def resolve(tree: SyntaxTree, selector: Selector) -> Resolved:
    """Find what a selector of steps names."""
    return _resolved(tree, selector.steps, 0, None)


def _resolved(
    tree: SyntaxTree, steps: tuple[Step, ...], number: int, holder: Block | None
) -> Resolved:
    """What the steps from a number on name in a holder.

    Where one of them means several nodes, the steps behind it may lead to a node in one of these only; not in a
    namesake that is only another that may have been meant.
    """
    step = steps[number]
    named = named_by(tree, step, holder)
    every, found = named.for_number(step), told_apart(tree, picked(tree, step, named))
    is_last = number == len(steps) - 1
    if len(found) == 1:
        return (
            Resolved(found, number, found[0])
            if is_last or found[0].kind == "hidden"
            else _resolved(tree, steps, number + 1, found[0])
        )
    if not found:
        wrong = bool(every) and (step.index is not None or step.line is not None)
        return Resolved(told_apart(tree, every) if wrong else (), number, holder, wrong)
    sure = {block.core for block in named.sure}
    in_doubt = any(block.kind == "hidden" or block.core not in sure for block in found)
    if is_last or len(found) > _MOST_HOLDERS or in_doubt:
        return Resolved(found, number, holder)
    return _in_one_of(found, [_resolved(tree, steps, number + 1, block) for block in found], holder)


def _in_one_of(
    holders: tuple[Block, ...], inside: Sequence[Resolved], outer: Block | None
) -> Resolved:
    """What steps name that may begin in any of several holders; where in none, what went furthest."""
    torn = [one for one in inside if any(block.kind == "hidden" for block in one.blocks)]
    if torn:
        return torn[0]
    reached = [one for one in inside if one.blocks and not one.wrong_index]
    last = max((one.step for one in inside), default=0)
    ends = {block.core: block for one in reached if one.step == last for block in one.blocks}
    if not ends:
        furthest = [one for one in inside if one.step == last]
        if len(furthest) == 1:
            return furthest[0]
        places = [one.reached or (one.within,) for one in furthest]
        held = tuple(block for blocks in places for block in blocks if block is not None)
        return Resolved((), last, outer, reached=held)
    blocks = in_order(ends.values())
    return Resolved(blocks, last, blocks[0] if len(blocks) == 1 else outer)


@dataclass(frozen=True, slots=True)
class Named:
    """Everything that the words of a step name, before its number or line picks one.

    Where lines that do not parse, `uncounted`, may define others, a number that counts over none of
    them is one of `certain`. `others` are definitions of the last name that may have been meant.
    """

    sure: tuple[Block, ...]
    certain: tuple[Block, ...] = ()
    uncounted: tuple[Block, ...] = ()
    in_doubt: bool = False
    others: tuple[Block, ...] = ()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All that may be meant, in document order."""
        if not self.others:
            return self.sure
        by_core = {block.core: block for block in (*self.others, *self.sure)}
        return in_order(by_core.values())

    def is_only(self, block: Block) -> bool:
        """Whether a block and nothing else is named."""
        if len(self.others) > len(self.sure):
            return False
        found = self.blocks
        return len(found) == 1 and found[0].core == block.core

    @classmethod
    def of(
        cls,
        blocks: tuple[Block, ...],
        certain: tuple[Block, ...] = (),
        uncounted: tuple[Block, ...] = (),
        others: tuple[Block, ...] = (),
    ) -> Named:
        """What is named, in doubt where one of the blocks is lines that may define any number."""
        return cls(blocks, certain, uncounted, any(b.kind == "hidden" for b in blocks), others)

    def for_number(self, step: Step) -> tuple[Block, ...]:
        """The blocks of which the number of a step picks one; all of them without a number."""
        if step.line is not None:
            return self.blocks
        is_sure = self.uncounted and _is_counted_before(step, self.certain, self.uncounted)
        return self.certain if is_sure else self.blocks


def named_by(tree: SyntaxTree, step: Step, holder: Block | None) -> Named:
    """Everything that a step's words name; the same for all its numbers and lines."""
    if step.line is not None:
        step = replace(step, index=None, line=None)
    words = step if tree.profile.is_data else replace(step, index=step.index and 1)
    key = ("named by", words, holder and holder.core)
    return tree.kept(key, lambda t: _named_by(t, words, holder))


def _named_by(tree: SyntaxTree, step: Step, holder: Block | None) -> Named:
    if step.label is not None:
        return _labelled(tree, step, step.label, holder)
    found = () if step.must_be_block else definitions_of(tree, step, holder)
    whole = replace(step, path=(".".join(step.path),)) if not tree.profile.is_data else step
    if not found and len(step.path) > 1 and (dotted := definitions_of(tree, whole, holder)):
        torn = _with_hidden(tree, step, holder, ())
        if torn.blocks:
            return torn
        found, step = dotted, whole  # `print.cart` is one name in R
    if not found and not tree.profile.is_data and len(step.path) > 1 and step.name.isdecimal():
        called = replace(step, path=step.path[:-1])
        named = definitions_of(tree, called, holder)
        found = tuple(b for b in named if int(step.name) in arities(tree, b))
        step = called if found else step
    if not found and step.may_be_block:
        found = tuple(b for b in _blocks_below(tree, holder) if b.kind == step.name)
    if not found and is_own_word(tree.profile, step) and not _is_kind(tree.profile, step.name):
        found = tuple(b for b in _blocks_below(tree, holder) if _begins_with(tree, b, step.name))
    return _with_hidden(tree, as_data(step) if tree.profile.is_data else step, holder, found)


def _labelled(tree: SyntaxTree, step: Step, label: str, holder: Block | None) -> Named:
    """The calls with a label; where lines that do not parse may be counted, or have the label, a doubt as well."""
    calls = [b for b in _blocks_below(tree, holder) if _is_call(tree, b, step)]
    calls = [b for b in calls if b.label == label] or calls
    text = label.encode("utf-8", "surrogateescape")
    in_doubt = step.index is not None or any(text in span.of(tree.data) for span in tree.hidden)
    torn = likely_definitions.uncountable(tree, holder, step.path) if in_doubt and calls else ()
    return Named.of(in_order((*torn, *calls)))


def in_order(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Blocks in document order, which numbers count."""
    return tuple(sorted(blocks, key=lambda block: block.order))


def arities(tree: SyntaxTree, block: Block) -> range:
    """How many arguments a function takes, by the first list behind its name: with defaults, several."""
    if block.name is None or block.kind not in WITH_ARITY:
        return range(0)
    depth = commas = defaults = tokens = 0
    for _, span in tree.tokens(Span(block.name.end, block.header.end)):
        text = span.of(tree.data)
        if not depth and text != b"(":
            break
        if text in _OPENERS:
            depth += 1
        elif text in _CLOSERS:
            depth -= 1
            if not depth:
                break
        else:
            tokens += 1
            commas += depth == 1 and text == b","
            defaults += depth == 1 and text == b"\\\\"
    most = commas + 1 if tokens else 0
    return range(most - defaults, most + 1)


def is_own_word(profile: LanguageProfile, step: Step) -> bool:
    """Whether a step is made of words of the language, as a block begins with: `unless`, `except`."""
    if len(step.path) != 1 or step.quoted or step.label or step.kind not in (None, "block"):
        return False
    return all(is_word(profile, word.rstrip("*")) for word in step.name.split())


def _is_kind(profile: LanguageProfile, word: str) -> bool:
    """Whether a word names a kind of a language's blocks: `case` is an arm then, and not what holds the arms."""
    return re.search(rf"@block\.{re.escape(word)}\b", profile.blocks) is not None


def _begins_with(tree: SyntaxTree, block: Block, words: str) -> bool:
    """Whether a block's header begins with some words; an `else if` does not begin with `else`."""
    header = " ".join(to_text(block.header.of(tree.data)).lstrip("( \t\r\n").split())
    behind = header[len(words) :]
    if not header.startswith(words) or behind[:1].isalnum() or behind[:1] in ("_", "-"):
        return False
    return block.kind != "elif" or not behind.startswith(" if")


def _is_call(tree: SyntaxTree, block: Block, step: Step) -> bool:
    """Whether a block is the call of a step, its label as the selector or as the file escapes it."""
    if block.kind != "call" or block.label is None or block.name is None:
        return False
    if step.label not in (block.label, unescaped(block.label)):
        return False
    return called(tree, block.name) == ".".join(step.path)


def called(tree: SyntaxTree, name: Span) -> str:
    """The name of a called function on one line: a chain may break before its dots."""
    return "".join(to_text(name.of(tree.data)).split())


def definitions_of(tree: SyntaxTree, step: Step, holder: Block | None) -> tuple[Block, ...]:
    """The definitions that a step's path names, in the whole file or below a holder."""
    step = as_data(step) if tree.profile.is_data else step
    key = ("definitions", step.path, step.kind, holder and holder.core)
    return tree.kept(key, lambda t: _matching_definitions(t, step, holder))


def _matching_definitions(tree: SyntaxTree, step: Step, holder: Block | None) -> tuple[Block, ...]:
    if tree.is_listed and holder is None and (alike := tree.index().ending_in(step.path)):
        found = tuple(alike)
    else:
        found = tree.definitions_named(step.name, holder.span if holder is not None else None)
        found = tuple(b for b in found if holder is None or is_below(b, holder))
    base = holder.path if holder is not None else ()
    if not tree.clean:
        found = tuple(b for b in found if not _is_named_in_part(tree, b, step))
    return matching(found, step, base, is_data=tree.profile.is_data, demoted=tree.profile.demoted)


def _is_named_in_part(tree: SyntaxTree, block: Block, step: Step) -> bool:
    """Whether a namespace `a.new` is called `new`: that may be the name of what does not parse."""
    name = block.name.of(tree.data) if block.name is not None else b""
    return block.kind in MODULES and len(step.path) <= name.count(b".")


def _with_hidden(
    tree: SyntaxTree, step: Step, holder: Block | None, found: tuple[Block, ...]
) -> Named:
    """The blocks found, with those that lines which do not parse may define: they may not be edited.

    Numbers count, so they mean nothing where it is not certain how many there are; nor is a block without a name
    certain to be the only one of its kind there.
    """
    demoted = step.kind is None and all(b.kind in tree.profile.demoted for b in found)
    counts = step.index is not None
    in_part = all(_is_named_in_part(tree, b, step) for b in found)
    covered = _likely(tree, likely_definitions.covered_definitions, step, holder) if found else ()
    covered += _likely(tree, likely_definitions.adrift_definitions, step, None) if found else ()
    if (demoted or counts or in_part) and found:
        covered = covered or _likely(tree, likely_definitions.nameless_definitions, step, holder)
        covered = covered or _likely(tree, likely_definitions.undeclared_definitions, step, holder)
        if counts and tree.clean:
            covered = covered or _likely(tree, likely_definitions.unread_definitions, step, holder)
        if covered:
            return Named.of(covered[:1] if counts else covered)
    if not any(b.is_definition for b in found) if found else counts and step.may_be_block:
        torn = likely_definitions.uncountable(tree, holder, step.path)
        if torn or not tree.clean:
            return Named.of(in_order((*torn, *found)))
    if tree.clean:
        return Named.of(in_order((*found, *covered)) if found else ())
    if counts:
        return _counted(tree, step, holder, found)
    hidden = (*covered, *_likely(tree, likely_definitions.hidden_definitions, step, holder))
    in_doubt = demoted or _all_deeper(step, holder, found)
    if found and (in_doubt or likely_definitions.begins_at_the_end(tree, step.path)):
        hidden += _likely(tree, likely_definitions.cut_definitions, step, holder)
    others: tuple[Block, ...] = ()
    if found and not tree.hidden:
        # A namesake below the first error may have lost its place, and have been meant; what is
        # missing at the end may belong anywhere, so where the kinds found are others, any may.
        reach = 0 if demoted else _first_fault(tree)
        others = tree.kept(
            ("below the first error", step.name, reach),
            lambda t: tuple(b for b in t.definitions_named(step.name) if b.core.end > reach),
        )
    if not hidden and not others:
        return Named.of(found)
    listed = {b.core for b in found}
    if (
        demoted
        and all(b.core in listed for b in others)
        and all(b.kind == "hidden" for b in hidden)
    ):
        return Named.of(hidden or found)
    return Named.of(in_order((*found, *hidden)), others=others)


def _counted(tree: SyntaxTree, step: Step, holder: Block | None, found: tuple[Block, ...]) -> Named:
    """The definitions found, of which a number picks those only that it does not count over uncertain lines.

    Where no lines could be hidden, all are uncertain.
    """
    if not tree.hidden:
        torn = likely_definitions.uncountable(tree, None, step.path)
        return Named.of(in_order((*torn, *found)))
    # What is counted may be below, where what was found is of other kinds.
    are_others = step.kind is None and all(b.kind in tree.profile.demoted for b in found)
    torn = _likely(tree, likely_definitions.counted_definitions, step, holder)
    if are_others:
        torn += _likely(tree, likely_definitions.cut_definitions, step, holder)
    certain = () if are_others else found
    return Named.of(in_order((*torn[:1], *found)), certain, torn) if torn else Named.of(found)


def _first_fault(tree: SyntaxTree) -> int:
    faults = tree.faults()
    return faults[0].span.start if faults else 0


def _likely(
    tree: SyntaxTree,
    seek: Callable[[SyntaxTree, tuple[str, ...]], tuple[Block, ...]],
    step: Step,
    holder: Block | None,
) -> tuple[Block, ...]:
    """What lines may define by the path of a step that the tree does not read so, from a place in a holder on."""
    found = tree.kept((seek, step.path), lambda t: seek(t, step.path))
    inside = holder.span if holder is not None else Span(0, len(tree.data))
    return tuple(b for b in found if inside.start <= b.core.start <= inside.end)


def _all_deeper(step: Step, holder: Block | None, found: tuple[Block, ...]) -> bool:
    """Whether all that has a name has it inside of something that was not named.

    A method of the name is then meant only where no function of it is.
    """
    named = len(step.path) + (len(holder.path) if holder is not None else 0)
    return all(len(block.path) > named for block in found)


def as_data(step: Step) -> Step:
    """A step with a trailing `[n]` read as an element's number, as data languages count."""
    if step.index is None or step.index < 0 or step.line is not None:
        return step
    return replace(step, path=(*step.path, f"[{step.index}]"), index=None)


def _is_counted_before(step: Step, found: tuple[Block, ...], hidden: tuple[Block, ...]) -> bool:
    """Whether a number picks a definition without counting over hidden lines."""
    if step.index is None or not 0 < abs(step.index) <= len(found):
        return False
    if step.index > 0:
        return found[step.index - 1].core.end <= hidden[0].core.start
    return hidden[-1].core.end <= found[step.index].core.start


def matching(
    found: Sequence[Block],
    step: Step,
    base: tuple[str, ...],
    *,
    is_data: bool,
    demoted: tuple[str, ...],
) -> tuple[Block, ...]:
    """The definitions whose qualified name ends with the step's."""
    named = [b for b in found if b.path[-len(step.path) :] == step.path]
    named = named or [b for b in found if _is_alias(b, step.path)]
    if is_data:
        rooted = [b for b in named if b.path == (*base, *step.path)]
        named = rooted or named
    if step.kind is not None:
        exact = [b for b in named if b.kind == step.kind]
        loose = [b for b in named if step.kind == "function" and b.kind in FUNCTIONS]
        return tuple(exact or loose)
    return tuple([b for b in named if b.kind not in demoted] or named)


def _is_alias(block: Block, words: tuple[str, ...]) -> bool:
    """Whether a path ends in other names of a definition: `div.card`, `nav#main.wide`."""
    count = next((n for n, word in enumerate(reversed(words)) if not block.is_called(word)), None)
    count = len(words) if count is None else count
    rest = words[: len(words) - count]
    return bool(count) and any(
        path[len(path) - len(rest) :] == rest for path in (block.path, block.path[:-1])
    )


def picked(tree: SyntaxTree, step: Step, named: Named) -> tuple[Block, ...]:
    """Those of what a step's words name that its number or line picks; all without one."""
    found = named.for_number(step)
    if step.line is not None:
        begun = beginning_on(tree, step.line, found)
        if step.index is not None:
            return begun[step.index - 1 : step.index]
        inner = _innermost(_holding(tree, step.line, found))
        return inner if len(inner) < 2 else tuple(b for b in inner if b in begun) or inner
    is_element = tree.profile.is_data and all(block.is_definition for block in found)
    if step.index is None or (step.index >= 0 and is_element):
        return found
    if named.in_doubt and found is not named.certain:
        return found
    at = step.index - 1 if step.index > 0 else step.index
    inside = -len(found) <= at < len(found) and step.index != 0
    return (found[at],) if inside else ()


def beginning_on(tree: SyntaxTree, line: int, found: Sequence[Block]) -> tuple[Block, ...]:
    """Those of some blocks that begin on a line, in document order."""
    holding = _holding(tree, line, found)
    return tuple(b for b in holding if tree.line_of(b.core.start) == line)


def _holding(tree: SyntaxTree, line: int, found: Sequence[Block]) -> list[Block]:
    """Those of some blocks whose span holds a line.

    Where the line does not parse, they are the definitions that begin on it after all, as broken ones.
    """
    ends = [(tree.line_of(b.span.start), tree.line_of(b.span.end - 1), b) for b in found]
    holding = [b for first, last, b in ends if first <= line <= last]
    torn = {b.name: b.path[-1] for b in holding if b.kind == "hidden"}
    if not torn:
        return holding
    known = [b for name in set(torn.values()) for b in tree.definitions_named(name)]
    known = [b for b in known if b.name in torn] + [b for b in holding if b.kind != "hidden"]
    begun = {b.core: b for b in known if tree.line_of(b.core.start) == line}
    return [replace(block, broken=True) for block in in_order(begun.values())] or holding


def _innermost(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Those of some blocks that hold none of the others; of two with one core neither counts."""
    cores = Counter(block.core for block in blocks)
    inner, least = set[Span](), sys.maxsize
    for core in sorted(cores, key=lambda core: (-core.start, core.end)):
        if least > core.end and cores[core] == 1:
            inner.add(core)
        least = min(least, core.end)
    return tuple(block for block in blocks if block.core in inner)


def told_apart(tree: SyntaxTree, found: tuple[Block, ...]) -> tuple[Block, ...]:
    """Blocks of which those that stand in for lines which do not parse have a line for themselves.

    A definition that begins on such a line is meant, as a broken one.
    """
    lines = {b.core: tree.line_of(b.core.start) for b in found}
    torn = {lines[b.core]: b.core for b in reversed(found) if b.kind == "hidden"}
    if not torn or len(found) < 2:
        return found
    whole = {lines[b.core] for b in found if b.kind != "hidden"}
    return tuple(
        replace(b, broken=b.broken or lines[b.core] in torn)
        for b in found
        if b.kind != "hidden" or (lines[b.core] not in whole and torn[lines[b.core]] == b.core)
    )


def is_below(block: Block, holder: Block) -> bool:
    """Whether a block lies in another and is not that."""
    return holder.span.contains(block.core) and block.core != holder.core


def _blocks_below(tree: SyntaxTree, holder: Block | None) -> tuple[Block, ...]:
    """The blocks at any depth below, and in its decorators, without those of nested definitions."""
    within = holder.span if holder is not None else None
    nested = [
        d
        for d in tree.definitions(within)
        if d.holds_blocks
        and d.kind not in tree.profile.demoted
        and (holder is None or is_below(d, holder))
    ]
    below = [b for b in tree.blocks(within) if holder is None or is_below(b, holder)]
    inner = SpanChain([d.span for d in nested])
    return tuple(b for b in below if all(nested[n].core == b.core for n in inner.around(b.core)))
