"""The names that a selector may have meant, most similar first, as selectors to paste."""

from __future__ import annotations

from collections.abc import Sequence

from structedit.calls.diagnoses import Candidate
from structedit.calls.places import Selector
from structedit.explain.evidence import candidate_of, candidates_of
from structedit.search.addresses import selectors_of
from structedit.search.found import Miss
from structedit.search.selectors import Resolved, resolve
from structedit.text.errors import SelectorError
from structedit.tree.nodes import Block
from structedit.tree.source import Source

MOST_NAMES = 6
"""Names that are offered for one that is not there; chosen by judgement."""

_LIKE_PERCENT = 65
"""Likeness, by rapidfuzz, from which on a name is offered; chosen by judgement."""

_PART_LETTERS = 3
"""Letters of a name that says something as a part of another one; chosen by judgement."""

_MOST_TOLD = 12
"""Names that are told where none is like it; chosen by judgement."""


def names(source: Source, selector: Selector, resolved: Resolved | None) -> tuple[Candidate, ...]:
    """The definitions whose names are most like the step that failed.

    Ranked by the last component: equal but for case, then a beginning or end of it, then similarity.
    """
    if source.tree is None or not selector.steps:
        return ()
    step = selector.steps[resolved.step if resolved else 0]
    holder = resolved.within if resolved else None
    if step.may_be_block or step.label is not None:
        return _blocks(source, holder, step.name)
    blocks = _ranked(source.tree.definitions(), step.path, holder)
    return _with_rest(source, selector, resolved, blocks)


def _blocks(source: Source, holder: Block | None, kind: str) -> tuple[Candidate, ...]:
    """The blocks that exist where a block was looked for, those of its kind first."""
    assert source.tree is not None
    below = source.tree.blocks(holder.core if holder is not None else None)
    inside = [b for b in below if holder is None or (holder.core.contains(b.core) and b != holder)]
    inside.sort(key=lambda block: (block.kind != kind, block.core.start))
    return candidates_of(source, inside[:MOST_NAMES])


def _ranked(
    definitions: Sequence[Block], path: tuple[str, ...], holder: Block | None
) -> tuple[Block, ...]:
    from rapidfuzz import fuzz

    wanted, whole = path[-1].lower(), ".".join(path).lower()
    scored = []
    for block in definitions:
        name = block.path[-1].lower()
        score = _score(fuzz.ratio(wanted, name), wanted, name)
        if score < _LIKE_PERCENT:
            continue
        inside = holder is None or holder.span.contains(block.core)
        nearness = fuzz.ratio(whole, ".".join(block.path).lower())
        scored.append((not inside, -score, -nearness, block.core.start, block))
    scored.sort(key=lambda row: row[:4])
    return tuple(row[4] for row in scored[:MOST_NAMES])


def _score(likeness: float, wanted: str, name: str) -> float:
    if wanted == name:
        return 100.0
    short, long = sorted((wanted, name), key=len)
    part = len(short) >= _PART_LETTERS and (long.startswith(short) or long.endswith(short))
    return max(likeness, 80.0) if part else likeness


def pasteable(source: Source, selector: Selector, miss: Miss) -> tuple[Candidate, ...]:
    """The candidates of an ambiguous step, each as a whole selector that names it alone."""
    return _with_rest(source, selector, miss.resolved, miss.candidates)


def _with_rest(
    source: Source, selector: Selector, resolved: Resolved | None, blocks: Sequence[Block]
) -> tuple[Candidate, ...]:
    """Candidates with the steps behind the failed one appended, where the result names one node."""
    tree = source.tree
    if tree is None:
        return ()
    step = resolved.step if resolved else len(selector.steps) - 1
    behind = len(selector.steps) - 1 - step
    parts = selector.text.split(" > ")[-behind:] if behind else []
    rest = " > ".join(part.strip() for part in parts)
    found = []
    for block, text in zip(blocks, selectors_of(tree, blocks), strict=True):
        target = _only(source, f"{text} > {rest}") if rest else None
        if target is not None:
            found.append(candidate_of(source, target, f"{text} > {rest}"))
        else:
            found.append(candidate_of(source, block, text))
    return tuple(found)


def _only(source: Source, text: str) -> Block | None:
    if source.tree is None:
        return None
    try:
        resolved = resolve(source.tree, Selector.parse(text))
    except SelectorError:
        return None
    return resolved.blocks[0] if len(resolved.blocks) == 1 and not resolved.wrong_index else None


def what_there_is(source: Source) -> tuple[str, ...]:
    """The file's outermost definitions in words, for a caller whose selector is like nothing in it."""
    if source.tree is None:
        return ()
    tops = [block for block in source.tree.definitions() if len(block.path) == 1]
    told = list(dict.fromkeys(block.path[0] for block in tops))
    if not told:
        return ("the file defines nothing that has a name",)
    more = f" and {len(told) - _MOST_TOLD} more" if len(told) > _MOST_TOLD else ""
    return (f"the file defines {', '.join(told[:_MOST_TOLD])}{more}",)
