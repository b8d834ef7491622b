"""A text that is not in the file, but was earlier or is in another file: added to the outcome.

Earlier contents and other files are values here: a session remembers the former,
`disk.neighbours` reads the latter. An outcome that needs neither is returned as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from structedit.calls.diagnoses import Diagnosis
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Anchor
from structedit.calls.requests import Match, ReplaceAll, Request, StrReplace
from structedit.calls.statuses import Reason
from structedit.calls.versions import Step
from structedit.explain.evidence import hits_of, lines_words, range_words
from structedit.search.alignment import ladder
from structedit.text.document import Document, Span, to_bytes
from structedit.text.values import replace
from structedit.text.words import is_telling
from structedit.tree.source import Source

_ABSENT = frozenset(
    (Reason.NO_MATCH, Reason.PARTIAL_MATCH, Reason.NEAR_TWIN, Reason.ANCHOR_NOT_FOUND)
)
_MOST_FILES = 3
"""Other files that a diagnosis names; chosen by judgement."""


def needle_of(outcome: Outcome) -> str | None:
    """The text that was looked for and is not in the file; None if the outcome is another."""
    if outcome.reason not in _ABSENT or outcome.diagnosis is None or outcome.request is None:
        return None
    text = _text(outcome.request)
    return text if text is not None and is_telling(text) else None


def _text(request: Request) -> str | None:
    match request:
        case StrReplace(old=old):
            return old
        case ReplaceAll(pattern=pattern, regex=False):
            return pattern
        case ReplaceAll():
            return None
    target = request.target
    return target.text if isinstance(target, Anchor) else None


def with_history(outcome: Outcome, steps: Sequence[Step]) -> Outcome:
    """Return the outcome, with a note if the text was in the file before one of these edits."""
    needle = needle_of(outcome)
    if needle is None:
        return outcome
    for at in reversed(range(len(steps))):
        spans = _places(steps[at].before.data, needle)
        if spans:
            return _was_there(outcome, steps[at:], spans)
    return outcome


def _was_there(outcome: Outcome, steps: Sequence[Step], spans: Sequence[Span]) -> Outcome:
    """The outcome, with what the edit has made of the text, if that was in one place."""
    assert outcome.diagnosis is not None
    operation, diagnosis = steps[0].operation, outcome.diagnosis
    note = f"the text was in the file before an earlier {operation} changed it"
    if len(spans) > 1:
        return _noted(outcome, diagnosis, note)
    span = spans[0]
    for step in steps:
        span = step.edits.map_span(span)
    source = Source.of(outcome.before)
    lines = outcome.before.line_range(span)
    fix = f"the changed text is now at {range_words(lines)}: copy it from there, or leave this edit out"
    hits = hits_of(source, (span,))
    return _noted(outcome, replace(diagnosis, fix=fix, hits=hits), note)


def with_neighbours(outcome: Outcome, documents: Iterable[Document]) -> Outcome:
    """Return the outcome, with a note if the text is in one of these documents, each with a path."""
    needle = needle_of(outcome)
    if needle is None:
        return outcome
    rare = max((line.strip() for line in needle.splitlines()), key=len)
    found: list[tuple[Document, tuple[Span, ...]]] = []
    for document in documents:
        if to_bytes(rare) in document.data and (spans := _places(document.data, needle)):
            found.append((document, spans))
        if len(found) > _MOST_FILES:
            break
    return _is_there(outcome, found) if found else outcome


def _is_there(outcome: Outcome, found: Sequence[tuple[Document, tuple[Span, ...]]]) -> Outcome:
    assert outcome.diagnosis is not None
    rows = [
        f"{document.path} ({lines_words(Source.of(document), spans)})"
        for document, spans in found[:_MOST_FILES]
    ]
    more = " and in others" if len(found) > _MOST_FILES else ""
    diagnosis, only = outcome.diagnosis, found[0][0]
    if len(found) == 1:
        fix = f"if that file is meant, send the call with path {only.path!r}"
        diagnosis = replace(diagnosis, fix=fix)
    return _noted(outcome, diagnosis, f"the text is in {', '.join(rows)}{more}")


def _noted(outcome: Outcome, diagnosis: Diagnosis, note: str) -> Outcome:
    return replace(outcome, diagnosis=replace(diagnosis, notes=(note, *diagnosis.notes)))


def _places(data: bytes, needle: str) -> tuple[Span, ...]:
    found = ladder.find(data, to_bytes(needle), limit=Match.WHITESPACE)
    return tuple(hit.span for hit in found.occurrences)
