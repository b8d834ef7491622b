"""Selectors: from a selector to the nodes it names, and from a node to its selector.

A selector is the address of a node in a file. ``Cart.total > if[2]`` has two steps: the definition
`total` in `Cart`, and in it the second `if`. `calls.places` reads one; `docs/selectors.md` has the grammar.

The two directions are each other's test: every selector that `selector_of` writes resolves to
exactly the node it was written for.

A name means every definition whose qualified name ends with it. In data languages a path is
counted from the root first. Kinds that a profile calls demoted (prototypes, `impl` blocks,
variables) are meant only where nothing else has the name, or by `kind:name`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from structedit.calls.places import Selector, Step, quote_name
from structedit.languages.kinds import FUNCTIONS, MODULES
from structedit.text.document import Span, to_text
from structedit.text.values import dataclass, replace
from structedit.tree.broken import likely_definitions
from structedit.tree.nodes import Block

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a selector names: one block when it is unique, several or none otherwise.

    `step` is the number of the step that failed, counted from 0; `within` what the steps before
    it named.
    """

    blocks: tuple[Block, ...]
    step: int = 0
    within: Block | None = None
    wrong_index: bool = False


def resolve(tree: SyntaxTree, selector: Selector) -> Resolved:
    """Find what a selector of steps names."""
    holder: Block | None = None
    for number, step in enumerate(selector.steps):
        every = _named_by(tree, step, holder)
        found = _picked(tree, step, every)
        if len(found) != 1:
            wrong = not found and bool(every) and (step.index is not None or step.line is not None)
            return Resolved(every if wrong else found, number, holder, wrong)
        holder = found[0]
    assert holder is not None
    return Resolved((holder,), len(selector.steps) - 1, holder)


def _named_by(tree: SyntaxTree, step: Step, holder: Block | None) -> tuple[Block, ...]:
    """Everything that a step's words name, before its number or line picks one."""
    if step.label is not None:
        return tuple(b for b in _blocks_below(tree, holder) if _is_call(tree, b, step))
    found = () if step.must_be_block else _definitions(tree, step, holder)
    whole = replace(step, path=(".".join(step.path),)) if not tree.profile.is_data else step
    if not found and len(step.path) > 1 and (dotted := _definitions(tree, whole, holder)):
        torn = _with_hidden(tree, step, holder, ())
        if torn:
            return torn
        found, step = dotted, whole  # `print.cart` is one name in R
    if not found and step.may_be_block:
        found = tuple(b for b in _blocks_below(tree, holder) if b.kind == step.name)
    return _with_hidden(tree, _as_data(step) if tree.profile.is_data else step, holder, found)


def _is_call(tree: SyntaxTree, block: Block, step: Step) -> bool:
    if block.kind != "call" or block.label != step.label or block.name is None:
        return False
    return _called(tree, block.name) == ".".join(step.path)


def _called(tree: SyntaxTree, name: Span) -> str:
    """The name of a called function on one line: a chain may break before its dots."""
    return "".join(to_text(name.of(tree.data)).split())


def _definitions(tree: SyntaxTree, step: Step, holder: Block | None) -> tuple[Block, ...]:
    step = _as_data(step) if tree.profile.is_data else step
    found = tree.definitions_named(step.name, holder.span if holder is not None else None)
    found = tuple(b for b in found if holder is None or _is_below(b, holder))
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
) -> tuple[Block, ...]:
    """The blocks found, with those that lines which do not parse may define: they may not be edited.

    Numbers count definitions, so they mean nothing where it is not certain how many there are.
    """
    demoted = step.kind is None and all(b.kind in tree.profile.demoted for b in found)
    counts = step.index is not None
    if (demoted or counts) and found:
        covered = likely_definitions.covered_definitions(tree, step.path, every=counts)
        if covered:
            return covered[:1] if counts else covered
    if tree.clean:
        return found
    if counts and tree.hidden and found and all(b.is_definition for b in found):
        return _counted(tree, step, holder, found)
    hidden = _hidden(tree, step.path, holder, every=counts)
    if found and (demoted or _all_deeper(step, holder, found)):
        hidden += _below_holder(likely_definitions.cut_definitions(tree, step.path), holder)
    means_blocks = step.may_be_block and not any(b.is_definition for b in found)
    if not tree.hidden and not means_blocks:
        faults = tree.faults()
        first = faults[0].span.start if faults else 0
        if counts:
            return tuple(b for b in found if b.core.end <= first)
        if found:
            # A namesake below the first error may have lost its place, and have been meant.
            named = tree.definitions_named(step.name)
            hidden += tuple(b for b in named if b not in found and b.core.end > first)
    if not hidden or _is_counted_before(step, found, hidden):
        return found
    if counts:
        return hidden[:1]
    if demoted and all(b.kind == "hidden" for b in hidden):
        return hidden
    return tuple(sorted((*found, *hidden), key=lambda b: b.core))


