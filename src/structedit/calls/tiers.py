"""The tiers as data: the kinds of difference that each allows, and how they are described.

Each tier of the ladder has one entry here, from the strictest to the loosest. Code that needs to know what a hit
allows asks for the kinds of its tier, not for the tier's name.

Not here: how a tier finds texts (`search.alignment.ladder`).
"""

from __future__ import annotations

from enum import StrEnum

from structedit.calls.requests import Match
from structedit.calls.statuses import Reason
from structedit.text.values import dataclass


class DifferenceKind(StrEnum):
    """A kind of difference between the caller's text and the file's, in the words of the docs."""

    ENDINGS = "line endings and a final newline"
    TRAILING = "trailing white space"
    INDENTATION = "one uniform shift of the indentation"
    BLANKS = "white space within and around lines, and blank lines"
    LOOK_ALIKES = "look-alikes"
    ESCAPES = "one level of escaping, or line numbers copied from a listing"
    LAYOUT = "how tokens are laid out, the last comma of a list, and the quotes of strings"
    OMITTED = "lines such as `# ... existing code ...`, which mark omitted lines"
    SLIPS = "misspelt words"
    REMARKS = "comments with other wording"
    LINES = "one line too many or too few"


_PLAIN = frozenset((DifferenceKind.ENDINGS, DifferenceKind.TRAILING, DifferenceKind.INDENTATION))
_SPACED = _PLAIN | {DifferenceKind.BLANKS}
_ESCAPED = _SPACED | {DifferenceKind.LOOK_ALIKES, DifferenceKind.ESCAPES}
_GUESSED = frozenset((DifferenceKind.SLIPS, DifferenceKind.REMARKS, DifferenceKind.LINES))


@dataclass(frozen=True, slots=True)
class TierFacts:
    """The differences that a tier allows, and how they are described.

    landed, right: how many edits landed at this tier, and how many of them byte for byte as meant, of 5,235
        drifted ones and traps: `python -m benchmarks.landing` with `--each 12 --seed 9813`, `--each 12 --seed 9814`
        and `--each 36 --seed 9815`.
    differences: what may differ.
    words: how the file's text differs, after "stands at line 3 …".
    reason: the reason of the failure if there is such a hit, but the tier may not be used.
    level: the `match` from which on a call may use the tier.
    """

    landed: int = 0
    right: int = 0
    differences: frozenset[DifferenceKind] = frozenset()
    words: str = ""
    reason: Reason = Reason.NO_MATCH
    level: Match = Match.WHITESPACE

    @property
    def confidence(self) -> float:
        """The measured share of edits at this tier that landed rightly; 0 if none landed."""
        return round(self.right / self.landed, 4) if self.landed else 0.0

    @property
    def is_exact(self) -> bool:
        """True if nothing differs."""
        return not self.differences

    @property
    def is_literal(self) -> bool:
        """True if nothing visible differs."""
        return self.differences <= {DifferenceKind.ENDINGS}

    @property
    def leaves_out(self) -> bool:
        """True if the file may have more lines between parts of the caller's text."""
        return DifferenceKind.OMITTED in self.differences

    @property
    def guesses(self) -> bool:
        """True if the caller's text may be misremembered."""
        return bool(self.differences & _GUESSED)

    @property
    def is_sure(self) -> bool:
        """True if the file has all of the caller's text, in order."""
        return not (self.guesses or self.leaves_out)


NO_TIER = TierFacts()
"""The facts if no text was searched, or none found."""

TIERS = {
    "exact": TierFacts(158, 158, level=Match.EXACT),
    "newline": TierFacts(
        113,
        113,
        frozenset((DifferenceKind.ENDINGS,)),
        "ignoring line endings",
        Reason.WHITESPACE,
        Match.EXACT,
    ),
    "trailing-space": TierFacts(
        134,
        133,
        frozenset((DifferenceKind.ENDINGS, DifferenceKind.TRAILING)),
        "ignoring trailing white space",
        Reason.WHITESPACE,
    ),
    "indent": TierFacts(601, 600, _PLAIN, "ignoring its indentation", Reason.WHITESPACE),
    "whitespace": TierFacts(374, 372, _SPACED, "ignoring white space", Reason.WHITESPACE),
    "unicode": TierFacts(
        444,
        444,
        _SPACED | {DifferenceKind.LOOK_ALIKES},
        "ignoring look-alike characters",
        Reason.ENCODING,
    ),
    "escape": TierFacts(950, 950, _ESCAPED, "ignoring escapes or line numbers", Reason.ENCODING),
    "syntax": TierFacts(
        197,
        197,
        _SPACED | {DifferenceKind.LAYOUT},
        "ignoring how its tokens are laid out",
        Reason.WHITESPACE,
        Match.SYNTAX,
    ),
    "elision": TierFacts(
        240,
        237,
        _SPACED | {DifferenceKind.OMITTED},
        "apart from omitted lines",
        Reason.PARTIAL_MATCH,
        Match.SYNTAX,
    ),
    "fuzzy": TierFacts(791, 791, _ESCAPED | _GUESSED, "nearly", level=Match.FUZZY),
}


def facts_of(tier: str | None) -> TierFacts:
    """Return the facts of a tier; those of no tier for None."""
    return TIERS.get(tier or "", NO_TIER)
