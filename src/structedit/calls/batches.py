"""The parts of a batch: what to do to which file, as values.

`calls.formats` makes them from text, callers from arguments; `plan.batch` runs them in order. Paths are as the
caller wrote them, without quotes and prefixes, and not yet checked against a root.
"""

from __future__ import annotations

from structedit.calls.places import NO_HINTS, Hints
from structedit.calls.requests import DEFAULTS, DeleteBlock, Match, Options, Request, StrReplace
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class HunkLine:
    """A line of a hunk: `sign` is a blank (context), ``-`` or ``+``.

    `text` has no line feed; a carriage return before it is kept, as the patch's own ending.
    """

    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class Hunk:
    """Adjacent lines of a patch.

    `line` is where the patch places them in the old text (1-based); this hint never decides between two places.
    `context` are the ``@@`` lines before the hunk, outermost first: each names a line above, or is a selector.
    `section` is the text after the numbers of a unified hunk: the line of a definition above, also a hint. `at_end`
    means that the hunk ends the file. `starts` are the two start lines in a unified hunk's header (old and new,
    1-based) if its counts are right; other tools go by them. `old_unended` and `new_unended` mean that the last line
    of that side has no line break.
    """

    lines: tuple[HunkLine, ...]
    line: int | None = None
    context: tuple[str, ...] = ()
    at_end: bool = False
    old_unended: bool = False
    new_unended: bool = False
    section: str = ""
    starts: tuple[int, int] | None = None

    @property
    def is_landmark(self) -> bool:
        """True if the hunk changes nothing: its lines only tell what the next hunk comes after."""
        return all(line.sign == " " for line in self.lines)

    @property
    def is_bare(self) -> bool:
        """True if the hunk only adds lines, and neither a name nor a number gives their place."""
        return self.line is None and not self.context and not self.old

    @property
    def old(self) -> tuple[str, ...]:
        """The lines that the hunk expects in the file."""
        return tuple(line.text for line in self.lines if line.sign != "+")


@dataclass(frozen=True, slots=True)
class ApplyHunks:
    """Apply a patch to one document: all hunks refer to one text and must fit in order, in a single way."""

    hunks: tuple[Hunk, ...]
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS


@dataclass(frozen=True, slots=True)
class EditFile:
    """Apply one request or one patch to a file."""

    path: str
    request: Request | ApplyHunks
    line: int | None = None
    """Where the edit begins in the text that it was read from, 1-based."""


@dataclass(frozen=True, slots=True)
class CreateFile:
    """Create a file; one that exists with other content is an error unless `overwrite`."""

    path: str
    text: str
    overwrite: bool = False
    line: int | None = None


@dataclass(frozen=True, slots=True)
class ExtendFile:
    """Add text at the end of a file, or create the file: what an empty search text means."""

    path: str
    text: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class DeleteFile:
    """Delete a file; where `expected` is given, only one with this content, line ends aside."""

    path: str
    expected: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class MoveFile:
    """Move a file to another path; edits after it name the new one."""

    path: str
    to: str
    line: int | None = None


FileRequest = EditFile | CreateFile | ExtendFile | DeleteFile | MoveFile


def limit_of(request: Request | ApplyHunks) -> Match:
    """Return the loosest tier at which a request may find its text: at most `syntax` where text is only looked up."""
    destructive = isinstance(request, DeleteBlock) or (
        isinstance(request, StrReplace) and not request.new.strip()
    )
    deepest = Match.SYNTAX if destructive else Match.FUZZY
    wanted = request.options.match
    return deepest if wanted is None else min(wanted, deepest, key=list(Match).index)
