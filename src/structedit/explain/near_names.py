"""The names that a selector may have meant, most similar first, as selectors to paste."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from structedit.calls.diagnoses import Candidate
from structedit.calls.places import Selector
from structedit.explain.evidence import candidate_of, candidates_of
from structedit.search import selectors
from structedit.search.addresses import selector_of, selectors_of
from structedit.search.found import Miss
from structedit.search.selectors import Resolved, is_below, is_own_word, resolve
from structedit.text.document import to_bytes
from structedit.text.errors import SelectorError
from structedit.text.lazily import regex
from structedit.text.values import replace
from structedit.tree.nodes import Block
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.tree.blocks import Item
    from structedit.tree.syntax_tree import SyntaxTree

MOST_NAMES = 6
"""Names that are offered for one that is not there; chosen by judgement."""

_ALIKE = (
    frozenset(("for", "while", "loop", "do")),
    frozenset(("if", "switch", "match")),
    frozenset(("elif", "else", "case")),
    frozenset(("catch", "finally")),
    frozenset(("call", "lambda")),
)
"""Kinds of blocks that are taken for one another. None is wider than the others, as a statement is
than its arms."""

_LIKE_PERCENT = 65
"""Likeness, by rapidfuzz, from which on a name is offered; chosen by judgement."""

_PART_LETTERS = 3
"""Letters of a name that says something as a part of another one; chosen by judgement."""

_MOST_PLACES = 3
"""Searched places whose content is listed. Chosen by judgement."""

_MOST_TOLD = 12
"""Names that are listed if none is similar; chosen by judgement."""


_KEYWORDS = regex(
    r"^(?:#+|\W*(?:(?:async|export|pub|public|static|const|private|protected)\s+)*"
    r"(?:def|func|fn|fun|function|class|struct|trait|interface|impl|enum|type|sub|method|module))\s+"
)
_ARGUMENTS = regex(r"\s*(?:<[^>]*>)?\(.*\).*$|\s*[:{]\s*$")
_RECEIVER = regex(r"^\(?\*?(\w+)\)?\.")


def other_spellings(selector: str) -> list[str]:
    """Return the selectors that a text may mean which is written as in code, or as other tools write theirs.

    >>> other_spellings("def load_cart(owner, rows)"), other_spellings("(*Server).Health")
    (['load_cart'], ['Server.Health'])
    """
    text = _KEYWORDS.sub("", selector.strip(), count=1)
    text = _RECEIVER.sub(r"\1.", text.strip())
    text = _ARGUMENTS.sub("", text).lstrip("./#").strip()
    found = [text, text.replace("/", ".").replace("#", ".")]
    return [one for one in dict.fromkeys(found) if one and one != selector]


def names(source: Source, selector: Selector, resolved: Resolved | None) -> tuple[Candidate, ...]:
    """The definitions whose names are most like the step that failed.

    Ranked by the last component: equal but for case, then a beginning or end of it, then similarity.
    """
    if source.tree is None or not selector.steps:
        return ()
    if (meant := as_written_here(source, selector)) is not None:
        return candidates_of(source, resolve(source.tree, meant).blocks)
    step = selector.steps[resolved.step if resolved else 0]
    holder = resolved.within if resolved else None
    if step.may_be_block or step.label is not None or is_own_word(source.profile, step):
        blocks = _blocks(
            source.tree, selector, resolved, "call" if step.label is not None else step.name
        )
    else:
        word = re.compile(rb"\b%s\b" % re.escape(to_bytes(step.path[-1])))
        # A kind has the name in its header: `impl:Default` for `impl Default for Policy`.
        headed = tuple(
            item.block
            for item in source.tree.items()
            if item.block.kind == step.kind and word.search(item.block.header.of(source.data))
        )
        blocks = headed[:MOST_NAMES] or _ranked(source.tree.items(), step.path, holder)
    return _with_rest(source, selector, resolved, blocks)


def as_written_here(source: Source, selector: Selector) -> Selector | None:
    """The selector as it is written here, for one that another language or tool writes; None where none is."""
    for text in other_spellings(selector.text):
        if len(named_by(source, text)) == 1:
            return Selector.parse(text)
    return None


def named_by(source: Source, text: str) -> tuple[Block, ...]:
    """The blocks of a file that a text names as a selector."""
    try:
        selector = Selector.parse(text)
    except SelectorError:
        return ()
    if source.tree is None or not selector.steps:
        return ()
    resolved = resolve(source.tree, selector)
    return () if resolved.wrong_index else resolved.blocks


def _blocks(
    tree: SyntaxTree, selector: Selector, resolved: Resolved | None, kind: str
) -> tuple[Block, ...]:
    """The blocks that may have been meant, near the place that the steps before the failed one name.

    They are those of a kind, or like it, in that place; else those in others that the steps name with another
    number (`f > if[7] > if` for `f > if[5] > if`); else those in the definition around it. Another definition
    than the one that the steps name is never looked into.
    """
    number = resolved.step if resolved is not None else 0
    for holders in _holders(tree, selector, resolved, number):
        found = _of_kind(tree, holders, kind)
        if found:
            return found[:MOST_NAMES]
    return () if number else tuple(b for b in tree.blocks() if b.kind == kind)[:MOST_NAMES]


def _holders(
    tree: SyntaxTree, selector: Selector, resolved: Resolved | None, number: int
) -> Iterator[tuple[Block | None, ...]]:
    """The places in which to look for a block that the step of a number does not find, nearest first."""
    within = resolved.within if resolved is not None else None
    yield (resolved.reached if resolved is not None else ()) or (within,)
    for count in range(number, 0, -1):
        outer = resolve(tree, selector.parted(count - 1)[0]) if count > 1 else None
        holders = outer.blocks if outer is not None else (None,)
        step = replace(selector.steps[count - 1], index=None)
        if selector.steps[count - 1].index is not None:
            yield tuple(
                block for holder in holders for block in selectors.named_by(tree, step, holder)
            )
        if outer is not None:
            yield outer.blocks


def _of_kind(tree: SyntaxTree, holders: Sequence[Block | None], kind: str) -> tuple[Block, ...]:
    """The blocks of a kind, and of those like it, that lie in one of several places; the kind itself first."""
    alike = next((kinds for kinds in _ALIKE if kind in kinds), frozenset({kind}))
    found = {
        block.core: block
        for holder in holders
        for block in tree.blocks(holder.core if holder is not None else None)
        if block.kind in alike and (holder is None or is_below(block, holder))
    }
    return tuple(sorted(found.values(), key=lambda b: (b.kind != kind, b.core.start)))


def _ranked(
    items: Sequence[Item], path: tuple[str, ...], holder: Block | None
) -> tuple[Block, ...]:
    from rapidfuzz import fuzz

    wanted, whole = path[-1].lower(), ".".join(path).lower()
    scored = []
    for item in items:
        name = item.path[-1].lower()
        score = _score(fuzz.ratio(wanted, name), wanted, name)
        if score < _LIKE_PERCENT:
            continue
        inside = holder is None or holder.span.contains(item.block.core)
        nearness = fuzz.ratio(whole, ".".join(item.path).lower())
        scored.append((not inside, -score, -nearness, item.start, item))
    scored.sort(key=lambda row: row[:4])
    return tuple(row[4].block for row in scored[:MOST_NAMES])


def _score(likeness: float, wanted: str, name: str) -> float:
    if wanted == name:
        return 100.0
    short, long = sorted((wanted, name), key=len)
    part = len(short) >= _PART_LETTERS and (long.startswith(short) or long.endswith(short))
    return max(likeness, 80.0) if part else likeness


def pasteable(source: Source, selector: Selector, miss: Miss) -> tuple[Candidate, ...]:
    """The candidates of an ambiguous step, each as a whole selector that names it alone."""
    found = _with_rest(source, selector, miss.resolved, miss.candidates)
    return found or candidates_of(source, miss.candidates)


def _with_rest(
    source: Source, selector: Selector, resolved: Resolved | None, blocks: Sequence[Block]
) -> tuple[Candidate, ...]:
    """Candidates for a step, with the steps behind it: what they lead to, and nothing wider."""
    tree = source.tree
    if tree is None:
        return ()
    step = resolved.step if resolved else len(selector.steps) - 1
    rest = selector.parted(step + 1)[1]
    if rest is None:
        return candidates_of(source, blocks)
    found = []
    for text in selectors_of(tree, blocks):
        inner = resolve(tree, Selector.parse(f"{text} > {rest.text}"))
        if len(inner.blocks) == 1 and not inner.wrong_index:
            found.append(candidate_of(source, inner.blocks[0], f"{text} > {rest.text}"))
        elif inner.step == len(selector.steps) - 1 or inner.blocks:
            found += candidates_of(source, inner.blocks)
    return tuple(found[:MOST_NAMES])


def what_there_is(source: Source, selector: Selector, resolved: Resolved | None) -> tuple[str, ...]:
    """What the place has in which a name was looked for, in words: nothing there is like it."""
    if source.tree is None:
        return ()
    holder, at = (resolved.within, resolved.step) if resolved is not None else (None, 0)
    if at < len(selector.steps) - 1:
        like = _ranked(source.tree.items(), selector.steps[at].path, holder)
        holder = like[0] if like else holder
    reached = resolved.reached if resolved is not None else ()
    places = reached or ((holder,) if holder is not None else ())
    places = (places or _owners(source.tree, selector.steps[at].path))[:_MOST_PLACES]
    if places:
        return tuple(_what_is_in(source.tree, place) for place in places)
    told = list(dict.fromkeys(i.path[0] for i in source.tree.items() if len(i.path) == 1))
    if not told:
        return ("the file has no named definitions",)
    more = f" and {len(told) - _MOST_TOLD} more" if len(told) > _MOST_TOLD else ""
    return (f"the file defines {', '.join(told[:_MOST_TOLD])}{more}",)


def _owners(tree: SyntaxTree, path: tuple[str, ...]) -> tuple[Block, ...]:
    """The items that the longest part of a path without its last name names: `Cart` of `Cart.totl`."""
    for length in range(len(path) - 1, 0, -1):
        owners = tuple(i.block for i in tree.items() if i.path[-length:] == path[:length])
        if owners:
            return owners
    return ()


def _what_is_in(tree: SyntaxTree, holder: Block) -> str:
    inner = [b for b in tree.definitions(holder.core) if is_below(b, holder)]
    names = list(dict.fromkeys(b.path[-1] for b in inner if len(b.path) == len(holder.path) + 1))
    kinds = Counter(b.kind for b in tree.blocks(holder.core) if is_below(b, holder))
    told = names + [kind if count == 1 else f"{count} {kind}" for kind, count in kinds.items()]
    more = f" and {len(told) - _MOST_TOLD} more" if len(told) > _MOST_TOLD else ""
    return f"{selector_of(tree, holder)} has {', '.join(told[:_MOST_TOLD]) or 'no block'}{more}"
