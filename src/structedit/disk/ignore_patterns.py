r"""Patterns as in `.gitignore`: parsed line by line, matched in time linear in the path.

They come from the author of a repository. So an invalid line causes no failure: it can be reported (`fault_in`) or
skipped as git skips it. A pattern such as `*a*a*a*b`, for which a backtracking matcher would try every way to
divide a name, is rewritten so that each `*` ends at the first place where the letters behind it match: if the rest
does not match from there, it matches from no later place.

Not here: which files have patterns (`listing`, `configuration`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from structedit.text.lazily import regex
from structedit.text.values import dataclass

_MOST_LETTERS = 4096
"""Letters of a pattern; given by the longest path of Linux."""

_MOST_PATTERNS = 10_000
"""Patterns of one ignore file that are read. Chosen by judgement: many times those of a large project."""

_POSIX = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": " \t",
    "digit": "0-9",
    "lower": "a-z",
    "space": " \t",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}
"""Named classes of letters, as git matches them. Lines with another one match nothing there or are rare."""

_NAMED = regex(r"\[:(\w*):\]")
_CLASS = regex(r"\[(?!\^/\])\^?(?:\\.|[^\]\\])+\]")
_WHOLE_CLASS = regex(r"\[[!^]?\]?(?:\\.|\[:\w*:\]|[^\]\\])*\]")
_IN_CLASS = regex(r"(?<!\\)[\[&|~]")
_STARS = regex(r"(?:\[\^/\][*]){2,}")
_STAR = r"\[\^/\]\*"
_STAR_AND_LETTERS = regex(
    rf"{_STAR}((?:\\.|\[(?!\^/\]\*)(?:\\.|[^\]\\])+\]|[^/()\[\]\\])+?)(?={_STAR})"
)
_FOLDERS = "(?:/.+)?"
"""How the regular expression of a pattern has `**` between two names."""

_FIRST_FOLDERS = "(?:.+/)?"
"""The same at its beginning."""


@dataclass(frozen=True, slots=True)
class _Pattern:
    """One line: it includes paths, or with `!` excludes them again."""

    regex: re.Pattern[str]
    takes_in: bool


@dataclass(frozen=True, slots=True)
class IgnorePatterns:
    """The patterns of one file, in order."""

    patterns: tuple[_Pattern, ...]

    def verdict(self, path: str) -> bool | None:
        """Return True or False if the last matching pattern includes or excludes the path; None if none matches.

        A pattern that matches the path itself outweighs a `!` that matches only its folder.
        """
        found, weight = None, 0
        for one in self.patterns:
            match = one.regex.search(path)
            if match is None:
                continue
            by_folder = match.groupdict().get("ps_d") is not None
            if not by_folder or one.takes_in or weight <= 1:
                found, weight = one.takes_in, 1 if by_folder else 2
        return found


def read_patterns(lines: Iterable[str]) -> IgnorePatterns:
    """Parse patterns; an invalid line is skipped, as git does.

    >>> read_patterns(["*.log", "!", "[z-a]", "!keep.log"]).verdict("a.log")
    True
    """
    found: list[_Pattern] = []
    for line in lines:
        try:
            pattern = _pattern(line)
        except ValueError:
            continue
        if pattern is not None:
            found.append(pattern)
            if len(found) == _MOST_PATTERNS:
                break
    return IgnorePatterns(tuple(found))


def fault_in(lines: Iterable[str]) -> str:
    """Return the first invalid line with the reason, as a part of a sentence; empty if all are valid.

    >>> fault_in(["a", "b\\\\"]), fault_in(["*.py"])
    ("'b\\\\\\\\' is not a pattern: Invalid git pattern: 'b\\\\\\\\'", '')
    """
    for line in lines:
        try:
            _pattern(line)
        except ValueError as error:
            return f"{line[:80]!r} is not a pattern: {error}"
    return ""


def _pattern(line: str) -> _Pattern | None:
    """Parse one line; return None for a comment or an empty line.

    Raises:
        ValueError: when it is no pattern.
    """
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    if len(line) > _MOST_LETTERS:
        raise ValueError(f"it has more than {_MOST_LETTERS} characters")
    if _has_open_class(line):  # git lets it match nothing
        raise ValueError("a '[' is never closed")
    written, takes_in = GitIgnoreSpecPattern.pattern_to_regex(_NAMED.sub(_letters_of, line))
    if written is None or takes_in is None:
        return None
    try:
        return _Pattern(re.compile(_linear(str(written))), takes_in)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(str(error)) from error


def _has_open_class(line: str) -> bool:
    """Return True if a `[` begins a class of letters that no `]` ends."""
    at = 0
    while at < len(line):
        whole = _WHOLE_CLASS.match(line, at) if line[at] == "[" else None
        if line[at] == "[" and whole is None:
            return True
        at = whole.end() if whole is not None else at + 1 + (line[at] == "\\")
    return False


def _letters_of(match: re.Match[str]) -> str:
    if match[1] not in _POSIX:
        raise ValueError(f"there is no character class {match[0]!r}")
    return _POSIX[match[1]]


def _class(match: re.Match[str]) -> str:
    """Return a class of letters without `/` and signs that may get a meaning in a later version of Python."""
    letters = _IN_CLASS.sub(r"\\\g<0>", match[0][1:])
    return f"[^/{letters[1:]}" if letters.startswith("^") else f"[{letters}"


def _linear(written: str) -> str:
    """Return the regular expression of a pattern, without backtracking from one `*` or `**` into an earlier one."""
    written = _CLASS.sub(_class, written)
    written = _STARS.sub("[^/]*", written)
    written = _STAR_AND_LETTERS.sub(r"(?>[^/]*?\1)", written)
    first, *others = written.split(_FOLDERS)
    if not others:
        return first
    if _FIRST_FOLDERS in first:
        before, _, names = first.partition(_FIRST_FOLDERS)
        first = f"{before}(?>(?:.+?/)??{names}(?=/))"
    middle = (f"(?>(?:/.+?)??{names}(?=/))" for names in others[:-1])
    return f"{first}{''.join(middle)}{_FOLDERS}{others[-1]}"
