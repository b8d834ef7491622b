"""The result of a failed search: a diagnosis, and the status that its reason implies."""

from __future__ import annotations

from structedit.calls.diagnoses import Diagnosis
from structedit.calls.statuses import Reason, Status

Verdict = tuple[Status, Reason, Diagnosis]

STATUS: dict[Reason, Status] = {
    Reason.SEVERAL_MATCHES: Status.AMBIGUOUS,
    Reason.AMBIGUOUS_ANCHOR: Status.AMBIGUOUS,
    Reason.SELECTOR_AMBIGUOUS: Status.AMBIGUOUS,
    **dict.fromkeys(
        (
            Reason.WRONG_OCCURRENCE,
            Reason.WRONG_COUNT,
            Reason.EMPTY_SEARCH,
            Reason.NEAR_TWIN,
            Reason.NOT_A_BLOCK,
            Reason.UNBALANCED,
            Reason.BROKEN_TARGET,
            Reason.CONTENT_MISMATCH,
            Reason.STALE,
            Reason.OUT_OF_RANGE,
            Reason.INVERTED_RANGE,
        ),
        Status.REFUSED,
    ),
}
"""Status of the reasons of a search that did not land; those left out are `not_found`."""


def verdict(reason: Reason, diagnosis: Diagnosis) -> Verdict:
    """Return a diagnosis with the status of its reason."""
    return STATUS.get(reason, Status.NOT_FOUND), reason, diagnosis


def more_hits(count: int, listed: int) -> tuple[str, ...]:
    """Return a note on how many hits a list leaves out; empty for none."""
    return (f"{count - listed} more hits are not listed",) if count > listed else ()
