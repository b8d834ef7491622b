"""What is said of the tiers, the ways in which a text may match, from the strictest to the loosest.

Each tier of the ladder has one entry here, by its name.

Not here: how a tier finds texts (`search.alignment.ladder`).
"""

from __future__ import annotations

from structedit.calls.statuses import Reason
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class TierFacts:
    """What is said of a hit.

    confidence: from 0 to 1; an order to compare by, not a measured probability; chosen by judgement.
    words: how the file's text differs, after "stands at line 3 …".
    reason: what such a hit means where the tier may not be used.
    """

    confidence: float
    words: str = ""
    reason: Reason = Reason.NO_MATCH


NO_TIER = TierFacts(0.0)

TIERS = {
    "exact": TierFacts(1.0),
    "newline": TierFacts(1.0, "but for line endings", Reason.WHITESPACE),
    "trailing-space": TierFacts(0.99, "but for blanks at line ends", Reason.WHITESPACE),
    "indent": TierFacts(0.98, "but for its indentation", Reason.WHITESPACE),
    "whitespace": TierFacts(0.95, "but for blanks", Reason.WHITESPACE),
    "unicode": TierFacts(0.93, "but for look-alike characters", Reason.ENCODING),
    "escape": TierFacts(0.9, "but for escapes or line numbers", Reason.ENCODING),
    "syntax": TierFacts(0.9, "but for how its tokens are laid out", Reason.WHITESPACE),
    "elision": TierFacts(0.85, "but for lines that are left out", Reason.PARTIAL_MATCH),
    "fuzzy": TierFacts(0.7, "nearly"),
}


def facts_of(tier: str | None) -> TierFacts:
    """What is said of a tier; nothing where there is none."""
    return TIERS.get(tier or "", NO_TIER)
