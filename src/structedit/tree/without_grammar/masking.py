"""Strings and comments of a file, found without a grammar, so that they can be masked.

One compiled pattern a language finds the next token that is not code: whole when it is simple,
only its opener when its end needs care (interpolation, nesting, heredocs). Walked through on

    x = "a { b"  # c }        the string, then the comment: no bracket is left
    cat <<EOF | wc            the heredoc's body is skipped once its own line is done

What cannot be a literal is code: a quote of a one-line style that does not close on its line
opens nothing, so an apostrophe never hides the rest of a file. A literal that may span lines
and is never closed does hide it, and `Scan.unclosed` holds where it starts.

Not here: blocks (`text_blocks`), and styles of unknown languages (`guessed_profile`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from structedit.languages.profiles import LanguageProfile, Layout, StringStyle
from structedit.text.document import Span, line_starts
from structedit.text.lazily import regex
from structedit.text.values import dataclass

_SHELLS = frozenset({"bash", "sh", "zsh", "ksh", "fish"})
_HEREDOCS = _SHELLS | {"ruby", "crystal", "perl", "php", "hcl", "terraform"}
_SCRIPTS = frozenset({"javascript", "typescript", "tsx", "jsx", "vue", "svelte", "coffeescript"})
_REGEXES = _SCRIPTS | {"ruby", "crystal", "perl", "awk"}
_LIFETIMES = frozenset(
    "rust haskell ocaml scala elm purescript fsharp ada vhdl verilog clojure scheme commonlisp"
    " elisp matlab octave".split()
)
"""Languages in which a lone apostrophe is common code: only character literals count there."""

_NESTING = frozenset({"rust", "swift", "kotlin", "scala", "dart"})
"""Languages whose ``/* */`` nest; comments with other brackets always do, where they are used."""

_NESTING_OPENERS = frozenset({"{-", "(*", "#|", "#=", "/+", "#["})
_INTERPOLATIONS = {
    **dict.fromkeys(("ruby", "crystal", "elixir", "coffeescript"), (b"#{", b"}")),
    **dict.fromkeys(("kotlin", "dart", "groovy", "scala"), (b"${", b"}")),
    **dict.fromkeys(_SCRIPTS - {"coffeescript"}, (b"${", b"}")),
    **dict.fromkeys(_SHELLS, (b"$(", b")")),
    "swift": (b"\\(", b")"),
}
_BEFORE_REGEX = frozenset(b"(,=:[!&|?{;+-*%~^>")
_WORDS_BEFORE_REGEX = regex(
    rb"(?<![\w.$])(?:return|typeof|case|in|of|delete|void|throw|do|else|if|elsif|unless|when|and|or"
    rb"|not|while|until|split|grep|then|yield|await)\Z"
)
_REGEX = regex(rb"/(?![*/])(?:[^\\/\[\r\n]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n])*+\])++/[a-z]*")
_BLANK = bytes(c if c in b"\r\n" else 32 for c in range(256))
_BREAK = regex(rb"[\r\n]")
_LINE_END = regex(rb"\r\n|\n|\r|\Z")
_TERMINATOR = regex(rb"(?<![^\r\n])([ \t]*)(\w+)(?![\w])([ \t]*(?![^\r\n]))?")
_CLOSERS = {b"(": b")", b"[": b"]", b"{": b"}", b"<": b">"}


class Kind(IntEnum):
    """The kinds of tokens that are not code."""

    COMMENT = 0
    STRING = 1
    HEREDOC = 2


class Token(NamedTuple):
    """A string, regex or comment, delimiters included; of a heredoc, the lines of its body."""

    kind: Kind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Scan:
    """The tokens of a file in order, the masked file, and where a literal was left open.

    `first_long` is where the first string or comment over several lines starts: from there on
    nothing is certain when one is left open, as the one at fault need not be the last.
    """

    tokens: tuple[Token, ...]
    masked: bytes
    unclosed: int | None
    first_long: int | None

    def inside(self, offset: int) -> Token | None:
        """The string or heredoc that the byte at `offset` continues; None if it continues none."""
        return self._at(bisect_right(self.tokens, offset, key=lambda token: token.start), offset)

    def inside_each(self, offsets: Iterable[int]) -> Iterator[Token | None]:
        """The same of many offsets that increase."""
        behind, tokens = 0, self.tokens
        for offset in offsets:
            while behind < len(tokens) and tokens[behind].start <= offset:
                behind += 1
            yield self._at(behind, offset)

    def _at(self, behind: int, offset: int) -> Token | None:
        """The one of the two tokens before number `behind` that the byte at `offset` continues."""
        for token in self.tokens[max(0, behind - 2) : behind]:
            begins = token.start + (token.kind is not Kind.HEREDOC)
            if token.kind is not Kind.COMMENT and begins <= offset < token.end:
                return token
        return None


def is_shell(profile: LanguageProfile) -> bool:
    """Whether a language is a shell: keywords count only as commands, and `)` ends a pattern."""
    return profile.id in _SHELLS or "fi" in profile.close_keywords


def mask(data: bytes, profile: LanguageProfile) -> bytes:
    r"""A content with strings and comments blanked, so that the brackets and words left are code.

    The length and the line breaks stay; a string keeps a quote at either end.

    >>> from structedit.languages.known import profile
    >>> mask(b"x = '{'  # }\n", profile("python"))
    b'x = " "     \n'
    """
    return scan(data, profile).masked


def protected_lines(data: bytes, span: Span, profile: LanguageProfile) -> frozenset[int]:
    """The lines of the span's text, from 0, that begin inside a string or heredoc.

    Blanks at their start are content: they must not be re-indented.
    """
    found = scan(data, profile)
    starts = line_starts(span.of(data))
    inside = found.inside_each(span.start + at for at in starts)
    return frozenset(i for i, token in enumerate(inside) if token is not None)


def scan(data: bytes, profile: LanguageProfile) -> Scan:
    """Find all strings and comments of a file, in time linear in its size."""
    return _scan(data, _lexicon_of(profile))


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """How a language writes strings and comments. `pattern` has a named group for each form."""

    pattern: re.Pattern[bytes]
    styles: tuple[StringStyle, ...]
    blocks: tuple[tuple[bytes, bytes], ...]
    interpolation: tuple[bytes, bytes] | None
    has_regexes: bool


def _lexicon_of(profile: LanguageProfile) -> _Lexicon:
    shell = is_shell(profile)
    language = "bash" if shell else profile.id
    heredocs = language in _HEREDOCS or profile.family is Layout.END
    return _lexicon(
        language, heredocs, profile.line_comments, profile.block_comments, profile.string_styles
    )


@lru_cache(maxsize=64)
def _lexicon(
    language: str,
    heredocs: bool,
    lines: tuple[str, ...],
    blocks: tuple[tuple[str, str], ...],
    styles: tuple[StringStyle, ...],
) -> _Lexicon:
    if language in _LIFETIMES:
        styles = tuple(style for style in styles if style.open != "'")
    styles = tuple(sorted(styles, key=lambda style: -len(style.open)))
    blocks = tuple(sorted(blocks, key=lambda pair: -len(pair[0])))
    interpolation = _INTERPOLATIONS.get(language)
    forms = [
        *_forms_of_escapes(language),
        *_forms_of_comments(language, lines, blocks),
        *_forms_of_strings(language, styles, interpolation),
        *_forms_of_specials(language, heredocs, styles),
    ]
    return _Lexicon(
        re.compile(b"|".join(forms), re.DOTALL),
        styles,
        tuple((a.encode(), b.encode()) for a, b in blocks),
        interpolation,
        language in _REGEXES,
    )


def _forms_of_escapes(language: str) -> Iterator[bytes]:
    yield rb"(?P<skip>\\[^\r\n])" if language == "bash" else rb"(?P<skip>\\[\"'`])"
    if language == "perl":
        yield rb"(?P<skip2>\$\#)"


def _forms_of_comments(
    language: str, lines: tuple[str, ...], blocks: tuple[tuple[str, str], ...]
) -> Iterator[bytes]:
    for index, (start, end) in enumerate(blocks):
        guard = rb"(?<![^\r\n])" if start[0] == "=" else b""
        a, b = re.escape(start.encode()), re.escape(end.encode())
        nests = start in _NESTING_OPENERS or (start == "/*" and language in _NESTING)
        if not nests:
            yield guard + b"(?P<c%d>%s.*?%s)" % (index, a, b)
        yield guard + b"(?P<C%d>%s)" % (index, a)
    for index, start in enumerate(sorted(lines, key=len, reverse=True)):
        yield b"(?P<l%d>%s[^\\r\\n]*+)" % (index, _line_comment(language, start))


def _line_comment(language: str, start: str) -> bytes:
    """A pattern for a comment's opener that excludes the other uses that the language has for it."""
    opener = re.escape(start.encode())
    if start == "#" and language in ("bash", "make", "yaml", "dockerfile", "nginx"):
        return rb"(?<![^\s;&|()])" + opener
    if start == "#" and language == "php":
        return opener + rb"(?!\[)"
    if start == "--" and language in ("haskell", "elm", "purescript"):
        return rb"---*+(?![!#$%&*+./<=>?@\\^|~:])"
    if start.isalnum():
        return rb"(?<!\w)" + opener + rb"(?!\w)"
    return opener


