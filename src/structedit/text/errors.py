"""Everything structedit raises, in one tree.

    StructEditError
    ├── UsageError      the call is wrong: its arguments contradict each other or do not parse
    │   ├── SelectorError   a selector cannot be read
    │   ├── FormatError     a text of edits cannot be read
    │   └── ProfileError    a language profile or query in grammars_config cannot be used
    │       └── BrokenPatternError  a pattern of code does not parse in a language
    └── FileError       the world is in the way: missing, unreadable, not text, unwritable
        └── TooSlowError    the work on it took longer than it may

What is expected to happen (text not found, ambiguous, refused) is never raised: it is an
`Outcome`. Each error holds a fact, a next step (`hint`) and a stable `code`.
"""

from __future__ import annotations

from collections.abc import Mapping

MOST_SHOWN = 60
"""Letters of a value that a message shows. Chosen by judgement."""


def shown(value: object) -> str:
    """Return a value's `repr` for a message, shortened if it is long.

    >>> shown("a" * 100)[-5:], shown(10**5000)
    ('aaaa…', 'a whole number of about 5,001 digits')
    """
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return f"a whole number of about {int(value.bit_length() * 0.30103) + 1:,} digits"
    try:
        text = repr(value[: MOST_SHOWN + 1]) if isinstance(value, str) else repr(value)
    except (RecursionError, ValueError):  # deeply nested lists, huge numbers in them
        return f"a {type(value).__name__}"
    return text if len(text) <= MOST_SHOWN + 2 else text[: MOST_SHOWN - 1] + "…"


class StructEditError(Exception):
    """Base of every error that structedit raises on purpose."""

    code = "error"

    def __init__(self, message: str, *, hint: str = "", code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        return f"{self.message}. {self.hint}" if self.hint else self.message

    def __reduce__(self) -> tuple[object, ...]:
        return _remade, (type(self), self.args, self.__dict__)


def _remade(
    kind: type[StructEditError], args: tuple[object, ...], state: dict[str, object]
) -> StructEditError:
    """Rebuild an error that came from another process."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class UsageError(StructEditError):
    """The call itself is wrong; the file was not read.

    `fault` is the kind of error of an argument, for statistics; empty if unknown. `meant` is the call that does
    what was wanted, as an operation and its options; None if unknown.
    """

    code = "usage"
    meant: tuple[str, Mapping[str, str]] | None = None

    def __init__(
        self, message: str, *, hint: str = "", code: str | None = None, fault: str = ""
    ) -> None:
        super().__init__(message, hint=hint, code=code)
        self.fault = fault


class SelectorError(UsageError):
    """A selector that cannot be parsed; the message names the position."""

    code = "selector"


class FormatError(UsageError):
    """A text of edits that cannot be parsed: `line` is where, 1-based; the hint says what was expected."""

    code = "format"

    def __init__(self, message: str, *, line: int, hint: str = "") -> None:
        super().__init__(f"line {line}: {message}", hint=hint)
        self.line = line


class ProfileError(UsageError):
    """A language profile or query that cannot be used."""

    code = "profile"


class BrokenPatternError(ProfileError):
    """A code pattern parses in no language of the searched files; it may be used all the same."""


class FileError(StructEditError):
    """A file that cannot be read, decoded as text, or written.

    `code` is one of the reasons `missing_file`, `not_text`, `too_large`, `outside_root`, `read_only`, `stale`,
    `unencodable`, `write_failed`, `too_slow`, `no_journal`, and `half_written`: then `notes` describe what each file
    contains.
    """

    code = "missing_file"

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        code: str | None = None,
        notes: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message, hint=hint, code=code)
        self.notes = notes


class TooSlowError(FileError):
    """Work on a file that took longer than its input allows, or than the caller said.

    It was stopped while it planned or read, so nothing has changed.
    """

    code = "too_slow"
