r"""Strings and comments of a file, found without a grammar, so that they can be masked.

What a language's literals look like is data: `[comments]` and `[strings] styles` in its `lang.toml`.
One compiled pattern finds the next literal, and a stack follows what nests in it:

    x = "a { b"  # c }        the string, then the comment: no bracket is left
    "#{h["k"]} end"           one string, with code and another string inside
    cat <<EOF | wc            the heredoc's body starts once this line is done

A quote of a one-line style that does not close on its line opens nothing, so an apostrophe never
hides the rest of a file. A literal of several lines that is never closed does hide it;
`Scan.unclosed` is where it starts.

Not here: brackets (`pairing`), blocks (`text_blocks`), files of unknown languages (`guessed_profile`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from structedit.languages.profiles import LanguageProfile, LiteralRole, StringStyle
from structedit.text.lazily import regex
from structedit.text.values import dataclass

_NESTING_COMMENTS = frozenset({"{-", "(*", "#|", "#="})
"""Comments that nest in every language that has them."""

_CLOSERS = {b"(": b")", b"[": b"]", b"{": b"}"}
_CHARACTER = (
    rb"(?:(?<![\w'])|(?<=\b[bLuU]))'(?:\\(?:u\{[0-9a-fA-F]*\}|x..|[^\r\n])"
    rb"|[\x00-\x7f](?<![\r\n'\\])|[\xc0-\xff][\x80-\xbf]+)'"
)
"""A literal of one character, in languages where a lone apostrophe is code (`'a`, `x'`)."""

_BLANK = bytes(c if c in b"\r\n" else 32 for c in range(256))
_BREAK = regex(rb"[\r\n]")
_NEXT_LINE = regex(rb"\r\n|\n|\r|\Z")


class Token(NamedTuple):
    """A string, regex or comment, delimiters included; of a heredoc, the lines of its body."""

    kind: LiteralRole
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Scan:
    """The tokens of a file in order, the masked file, and where a literal was left open.

    `first_long` is where the first string or comment of several lines starts. If one is left open,
    nothing is certain behind it: the literal at fault need not be the last one.
    """

    tokens: tuple[Token, ...]
    masked: bytes
    unclosed: int | None
    first_long: int | None

    def inside(self, offset: int) -> Token | None:
        """Return the string or heredoc that continues at `offset`."""
        behind = bisect_right(self.tokens, offset, key=lambda token: token.start)
        # A heredoc's body may lie between the tokens of its first line and of the next one.
        for token in self.tokens[max(0, behind - 2) : behind]:
            begins = token.start + (token.kind is not LiteralRole.HEREDOC)
            if token.kind is not LiteralRole.COMMENT and begins <= offset < token.end:
                return token
        return None


def mask(data: bytes, profile: LanguageProfile) -> bytes:
    r"""Return the content with strings and comments blanked: the brackets and words left are code.

    The length and the line breaks stay; a string keeps a quote at either end.

    >>> from structedit.languages.known import profile
    >>> mask(b"x = '{'  # }\n", profile("python"))
    b'x = " "     \n'
    """
    return scan(data, profile).masked


def scan(data: bytes, profile: LanguageProfile) -> Scan:
    """Find all strings and comments of a file, in time linear in its size."""
    styles = (profile.line_comments, profile.block_comments, profile.string_styles)
    return _scan(data, *styles)


@dataclass(frozen=True, slots=True)
class _Form:
    """One form of literal. `inside` finds its end and the literals in it; None if a match is all of it.

    `code` is the form of the code inside it (`#{…}`), with a bracket for its end.
    """

    role: LiteralRole
    multiline: bool = True
    inside: re.Pattern[bytes] | None = None
    code: _Form | None = None


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """The forms of a language's literals, and the pattern in which form `n` is the group `f<n>`."""

    pattern: re.Pattern[bytes]
    forms: tuple[_Form, ...]
    strings: dict[bytes, _Form]