def _forms_of_strings(
    language: str, styles: tuple[StringStyle, ...], interpolation: tuple[bytes, bytes] | None
) -> Iterator[bytes]:
    for index, style in enumerate(styles):
        opener = _string_opener(language, style)
        interpolates = bool(style.escape) and style.open != "'"
        if language in _SCRIPTS:
            interpolates = interpolates and style.open == "`"
        inner = interpolation[0] if interpolation and interpolates else b""
        yield b"(?P<s%d>%s%s)" % (index, opener, _rest_of_string(style, inner))
        yield b"(?P<S%d>%s)" % (index, opener)


def _string_opener(language: str, style: StringStyle) -> bytes:
    opener = re.escape(style.open.encode())
    if style.open == "'" and language == "text":
        return rb"(?<!\w)" + opener
    if style.open == "'" and language in ("c", "cpp"):
        return rb"(?<![0-9])" + opener
    if style.open[0].isalpha():
        return rb"(?<!\w)" + opener
    return opener


def _rest_of_string(style: StringStyle, inner: bytes) -> bytes:
    """A pattern from after the opener to the end of a literal that holds no interpolation."""
    close = style.close.encode()
    escape = b"" if style.escape == style.close else style.escape.encode()
    special = {close[:1], escape[:1], inner[:1]} - {b""}
    ends = b"" if style.multiline else rb"\r\n"
    plain = b"[^%s%s]++" % (b"".join(sorted(map(re.escape, special))), ends)
    forms = [plain]
    if inner:
        forms.append(
            b"(?!%s)(?!%s)(?!%s)%s"
            % (
                re.escape(inner),
                re.escape(close),
                re.escape(escape) or b"(?!)",
                re.escape(inner[:1]),
            )
        )
    if escape:
        guard = b"(?!%s)" % re.escape(inner) if inner else b""
        forms.append(guard + re.escape(escape) + rb"(?:\r\n|.)")
    if len(close) > 1:
        forms.append(b"(?!%s)%s" % (re.escape(close), re.escape(close[:1])))
    return b"(?:%s)*+%s" % (b"|".join(forms), re.escape(close))


