"""What a needle may have been before it was escaped once too often, or unescaped.

A variant is a change of the whole text that callers make without meaning it: quotes escaped as in
JSON, ``&lt;`` for ``<``, the line numbers of a listing. The variant that makes `old` match is
applied to `new` as well. Narrow ones come first: a text that is found when only its quotes are
unescaped keeps its other backslashes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise

from structedit.search.alignment.folding import contents, is_blank
from structedit.text.document import split_lines, to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.values import dataclass

_ESCAPE = regex(rb"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^\r\n])")
_UNICODE_ESCAPE = regex(r"\\u([0-9a-fA-F]{4})")
_QUOTE_ESCAPE = regex(rb"\\([\"'`])")
_SIGN_ESCAPE = regex(rb"\\([\"'`$])")
_BARE_QUOTE = regex(rb"(?<!\\)\"")
_STRING = regex(rb"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_QUOTE = regex(rb"[\"']")
_MEANS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"/": b"/", b"\\": b"\\"} | {
    quote: quote for quote in (b'"', b"'", b"`")
}
_ENTITIES = (
    (b"&lt;", b"<"),
    (b"&gt;", b">"),
    (b"&quot;", b'"'),
    (b"&#39;", b"'"),
    (b"&amp;", b"&"),
)


@dataclass(frozen=True, slots=True)
class Variant:
    """A named way to undo such a change; its functions return None where it does not apply."""

    name: str
    of_needle: Callable[[bytes], bytes | None]
    of_new: Callable[[bytes, bytes], bytes | None]
    """From (old, new), both as the caller wrote them."""


def variants_of(needle: bytes) -> list[tuple[str, bytes]]:
    """The variants of a needle by name, without those that equal it or one another."""
    found: dict[bytes, str] = {}
    for variant in VARIANTS:
        text = variant.of_needle(needle)
        if text is not None and text != needle and text.strip():
            found.setdefault(text, variant.name)
    return [(name, text) for text, name in found.items()]


def without_numbers(old: bytes, new: bytes) -> tuple[bytes, bytes] | None:
    """Both texts without the line numbers of a listing; None where `old` has none."""
    for variant in VARIANTS:
        if variant.name.startswith("gutter") and (bare := variant.of_needle(old)) is not None:
            told = variant.of_new(old, new)
            return (bare, told) if told is not None and bare.strip() else None
    return None


def varied(name: str, old: bytes, new: bytes) -> tuple[bytes, bytes] | None:
    """Both texts with the change undone that made `old` match; None where `new` was not changed so."""
    if not name:
        return old, new
    variant = next(variant for variant in VARIANTS if variant.name == name)
    old_text, new_text = variant.of_needle(old), variant.of_new(old, new)
    return None if old_text is None or new_text is None else (old_text, new_text)


def _unescape(text: bytes) -> bytes:
    return _ESCAPE.sub(_meaning, text)


def _meaning(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if len(code) > 1:
        return to_bytes(_letter(to_text(match[0]), to_text(code[1:])))
    return _MEANS.get(code, match[0])


def _unescape_new(old: bytes, new: bytes) -> bytes | None:
    """`new` unescaped; None where it is plainly not escaped though `old` was."""
    escaped_old = b'\\"' in old and not _BARE_QUOTE.search(old)
    return None if escaped_old and _BARE_QUOTE.search(new) else _unescape(new)


def _unescape_quotes(text: bytes) -> bytes:
    return _QUOTE_ESCAPE.sub(rb"\1", text)


def _unescape_signs(text: bytes) -> bytes:
    """`text` without the backslashes before quotes and `$`, as callers write them who send a template for a string."""
    return _SIGN_ESCAPE.sub(rb"\1", text)


def _unescape_lines(text: bytes) -> bytes:
    return text.replace(b"\\r\\n", b"\n").replace(b"\\n", b"\n").replace(b"\\t", b"\t")


def _unescape_lines_of_new(_old: bytes, new: bytes) -> bytes:
    """`new` with its line ends unescaped; all escapes are undone unless a bare quote shows otherwise."""
    return _unescape_lines(new) if _BARE_QUOTE.search(new) else _unescape(new)


def _unescape_unicode(text: bytes) -> bytes:
    plain = _UNICODE_ESCAPE.sub(lambda match: _letter(match[0], match[1]), to_text(text))
    return to_bytes(plain)


def _letter(whole: str, code: str) -> str:
    """Return the letter of an escape; half of a surrogate pair stays as it is written."""
    return whole if 0xD800 <= int(code, 16) <= 0xDFFF else chr(int(code, 16))


def _escape_quotes(quote: bytes, text: bytes) -> bytes:
    return text.replace(quote, b"\\" + quote)


def _escape_backslashes(text: bytes) -> bytes:
    return text.replace(b"\\", b"\\\\")


def _escape(text: bytes) -> bytes:
    lines = _escape_quotes(b'"', _escape_backslashes(text)).replace(b"\r\n", b"\n")
    return lines.replace(b"\n", b"\\n").replace(b"\t", b"\\t")


def _escape_unicode(text: bytes) -> bytes:
    """Letters beyond ASCII as ``\\uXXXX``; those beyond 16 bits stay."""
    return re.sub(
        "[\x80-\ud7ff\ue000-\uffff]", lambda m: f"\\u{ord(m[0]):04x}", to_text(text)
    ).encode("utf-8", "surrogateescape")


def _unescape_entities(text: bytes) -> bytes:
    for entity, plain in _ENTITIES:
        text = text.replace(entity, plain)
    return text


def _escape_entities(text: bytes) -> bytes:
    for entity, plain in reversed(_ENTITIES[:3] + _ENTITIES[-1:]):
        text = text.replace(plain, entity)
    return text


def _escape_angles(text: bytes) -> bytes:
    return text.replace(b"&", b"&amp;").replace(b"<", b"&lt;").replace(b">", b"&gt;")


def _escape_in_strings(text: bytes) -> bytes | None:
    r"""`text` with the line breaks and tabs inside of quoted strings written as escapes.

    Callers unescape once too often: they send a string that ends on the next line for `"done\n"`.
    """
    found = _joined(text, lambda _quote, _rest: True)
    return found if found != text else None


def _escape_in_strings_of_new(old: bytes, new: bytes) -> bytes:
    """`new` with the same escapes, at line breaks that certainly are inside of a string.

    An apostrophe in a comment opens no string. So the next line must begin with the closing quote, or be a line that
    continues a string in `old`.
    """
    continued: set[bytes] = set()

    def collect(_quote: bytes, rest: bytes) -> bool:
        continued.add(rest)
        return True

    _joined(old, collect)
    return _joined(new, lambda quote, rest: rest.startswith(quote) or rest in continued)


def _joined(text: bytes, is_in_string: Callable[[bytes, bytes], bool]) -> bytes:
    """`text`, where an escape joins a line with an open string to the lines up to the one that closes it.

    `is_in_string` is asked with the quote that is open, and each next line without its end.
    """
    lines = text.replace(b"\r\n", b"\n").split(b"\n")
    found: list[bytes] = []
    at = 0
    while at < len(lines):
        line, quote, end = lines[at], _open_quote(lines[at]), at + 1
        while quote and end < min(len(lines), at + _MOST_JOINED):
            if not is_in_string(quote, lines[end]):
                break
            line += b"\\n" + lines[end]
            end += 1
            if not _open_quote(line):
                break
        if quote and _open_quote(line):  # an apostrophe in a comment opens no string
            line, end = lines[at], at + 1
        found.append(_STRING.sub(lambda one: one[0].replace(b"\t", b"\\t"), line))
        at = end
    ending = b"\r\n" if b"\r\n" in text else b"\n"
    return ending.join(found)


def _open_quote(line: bytes) -> bytes:
    """The quote of the string that a line begins and does not end; empty for none."""
    rest = _STRING.sub(b"", line)
    quote = _QUOTE.search(rest)
    return quote[0] if quote else b""


_MOST_JOINED = 4
"""Lines that one string may take where its line breaks are escapes. Chosen by judgement."""

_SPACED = (b"|", b":", b"-")
"""Signs behind a line number that may have a blank behind them."""


def _strip_gutter(gutter: re.Pattern[bytes], text: bytes) -> bytes | None:
    """A text without line numbers; None unless each line that is not blank has one, and they grow."""
    numbers: list[int] = []
    for line in contents(text):
        if is_blank(line):
            continue
        match = gutter.match(line)
        if match is None:
            return None
        numbers.append(int(match[1]))
    if not numbers or not all(a < b for a, b in pairwise(numbers)):
        return None
    return _strip_numbers(gutter, text, text)


def _strip_numbers(gutter: re.Pattern[bytes], old: bytes, new: bytes) -> bytes:
    """`new` without line numbers where lines have one: what is added often has none.

    The blank after a separator belongs to the number when every line of `old` has it. A line of `new` that is one of
    `old` without its number shows that `new` has no numbers: what looks like some is the content.
    """
    width = int(all(_rest(gutter, line)[:1] in (b" ", b"") for line in contents(old)))
    bare = {_cut(gutter, line, width) for line in contents(old)}
    if any(gutter.match(line) and line in bare for line in contents(new)):
        return new
    lines = split_lines(new)
    return b"".join(_cut(gutter, line, width) if gutter.match(line) else line for line in lines)


def _rest(gutter: re.Pattern[bytes], line: bytes) -> bytes:
    return gutter.sub(b"", line, count=1)


def _cut(gutter: re.Pattern[bytes], line: bytes, width: int) -> bytes:
    rest = _rest(gutter, line)
    sign = line[: len(line) - len(rest)][-1:]
    return rest[width:] if sign in _SPACED and rest.startswith(b" ") else rest


def _same_way(name: str, change: Callable[[bytes], bytes]) -> Variant:
    return Variant(name, change, lambda _old, new: change(new))


def _listing(name: str, separator: bytes) -> Variant:
    gutter = re.compile(rb"[ \t]*L?(\d+) ?" + separator)
    return Variant(name, partial(_strip_gutter, gutter), partial(_strip_numbers, gutter))


VARIANTS: tuple[Variant, ...] = (
    _listing("gutter bar", rb"\|"),
    _listing("gutter tab", rb"\t"),
    _listing("gutter colon", rb"[:-]"),  # a search prints `-` on the lines around a hit
    _listing("gutter arrow", "\u2192".encode()),
    _same_way("quotes unescaped", _unescape_quotes),
    _same_way("signs unescaped", _unescape_signs),
    Variant("line ends unescaped", _unescape_lines, _unescape_lines_of_new),
    _same_way("letters unescaped", _unescape_unicode),
    Variant("unescaped", _unescape, _unescape_new),
    _same_way("entities unescaped", _unescape_entities),
    Variant("strings escaped", _escape_in_strings, _escape_in_strings_of_new),
    _same_way("double quotes escaped", partial(_escape_quotes, b'"')),
    _same_way("single quotes escaped", partial(_escape_quotes, b"'")),
    _same_way("backslashes escaped", _escape_backslashes),
    _same_way("letters escaped", _escape_unicode),
    _same_way("escaped", _escape),
    _same_way("angles escaped", _escape_angles),
    _same_way("entities escaped", _escape_entities),
)
"""All variants, those that change least first."""
