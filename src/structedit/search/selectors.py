"""Selectors: find the nodes that a selector names.

A selector is the address of a node in a file. ``Cart.total > if[2]`` has two steps: the definition
`total` in `Cart`, and in it the second `if`. `calls.places` reads one; `docs/selectors.md` has the grammar.

`search.addresses` writes the selector of a node; each of its selectors resolves to exactly its node.

A name means every definition whose qualified name ends with it. In data languages a path from the root
comes first. Kinds that a profile calls demoted (prototypes, `impl` blocks,
variables) count only if nothing else has the name, or by `kind:name`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from structedit.calls.places import Selector, Step, unescaped
from structedit.languages.grammars import is_word
from structedit.languages.kinds import FUNCTIONS, VALUES, WITH_ARITY
from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span, to_text
from structedit.text.values import dataclass, replace
from structedit.tree import item_index
from structedit.tree.blocks import Item
from structedit.tree.nodes import Block

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree

Named = TypeVar("Named", Block, Item)

_MOST_HOLDERS = 100
"""Nodes of one step in which the next step is tried; chosen by judgement, for speed."""

_OPENERS = (b"(", b"[", b"{", b"<<", b"%{")
_CLOSERS = (b")", b"]", b"}", b">>")


@dataclass(frozen=True, slots=True)
class Resolved:
    """The blocks that a selector names: one when it is unique, several or none otherwise.

    `step` is the number of the step that failed, counted from 0; `within` is the block of the steps before
    it, `reached` all their blocks if there are several.
    """

    blocks: tuple[Block, ...]
    step: int = 0
    within: Block | None = None
    wrong_index: bool = False
    reached: tuple[Block, ...] = ()


def resolve(tree: SyntaxTree, selector: Selector) -> Resolved:
    """Find the blocks that a selector of steps names.

    If there are none, try blocks in nested definitions as well: `f > try` may name the only
    `try` in a function inside `f`. Several such blocks do not count.
    """
    found = _resolved(tree, selector.steps, 0, None)
    if found.blocks:
        return found
    deeper = _resolved(tree, selector.steps, 0, None, nested=True)
    return deeper if len(deeper.blocks) == 1 and not deeper.wrong_index else found


def _resolved(
    tree: SyntaxTree,
    steps: tuple[Step, ...],
    number: int,
    holder: Block | None,
    *,
    nested: bool = False,
) -> Resolved:
    """Resolve the steps from a number on in a holder.

    If one of them means several nodes, only one of these may contain a node for the steps behind it.
    With `nested`, a step that names nothing in a holder itself may name a block of a definition inside it.
    """
    step = steps[number]
    numbered = _numbered(tree, step) if holder is None else None
    every = named_by(tree, step, holder) if numbered is None else (numbered,)
    if nested and not every:
        below = named_by(tree, step, holder, nested=True)
        every = below if len(below) == 1 or step.line is not None else ()
    found = picked(tree, step, every) if numbered is None else every
    is_last = number == len(steps) - 1
    if len(found) == 1:
        if is_last:
            return Resolved(found, number, found[0])
        return _resolved(tree, steps, number + 1, found[0], nested=nested)
    if not found:
        wrong = bool(every) and (step.index is not None or step.line is not None)
        return Resolved(every if wrong else (), number, holder, wrong)
    if is_last or len(found) > _MOST_HOLDERS:
        return Resolved(found, number, holder)
    inside = [_resolved(tree, steps, number + 1, block, nested=nested) for block in found]
    return _in_one_of(inside, holder)


def _numbered(tree: SyntaxTree, step: Step) -> Block | None:
    """Return the definition that a step with a number names in a file, without building all of its name."""
    is_plain = step.label is None and step.line is None and not step.must_be_block
    if not is_plain or step.index is None or step.index < 1 or tree.profile.is_data:
        return None
    items = tree.items_ending_in(step.path)
    if any(one.start >= other.start for one, other in pairwise(items)):
        return None
    named = meant(items, step, (), is_data=False, demoted=tree.profile.demoted)
    return named[step.index - 1].block if step.index <= len(named) else None


def _in_one_of(inside: Sequence[Resolved], outer: Block | None) -> Resolved:
    """Combine the results of steps in several holders; if all failed, return those that failed last."""
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


def named_by(
    tree: SyntaxTree, step: Step, holder: Block | None, *, nested: bool = False
) -> tuple[Block, ...]:
    """Return all blocks that a step's words name, in document order, whatever its number and line.

    With `nested`, also blocks in nested definitions.
    """
    if step.line is not None:
        step = replace(step, index=None, line=None)
    words = as_data(step) if tree.profile.is_data else replace(step, index=None)
    key = ("named by", words, holder and holder.core, nested)
    return tree.kept(key, lambda t: _named_by(t, words, holder, nested=nested))


def _named_by(
    tree: SyntaxTree, step: Step, holder: Block | None, *, nested: bool
) -> tuple[Block, ...]:
    def below() -> tuple[Block, ...]:
        return _blocks_below(tree, holder, nested=nested)

    if step.label is not None:
        calls = tuple(b for b in below() if _is_call(tree, b, step))
        return tuple(b for b in calls if b.label == step.label) or calls
    found = () if step.must_be_block else definitions_of(tree, step, holder)
    if not found and not tree.profile.is_data and len(step.path) > 1:
        whole = replace(step, path=(".".join(step.path),))  # `print.cart` is one name in R
        found = definitions_of(tree, whole, holder)
        if not found and step.name.isdecimal():
            named = definitions_of(tree, replace(step, path=step.path[:-1]), holder)
            found = tuple(b for b in named if int(step.name) in arities(tree, b))
    if not found and step.may_be_block:
        found = tuple(b for b in below() if b.kind == step.name)
    if not found and is_own_word(tree.profile, step) and not _is_kind(tree.profile, step.name):
        found = tuple(b for b in below() if _has_first_words(tree, b, step.name))
    if not found and step.kind in (None, *VALUES) and not tree.profile.is_data:
        around: tuple[Block | None, ...] = (holder,)
        if len(step.path) > 1:  # `styles.host` is a key in the value of `styles`
            outer = replace(step, path=step.path[:-1], kind=None)
            named = _named_by(tree, outer, holder, nested=nested)
            around = tuple(b for b in named if b.kind in VALUES)
        areas = [one.core if one is not None else None for one in around]
        lists = (b for area in areas for b in tree.named_lists(step.name, area))
        found = tuple(b for b in lists if step.kind in (None, b.kind))
    return in_order(found)


def in_order(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Sort blocks in document order, in which numbers count."""
    return tuple(sorted(blocks, key=lambda block: block.order))