def _forms_of_specials(
    language: str, heredocs: bool, styles: tuple[StringStyle, ...]
) -> Iterator[bytes]:
    if not any(style.open == "'" for style in styles):
        yield (
            rb"(?P<char>(?:(?<![\w'])|(?<=\b[bLuU]))'(?:\\(?:u\{[0-9a-fA-F]*\}|x..|[^\r\n])"
            rb"|[\x00-\x7f](?<![\r\n'\\])|[\xc0-\xff][\x80-\xbf]+)')"
        )
    if language in ("ruby", "elixir", "crystal"):
        yield rb"(?P<code>(?<![\w)\]}?])\?\\?[^\s\w](?![\w]))"
    if language == "erlang":
        yield rb"(?P<code>(?<!\w)\$\\?[^\s\w])"
    if language in ("ruby", "crystal"):
        yield rb"(?P<pct>(?<![\w)\]])%[wWiIqQrsx]?[\[({<|!/](?<!%/)(?<!%<))"
    if language == "elixir":
        yield rb"(?P<pct>~[a-zA-Z](?:\"\"\"|'''|[\[({<|/\"']))"
    if language == "perl":
        yield rb"(?P<pct>(?<![\w$@%&>:{-])(?:q|qq|qw|qr|m)[\[({<|!/](?!=>))"
    if heredocs:
        blank = b"[ \\t]*" if language in ("bash", "php") else b""
        yield (
            rb"(?P<here><<<?[-~]?"
            + blank
            + rb"\\?(?P<quote>[\"']?)(?P<word>[A-Za-z_]\w*)(?P=quote))"
            if language == "php"
            else rb"(?P<here>(?<!<)<<(?!<)[-~]?"
            + blank
            + rb"\\?(?P<quote>[\"'`]?)(?P<word>[A-Za-z_]\w*)(?P=quote))"
        )
    if language in _REGEXES:
        yield rb"(?P<slash>/)"


