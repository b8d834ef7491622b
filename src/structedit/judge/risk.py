"""How much of a file an edit changes."""

from __future__ import annotations

from collections import Counter

from structedit.calls.statuses import Risk
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The sizes at which a change becomes a risk.

    `medium`, `high` and `critical` are shares of the file's old lines that the diff changes or removes. A text that is
    replaced in `occurrences` places at once is critical too, since the caller may not have looked at each; hunks of a
    patch and edits of a batch name each place. A file that keeps less than the share `shrunk` of its lines, or that
    repeats the share `doubled` of them, is critical. Files under `small_file` lines have no risk. All of these were
    chosen by judgement; `force` permits what they refuse.
    """

    medium: float = 0.20
    high: float = 0.75
    critical: float = 0.90
    occurrences: int = 100
    shrunk: float = 0.5
    doubled: float = 0.5
    small_file: int = 10


THRESHOLDS = Thresholds()

_BLANK = frozenset((b"", b"{", b"}", b"(", b")", b"[", b"]", b"end", b"*/", b"/*"))
"""Lines that most files contain many times."""


def risk_of(old_lines: int, removed: int, alike: int, thresholds: Thresholds = THRESHOLDS) -> Risk:
    """Grade a change by the share of the file's old lines that its diff changes or removes.

    `alike` is how many places one text replaces.

    >>> risk_of(100, 21, 1), risk_of(100, 95, 1), risk_of(8, 8, 1)
    (<Risk.MEDIUM: 'medium'>, <Risk.CRITICAL: 'critical'>, <Risk.LOW: 'low'>)
    """
    if old_lines < thresholds.small_file:
        return Risk.LOW
    share = removed / old_lines
    if share >= thresholds.critical or alike >= thresholds.occurrences:
        return Risk.CRITICAL
    if share >= thresholds.high:
        return Risk.HIGH
    return Risk.MEDIUM if share >= thresholds.medium else Risk.LOW


def concern_of(before: bytes, after: bytes, thresholds: Thresholds = THRESHOLDS) -> str:
    """Describe what is alarming about a file's new text as a whole; empty if nothing is.

    >>> concern_of(b"a = 1\\n" * 20, b"")
    'leaves the file empty'
    """
    old, new = _line_count(before), _line_count(after)
    if old < thresholds.small_file:
        return ""
    if not after.strip():
        return "leaves the file empty"
    if new < old * thresholds.shrunk:
        return f"leaves {new} of the file's {old} lines"
    if new - old >= old * thresholds.doubled:
        # The old lines that the new text has more often than the old one.
        had, has = (Counter(map(bytes.strip, text.splitlines())) for text in (before, after))
        again = sum(min(has[line] - n, n) for line, n in had.items() if line not in _BLANK)
        if again >= old * thresholds.doubled:
            return f"writes {again} of the file's {old} lines a second time"
    return ""


def _line_count(text: bytes) -> int:
    lone = text.count(b"\r") - text.count(b"\r\n") if b"\r" in text else 0
    return text.count(b"\n") + lone + (not text.endswith((b"\n", b"\r")))