@lru_cache(maxsize=64)
def _lexicon(
    lines: tuple[str, ...],
    blocks: tuple[tuple[str, str], ...],
    styles: tuple[StringStyle, ...],
) -> _Lexicon:
    # Text that only looks like a literal comes first; of two openers, the longer one.
    patterns: list[bytes] = [rb"\\[\"'`]"]
    forms = [_Form(LiteralRole.CODE)]
    for style in styles:
        if style.pattern:
            patterns.append(style.pattern.encode())
            forms.append(_Form(style.role))
    comment = LiteralRole.COMMENT
    delimited = [
        *(style for style in styles if not style.pattern),
        *(
            StringStyle(opener, closer, True, "", role=comment, nests=opener in _NESTING_COMMENTS)
            for opener, closer in blocks
        ),
        *(StringStyle(opener, "", role=comment) for opener in lines),
    ]
    delimited.sort(key=lambda style: (-len(style.open), style.role is not comment))
    strings = [style for style in delimited if style.role is LiteralRole.STRING]
    by_opener: dict[bytes, _Form] = {}
    for style in delimited:
        opener = style.open.encode()
        # A word opens no literal inside of another word; `=begin` does at the start of a line only.
        before = (
            rb"(?<![^\r\n])" if opener[:1] == b"=" else rb"(?<!\w)" if opener[:1].isalpha() else b""
        )
        behind = b""
        if style.role is comment and not style.close:
            behind = (rb"(?!\w)" if opener.isalnum() else b"") + rb"[^\r\n]*+"
        form = _form_of(style, strings)
        if style.role is LiteralRole.STRING:
            by_opener.setdefault(opener, form)
        patterns.append(before + re.escape(opener) + behind)
        forms.append(form)
    if "'" not in (style.open for style in strings):
        patterns.append(_CHARACTER)
        forms.append(_Form(LiteralRole.STRING))
    named = (b"(?P<f%d>%s)" % row for row in enumerate(patterns))
    return _Lexicon(re.compile(b"|".join(named), re.DOTALL), tuple(forms), by_opener)


def _form_of(style: StringStyle, strings: Iterable[StringStyle]) -> _Form:
    if not style.close:
        return _Form(style.role)
    close, escape = re.escape(style.close.encode()), re.escape(style.escape.encode())
    inside = [b"(?P<close>%s)" % close]
    if style.escape == style.close:
        inside.insert(0, close + close)  # a doubled quote
    elif escape:
        inside.append(escape + rb"(?:\r\n|.)")
    if style.nests:
        # In `%w[…]` a bracket nests, in `/* … */` another whole opener.
        opener = style.open.encode()
        bracket = _CLOSERS.get(opener[-1:]) == style.close.encode()
        inside.append(b"(?P<nested>%s)" % re.escape(opener[-1:] if bracket else opener))
    if not style.multiline:
        inside.append(rb"(?P<broken>[\r\n])")
    code = None
    if style.code:
        opener = style.code.encode()
        inside.insert(0, b"(?P<code>%s)" % re.escape(opener))
        last, end = re.escape(opener[-1:]), re.escape(_CLOSERS[opener[-1:]])
        quotes = b"|".join(re.escape(s.open.encode()) for s in strings)
        inner = rb"\\.|(?P<nested>%s)|(?P<close>%s)|(?P<string>%s)" % (last, end, quotes)
        code = _Form(LiteralRole.CODE, style.multiline, re.compile(inner, re.DOTALL))
    return _Form(style.role, style.multiline, re.compile(b"|".join(inside), re.DOTALL), code)


@lru_cache(maxsize=8)
def _scan(
    data: bytes,
    lines: tuple[str, ...],
    blocks: tuple[tuple[str, str], ...],
    styles: tuple[StringStyle, ...],
) -> Scan:
    found, unclosed = _tokens_of(data, _lexicon(lines, blocks, styles))
    tokens = sorted(found, key=lambda token: token.start)
    long = (t.start for t in tokens if _BREAK.search(data, t.start, t.end))
    return Scan(tuple(tokens), _masked(data, tokens), unclosed, next(long, None))


