"""What structedit makes of a task, judged by what is right."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from benchmarks.landing.material import squeezed
from benchmarks.landing.tasks import Task

import structedit as se
from structedit.calls.outcomes import Outcome
from structedit.calls.statuses import Status

LANDED, WRONG, BLANKS, REFUSED, ALREADY = "landed", "wrong", "blanks", "refused", "already"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a task.

    `word` is `landed` (byte by byte right), `blanks` (right but for blanks), `wrong`, `already`
    (said to be there already, and it is or nothing may change) or `refused`. `retry` is `right`,
    `wrong` or empty where none was offered; `shown` tells that the right place was shown.
    """

    word: str
    why: str
    retry: str
    shown: bool
    ms: float
    text: str | None = None
    report: str = ""
    tier: str = ""


def verdict_of(task: Task) -> Verdict:
    """Send a task, and the retry that is offered if it fails."""
    document = se.Document.from_bytes(task.file.encode(), path=task.path)
    start = perf_counter()
    out = se.str_replace(document, task.old, task.new, **dict(task.hints))
    ms = (perf_counter() - start) * 1000
    text = out.data.decode() if out.data is not None else None
    word = _word(task, out, text)
    why = out.tier or "" if word == LANDED else f"{out.status} {out.reason or ''}".strip()
    failed = word == REFUSED
    return Verdict(
        word,
        why,
        _retried(task, document, out) if failed else "",
        failed and _shows(task, out),
        ms,
        text,
        out.report(),
        (out.tier or "") if out.status is Status.APPLIED else "",
    )


def _word(task: Task, out: Outcome, text: str | None) -> str:
    if text is None:
        return REFUSED
    if task.right is None:
        if text == task.file:
            return ALREADY
        return LANDED if text in task.also else WRONG
    if text == task.right:
        return LANDED if out.status is Status.APPLIED else ALREADY
    return BLANKS if squeezed(text) == squeezed(task.right) else WRONG


def _retried(task: Task, document: se.Document, out: Outcome) -> str:
    """Send the retry back, unchanged."""
    retry = out.diagnosis.retry if out.diagnosis is not None else None
    if retry is None:
        return ""
    again = dict(retry)
    call = getattr(se, str(again.pop("op", "str_replace")))
    result = call(document, **again)
    text = result.data.decode() if result.data is not None else None
    return "right" if text is not None and text in (task.right, *task.also) else "wrong"


def _shows(task: Task, out: Outcome) -> bool:
    """Return True if the closest region, or a hit, holds the lines that the edit is about."""
    diagnosis = out.diagnosis
    if diagnosis is None or task.place is None:
        return False
    regions = [hit.around for hit in diagnosis.hits]
    if diagnosis.closest is not None:
        regions.append(diagnosis.closest.region)
    first, last = task.place
    last = min(last, first + 30)
    return any(region.first <= first and last <= region.last for region in regions)
