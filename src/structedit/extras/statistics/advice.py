"""One line of advice, where the failures of a session have a clear pattern."""

from __future__ import annotations

from collections.abc import Iterable

from structedit.extras.statistics.calls_made import Addressing
from structedit.extras.statistics.tallies import Tally, total
from structedit.text.values import dataclass

LEAST = 3
"""Failures of one kind from which on they are a pattern. Chosen by judgement."""

SHARE = 0.3
"""Share of all failures that they have to be. Chosen by judgement."""

_TEXTS = frozenset(
    ("no_match", "partial_match", "whitespace", "encoding", "near_twin", "merge_conflict")
)
_SEVERAL = frozenset(("several_matches", "ambiguous_anchor", "wrong_occurrence"))
_LINES = frozenset(("content_mismatch", "stale", "out_of_range", "inverted_range"))
_SELECTORS = frozenset(("selector_not_found", "selector_ambiguous", "not_a_block"))
_HINTS = frozenset(
    (
        "out_of_scope",
        "found_outside_scope",
        "after_not_found",
        "before_not_found",
        "between_not_found",
    )
)


@dataclass(frozen=True, slots=True)
class _Pattern:
    """Failures that one thing would help against; `addressing` None stands for any."""

    reasons: frozenset[str]
    what: str
    instead: str
    addressing: Addressing | None = None

    def fits(self, tally: Tally) -> bool:
        """Tell whether a failure is of this kind."""
        way = self.addressing
        return tally.why in self.reasons and (way is None or way is tally.call.addressing)


_BY_NAME = "replace_block needs no old text: name the block by its selector"
_PATTERNS = (
    _Pattern(frozenset(("whitespace",)), "misses on indentation or blanks", _BY_NAME),
    _Pattern(_TEXTS, "misses on the old text", _BY_NAME, Addressing.TEXT),
    _Pattern(
        frozenset(("anchor_not_found", *_TEXTS)),
        "misses on an anchor",
        "a selector needs no text: outline lists them",
        Addressing.ANCHOR,
    ),
    _Pattern(
        _SEVERAL,
        "texts that stand in several places",
        "add within with the definition that is meant, or occurrence",
    ),
    _Pattern(
        _LINES,
        "line numbers that no longer held",
        "pass the version that the lines were read from, or name the block by its selector",
    ),
    _Pattern(_SELECTORS, "selectors that named no one block", "outline lists them, to be pasted"),
    _Pattern(
        _HINTS, "hints that did not fit", "one hint that is sure is better: within a definition"
    ),
    _Pattern(
        frozenset(("new_syntax_error", "lost_definition")),
        "edits that would have broken the file",
        "replace the whole block, from its first line to its last",
    ),
    _Pattern(
        frozenset(("malformed_edit",)),
        "texts of edits that could not be read",
        "str_replace and replace_block take the texts as arguments, without markers",
    ),
)


def advice_of(edits: Iterable[Tally]) -> str:
    """Say what would help against the most frequent kind of failure; empty without a pattern."""
    fails = tuple(tally for tally in edits if not tally.landed)
    if not fails:
        return ""
    counts = [(_count(pattern, fails), pattern) for pattern in _PATTERNS]
    most, pattern = max(counts, key=lambda item: item[0])
    if most < LEAST or most < SHARE * total(fails):
        return ""
    return f"{most} {pattern.what}: {pattern.instead}"


def _count(pattern: _Pattern, fails: tuple[Tally, ...]) -> int:
    return total(tally for tally in fails if pattern.fits(tally))