def arities(tree: SyntaxTree, block: Block) -> range:
    """Return the numbers of arguments of a function, from the first list behind its name: with defaults, several."""
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


def numbered_clause(tree: SyntaxTree, step: Step, function: Block) -> Block | None:
    """Return the clause that the number of a step may mean, if the step names one function of several clauses."""
    if step.index is None or step.line is not None or function.name is None:
        return None
    if not tree.profile.nodes.clauses:
        return None
    name = function.name.of(tree.data)
    cases = (b for b in tree.blocks(function.core) if b.kind == "case")
    clauses = [b for b in cases if b.header.of(tree.data).startswith(name)]
    at = step.index - 1 if step.index > 0 else step.index
    return clauses[at] if step.index and -len(clauses) <= at < len(clauses) else None


def is_own_word(profile: LanguageProfile, step: Step) -> bool:
    """Return True if a step consists of words that begin a block: `unless`, `except`."""
    if len(step.path) != 1 or step.quoted or step.label or step.kind not in (None, "block"):
        return False
    return all(is_word(profile, word.rstrip("*")) for word in step.name.split())


def _is_kind(profile: LanguageProfile, word: str) -> bool:
    """Return True if a word names a kind of block: then `case` is an arm, not the statement around the arms."""
    return re.search(rf"@block\.{re.escape(word)}\b", profile.blocks) is not None


def _has_first_words(tree: SyntaxTree, block: Block, words: str) -> bool:
    """Return True if a block's header begins with some words; an `else if` does not begin with `else`."""
    header = " ".join(to_text(block.header.of(tree.data)).lstrip("( \t\r\n").split())
    behind = header[len(words) :]
    if not header.startswith(words) or behind[:1].isalnum() or behind[:1] in ("_", "-"):
        return False
    return block.kind != "elif" or not behind.startswith(" if")


def _is_call(tree: SyntaxTree, block: Block, step: Step) -> bool:
    """Return True if a block is the call that a step names, its label escaped as in the selector or the file."""
    if block.kind != "call" or block.label is None or block.name is None:
        return False
    if step.label not in (block.label, unescaped(block.label)):
        return False
    return called(tree, block.name) == ".".join(step.path)


def called(tree: SyntaxTree, name: Span) -> str:
    """Return the name of a called function on one line: a chain may break before its dots."""
    return "".join(to_text(name.of(tree.data)).split())


def definitions_of(tree: SyntaxTree, step: Step, holder: Block | None) -> tuple[Block, ...]:
    """Return the definitions that a step's path names, in the whole file or below a holder."""
    step = as_data(step) if tree.profile.is_data else step
    key = ("definitions", step.path, step.kind, holder and holder.core)
    return tree.kept(key, lambda t: _matching_definitions(t, step, holder))


