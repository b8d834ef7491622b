"""Calls on files, logged by Python's `logging` under the name `structedit`.

    DEBUG      each call: its operation, file, result and reason, the tier, microseconds; warnings in full
    INFO       an edit that succeeded without a tree, or at a tier that guesses words or omitted lines
    WARNING    a file or a transaction that could not be written

There is no handler here, and no file content above DEBUG. `logging` is not loaded for this: a program that never
loads it gets no messages.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from structedit.app import events
from structedit.calls import outcomes, tiers
from structedit.calls.statuses import Reason, Status

if TYPE_CHECKING:
    from logging import Logger

    from structedit.calls.batch_outcomes import BatchOutcome
    from structedit.calls.outcomes import Outcome

WITHOUT_TREE = "edited as plain text"
"""Start of the warning of an edit for which there was no tree."""

_UNWRITTEN = frozenset((Reason.WRITE_FAILED, Reason.HALF_WRITTEN, Reason.NO_JOURNAL))


def heard(event: events.Event) -> None:
    """Log a call, if the program has loaded `logging`."""
    logging = sys.modules.get("logging")
    if logging is None:
        return
    log: Logger = logging.getLogger("structedit")
    match event:
        case events.Edited(operation, path, _, result, took):
            if isinstance(result, outcomes.Outcome):
                _edit(log, operation, path, result)
                log.debug("%s in %s: %s in %d us", operation, path, _came(result), took)
            else:
                level = logging.WARNING if result.code in _UNWRITTEN else logging.DEBUG
                log.log(level, "%s in %s: error (%s)", operation, path, result.code)
        case events.Batched(_, root, format, batch, took):
            for edit in batch.edits:
                _edit(log, edit.outcome.operation, edit.path, edit.outcome)
            _batch(log, batch, root)
            count = len(batch.edits)
            log.debug(
                "%s in %s: %d edits as %s, %s in %d us",
                *(batch.operation, root, count, format, _came(batch), took),
            )
        case events.Reversed(root, batch, took):
            _batch(log, batch, root)
            log.debug("%s in %s: %s in %d us", batch.operation, root, _came(batch), took)
        case events.Read(operation, path, found, took):
            came = getattr(found, "reason", None) or "read"
            log.debug("%s of %s: %s in %d us", operation, path, came, took)
        case events.WrongCall(operation, reason, root):
            log.debug("%s in %s: a wrong call (%s)", operation, root, reason)


def _came(outcome: Outcome | BatchOutcome) -> str:
    """Describe the result of a call in a few words, without file content."""
    tier = getattr(outcome, "tier", None)
    said = f"{outcome.status} ({outcome.reason})" if outcome.reason else str(outcome.status)
    dry = ", dry run" if outcome.dry_run else ""
    return f"{said}{f' at tier {tier}' if tier else ''}{dry}"


def _edit(log: Logger, operation: str, path: object, outcome: Outcome) -> None:
    if outcome.status is Status.APPLIED:
        if any(warning.startswith(WITHOUT_TREE) for warning in outcome.warnings):
            log.info("%s in %s worked on text, without a tree", operation, path)
        if not tiers.facts_of(outcome.tier).is_sure:
            log.info("%s in %s landed at the tier %s", operation, path, outcome.tier)
    elif outcome.reason in _UNWRITTEN:
        log.warning("%s in %s: not written (%s)", operation, path, outcome.reason)
    for warning in outcome.warnings:
        log.debug("%s in %s: %s", operation, path, warning)


def _batch(log: Logger, batch: BatchOutcome, root: str) -> None:
    if batch.reason in _UNWRITTEN:
        log.warning("%s in %s: not written (%s)", batch.operation, root, batch.reason)