@lru_cache(maxsize=8)
def _scan(data: bytes, lexicon: _Lexicon) -> Scan:
    scanner = _Scanner(data, lexicon)
    tokens = sorted(scanner.run(), key=lambda token: token.start)
    long = (t.start for t in tokens if _BREAK.search(data, t.start, t.end))
    return Scan(tuple(tokens), _masked(data, tokens), scanner.unclosed, next(long, None))


def _masked(data: bytes, tokens: list[Token]) -> bytes:
    parts: list[bytes] = []
    at = 0
    for token in tokens:
        start = max(at, token.start)
        if token.end <= start:
            continue
        text = data[start : token.end].translate(_BLANK)
        if token.kind is Kind.STRING and len(text) > 1:
            last = text[-1:] if text[-1:] in b"\r\n" else b'"'
            text = b'"' + text[1:-1] + last
        parts += (data[at:start], text)
        at = token.end
    return b"".join((*parts, data[at:]))


class _Scanner:
    """One pass over a file. The state is what a pass needs to stay linear on hostile input.

    `dead` maps a form that did not close on its line to that line's end; `limit` is where the
    body of a pending heredoc starts; `last` is the code before the current token.
    """

    def __init__(self, data: bytes, lexicon: _Lexicon) -> None:
        self.data, self.lexicon = data, lexicon
        self.found: list[Token] = []
        self.unclosed: int | None = None
        self.dead: dict[str, int] = {}
        self.limit, self.resume = len(data), len(data)
        self.last = b""
        self.interpolates = True
        self.line_break = (0, -1, -1)
        self.terminators: dict[bytes, list[tuple[int, bool, bool, int]]] | None = None

    def run(self) -> list[Token]:
        at, size = 0, len(self.data)
        search = self.lexicon.pattern.search
        while at < size:
            match = search(self.data, at, self.limit)
            if match is None:
                if self.limit == size:
                    break
                at, self.limit, self.resume = self.resume, size, size
                continue
            if self.lexicon.has_regexes:
                code = self.data[at : match.start()].rstrip()
                self.last = code[-12:] or self.last
            at = self._take(match)
        return self.found

    def _take(self, match: re.Match[bytes]) -> int:
        """Record what the match begins; returns where to go on."""
        form = match.lastgroup or ""
        family = form.rstrip("0123456789")
        if family in ("l", "c"):
            return self._add(Kind.COMMENT, match.start(), match.end())
        if family in ("s", "char", "code"):
            self.last = b'"'
            return self._add(Kind.STRING, match.start(), match.end())
        if family == "C":
            return self._block_comment(match, int(form[1:]))
        if family == "S":
            return self._string(match, form, self.lexicon.styles[int(form[1:])])
        if family == "here":
            return self._heredoc(match)
        if family == "slash":
            return self._slash(match)
        if family == "pct":
            return self._delimited(match)
        return self._skip(match)

    def _skip(self, match: re.Match[bytes]) -> int:
        self.last = match[0][-1:]
        return match.end()

    def _add(self, kind: Kind, start: int, end: int) -> int:
        self.found.append(Token(kind, start, end))
        return end

    def _never_closed(self, kind: Kind, match: re.Match[bytes]) -> int:
        if self.limit < len(self.data):
            return self._add(kind, match.start(), self.limit)
        self.unclosed = match.start()
        return self._add(kind, match.start(), len(self.data))

    def _block_comment(self, match: re.Match[bytes], index: int) -> int:
        start, end = self.lexicon.blocks[index]
        closed = _nested_end(self.data, match.end(), self.limit, start, end)
        if closed is None:
            return self._never_closed(Kind.COMMENT, match)
        return self._add(Kind.COMMENT, match.start(), closed)

    def _string(self, match: re.Match[bytes], form: str, style: StringStyle) -> int:
        if self.dead.get(form, -1) > match.start():
            return self._skip(match)
        line_end = self._line_end(match.end())
        limit = self.limit if style.multiline else min(self.limit, line_end)
        end = self._string_end(match.end(), limit, style)
        if end is not None:
            self.last = b'"'
            return self._add(Kind.STRING, match.start(), end)
        if style.multiline:
            return self._never_closed(Kind.STRING, match)
        self.dead[form] = line_end
        return self._skip(match)

    def _string_end(self, at: int, limit: int, style: StringStyle) -> int | None:
        if self.lexicon.interpolation and self.interpolates:
            end = _interpolated_end(self.data, at, limit, style, self.lexicon)
            if end is not None:
                return end
            self.interpolates = not style.multiline
        plain = _plain_rest(style).match(self.data, at, limit)
        return plain.end() if plain else None

    def _heredoc(self, match: re.Match[bytes]) -> int:
        """Hold back the body, which starts after the line or after the heredoc before it."""
        start = self.resume if self.limit < len(self.data) else self._next_line(match.end())
        end = self._terminator(match, start)
        if end is None:
            return self._skip(match)
        if self.limit == len(self.data):
            self.limit = start
        self.resume = end
        self._add(Kind.HEREDOC, start, end)
        self.last = b'"'
        return self._add(Kind.STRING, match.start(), match.end())

    def _terminator(self, match: re.Match[bytes], start: int) -> int | None:
        """The end of the line that closes the heredoc, without its line break; None if there is none."""
        if self.terminators is None:
            self.terminators = _terminators(self.data)
        php = match[0].startswith(b"<<<")
        indented = php or match[0][2:3] in (b"-", b"~")
        rows = self.terminators.get(match["word"], [])
        for index in range(bisect_right(rows, (start - 1, True, True, 0)), len(rows)):
            at, flush, alone, end = rows[index]
            if at >= start and (alone or php) and (flush or indented):
                return end
        rows.clear()
        return None

    def _slash(self, match: re.Match[bytes]) -> int:
        """Read a regex literal where an operand is expected; else the slash divides."""
        before, line_end = self.last, self._line_end(match.end())
        operand = not before or before[-1] in _BEFORE_REGEX or _WORDS_BEFORE_REGEX.search(before)
        if operand and self.dead.get("slash", -1) <= match.start():
            found = _REGEX.match(self.data, match.start(), line_end)
            if found:
                self.last = b'"'
                return self._add(Kind.STRING, match.start(), found.end())
            self.dead["slash"] = line_end
        return self._skip(match)

    def _delimited(self, match: re.Match[bytes]) -> int:
        """Read ``%w[...]``, ``~r/.../``, ``q{...}``: brackets nest, others close themselves."""
        opener = match[0][-1:]
        triple = match[0].endswith((b'"""', b"'''"))
        opener = match[0][-3:] if triple else opener
        limit = self.limit if triple or opener in _CLOSERS else self._line_end(match.end())
        form = f"pct{opener!r}"
        if self.dead.get(form, -1) > match.start():
            return self._skip(match)
        end = _nested_end(self.data, match.end(), limit, opener, _CLOSERS.get(opener, opener))
        if end is None:
            self.dead[form] = limit
            return self._skip(match)
        self.last = b'"'
        return self._add(Kind.STRING, match.start(), end)

    def _line_end(self, at: int) -> int:
        return self._line_break(at)[0]

    def _next_line(self, at: int) -> int:
        return self._line_break(at)[1]

    def _line_break(self, at: int) -> tuple[int, int]:
        """The span of the line break after `at`; cached, as one line may hold many tokens."""
        known_from, start, end = self.line_break
        if not known_from <= at <= start:
            found = _LINE_END.search(self.data, at)
            start, end = found.span() if found else (len(self.data), len(self.data))
            self.line_break = (at, start, end)
        return start, end


