"""Differences that a tier allowed, in words: where the file differs from the text found there.

Not here: differences that kept a text from being found (`missed_text`).
"""

from __future__ import annotations

from structedit.calls.tiers import DifferenceKind
from structedit.explain.evidence import clipped, differences_of, range_words, token_diff
from structedit.search.alignment.escapes import varied
from structedit.search.alignment.occurrences import Occurrence, Run
from structedit.text.document import Span, to_bytes, to_text
from structedit.text.edit import EditSet
from structedit.tree.source import Source

_MOST = 6
"""Differing lines that are listed; chosen by judgement."""


def bridged(source: Source, old: str, hits: tuple[Occurrence, ...]) -> tuple[str, ...]:
    """How a text differs from its hits, in words; the first few differences.

    >>> from structedit.search.alignment.ladder import find
    >>> from structedit.text.document import Document
    >>> source = Source.of(Document.from_text("if x:\\n\\ty()\\n", path="a.py"))
    >>> bridged(source, "if x:\\n    y()\\n", find(source, b"if x:\\n    y()\\n").occurrences)
    ('line 2: tabs versus spaces in the indentation',)
    """
    words = [text for hit in hits for text in _of_hit(source, old, hit)]
    more = (f"{len(words) - _MOST} more lines differ",) if len(words) > _MOST else ()
    return (*words[:_MOST], *more)


def _of_hit(source: Source, old: str, hit: Occurrence) -> list[str]:
    if DifferenceKind.LAYOUT in hit.facts.differences:
        return [f"{_lines(source, hit.span)}: the same tokens, laid out differently"]
    if not hit.facts.is_sure:
        text = to_bytes(old)
        read = varied(hit.variant, text, text) or (text, text)
        return [words for run in hit.runs if (words := _run_words(source, read[0], run))]
    rows = differences_of(source, old, hit) if not hit.variant else ()
    variant = [f"{_lines(source, hit.span)}: {hit.variant}"] if hit.variant else []
    return [f"line {row.line}: {row.what}" for row in rows] + variant


def _run_words(source: Source, text: bytes, run: Run) -> str:
    """Words for how the file has a part of a text that is left out or misremembered; empty where it has it."""
    wanted, own = (to_text(side).strip() for side in (run.old.of(text), run.file.of(source.data)))
    if run.kind is None or not (wanted or own):
        return ""
    if run.kind is DifferenceKind.OMITTED:
        return f"`{wanted}` keeps {_lines(source, run.file)}" if own else ""
    number = source.document.line_of(run.file.start)
    if not own:
        return f"not in the file, and not added: {clipped(wanted)}"
    if not wanted:
        return f"line {number} is not in `old` and stays: {clipped(own)}"
    return f"line {number}: {token_diff(clipped(wanted), own)}"


def _lines(source: Source, span: Span) -> str:
    return range_words(source.document.line_range(span))


def merged_lines(source: Source, hits: tuple[Occurrence, ...], edits: EditSet) -> int:
    """Number of the hits' lines that the edit leaves as the file has them."""
    lines = {n for hit in hits for n in _numbers(source, hit.span)}
    changed = {n for edit in edits.edits for n in _numbers(source, edit.span)}
    return len(lines - changed)


def _numbers(source: Source, span: Span) -> range:
    lines = source.document.line_range(span)
    return range(lines.first, lines.last + 1)
