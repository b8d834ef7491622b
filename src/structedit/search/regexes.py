r"""Regular expressions that callers write, and their matches as spans of a content.

A pattern sees every line end as ``\n``, whatever the file has, so that ``$`` and ``.`` mean the
same in all files. Positions are translated back from characters to bytes.

Not here: scopes and replacements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate

from structedit.text.document import Span, to_bytes, to_text
from structedit.text.errors import UsageError
from structedit.text.lazily import regex

_ENDING = regex("\r\n|\n|\r")


def compiled(pattern: str) -> re.Pattern[str]:
    r"""Compile a caller's regular expression, in which ``^`` and ``$`` match at every line.

    Raises:
        UsageError: when it is invalid, nests too deep, or repeats more often than can be counted.
    """
    try:
        return re.compile(pattern, re.MULTILINE)
    except (re.error, OverflowError) as error:
        message = str(error)
    except RecursionError:
        message = "it is nested too deeply"
    raise UsageError(
        f"the regular expression does not compile: {message}",
        hint="escape its special characters, or search for plain text",
    )


def pattern_matches(
    data: bytes, within: Span, pattern: re.Pattern[str]
) -> Iterator[tuple[Span, re.Match[str]]]:
    r"""Yield each match inside a span, from left to right, with its place in `data`.

    >>> data = "é 1\r\nb 2\r\n".encode()
    >>> found = pattern_matches(data, Span(0, len(data)), re.compile(r"\d$", re.M))
    >>> [span.of(data) for span, _ in found]
    [b'1', b'2']
    """
    text = to_text(within.of(data))
    endings = _ENDING.findall(text) if "\r" in text else []
    surplus = (0, *accumulate(len(ending) - 1 for ending in endings))
    plain = _ENDING.sub("\n", text) if endings else text
    at, offset, passed = 0, within.start, 0
    for match in pattern.finditer(plain):
        places = []
        for stop in match.span():
            skipped = plain[at:stop]
            lines = passed + skipped.count("\n") if endings else 0
            offset += len(to_bytes(skipped)) + surplus[lines] - surplus[passed]
            at, passed = stop, lines
            places.append(offset)
        yield Span(*places), match