def _terminators(data: bytes) -> dict[bytes, list[tuple[int, bool, bool, int]]]:
    """Index lines by their first word: (start, not indented, nothing else on it, end)."""
    rows: dict[bytes, list[tuple[int, bool, bool, int]]] = {}
    for match in _TERMINATOR.finditer(data):
        alone = match[3] is not None
        rows.setdefault(match[2], []).append((match.start(), not match[1], alone, match.end(2)))
    return rows


def _nested_end(data: bytes, at: int, limit: int, start: bytes, end: bytes) -> int | None:
    """The end of a bracketed stretch, None if open; `start` and `end` nest when they differ."""
    depth = 1
    for match in _nesting(start, end).finditer(data, at, limit):
        if match[0] == end:
            depth -= 1
            if not depth:
                return match.end()
        elif match[0] == start:
            depth += 1
    return None


@lru_cache(maxsize=64)
def _nesting(start: bytes, end: bytes) -> re.Pattern[bytes]:
    escape = rb"\\[^\r\n]|" if len(start) == 1 or start == end else b""
    return re.compile(escape + re.escape(end) + b"|" + re.escape(start))


@lru_cache(maxsize=64)
def _plain_rest(style: StringStyle) -> re.Pattern[bytes]:
    return re.compile(_rest_of_string(style, b""), re.DOTALL)