def _matching_definitions(tree: SyntaxTree, step: Step, holder: Block | None) -> tuple[Block, ...]:
    at_root = tree.definition_at(step.path) if holder is None else None
    found: tuple[Block, ...] = (at_root,) if at_root is not None else ()
    if not found and holder is None:
        found = tree.definitions_ending_in(step.path)
    if not found:
        found = tree.definitions_named(step.name, holder.span if holder is not None else None)
        found = tuple(b for b in found if holder is None or is_below(b, holder))
    base = holder.path if holder is not None else ()
    return matching(found, step, base, is_data=tree.profile.is_data, demoted=tree.profile.demoted)


def as_data(step: Step) -> Step:
    """Return a step with a trailing `[n]` as the number of an element, as data languages count."""
    if step.index is None or step.index < 0 or step.line is not None:
        return step
    return replace(step, path=(*step.path, f"[{step.index}]"), index=None)


def matching(
    found: Sequence[Block],
    step: Step,
    base: tuple[str, ...],
    *,
    is_data: bool,
    demoted: tuple[str, ...],
) -> tuple[Block, ...]:
    """Return the definitions whose qualified name ends with the step's."""
    named = [b for b in found if b.path[-len(step.path) :] == step.path]
    named = named or [b for b in found if _is_alias(b, step.path)]
    return meant(named, step, base, is_data=is_data, demoted=demoted)


def meant(
    named: Sequence[Named],
    step: Step,
    base: tuple[str, ...],
    *,
    is_data: bool,
    demoted: tuple[str, ...],
) -> tuple[Named, ...]:
    """Return the definitions with the name of a step that also match its kind."""
    if is_data:
        rooted = [b for b in named if b.path == (*base, *step.path)]
        named = rooted or named
    if step.kind is not None:
        exact = [b for b in named if b.kind == step.kind]
        loose = [b for b in named if step.kind == "function" and b.kind in FUNCTIONS]
        return tuple(exact or loose)
    return tuple([b for b in named if b.kind not in demoted] or named)


def _is_alias(block: Block, words: tuple[str, ...]) -> bool:
    """Return True if a path ends with aliases of a definition: `div.card`, `nav#main.wide`."""
    count = next((n for n, word in enumerate(reversed(words)) if not block.is_called(word)), None)
    count = len(words) if count is None else count
    rest = words[: len(words) - count]
    return bool(count) and any(
        path[len(path) - len(rest) :] == rest for path in (block.path, block.path[:-1])
    )


def picked(tree: SyntaxTree, step: Step, found: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return the blocks with the words of a step that its number or line picks; all without one."""
    if step.line is not None:
        beginning = beginning_on(tree, step.line, found)
        if step.index is not None:
            return beginning[step.index - 1 : step.index]
        inner = _innermost(_around_line(tree, step.line, found))
        return inner if len(inner) < 2 else tuple(b for b in inner if b in beginning) or inner
    is_element = tree.profile.is_data and all(block.is_definition for block in found)
    if step.index is None or (step.index >= 0 and is_element):
        return found
    at = step.index - 1 if step.index > 0 else step.index
    inside = -len(found) <= at < len(found) and step.index != 0
    return (found[at],) if inside else ()


def beginning_on(tree: SyntaxTree, line: int, found: Sequence[Block]) -> tuple[Block, ...]:
    """Return the blocks that begin on a line, in document order."""
    on_line = _around_line(tree, line, found)
    return tuple(b for b in on_line if tree.line_of(b.core.start) == line)


def _around_line(tree: SyntaxTree, line: int, found: Sequence[Block]) -> list[Block]:
    """Return the blocks whose span contains a line."""
    ends = [(tree.line_of(b.span.start), tree.line_of(b.span.end - 1), b) for b in found]
    return [b for first, last, b in ends if first <= line <= last]


def _innermost(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return the blocks without others inside; of two with one core neither counts."""
    cores = Counter(block.core for block in blocks)
    inner, least = set[Span](), sys.maxsize
    for core in sorted(cores, key=lambda core: (-core.start, core.end)):
        if least > core.end and cores[core] == 1:
            inner.add(core)
        least = min(least, core.end)
    return tuple(block for block in blocks if block.core in inner)


def is_below(block: Block, holder: Block) -> bool:
    """Return True if a block is inside another one."""
    return holder.span.contains(block.core) and block.core != holder.core


def _blocks_below(
    tree: SyntaxTree, holder: Block | None, *, nested: bool = False
) -> tuple[Block, ...]:
    """Return the blocks inside a holder and its decorators; those of nested definitions only if `nested`."""
    within = holder.span if holder is not None else None
    below = [b for b in tree.blocks(within) if holder is None or is_below(b, holder)]
    if nested:
        return tuple(below)
    definitions = [
        d
        for d in tree.definitions(within)
        if d.has_bodies
        and d.kind not in tree.profile.demoted
        and (holder is None or is_below(d, holder))
    ]
    inner = item_index.SpanChain([d.span for d in definitions])
    return tuple(
        b for b in below if all(definitions[n].core == b.core for n in inner.around(b.core))
    )
