"""Text of files made safe to show: nothing that moves a cursor, hides text or reverses it.

File content is shown on terminals and in prompts, where an escape sequence or a bidi control can make it look like
other text. Every invisible letter is shown as its escape instead.
"""

from __future__ import annotations

import re
import unicodedata

from structedit.text.lazily import regex

_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
_NOT_ASCII = regex("[^\x00-\x7e]")
_SURROGATE = regex("[\ud800-\udfff]")

_RESET = "\x1b[0m"
_COLOURS = (
    ("+++", "\x1b[1m"),
    ("---", "\x1b[1m"),
    ("@@", "\x1b[36m"),
    ("+", "\x1b[32m"),
    ("-", "\x1b[31m"),
)


def printable(text: str) -> str:
    r"""Escape controls, bidi marks, zero-width letters and lone surrogates; tabs stay.

    >>> printable("a\tb\x1b[31m\u202e\n") == "a\tb\\x1b[31m\\u202e\\x0a"
    True
    """
    if text.isprintable():
        return text
    return "".join(
        _escape(letter) if letter != "\t" and unicodedata.category(letter) in _UNSEEN else letter
        for letter in text
    )


def printable_lines(text: str) -> str:
    r"""Make a text of several lines safe to show; line breaks stay.

    >>> printable_lines("a\x1b[31m\nb") == "a\\x1b[31m\nb"
    True
    """
    return text if text.isprintable() else "\n".join(map(printable, text.split("\n")))


def printable_json(text: str) -> str:
    r"""Escape invisible letters in a JSON text, which does not change its meaning.

    >>> printable_json('"a\u202e"')
    '"a\\u202e"'
    """
    return text if text.isascii() else _NOT_ASCII.sub(_json_escape, text)


def _json_escape(match: re.Match[str]) -> str:
    letter = match[0]
    if unicodedata.category(letter) not in _UNSEEN:
        return letter
    units = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _escape(letter: str) -> str:
    code = ord(letter)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def json_text(text: str) -> str:
    r"""Escape lone surrogates, which JSON cannot represent.

    They stand for bytes that are not UTF-8.

    >>> json_text("a\udcff") == "a\\udcff"
    True
    """
    return _SURROGATE.sub(lambda match: _escape(match[0]), text)


def coloured(diff: str) -> str:
    r"""Colour a unified diff for a terminal; control characters in it become escapes.

    >>> coloured("+a\n")
    '\x1b[32m+a\x1b[0m\n'
    """
    rows = []
    for line in diff.split("\n"):
        text = printable(line)
        colour = next((colour for start, colour in _COLOURS if line.startswith(start)), "")
        rows.append(f"{colour}{text}{_RESET}" if colour else text)
    return "\n".join(rows)
