"""Find the place of one text, one selector or some lines, or return a `Miss` with the candidates.

No line number is clamped, and several hits are never reduced to the first one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.calls.places import Selector
from structedit.calls.requests import Match
from structedit.calls.statuses import Reason
from structedit.search import embedded, selectors
from structedit.search.alignment import ladder
from structedit.text.document import LineRange, Span, to_bytes
from structedit.text.values import dataclass
from structedit.tree.broken import doubt
from structedit.tree.nodes import Block
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.search.alignment.occurrences import Occurrence
    from structedit.search.selectors import Resolved
    from structedit.tree.syntax_tree import SyntaxTree


@dataclass(frozen=True, slots=True)
class Miss:
    """A failed search, and the candidates: hits elsewhere, or several hits.

    `cause` is why the text of a landmark or anchor was not found, if `reason` names the hint.
    `pair` are the brackets that an anchor opens, if they are no block.
    """

    reason: Reason
    message: str
    fix: str = ""
    needle: str = ""
    hits: tuple[Span, ...] = ()
    candidates: tuple[Block, ...] = ()
    selector: Selector | None = None
    resolved: Resolved | None = None
    cause: Reason | None = None
    pair: Span | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A found target: a block, or a bare span if the target is text.

    `arm` means that an anchor named the place, so that `whole` means header and own body.
    `named` is the block that a selector is written for, if `block` is the statement around it.
    `partial` means that an anchor begins inside a statement around the block.
    """

    span: Span
    block: Block | None = None
    arm: bool = False
    tier: str | None = None
    by_text: bool = False
    named: Block | None = None
    partial: bool = False


def find_text(
    source: Source, text: str, occurrence: int | None, scope: Span, limit: Match
) -> Occurrence | Miss:
    """Find a text that must be unique in a scope, unless `occurrence` numbers it."""
    needle = to_bytes(text)
    if not needle.strip():
        return Miss(
            Reason.EMPTY_SEARCH,
            "the text to search for is empty",
            "pass text that is in the file",
        )
    found = ladder.find(source, needle, limit=limit, scope=(scope,))
    hits = found.occurrences
    if occurrence is not None and hits:
        at = occurrence - 1 if occurrence > 0 else len(hits) + occurrence
        if occurrence == 0 or not 0 <= at < len(hits):
            return Miss(
                Reason.WRONG_OCCURRENCE,
                f"occurrence is {occurrence}, but {short(text)} was found {_times(len(hits))}"
                f" ({lines_text(source, tuple(h.span for h in hits))})",
                f"pass an occurrence from 1 to {len(hits)}, or -1 for the last",
                text,
                tuple(h.span for h in hits),
            )
        return hits[at]
    if len(hits) > 1:
        spans = tuple(h.span for h in hits)
        return Miss(
            Reason.SEVERAL_MATCHES,
            f"{short(text)} was found {_times(len(hits))} ({lines_text(source, spans)})",
            "add a line above or below, or pass occurrence",
            text,
            spans,
        )
    if hits:
        return hits[0]
    outside = tuple(h.span for h in found.outside)
    if outside:
        return Miss(
            Reason.FOUND_OUTSIDE_SCOPE,
            f"{short(text)} is not in the scope; it is at {lines_text(source, outside)}",
            "widen the hints, or name another place",
            text,
            outside,
        )
    return Miss(
        Reason.NO_MATCH,
        f"{short(text)} is not in the file",
        "copy the text from the file",
        text,
    )


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def short(text: str) -> str:
    """Return the first line of a text, quoted and cut, for a message."""
    first = text.strip().split("\n", 1)[0]
    return repr(first if len(first) <= 60 else first[:57] + "...")


def lines_text(source: Source, spans: tuple[Span, ...], most: int = 8) -> str:
    """Return the lines that spans begin at, for a message."""
    numbers = [str(source.document.line_of(span.start)) for span in spans[:most]]
    more = f" and {len(spans) - most} more" if len(spans) > most else ""
    return ("line " if len(spans) == 1 else "lines ") + ", ".join(numbers) + more