def _interpolated_end(
    data: bytes, at: int, limit: int, style: StringStyle, lexicon: _Lexicon
) -> int | None:
    """The end of a literal whose interpolated code may hold literals of its own; None if it is open.

    The stack holds a style for each open literal and None for each open bracket of code.
    """
    stack: list[StringStyle | None] = [style]
    assert lexicon.interpolation is not None
    start, end = lexicon.interpolation
    by_opener = {s.open.encode(): s for s in lexicon.styles}
    while stack:
        top = stack[-1]
        pattern = _in_literal(top, start) if top else _in_code(lexicon.styles, start[-1:], end)
        match = pattern.search(data, at, limit)
        if match is None:
            return None
        at, text = match.end(), match[0]
        if top is None:
            if text == end:
                stack.pop()
            elif match.lastgroup == "open":
                stack.append(None)
            elif match.lastgroup == "string":
                stack.append(by_opener[text])
        elif match.lastgroup == "close":
            stack.pop()
        elif match.lastgroup == "inner":
            stack.append(None)
    return at


@lru_cache(maxsize=64)
def _in_literal(style: StringStyle, start: bytes) -> re.Pattern[bytes]:
    close = re.escape(style.close.encode())
    inner = b"(?P<inner>%s)|" % re.escape(start) if style.escape and style.open != "'" else b""
    escape = re.escape(style.escape.encode())
    forms = b"%s(?P<close>%s)" % (inner, close)
    if escape and style.escape != style.close:
        forms = b"%s%s.|(?P<close>%s)" % (inner, escape, close)
    return re.compile(forms, re.DOTALL)


@lru_cache(maxsize=64)
def _in_code(styles: tuple[StringStyle, ...], opener: bytes, end: bytes) -> re.Pattern[bytes]:
    strings = b"|".join(re.escape(style.open.encode()) for style in styles)
    forms = b"\\\\.|(?P<open>%s)|%s|(?P<string>%s)" % (re.escape(opener), re.escape(end), strings)
    return re.compile(forms, re.DOTALL)