def _tokens_of(data: bytes, lexicon: _Lexicon) -> tuple[list[Token], int | None]:
    """Return the tokens of a file, and where a literal of several lines is left open."""
    tokens: list[Token] = []
    at, size = 0, len(data)
    # The bodies of the heredocs that one line opens: from `limit`, the next line, to `resume`.
    limit = resume = size
    missing: set[bytes] = set()
    while True:
        match = lexicon.pattern.search(data, at, limit)
        if match is None:
            if limit == size:
                return tokens, None
            at, limit, resume = resume, size, size
            continue
        form = lexicon.forms[int((match.lastgroup or "")[1:])]
        start, at = match.span()
        if form.role is LiteralRole.CODE:
            continue
        if form.role is LiteralRole.HEREDOC:
            line = _NEXT_LINE.search(data, at) if limit == size else None
            first = resume if limit < size else line.end() if line else size
            body = _heredoc(data, match, first, missing)
            if body is not None:
                limit = limit if limit < size else first
                resume = body.end
                tokens += (body, Token(LiteralRole.STRING, start, at))
            continue
        if form.inside is None:
            groups = match.groupdict()
            start = match.start("literal") if groups.get("literal") is not None else start
            tokens.append(Token(form.role, start, at))
            continue
        end = _literal_end(data, at, limit, form, lexicon)
        if end is None and not form.multiline:
            continue
        at = limit if end is None else end
        tokens.append(Token(form.role, start, at))
        if end is None and limit == size:
            return tokens, start


def _literal_end(data: bytes, at: int, limit: int, form: _Form, lexicon: _Lexicon) -> int | None:
    """Return the end of a literal, from behind its opener: code in it may contain more literals."""
    stack = [form]
    while stack:
        top = stack[-1]
        assert top.inside is not None
        match = top.inside.search(data, at, limit)
        if match is None or match.lastgroup == "broken":
            return None
        at = match.end()
        if match.lastgroup == "close":
            stack.pop()
        elif match.lastgroup == "nested":
            stack.append(top)
        elif match.lastgroup == "code" and top.code is not None:
            stack.append(top.code)
        elif match.lastgroup == "string" and lexicon.strings[match[0]].inside is not None:
            stack.append(lexicon.strings[match[0]])
    return at


def _heredoc(data: bytes, match: re.Match[bytes], start: int, missing: set[bytes]) -> Token | None:
    """Return the body of a heredoc, from `start` to the line that is its word.

    The pattern's group `indented` allows blanks before the word, `loose` also text behind it.
    Words without such a line are collected in `missing`, so that no search is done twice.
    """
    groups = match.groupdict()
    loose = groups.get("loose") is not None
    indent = rb"[ \t]*" if loose or groups.get("indented") is not None else b""
    behind = rb"(?!\w)" if loose else rb"(?=[ \t]*(?:[\r\n]|\Z))"
    closer = rb"(?<![^\r\n])" + indent + re.escape(match["word"]) + behind
    if closer in missing:
        return None
    end = re.compile(closer).search(data, start)
    if end is None:
        missing.add(closer)
        return None
    return Token(LiteralRole.HEREDOC, start, end.end())


def _masked(data: bytes, tokens: list[Token]) -> bytes:
    parts: list[bytes] = []
    at = 0
    for token in tokens:
        start = max(at, token.start)
        if token.end <= start:
            continue
        text = data[start : token.end].translate(_BLANK)
        if token.kind is LiteralRole.STRING and len(text) > 1:
            last = text[-1:] if text[-1:] in b"\r\n" else b'"'
            text = b'"' + text[1:-1] + last
        parts += (data[at:start], text)
        at = token.end
    return b"".join((*parts, data[at:]))
