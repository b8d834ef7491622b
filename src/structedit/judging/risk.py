"""How much of a file an edit changes."""

from __future__ import annotations

from structedit.model.outcomes import Risk

MEDIUM_SHARE = 0.20
HIGH_SHARE = 0.75
CRITICAL_SHARE = 0.90
CRITICAL_OCCURRENCES = 100
SMALL_FILE_LINES = 10


def risk_of(old_lines: int, removed: int, occurrences: int) -> Risk:
    """Grade a change by the share of the file's old lines that its diff changes or removes.

    >>> risk_of(100, 21, 1), risk_of(100, 95, 1), risk_of(8, 8, 1)
    (<Risk.MEDIUM: 'medium'>, <Risk.CRITICAL: 'critical'>, <Risk.LOW: 'low'>)
    """
    if old_lines < SMALL_FILE_LINES:
        return Risk.LOW
    share = removed / old_lines
    if share >= CRITICAL_SHARE or occurrences >= CRITICAL_OCCURRENCES:
        return Risk.CRITICAL
    if share >= HIGH_SHARE:
        return Risk.HIGH
    return Risk.MEDIUM if share >= MEDIUM_SHARE else Risk.LOW
