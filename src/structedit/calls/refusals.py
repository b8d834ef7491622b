"""A refusal: why what was asked for is not done.

Not here: the words of its reason (`calls.statuses`), and how it becomes an outcome (`plan`).
"""

from __future__ import annotations

from structedit.calls.statuses import Reason
from structedit.text.document import Span
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an edit is refused: a message, the place that shows it, and the next step."""

    reason: Reason
    message: str
    fix: str
    at: Span
