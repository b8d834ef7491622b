"""Outcomes: what came of a request, the same value in Python, JSON and on the screen."""

from __future__ import annotations

from enum import StrEnum

from structedit.calls.requests import Request
from structedit.text.document import Document, LineRange, Span
from structedit.text.edit import EditSet
from structedit.text.values import dataclass

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]


class Status(StrEnum):
    """What happened, in one word."""

    APPLIED = "applied"
    ALREADY_APPLIED = "already_applied"
    UNCHANGED = "unchanged"
    NOT_FOUND = "not_found"
    AMBIGUOUS = "ambiguous"
    REFUSED = "refused"
    ERROR = "error"


LANDED = frozenset({Status.APPLIED, Status.ALREADY_APPLIED, Status.UNCHANGED})
"""Statuses that leave the file as the caller wants it."""


class Reason(StrEnum):
    """Why an edit did not land. The defining sentence of each is in `REASONS`."""

    NO_MATCH = "no_match"
    WHITESPACE = "whitespace"
    ENCODING = "encoding"
    PARTIAL_MATCH = "partial_match"
    OUT_OF_SCOPE = "out_of_scope"
    FOUND_OUTSIDE_SCOPE = "found_outside_scope"
    AFTER_NOT_FOUND = "after_not_found"
    BEFORE_NOT_FOUND = "before_not_found"
    BETWEEN_NOT_FOUND = "between_not_found"
    ANCHOR_NOT_FOUND = "anchor_not_found"
    AMBIGUOUS_ANCHOR = "ambiguous_anchor"
    WRONG_OCCURRENCE = "wrong_occurrence"
    WRONG_COUNT = "wrong_count"
    IDENTIFIER_CUT = "identifier_cut"
    EMPTY_SEARCH = "empty_search"
    NO_CHANGE = "no_change"
    SELECTOR_NOT_FOUND = "selector_not_found"
    SELECTOR_AMBIGUOUS = "selector_ambiguous"
    NOT_A_BLOCK = "not_a_block"
    UNBALANCED = "unbalanced"
    BROKEN_TARGET = "broken_target"
    SWALLOWED_SIBLING = "swallowed_sibling"
    NEW_SYNTAX_ERROR = "new_syntax_error"
    LOST_DEFINITION = "lost_definition"
    MERGE_CONFLICT = "merge_conflict"
    RISK = "risk"
    STALE = "stale"
    OUT_OF_RANGE = "out_of_range"
    INVERTED_RANGE = "inverted_range"
    CONTENT_MISMATCH = "content_mismatch"
    MALFORMED_EDIT = "malformed_edit"
    SEVERAL_MATCHES = "several_matches"
    NEAR_TWIN = "near_twin"
    NAME_CLASH = "name_clash"
    PROTECTED = "protected"
    READ_ONLY = "read_only"
    UNENCODABLE = "unencodable"
    HOOK_DENIED = "hook_denied"
    UNTRUSTED = "untrusted"
    MISSING_FILE = "missing_file"
    OUTSIDE_ROOT = "outside_root"
    NOT_TEXT = "not_text"
    TOO_LARGE = "too_large"
    NO_JOURNAL = "no_journal"
    TOO_SLOW = "too_slow"
    WRITE_FAILED = "write_failed"
    HALF_WRITTEN = "half_written"


