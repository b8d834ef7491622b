"""The closed sets of words in results: statuses, reasons, risks, fates of edits.

Not here: the values that contain them (`outcomes`, `batch_outcomes`), and their layout as text (`report`).
"""

from __future__ import annotations

from enum import StrEnum

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
"""Statuses after which the file is as the caller wants it."""


class Reason(StrEnum):
    """Why an edit failed. `REASONS` has the defining sentence of each."""

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
    NEW_SYNTAX_ERROR = "new_syntax_error"
    LOST_DEFINITION = "lost_definition"
    READ_BACK = "read_back"
    UNMATCHED_REST = "unmatched_rest"
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
    FORMAT_FAILED = "format_failed"
    SCRIPT_FAILED = "script_failed"
    MISSING_FILE = "missing_file"
    OUTSIDE_ROOT = "outside_root"
    NOT_TEXT = "not_text"
    TOO_LARGE = "too_large"
    NO_JOURNAL = "no_journal"
    TOO_SLOW = "too_slow"
    WRITE_FAILED = "write_failed"
    HALF_WRITTEN = "half_written"


REASONS: dict[Reason, str] = {
    Reason.NO_MATCH: "Neither the text nor similar text is in the file.",
    Reason.WHITESPACE: "Only white space differs (spaces, indentation, line breaks), more than `match` allows.",
    Reason.ENCODING: "Only look-alike characters differ, more than `match` allows.",
    Reason.PARTIAL_MATCH: "Some of the text's lines are in the file, the others are not.",
    Reason.OUT_OF_SCOPE: "No definition or block in this file matches `within`.",
    Reason.FOUND_OUTSIDE_SCOPE: "The text is in the file, but not inside the hints.",
    Reason.AFTER_NOT_FOUND: "The text of `after` is not in the scope, or not unique there.",
    Reason.BEFORE_NOT_FOUND: "The text of `before` is not in the scope, or not unique there.",
    Reason.BETWEEN_NOT_FOUND: "`between` has no start, or no end after it in the same block.",
    Reason.ANCHOR_NOT_FOUND: "The anchor's text is not in the scope.",
    Reason.AMBIGUOUS_ANCHOR: "The anchor's text was found in several places of the scope.",
    Reason.WRONG_OCCURRENCE: "`occurrence` is zero or past the last hit.",
    Reason.WRONG_COUNT: "The number of hits is not `expected_count`.",
    Reason.IDENTIFIER_CUT: "The text is found only inside longer identifiers.",
    Reason.EMPTY_SEARCH: "The search text is empty or only white space.",
    Reason.NO_CHANGE: "The edit would change nothing.",
    Reason.SELECTOR_NOT_FOUND: "No definition or block in this file matches the selector.",
    Reason.SELECTOR_AMBIGUOUS: "The selector matches several nodes.",
    Reason.NOT_A_BLOCK: "The target has no block, or not the part that was asked for.",
    Reason.UNBALANCED: "Brackets or keywords of the block do not pair up.",
    Reason.BROKEN_TARGET: "The file does not parse there: what the target is, or where it ends, is not certain.",
    Reason.NEW_SYNTAX_ERROR: "The edit would add a syntax error.",
    Reason.LOST_DEFINITION: "A hook returned text in which a definition is missing.",
    Reason.READ_BACK: "Code that the edit did not write would have a different role in the result.",
    Reason.UNMATCHED_REST: "The hit has code or comments that its pattern does not have, and they would be deleted.",
    Reason.MERGE_CONFLICT: "The edit changes text that is different in the file.",
    Reason.RISK: "The edit changes so much of the file that it needs `force`.",
    Reason.STALE: "The file is not the version that the caller expected.",
    Reason.OUT_OF_RANGE: "A line number is past the end of the file.",
    Reason.INVERTED_RANGE: "A range ends before it starts.",
    Reason.CONTENT_MISMATCH: "The lines differ from the `expected` content.",
    Reason.MALFORMED_EDIT: "The edit's text cannot be meant literally.",
    Reason.SEVERAL_MATCHES: "The text was found in several places of the scope.",
    Reason.NEAR_TWIN: "The file has only similar text, with other names or numbers.",
    Reason.NAME_CLASH: "The new name is taken in the scope, or it is uncertain what the old one refers to.",
    Reason.PROTECTED: "The file is protected: by the configuration, or because programs run its content.",
    Reason.READ_ONLY: "The file may not be written.",
    Reason.UNENCODABLE: "The file's encoding lacks a character of the new text, or a notebook cannot have such cells.",
    Reason.HOOK_DENIED: "A `pre_edit` hook denied the edit.",
    Reason.FORMAT_FAILED: "The formatter that the caller named failed, or is not a formatter.",
    Reason.SCRIPT_FAILED: "The script raised an error, or returned no edit; the run stopped at this file.",
    Reason.MISSING_FILE: "There is no such file.",
    Reason.OUTSIDE_ROOT: "The path leads out of the root.",
    Reason.NOT_TEXT: "The file is binary, or not a regular file.",
    Reason.TOO_LARGE: "The file is larger than the limit.",
    Reason.NO_JOURNAL: "Several files cannot change as one: the state folder cannot be used.",
    Reason.TOO_SLOW: "The work needs more time or memory than the size of its input, or `timeout`, allows.",
    Reason.WRITE_FAILED: "The file could not be written; it is as it was.",
    Reason.HALF_WRITTEN: "Writing failed midway; the notes say what each file contains.",
}


class Method(StrEnum):
    """How the place was found: by the syntax tree or as text."""

    TREE = "tree"
    TEXT = "text"


class Risk(StrEnum):
    """Size of a change, as the share of the file's lines."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


class Fate(StrEnum):
    """The result of one edit of a batch.

    `would_apply`: it fits, but nothing was written: in a dry run, or because another edit failed.
    """

    APPLIED = "applied"
    ALREADY_APPLIED = "already_applied"
    FAILED = "failed"
    WOULD_APPLY = "would_apply"


def status_word(status: Status, dry_run: bool) -> str:
    """Return the word for a status in reports and JSON: in a dry run, `would_apply` for `applied`.

    >>> status_word(Status.APPLIED, dry_run=True), status_word(Status.UNCHANGED, dry_run=True)
    ('would_apply', 'unchanged')
    """
    return str(Fate.WOULD_APPLY if dry_run and status is Status.APPLIED else status)


class Action(StrEnum):
    """What a batch does to one file."""

    EDITED = "edited"
    CREATED = "created"
    DELETED = "deleted"
    MOVED = "moved"
    UNCHANGED = "unchanged"
