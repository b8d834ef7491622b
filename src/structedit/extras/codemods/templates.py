"""Templates: a text with captures, and its layout at its place.

In a pattern's template `$NAME`, `$$$NAME` and `${NAME}` in capitals are replaced by the values of the pattern's
metavariables, and all else is literal: `$x` and `$$` are code. In a rule's template it is as in ast-grep: without
braces, and `$NAMEs` is `$NAME` and an `s`. In a query's template `$name` and `${name}` are captures, `$$` a dollar
sign; in a regular expression's, `$1`, `${1}` and `${name}` are groups, and `$$` likewise.

Lines of a template are indented as the line of its place, in the file's unit. The lines of a captured block keep
their relative depth and are indented with the template's line; the contents of strings stay as they are. A `$$$NAME`
without a value is removed with the comma next to it, or with its line.

Not here: what is captured (`rewriting`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from enum import Enum

from structedit.calls.arguments import content
from structedit.text.brackets import place
from structedit.text.document import Span, to_bytes
from structedit.text.errors import UsageError
from structedit.text.lazily import regex
from structedit.text.lines import ending_at, indent_at, line_end
from structedit.text.values import dataclass
from structedit.tree.layout import indent
from structedit.tree.source import Source

Piece = tuple[bool, str]
"""A piece of a template: True and the name of a capture, or False and a text."""

Run = tuple[bytes, bool]
"""A piece of text, and True if its lines may be indented: not inside a string."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark where the new text of a hit, or a capture in it, begins or ends; it has no text itself.

    `number` is that of the capture among the pieces of the template, `WHOLE` for the hit itself. `old` is its place
    in the file; `changed` means that hits in it are rewritten too, `several` that it is a capture of several nodes.
    """

    hit: Span
    number: int
    opens: bool
    old: Span
    changed: bool = False
    several: bool = False


WHOLE = -1
"""The number of a mark for all of a hit. It follows from pieces being counted from 0."""

Laid = Run | Mark
"""A piece of new text, or a mark in it."""


def text_of(laid: Iterable[Laid]) -> bytes:
    """Return new text without its marks."""
    return b"".join(run[0] for run in laid if not isinstance(run, Mark))


class Dialect(Enum):
    """What is expanded in a template: captures of a pattern, of a rule, of a query, or groups of a regex."""

    PATTERN = regex(
        r"\$\$\$(?P<many>[A-Z][A-Z0-9_]*)(?!\w)|\$\{(?P<braced>[A-Z][A-Z0-9_]*)\}|\$(?P<bare>[A-Z][A-Z0-9_]*)(?!\w)"
    )
    RULE = regex(r"\$\$\$(?P<many>[A-Z][A-Z0-9_]*)|\$(?P<bare>[A-Z][A-Z0-9_]*)")
    QUERY = regex(r"\$(?:(?P<escaped>\$)|\{(?P<braced>[^{}]*)\}|(?P<bare>[A-Za-z_]\w*))")
    REGEX = regex(r"\$(?:(?P<escaped>\$)|\{(?P<braced>\w+)\}|(?P<bare>\d+))")


_BRACED = regex(r"\$\{([A-Z][A-Z0-9_]*)(?![\w}])")
_LINE = regex(rb"(\r\n|\n|\r)([ \t]*)(?=[^ \t\r\n]|\Z)")
_COMMA_BEFORE = regex(r",[ \t]*(?:\n[ \t]*)?\Z")
_COMMA_BEHIND = regex(r"\A[ \t]*,[ \t]*(?:\n[ \t]*)?")
_SEPARATOR_FIRST = regex(r"\A\s*[,;]")
_ONE_IN_PARENTHESES = regex(r"(?:\A|[^\w)\]>])\([^(),]*,\s*\Z")
_LINE_BEFORE = regex(r"(?:\A|\n)[ \t]*\Z")
_BLANK_BEFORE = regex(r"\S[ \t]+\Z")
_NO_WORD = regex(r"[ \t\n>)\];,]")


@dataclass(frozen=True, slots=True)
class Captured:
    """The value of a capture: its text, and the indentation of its first line.

    `old` is its place in the file; None for a computed text. `comment` is the comment at the end of its last line.
    With `has_separator` its nodes are followed by a separator, and the template must not write another one.
    """

    runs: tuple[Laid, ...]
    lead: bytes = b""
    old: Span | None = None
    changed: bool = False
    several: bool = False
    comment: bytes = b""
    has_separator: bool = False


def pieces_of(template: str, dialect: Dialect = Dialect.QUERY) -> tuple[Piece, ...]:
    """Split a template into pieces: (is it a capture, its text or name).

    >>> pieces_of("log($$, ${args})")
    ((False, 'log('), (False, '$'), (False, ', '), (True, 'args'), (False, ')'))
    >>> pieces_of("log($$, $x, $$$ARGS)", Dialect.PATTERN)
    ((False, 'log($$, $x, '), (True, 'ARGS'), (False, ')'))
    """
    found: list[Piece] = []
    at = 0
    template = content("template", template)
    for match in dialect.value.finditer(template):
        found.append((False, template[at : match.start()]))
        named = match.groupdict()
        escaped = named.pop("escaped", None)
        name = next((text for text in named.values() if text is not None), "")
        found.append((False, "$") if escaped else (True, name))
        at = match.end()
    return tuple(piece for piece in (*found, (False, template[at:])) if piece[0] or piece[1])


def regex_replacement(template: str, pattern: re.Pattern[str]) -> str:
    r"""Convert a regular expression's template to the form of `re`.

    >>> regex_replacement(r"${key}: $1, $$5 \d", re.compile(r"(?P<key>\w+)=(\d+)"))
    '\\g<key>: \\g<1>, $5 \\\\d'

    Raises:
        UsageError: when it names a group that the regular expression does not have.
    """
    parts = []
    for is_group, text in pieces_of(template, Dialect.REGEX):
        if not is_group:
            parts.append(text.replace("\\", "\\\\"))
            continue
        if text not in pattern.groupindex and not (
            text.isdecimal() and int(text) <= pattern.groups
        ):
            names = [f"${number}" for number in range(pattern.groups + 1)]
            names += [f"${{{name}}}" for name in pattern.groupindex]
            raise UsageError(
                f"the template has ${text}, which the regular expression does not have",
                hint=f"use one of {', '.join(names)}; write $$ for a dollar sign",
            )
        parts.append(f"\\g<{text}>")
    return "".join(parts)


def check_names(template: str, known: Sequence[str]) -> None:
    """Refuse a pattern's template with names that its pattern does not capture.

    `known` are the pattern's metavariables as it writes them.

    Raises:
        UsageError: with the place.
    """
    names = {text.lstrip("$") for text in known}
    for match in Dialect.PATTERN.value.finditer(template):
        name = next(text for text in match.groupdict().values() if text is not None)
        if name not in names:
            there = ", ".join(known) or "none"
            raise UsageError(
                f"the template has {match[0]} at {place(template, match.start())}, which the pattern"
                " does not capture",
                hint=f"names in the pattern: {there}",
            )
    for match in _BRACED.finditer(template):
        if match[1] in names and "}" not in template[match.end() :]:
            raise UsageError(
                f"the template has {match[0]} at {place(template, match.start())}, which is never"
                " closed",
                hint=f"write ${{{match[1]}}}",
            )


def filled(
    source: Source, place: Span, pieces: Sequence[Piece], captured: Callable[[str], Captured]
) -> tuple[Laid, ...]:
    """Fill a template with captures and lay it out for its place; marks show where they are."""
    found = {name: captured(name) for is_capture, name in pieces if is_capture}
    pieces = _without_empty(pieces, frozenset(name for name, one in found.items() if not one.runs))
    ending, base = ending_at(source.data, place.start), indent_at(source.data, place.start)
    scaled = _scale(source, place.start, pieces)
    piece = indent.fragment(source, _without_captures(pieces))
    fixed = piece.fixed(base)
    runs: list[Laid] = [Mark(place, WHOLE, True, place)]
    row, lead = 0, base
    # The indentation of the last line of code, in the template and where it lands.
    above = b"", base
    comment = b""  # what the line ends in, so that nothing may follow on it
    has_separator = False
    for number, (is_capture, text) in enumerate(pieces):
        if has_separator and not is_capture:
            text = _SEPARATOR_FIRST.sub("", text)
        has_separator = is_capture and found[text].has_separator
        if comment and not (is_capture and not found[text].runs):
            behind = "" if is_capture else text.lstrip(" \t")
            if not behind.startswith("\n") and (behind or is_capture):
                runs.append((ending + lead, True))
                text = text if is_capture else _begun_below(source, behind)
            comment = b""
        if is_capture:
            one = found[text]
            if one.old is not None:
                runs.append(Mark(place, number, True, one.old, one.changed, one.several))
            runs += [
                run
                if isinstance(run, Mark) or not run[1]
                else (_moved(run[0], one.lead, lead), True)
                for run in one.runs
            ]
            if one.old is not None:
                runs.append(Mark(place, number, False, one.old))
            comment = one.comment
            continue
        first, *lines = to_bytes(text).split(b"\n")
        runs.append((first, row not in fixed))
        for at, line in enumerate(lines, 1):
            row += 1
            own = line.lstrip(b" \t")
            blanks = line[: len(line) - len(own)]
            is_blank = not own and at < len(lines)
            if row in fixed or (row in piece.inside and not blanks.startswith(above[0])):
                runs.append((ending + line, False))
                continue
            if row in piece.inside:
                lead = above[1] + blanks[len(above[0]) :]
            else:
                lead = base + scaled(blanks)
                above = above if is_blank else (blanks, lead)
            runs.append((ending if is_blank else ending + lead + own, True))
    if comment and source.data[place.end : line_end(source.data, place.end)].strip():
        runs.append((ending + lead, True))
    runs.append(Mark(place, WHOLE, False, place))
    return tuple(run for run in runs if isinstance(run, Mark) or run[0])


def _begun_below(source: Source, text: str) -> str:
    """Return a template's text after a comment as a new line, without a `;` that the line end replaces."""
    end = source.profile.statement_end
    return text if end and not text.startswith(end) else text.removeprefix(";").lstrip(" \t")


