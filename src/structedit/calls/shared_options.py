"""Keyword arguments that several functions share, as types: `**options: Unpack[EditOptions]`.

A type checker reads them, and so does the check of a call (`app.checked_calls`). What each argument means, and how
commands and tools show it, is declared in `calls.parameters`.
"""

# No `from __future__ import annotations`: Python would compile each annotation of a `TypedDict` from its text.
from collections.abc import Collection, Mapping, Sequence
from typing import TypedDict

from structedit.calls.fields import Mark
from structedit.calls.hooks import Hooks

Wish = bool | str | Sequence[str] | None
"""A program as callers pass it: a command; True or None for the one in the user's configuration; False for none."""


class InsertOptions(TypedDict, total=False):
    """What `insert` takes beside its own arguments: `EditOptions` without `after` and `before`."""

    within: str | None
    between: tuple[Mark, Mark] | Mapping[str, Mark] | None
    near_line: int | None
    radius: int
    version: str | None
    dry_run: bool
    expected_version: str | None
    attach: str
    allow_errors: bool
    force: bool
    accept: Collection[str] | None
    match: str | None
    language: str | None
    backup: bool
    hooks: Hooks | None
    timeout: float | None
    formatter: Wish
    checker: Wish


class EditOptions(InsertOptions, total=False):
    """What every editing function takes beside its own arguments.

    Hints: `within` (a selector), `after`, `before` (landmarks), `between` (two of them), `near_line` with `radius`.
    With `version`, `near_line` is a line of that version, and a text on exactly this line is the one meant.
    Safety: `dry_run`, `expected_version`, `allow_errors`, `force`, `accept`, `backup`, `hooks` (for files).
    Reach: `attach`, `match`. `language` overrides detection. `timeout` is the number of seconds that planning or
    reading may take, instead of those that the size of the input allows. `formatter` and `checker` (for files) are
    commands; left out or True, those of the user's configuration; False for none.
    """

    after: Mark | None
    before: Mark | None


class PatternOptions(TypedDict, total=False):
    """How a pattern of code is meant; see `calls.code_patterns`."""

    strictness: str
    node_type: str | None
    context: str | None
    reading: str
    backtrack: bool


class FindOptions(EditOptions, PatternOptions, total=False):
    """What `find` takes beside the text, regex, query or pattern that it looks for."""

    around: int
    globs: Collection[str] | None


class Sought(FindOptions, total=False):
    """All that a search takes: exactly one of the four terms, and the options of `find`."""

    text: str | None
    regex: str | None
    query: str | None
    pattern: str | None
