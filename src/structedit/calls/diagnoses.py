"""The parts of a failure's diagnosis: lines of the file, hits, candidates, the closest region.

A diagnosis is the cause in words, with these as evidence.
"""

from __future__ import annotations

from structedit.calls.result_attributes import suggesting_attributes
from structedit.calls.statuses import Fate, JsonValue, Reason
from structedit.text.document import LineRange
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Numbered:
    """Lines of a file's content, the first of them with number `first`."""

    first: int
    lines: tuple[str, ...]
    left_out: int = 0
    selector: str | None = None

    @property
    def last(self) -> int:
        """Number of the last line shown."""
        return self.first + len(self.lines) - 1


@dataclass(frozen=True, slots=True)
@suggesting_attributes
class Hit:
    """A place that a search found: lines, the selector that encloses it, and its surroundings.

    Of a pattern also its text, what its metavariables stand for by name, and whether it `is_broken`, in code that
    does not parse.
    """

    lines: LineRange
    selector: str | None
    around: Numbered
    text: str | None = None
    captures: tuple[tuple[str, str], ...] = ()
    is_broken: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A node that an ambiguous or missing selector may have meant; `selector` is unique."""

    selector: str
    kind: str
    lines: LineRange
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of the caller's text beside the file's, blanks and look-alikes made visible."""

    line: int
    wanted: str
    found: str
    what: str


@dataclass(frozen=True, slots=True)
class Closest:
    """The region most similar to what was asked for; approximate. `similarity` is in per cent."""

    region: Numbered
    similarity: int
    lines: LineRange
    differences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HunkFate:
    """What would become of one hunk of a patch that does not land as a whole.

    `number` counts from 1, `text` is its first line, `line` where it stands or would go in the file; None
    for context alone. `status` is `would_apply`, `already_applied` or `failed`, this with its reason.
    """

    number: int
    text: str
    status: Fate
    line: int | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Why an edit did not land and what to do next, most useful first.

    `retry` holds the arguments of a call that would land, complete, or None where no one place
    is right. After several failures in a row `instead` is a call (with its operation as `op`)
    that looks for no text, and `copy` are the lines to copy from. `hunks` are those of a patch with several.
    """

    message: str
    fix: str = ""
    hits: tuple[Hit, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    differences: tuple[Difference, ...] = ()
    closest: Closest | None = None
    notes: tuple[str, ...] = ()
    retry: dict[str, JsonValue] | None = None
    instead: dict[str, JsonValue] | None = None
    copy: Numbered | None = None
    hunks: tuple[HunkFate, ...] = ()