def _counted(
    tree: SyntaxTree, step: Step, holder: Block | None, found: tuple[Block, ...]
) -> tuple[Block, ...]:
    """The blocks found, with those that hidden lines define, so that a number counts them as well.

    Where it is not certain how many they are, numbers are certain that do not count over them.
    """
    torn = _below_holder(likely_definitions.counted_definitions(tree, step.path), holder)
    unsure = step.kind is not None or all(b.kind in tree.profile.demoted for b in found)
    if unsure or any(b.kind == "hidden" for b in torn):
        return found if not torn or _is_counted_before(step, found, torn) else torn[:1]
    return tuple(sorted((*found, *torn), key=lambda b: b.core))


def _hidden(
    tree: SyntaxTree, path: tuple[str, ...], holder: Block | None, *, every: bool
) -> tuple[Block, ...]:
    return _below_holder(likely_definitions.hidden_definitions(tree, path, every=every), holder)


def _below_holder(blocks: tuple[Block, ...], holder: Block | None) -> tuple[Block, ...]:
    return tuple(b for b in blocks if holder is None or _is_below(b, holder))


def _all_deeper(step: Step, holder: Block | None, found: tuple[Block, ...]) -> bool:
    """Whether all that has a name has it inside of something that was not named.

    A method of the name is then meant only where no function of it is.
    """
    named = len(step.path) + (len(holder.path) if holder is not None else 0)
    return all(len(block.path) > named for block in found)


def _as_data(step: Step) -> Step:
    """A step with a trailing `[n]` read as an element's number, as data languages count."""
    if step.index is None or step.index < 0:
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


def _picked(tree: SyntaxTree, step: Step, found: tuple[Block, ...]) -> tuple[Block, ...]:
    if step.line is not None:
        # The innermost of the blocks whose span holds the line.
        ends = [(_line(tree, b.span.start), _line(tree, b.span.end - 1), b) for b in found]
        holding = [b for first, last, b in ends if first <= step.line <= last]
        return tuple(
            b for b in holding if not any(o != b and b.core.contains(o.core) for o in holding)
        )
    if step.index is None or (tree.profile.is_data and step.index >= 0 and not step.may_be_block):
        return found
    if any(b.kind == "hidden" for b in found):
        return found
    at = step.index - 1 if step.index > 0 else step.index
    inside = -len(found) <= at < len(found) and step.index != 0
    return (found[at],) if inside else ()


def _line(tree: SyntaxTree, offset: int) -> int:
    before = tree.data[: max(0, offset)]
    return before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n") + 1


def _is_below(block: Block, holder: Block) -> bool:
    return holder.span.contains(block.core) and block.core != holder.core


def _blocks_below(tree: SyntaxTree, holder: Block | None) -> tuple[Block, ...]:
    """The blocks at any depth below, without those of nested definitions."""
    within = holder.core if holder is not None else None
    nested = [
        d.core
        for d in tree.definitions(within)
        if d.holds_blocks
        and d.kind not in tree.profile.demoted
        and (holder is None or _is_below(d, holder))
    ]
    below = [b for b in tree.blocks(within) if holder is None or _is_below(b, holder)]
    return tuple(b for b in below if not any(d.contains(b.core) and d != b.core for d in nested))


# From a node to its selector


def selector_of(tree: SyntaxTree, block: Block) -> str:
    """The shortest selector that names this block and no other."""
    if block.is_definition:
        return _definition_selector(tree, block, tree.definitions_named(block.path[-1]))
    holder = _holder(tree, block)
    prefix = "" if holder is None else selector_of(tree, holder) + " > "
    words = _words(tree, block)
    siblings = [
        b.core
        for b in _blocks_below(tree, holder)
        if b.kind == block.kind and _words(tree, b) == words
    ]
    step = Step((words,))
    if step.may_be_block and _definitions(tree, step, holder):
        words = f"block:{words}"
    numbered = f"{words}[{1 + siblings.index(block.core)}]"
    first = words if len(siblings) == 1 else numbered
    return prefix + _certain(tree, [first, _by_line(tree, words, block)], holder, block)


def _certain(tree: SyntaxTree, texts: Sequence[str], holder: Block | None, block: Block) -> str:
    """The first of some texts for a block; in a file with errors, the first that names it.

    Where none does, the second one, by line, stands for the block: an edit of it is refused.
    """
    if tree.clean:
        return texts[0]
    return next((text for text in texts if _names(tree, text, holder, block)), texts[1])


def _names(tree: SyntaxTree, text: str, holder: Block | None, block: Block) -> bool:
    step = Selector.parse(text).steps[0]
    found = _picked(tree, step, _named_by(tree, step, holder))
    return len(found) == 1 and found[0].core == block.core