def lines_span(source: Source, lines: LineRange) -> Span | Miss:
    """Return the span of lines, without the last line end; a `Miss` past the end of the file."""
    count = source.document.line_count
    if lines.last > count:
        return Miss(
            Reason.OUT_OF_RANGE,
            f"line {lines.last} is past the end: the file has {count} line{'s' * (count != 1)}",
            f"give lines from 1 to {count}" if count > 1 else "give line 1",
        )
    span = source.document.lines_span(lines)
    text = span.of(source.data)
    for ending in (b"\r\n", b"\n", b"\r"):
        if text.endswith(ending):
            return Span(span.start, span.end - len(ending))
    return span


def block_of(source: Source, selector: Selector) -> Block | Miss:
    """Return the only block that a selector names; a `Miss` if it names none or several."""
    if source.tree is None:
        return Miss(
            Reason.SELECTOR_NOT_FOUND,
            f"the selector {selector.text!r} needs a parsed file, but {source.why_text}",
            "name the place by its text: use an anchor, or str_replace",
            selector=selector,
        )
    resolved = selectors.resolve(source.tree, selector)
    inside = embedded.named_inside(source, selector)
    if len(inside) > 1 or (inside and resolved.blocks and not resolved.wrong_index):
        here = () if resolved.wrong_index else resolved.blocks
        blocks = selectors.in_order((*here, *(block for _, block in inside)))
        return Miss(
            Reason.SELECTOR_AMBIGUOUS,
            f"{selector.text!r} names {len(blocks)} nodes, in more than one part of this file",
            "use one of the selectors below",
            candidates=blocks,
            selector=selector,
        )
    step = selector.steps[resolved.step]
    clause = _clause_of(source.tree, selector, resolved) if step.index is not None else None
    if len(resolved.blocks) == 1 and not resolved.wrong_index:
        if clause is None:
            return resolved.blocks[0]
        return Miss(
            Reason.SELECTOR_AMBIGUOUS,
            f"{selector.text!r} can mean the whole function {step.name!r} or one of its clauses",
            "use one of the selectors below",
            candidates=(*resolved.blocks, clause),
            selector=selector,
            resolved=resolved,
        )
    lines = None if source.tree.clean else doubt.defining_lines(source.tree, step.name)
    if (
        lines is not None
        and not step.may_be_block
        and (resolved.wrong_index or not resolved.blocks)
    ):
        refusal = doubt.not_readable(source.tree, step.name, lines)
        return Miss(
            refusal.reason, refusal.message, refusal.fix, hits=(refusal.at,), selector=selector
        )
    if resolved.wrong_index:
        count = len(resolved.blocks)
        missing = f"line {step.line}" if step.index is None else f"[{step.index}]"
        missing += (
            f" at line {step.line}" if step.index is not None and step.line is not None else ""
        )
        return Miss(
            Reason.SELECTOR_NOT_FOUND,
            f"{selector.text!r}: there is no {missing}, {step.name!r} names {count}",
            "use one of the selectors below",
            candidates=resolved.blocks if clause is None else (clause,),
            selector=selector,
            resolved=resolved,
        )
    if resolved.blocks:
        return Miss(
            Reason.SELECTOR_AMBIGUOUS,
            f"{selector.text!r} names {len(resolved.blocks)} nodes",
            "use one of the selectors below",
            candidates=resolved.blocks,
            selector=selector,
            resolved=resolved,
        )
    return Miss(
        Reason.SELECTOR_NOT_FOUND,
        f"no definition or block called {selector.text!r} in this file{doubt.note_on_unparsed(source.tree)}",
        "call outline to list what is there",
        selector=selector,
        resolved=resolved,
    )


def _clause_of(tree: SyntaxTree, selector: Selector, resolved: Resolved) -> Block | None:
    """Return the clause that a number at the end may mean, if only one function has the name: `f[2]`."""
    if len(resolved.blocks) != 1 or resolved.step != len(selector.steps) - 1:
        return None
    step, holder = selector.steps[-1], None
    if resolved.step:
        held = selectors.resolve(tree, selector.parted(resolved.step)[0]).blocks
        holder = held[0] if len(held) == 1 else None
    is_alone = selectors.named_by(tree, step, holder) == resolved.blocks
    return selectors.numbered_clause(tree, step, resolved.blocks[0]) if is_alone else None