def _without_captures(pieces: Sequence[Piece]) -> bytes:
    """Return a template with a name of one letter for each capture."""
    return to_bytes("".join("x" if is_capture else text for is_capture, text in pieces))


def _scale(source: Source, at: int, pieces: Sequence[Piece]) -> Callable[[bytes], bytes]:
    """Return a function that converts the indentation of a template's lines to the file's unit."""
    text = _without_captures(pieces)
    if b"\n" not in text:
        return lambda lead: lead
    leads = {indent_at(text, match.end()) for match in re.finditer(rb"\n(?=[ \t]*[^ \t\n])", text)}
    own = min((lead for lead in leads if lead), key=len, default=b"")
    unit = indent.unit_at(source, at) or source.profile.indent.encode()
    if not own or not unit or own == unit:
        return lambda lead: lead

    def scaled(lead: bytes) -> bytes:
        count, over = divmod(len(lead), len(own))
        return unit * count + lead[len(lead) - over :]

    return scaled


def _moved(text: bytes, old: bytes, new: bytes) -> bytes:
    """Reindent the later lines of a text from below `old` to below `new`."""
    if old == new or (b"\n" not in text and b"\r" not in text):
        return text

    def line(match: re.Match[bytes]) -> bytes:
        lead = match[2]
        if lead.startswith(old):
            return match[1] + new + lead[len(old) :]
        same = next(
            (n for n, (a, b) in enumerate(zip(lead, old, strict=False)) if a != b),
            min(len(lead), len(old)),
        )
        return match[1] + new[: max(0, len(new) - (len(old) - same))] + lead[same:]

    return _LINE.sub(line, text)