REASONS: dict[Reason, str] = {
    Reason.NO_MATCH: "The text stands nowhere in the file, not even nearly.",
    Reason.WHITESPACE: "Only blanks, indentation or line breaks differ, more than `match` allows.",
    Reason.ENCODING: "Only look-alike characters differ, more than `match` allows.",
    Reason.PARTIAL_MATCH: "The text's first or last lines stand in the file, the rest does not.",
    Reason.OUT_OF_SCOPE: "`within` names nothing in this file.",
    Reason.FOUND_OUTSIDE_SCOPE: "The text is in the file, but not inside the hints.",
    Reason.AFTER_NOT_FOUND: "The landmark of `after` is not in the scope, or not unique there.",
    Reason.BEFORE_NOT_FOUND: "The landmark of `before` is not in the scope, or not unique there.",
    Reason.BETWEEN_NOT_FOUND: "`between` has no start, or no end after it in the same block.",
    Reason.ANCHOR_NOT_FOUND: "The anchor's text is not in the scope.",
    Reason.AMBIGUOUS_ANCHOR: "The anchor's text stands in several places of the scope.",
    Reason.WRONG_OCCURRENCE: "`occurrence` is zero or past the last hit.",
    Reason.WRONG_COUNT: "The number of hits is not `expected_count`.",
    Reason.IDENTIFIER_CUT: "The text is found only inside longer identifiers.",
    Reason.EMPTY_SEARCH: "The search text is empty or blank.",
    Reason.NO_CHANGE: "The edit would change nothing.",
    Reason.SELECTOR_NOT_FOUND: "The selector names nothing in this file.",
    Reason.SELECTOR_AMBIGUOUS: "The selector names several nodes.",
    Reason.NOT_A_BLOCK: "What was named has no block, or not the part that was asked for.",
    Reason.UNBALANCED: "Brackets or keywords of the block do not pair up.",
    Reason.BROKEN_TARGET: "The target has a syntax error in it.",
    Reason.SWALLOWED_SIBLING: "The target's end is missing: it holds definitions that follow it.",
    Reason.NEW_SYNTAX_ERROR: "The edit would add a syntax error.",
    Reason.LOST_DEFINITION: "The edit would make a definition outside the target vanish.",
    Reason.MERGE_CONFLICT: "The edit changes text that the file has otherwise.",
    Reason.RISK: "The edit changes so much of the file that it needs `force`.",
    Reason.STALE: "The file is not the version that the caller expected.",
    Reason.OUT_OF_RANGE: "A line number is past the end of the file.",
    Reason.INVERTED_RANGE: "A range ends before it starts.",
    Reason.CONTENT_MISMATCH: "The lines do not hold the `expected` content.",
    Reason.MALFORMED_EDIT: "The edit's text cannot be meant literally.",
    Reason.SEVERAL_MATCHES: "The text stands in several places of the scope.",
    Reason.NEAR_TWIN: "Only a similar text with other names or numbers is there.",
    Reason.NAME_CLASH: "The new name is taken in the scope, or what the old one means is not certain.",
    Reason.PROTECTED: "The file is protected: by the configuration, or since programs run what it says.",
    Reason.READ_ONLY: "The file may not be written.",
    Reason.UNENCODABLE: "The file's encoding cannot hold a character of the new text.",
    Reason.HOOK_DENIED: "A `pre_edit` hook denied the edit.",
    Reason.UNTRUSTED: "The configuration requires hooks that nobody has trusted on this machine.",
    Reason.MISSING_FILE: "There is no such file.",
    Reason.OUTSIDE_ROOT: "The path leads out of the root.",
    Reason.NOT_TEXT: "The file is binary, or not a regular file.",
    Reason.TOO_LARGE: "The file is larger than the limit.",
    Reason.NO_JOURNAL: "Several files cannot change as one: the state folder cannot be used.",
    Reason.TOO_SLOW: "The work needs more time or memory than the size of its input, or `timeout`, allows.",
    Reason.WRITE_FAILED: "The file could not be written; it is as it was.",
    Reason.HALF_WRITTEN: "Writing failed midway; the notes say what each file holds.",
}


class Method(StrEnum):
    """What the place was found with."""

    TREE = "tree"
    TEXT = "text"


