"""One line of advice, where the failures of a session have a clear pattern."""

from __future__ import annotations

from collections.abc import Mapping

from structedit.text.values import dataclass

LEAST = 3
"""Failures of one kind from which on they are a pattern. Chosen by judgement."""

SHARE = 0.3
"""Share of all failures that they have to be. Chosen by judgement."""


@dataclass(frozen=True, slots=True)
class _Pattern:
    """Failures that one thing would help against; `addressing` empty stands for any."""

    reasons: tuple[str, ...]
    what: str
    instead: str
    addressing: str = ""


_TEXTS = "no_match", "partial_match", "whitespace", "encoding", "near_twin", "merge_conflict"
_BY_NAME = "replace_block needs no old text: name the block by its selector"
_PATTERNS = (
    _Pattern(("whitespace",), "misses on indentation or blanks", _BY_NAME),
    _Pattern(_TEXTS, "misses on the old text", _BY_NAME, "text"),
    _Pattern(
        ("anchor_not_found", *_TEXTS),
        "misses on an anchor",
        "a selector needs no text: outline lists them",
        "anchor",
    ),
    _Pattern(
        ("several_matches", "ambiguous_anchor", "wrong_occurrence"),
        "texts that stand in several places",
        "add within with the definition that is meant, or occurrence",
    ),
    _Pattern(
        ("content_mismatch", "stale", "out_of_range", "inverted_range"),
        "line numbers that no longer held",
        "pass the version that the lines were read from, or name the block by its selector",
    ),
    _Pattern(
        ("selector_not_found", "selector_ambiguous", "not_a_block"),
        "selectors that named no one block",
        "outline lists them, to be pasted",
    ),
    _Pattern(
        (
            *("out_of_scope", "found_outside_scope"),
            *("after_not_found", "before_not_found", "between_not_found"),
        ),
        "hints that did not fit",
        "one hint that is sure is better: within a definition",
    ),
    _Pattern(
        ("new_syntax_error", "lost_definition", "read_back"),
        "edits that would have broken the file",
        "replace the whole block, from its first line to its last",
    ),
    _Pattern(
        ("malformed_edit",),
        "texts of edits that could not be read",
        "str_replace and replace_block take the texts as arguments, without markers",
    ),
)


def advice_of(fails: Mapping[tuple[str, str], int]) -> str:
    """Name what would help against the most frequent kind of failure; empty without a pattern.

    Args:
        fails: counts of edits that failed, by the word for why and the way of addressing.

    >>> advice_of({("stale", "lines"): 3, ("risk", "text"): 9})
    ''
    """
    most, pattern = 0, _PATTERNS[0]
    for each in _PATTERNS:
        its = ((why, way) for why, way in fails if why in each.reasons)
        count = sum(fails[why, way] for why, way in its if each.addressing in ("", way))
        if count > most:
            most, pattern = count, each
    if most < LEAST or most < SHARE * sum(fails.values()):
        return ""
    return f"{most} {pattern.what}: {pattern.instead}"