def _by_line(tree: SyntaxTree, words: str, block: Block) -> str:
    return f"{words}@{_line(tree, block.core.start)}"


def selectors_of(tree: SyntaxTree, blocks: Sequence[Block]) -> tuple[str, ...]:
    """Selectors for many definitions of a whole listing at once."""
    by_name: dict[str, list[Block]] = {}
    for block in tree.definitions():
        by_name.setdefault(block.path[-1], []).append(block)
    return tuple(
        _definition_selector(tree, b, by_name.get(b.path[-1], ()))
        if b.is_definition
        else selector_of(tree, b)
        for b in blocks
    )


def selector_at(tree: SyntaxTree, span: Span) -> str | None:
    """The selector of the innermost definition whose span holds a place; None if there is none."""
    around = tree.enclosing(span)
    named = [b for b in around if b.kind not in tree.profile.demoted] or list(around)
    return selector_of(tree, named[-1]) if named else None


def selector_by_line(tree: SyntaxTree, span: Span) -> str | None:
    """The innermost definition around a place as a selector by name and line; None if none.

    For files so large that listing all of a name takes longer than a reader waits.
    """
    around = tree.enclosing(span)
    named = [b for b in around if b.kind not in tree.profile.demoted] or list(around)
    return _by_line(tree, _dotted(named[-1].path), named[-1]) if named else None


def _definition_selector(tree: SyntaxTree, block: Block, same_name: Sequence[Block]) -> str:
    if block.kind == "section" and (heading := _heading_selector(tree, block)):
        return heading
    if own := _alias_selector(tree, block):
        return own
    dotted = _dotted(block.path)
    full = f"{block.kind}:{dotted}"
    lines = [_by_line(tree, text, block) for text in (dotted, full)]
    for text in (dotted, full):
        if _matched(tree, text, same_name) == [block.core]:
            return _certain(tree, [text, *lines], None, block)
    if tree.profile.is_data:
        return f"{dotted}@{_line(tree, block.span.start)}"
    for text in (dotted, full):
        twins = _matched(tree, text, same_name)
        if block.core in twins:
            numbered = f"{text}[{1 + twins.index(block.core)}]"
            return _certain(tree, [numbered, *lines], None, block)
    return lines[0]


def _heading_selector(tree: SyntaxTree, block: Block) -> str | None:
    """A section's selector by its heading, below as many others as it takes; None if that is not enough."""
    text = ""
    for name in reversed(block.path):
        text = f"{_heading_step(name)} > {text}" if text else _heading_step(name)
        if resolve(tree, Selector.parse(text)).blocks == (block,):
            return text
    return None


def _heading_step(name: str) -> str:
    """A heading written so that it parses back as one step."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    for text in (f"# {name}", f'# "{escaped}"'):
        selector = Selector.parse(f"{text} > x")
        step = selector.steps[0]
        if len(selector.steps) == 2 and step == Step((name,), "section", quoted=True):
            return text
    return f'# "{escaped}"'


def _alias_selector(tree: SyntaxTree, block: Block) -> str | None:
    """An element's selector by its id; None where another has it too."""
    for alias in block.aliases:
        plain = alias[1:].replace("-", "").replace("_", "").isalnum()
        if alias.startswith("#") and plain and block.kind != "section":
            found = [b for b in tree.definitions_named(alias) if b.core != block.core]
            return None if found else alias
    return None


def _matched(tree: SyntaxTree, text: str, same_name: Sequence[Block]) -> list[Span]:
    """What a selector of one step names among definitions that have its name."""
    is_data, demoted = tree.profile.is_data, tree.profile.demoted
    step = Selector.parse(text).steps[0]
    step = _as_data(step) if is_data else step
    return [b.core for b in matching(same_name, step, (), is_data=is_data, demoted=demoted)]


def _dotted(path: tuple[str, ...]) -> str:
    text = ""
    for component in path:
        if component.startswith("[") and component.endswith("]") and component[1:-1].isdigit():
            text += component
        else:
            text += ("." if text else "") + quote_name(component)
    return text


def _holder(tree: SyntaxTree, block: Block) -> Block | None:
    """The innermost definition that a block's selector is written from; None if there is none."""
    around = [
        b
        for b in tree.enclosing(block.core)
        if b.holds_blocks and b.kind not in tree.profile.demoted and b.core != block.core
    ]
    return around[-1] if around else None


def _words(tree: SyntaxTree, block: Block) -> str:
    if block.kind == "call" and block.label is not None and block.name is not None:
        label = block.label.replace("\\", "\\\\").replace('"', '\\"')
        return f'{_called(tree, block.name)}("{label}")'
    return block.kind