def _is_tuple_of_one(done: Sequence[Piece], behind: str) -> bool:
    """Return True if a comma makes a tuple of the parentheses around one item: `(a,)` is not `(a)`."""
    text = "".join("x" if is_capture else text for is_capture, text in done)
    return behind.lstrip().startswith(")") and _ONE_IN_PARENTHESES.search(text) is not None


def _without_empty(pieces: Sequence[Piece], empty: frozenset[str]) -> tuple[Piece, ...]:
    """Remove captures without a value from a template, each with its comma or its line."""
    done: list[Piece] = []
    left = list(pieces)
    while left:
        is_capture, text = left.pop(0)
        if not is_capture or text not in empty:
            done.append((is_capture, text))
            continue
        before = done[-1][1] if done and not done[-1][0] else None
        behind = left[0][1] if left and not left[0][0] else None
        if before is not None and _COMMA_BEFORE.search(before):
            comma = "," if _is_tuple_of_one(done, behind or "") else ""
            done[-1] = (False, _COMMA_BEFORE.sub(comma, before))
        elif behind is not None and _COMMA_BEHIND.search(behind):
            left[0] = (False, _COMMA_BEHIND.sub("", behind))
        elif before is not None and (behind is None or behind.startswith("\n")):
            done[-1] = (False, _LINE_BEFORE.sub("", before).rstrip(" \t"))
        elif before is not None and _BLANK_BEFORE.search(before) and _NO_WORD.match(behind or ""):
            done[-1] = (False, before.rstrip(" \t"))
        elif behind is not None and (before is None or before.endswith("\n")):
            left[0] = (False, behind.lstrip(" \t"))
    return tuple(done)
