"""Unmatched brackets in a short text, such as a pattern or a template.

Not here: brackets of a file, which its tree knows.
"""

from __future__ import annotations

_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_QUOTES = "\"'`"


def unmatched(text: str) -> int | None:
    """Return the offset of the first bracket without a partner.

    Brackets in quotes do not count, if the quotes end on their line.

    >>> unmatched("f($A, [1)"), unmatched("f(')')"), unmatched("a }")
    (6, None, 2)
    """
    open_at: list[int] = []
    at = 0
    while at < len(text):
        letter = text[at]
        if letter in _QUOTES:
            end = text.find(letter, at + 1)
            at = end if end >= 0 and "\n" not in text[at:end] else at
        elif letter in _CLOSERS:
            open_at.append(at)
        elif letter in _CLOSERS.values():
            if not open_at or _CLOSERS[text[open_at[-1]]] != letter:
                return open_at[-1] if open_at else at
            open_at.pop()
        at += 1
    return open_at[-1] if open_at else None


def place(text: str, at: int) -> str:
    """Describe a place in a text, for people.

    >>> place("a\\nbc", 3)
    'line 2, column 2'
    """
    line = text.count("\n", 0, at) + 1
    return f"line {line}, column {at - text.rfind(chr(10), 0, at)}"


def unmatched_words(text: str) -> str:
    """Describe the first bracket without a partner; empty if there is none."""
    at = unmatched(text)
    if at is None:
        return ""
    what = "is never closed" if text[at] in _CLOSERS else "closes nothing"
    return f"the {text[at]!r} at {place(text, at)} {what}"