class Risk(StrEnum):
    """Size of a change, as the share of the file's lines."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


CONFIDENCE = {
    "exact": 1.0,
    "newline": 1.0,
    "trailing-space": 0.99,
    "indent": 0.98,
    "whitespace": 0.95,
    "unicode": 0.93,
    "escape": 0.9,
    "syntax": 0.9,
    "elision": 0.85,
    "fuzzy": 0.7,
}
"""Confidence by tier: an order to compare by, not a measured probability."""


@dataclass(frozen=True, slots=True)
class ChangedSpan:
    """One changed place: bytes in the internal form and lines, before and after.

    `lines_after` is None where nothing is left.
    """

    before: Span
    after: Span
    lines_before: LineRange
    lines_after: LineRange | None


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
class Hit:
    """A place that a search found: lines, the selector that encloses it, and its surroundings."""

    lines: LineRange
    selector: str | None
    around: Numbered


@dataclass(frozen=True, slots=True)
class Candidate:
    """A node that an ambiguous or missing selector may have meant; `selector` is unique."""

    selector: str
    kind: str
    lines: LineRange
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of the caller's text against the file's, blanks and look-alikes made visible."""

    line: int
    wanted: str
    found: str
    what: str


@dataclass(frozen=True, slots=True)
class Closest:
    """The region nearest to what was asked for; approximate. `similarity` is in per cent."""

    region: Numbered
    similarity: int
    lines: LineRange
    differences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Why it did not land and what to do next, most useful first.

    `retry` holds the arguments of a call that would land, complete, or None where no one place
    is right. After several failures in a row `instead` is a call (with its operation as `op`)
    that looks for no text, and `copy` are the lines to copy from.
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one request.

    `result` is the document after the edit where it would land (`edits` applied), else None.
    `bridged` says what the tier forgave, and how many lines stay as the file has them.
    `dry_run` says that nothing was written on purpose.
    """

    status: Status
    operation: str
    before: Document
    reason: Reason | None = None
    message: str = ""
    language: str | None = None
    tier: str | None = None
    method: Method | None = None
    result: Document | None = None
    edits: EditSet = EditSet()
    spans: tuple[ChangedSpan, ...] = ()
    region: Numbered | None = None
    diff: str = ""
    lines_added: int = 0
    lines_removed: int = 0
    replacements: int = 0
    selector: str | None = None
    attached: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    bridged: tuple[str, ...] = ()
    risk: Risk = Risk.LOW
    warnings: tuple[str, ...] = ()
    diagnosis: Diagnosis | None = None
    dry_run: bool = False
    undo_id: str | None = None
    request: Request | None = None

    @property
    def landed(self) -> bool:
        """Tell whether the file is, or would be, as the caller wants it."""
        return self.status in LANDED

    @property
    def path(self) -> str | None:
        """The document's path as the caller gave it."""
        return self.before.path

    @property
    def confidence(self) -> float | None:
        """How literally the place matched, from the tier; None without a text search."""
        return CONFIDENCE.get(self.tier) if self.tier else None

    @property
    def text(self) -> str | None:
        """The content after the edit, when it lands."""
        return self.result.text if self.result else None

    @property
    def data(self) -> bytes | None:
        """The file's bytes after the edit, when it lands."""
        return self.result.encode() if self.result else None

    @property
    def version_before(self) -> str:
        """Version of the file that the edit was planned on."""
        return self.before.version

    @property
    def version_after(self) -> str | None:
        """Version of the file after the edit, when it lands."""
        return self.result.version if self.result else None

    @property
    def line_count_after(self) -> int:
        """Lines of the file as it is after the call."""
        return (self.result or self.before).line_count

    @property
    def line_delta(self) -> int:
        """Lines that the file grows by."""
        return self.line_count_after - self.before.line_count

    def report(self) -> str:
        """Say what happened for a model or a person, in under 60 lines."""
        from structedit.calls.report import report

        return report(self)

    def to_dict(self) -> dict[str, JsonValue]:
        """Give the outcome as JSON values: what ``--json`` prints."""
        from structedit.calls.report import to_dict

        return to_dict(self)
