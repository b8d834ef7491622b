"""Breaks: one syntax error in one function of a real file, in each place where it could happen.

A break is made by two functions: one yields the places of a function where it could happen, the other
says what stands there afterwards.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from structedit import Source
from structedit.text.document import Span, line_starts
from structedit.text.edit import Edit
from structedit.tree.nodes import Block

FUNCTIONS = ("function", "method", "constructor")
BODIED = {
    "css": ("rule",),
    "scss": ("rule", "mixin", "function"),
    "proto": ("message", "service", "enum"),
    "graphql": ("type", "interface", "record", "enum"),
    "terraform": ("object",),
    "verilog": ("function", "method", "constructor", "module"),
}
"""Kinds that are broken and whose bodies are replaced, in languages without functions."""


@dataclass(frozen=True)
class File:
    """An unbroken file and its definitions, each with its selector."""

    path: Path
    source: Source
    definitions: tuple[Block, ...]
    selectors: tuple[str, ...]


@dataclass(frozen=True)
class Break:
    """One break: its kind, the edit that makes it, the definition that it is in, and the ancestors."""

    kind: str
    edit: Edit
    broken: Block
    ancestors: tuple[Block, ...]


@dataclass(frozen=True)
class Site:
    """A function to break: its tokens, lines, strings and comments, without those of nested functions."""

    data: bytes
    language: str
    tokens: tuple[tuple[str, Span], ...]
    lines: tuple[Span, ...]
    texts: tuple[Span, ...]

    @property
    def inside(self) -> tuple[Span, ...]:
        """The lines but for the header and the last one."""
        return self.lines[2:-1]

    def lead(self, line: Span) -> bytes:
        """Return the indentation of a line."""
        text = line.of(self.data)
        return text[: len(text) - len(text.lstrip())]


# Places: each function yields spans of a site

Places = Callable[[Site], Iterable[Span]]
Text = Callable[[Site, Span, random.Random], bytes | None]
"""What stands in a place afterwards; None if the break is not possible there."""


def _tokens(*types: str) -> Places:
    return lambda site: (span for kind, span in site.tokens if kind in types and len(span))


_NAMES = ("identifier", "property_identifier", "field_identifier")


def _whole(*types: str) -> Places:
    """Tokens, with their line if they are alone on it."""

    def places(site: Site) -> Iterator[Span]:
        for span in _tokens(*types)(site):
            token = span.of(site.data)
            alone = [s for s in site.lines if s.of(site.data).strip() == token]
            around = next((s for s in alone if s.contains(span)), None)
            yield Span(around.start, around.end + 1) if around else span

    return places


def _before(places: Places) -> Places:
    return lambda site: (Span(span.start, span.start) for span in places(site))


def _body(site: Site) -> tuple[Span, ...]:
    return site.lines[1:-1]


def _inside(site: Site) -> tuple[Span, ...]:
    return site.inside


def _whole_lines(site: Site) -> Iterator[Span]:
    return (Span(s.start, min(len(site.data), s.end + 1)) for s in site.inside)


def _ends(site: Site) -> Iterator[Span]:
    return (Span(s.end, s.end) for s in site.lines[1:-1])


def _threes(site: Site) -> Iterator[Span]:
    """Three lines with nothing between them."""
    for one, two in zip(site.inside, site.inside[2:], strict=False):
        if site.data.count(b"\n", one.start, two.start) == 2:
            yield Span(one.start, two.end)


def _line_ends(site: Site) -> Iterator[Span]:
    """The end of a line with the indentation of the next one."""
    for one, two in itertools.pairwise(site.lines[1:]):
        if one.end + 1 == two.start:
            yield Span(one.end, two.start + len(site.lead(two)))


def _quotes(at_end: bool) -> Places:
    def places(site: Site) -> Iterator[Span]:
        for span in site.texts:
            text = span.of(site.data)
            quote = Span(span.end - 1, span.end) if at_end else Span(span.start, span.start + 1)
            if len(text) > 1 and quote.of(site.data) in (b'"', b"'", b"`"):
                yield quote

    return places


def _quoted(site: Site) -> Iterator[Span]:
    """Strings of one line between quotes."""
    for span in site.texts:
        text = span.of(site.data)
        if len(text) > 1 and text[:1] in b"\"'" and text[-1:] == text[:1] and b"\n" not in text:
            yield span


def _comment_ends(site: Site) -> Iterator[Span]:
    for span in site.texts:
        for closer in (b"*/", b"-}", b"*)", b"=#", b"#>"):
            if span.of(site.data).endswith(closer):
                yield Span(span.end - len(closer), span.end)


def _colons(site: Site) -> Iterator[Span]:
    spans = _tokens(":")(site)
    return (span for span in spans if site.data[span.end : span.end + 1] in (b"\n", b"\r"))


def _rest_of_lines(site: Site) -> Iterator[Span]:
    """The second half of a line."""
    for line in site.lines[1:-1]:
        start = line.start + len(site.lead(line))
        if line.end - start >= 6:
            yield Span(start + (line.end - start) // 2, line.end)


def _rest_of_file(site: Site) -> Iterator[Span]:
    return (Span(line.end, len(site.data)) for line in site.lines[1:-1])


def _rest_of_file_at_a_byte(site: Site) -> Iterator[Span]:
    return (Span(at, len(site.data)) for at in range(site.lines[0].end + 1, site.lines[-1].end))


def _leads(site: Site) -> Iterator[Span]:
    spans = (Span(line.start, line.start + len(site.lead(line))) for line in site.inside)
    return (span for span in spans if len(span))


def _characters(count: int) -> Places:
    def places(site: Site) -> Iterator[Span]:
        for line in site.lines[1:]:
            start = line.start + len(site.lead(line))
            yield from (Span(at, at + count) for at in range(start, line.end - count + 1))

    return places


def _blanks(site: Site) -> Iterator[Span]:
    spans = _characters(1)(site)
    return (span for span in spans if span.of(site.data) == b" ")


def _pairs(site: Site) -> Iterator[Span]:
    """Two lines of the same depth."""
    for one, two in itertools.pairwise(site.lines[1:]):
        if one.end + 1 == two.start and site.lead(one) == site.lead(two):
            yield Span(one.start, two.end)


# Texts: each function returns what stands in a place afterwards


def _put(*texts: bytes) -> Text:
    return lambda site, span, rng: rng.choice(texts)


def _own_line(text: bytes) -> Text:
    return lambda site, span, rng: site.lead(_line_at(site, span)) + text + b"\n"


def _line_at(site: Site, span: Span) -> Span:
    end = site.data.find(b"\n", span.start)
    return Span(span.start, end if end >= 0 else len(site.data))


def _changed(change: Callable[[bytes], bytes]) -> Text:
    return lambda site, span, rng: change(span.of(site.data))


def _per_line(change: Callable[[int, bytes], bytes]) -> Text:
    return _changed(
        lambda text: b"\n".join(itertools.starmap(change, enumerate(text.split(b"\n"), 12)))
    )


def _conflict(text: bytes) -> bytes:
    return b"\n".join((b"<<<<<<< HEAD", text, b"=======", text, b">>>>>>> feature"))


def _opener(site: Site, span: Span, rng: random.Random) -> bytes:
    word = COMMENT_OPENERS.get(site.language, b"/* todo")
    lead = b"" if site.language == "ruby" else site.lead(_line_at(site, span))
    return lead + word + b"\n"


COMMENT_OPENERS = {
    **dict.fromkeys(("python", "elixir"), b'"""'),
    "ruby": b"=begin",
    "lua": b"--[[",
    "cmake": b"#[[",
    "julia": b"#=",
    "haskell": b"{- todo",
    "ocaml": b"(* todo",
    "powershell": b"<#",
}


def _signs(site: Site, span: Span, rng: random.Random) -> bytes:
    sign = rng.choice((b"+", b"-", b"+ ", b"> "))
    return b"\n".join(sign + line for line in span.of(site.data).split(b"\n"))


def _another(*signs: bytes) -> Text:
    return lambda site, span, rng: rng.choice([s for s in signs if s != span.of(site.data)])


def _entity(text: bytes) -> bytes:
    return text.replace(b"&", b"&amp;").replace(b"<", b"&lt;").replace(b">", b"&gt;")


def _half_pasted(text: bytes) -> bytes:
    return text + b"\n" + text[: len(text) - len(text.rpartition(b"\n")[2]) // 2]


_AT_A_WORD = _before(_tokens(*_NAMES, "("))
BREAKS: dict[str, tuple[Places, Text]] = {
    "delete }": (_whole("}"), _put(b"")),
    "delete {": (_whole("{"), _put(b"")),
    "delete )": (_whole(")"), _put(b"")),
    "add (": (_AT_A_WORD, _put(b"(")),
    "stray quote": (_ends, _put(b'"', b"'")),
    "delete end": (_whole("end", "endfunction", "endtask", "endmodule"), _put(b"")),
    "delete :": (_colons, _put(b"")),
    "half statement": (_rest_of_lines, _put(b"")),
    "conflict markers": (_body, _changed(_conflict)),
    "open comment": (_before(_inside), _opener),
    "lost quote": (_quotes(at_end=True), _put(b"")),
    "lost comment end": (_comment_ends, _put(b"")),
    "cut at a byte": (_rest_of_file_at_a_byte, _put(b"")),
    "cut at a line": (_rest_of_file, _put(b"")),
    "add }": (_ends, _put(b" }")),
    "add )": (_ends, _put(b")")),
    "add {": (_ends, _put(b" {")),
    "add [": (_ends, _put(b" [")),
    "add end": (_ends, _put(b"\nend")),
    "lost line": (_whole_lines, _put(b"")),
    "doubled line": (_inside, _changed(lambda text: text + b"\n" + text)),
    "swapped lines": (_pairs, _changed(lambda text: b"\n".join(text.split(b"\n")[::-1]))),
    "lost character": (_characters(1), _put(b"")),
    "lost indentation": (_leads, _put(b"")),
    "half a paste": (_threes, _changed(_half_pasted)),
    "lost opening quote": (_quotes(at_end=False), _put(b"")),
    "quote at a word": (_AT_A_WORD, _put(b'"', b"'", b"`")),
    "line numbers": (_threes, _per_line(lambda number, line: b"%5d | " % number + line)),
    "dots for lines": (_threes, lambda site, span, rng: site.lead(span) + b"..."),
    "fence": (_before(_inside), _own_line(b"```")),
    "words for lines": (_before(_inside), _own_line(b"rest of the code unchanged")),
    "lost lines": (_threes, _put(b"")),
    "doubled lines": (_threes, _changed(lambda text: text + b"\n" + text)),
    "deeper line": (_before(_inside), _put(b"    ")),
    "wrong opener": (_tokens("(", "{", "["), _another(b"(", b"{", b"[")),
    "wrong closer": (_tokens(")", "}", "]"), _another(b")", b"}", b"]")),
    "joined lines": (_line_ends, _put(b" ")),
    "split line": (_blanks, _put(b"\n")),
    "literal line end": (_line_ends, _changed(lambda text: b"\\n" + text[1:])),
    "curly quotes": (_quoted, _changed(lambda t: "\u201c".encode() + t[1:-1] + "\u201d".encode())),
    "escaped quotes": (_quoted, _changed(lambda text: b"\\" + text[:-1] + b"\\" + text[-1:])),
    "entities": (_tokens("<", ">", "&&", "->", "=>", ">=", "<="), _changed(_entity)),
    "diff signs": (_threes, _signs),
    "diff hunk": (_inside, _changed(lambda text: b"@@ -1,3 +1,3 @@\n-" + text + b"\n+" + text)),
    "bold": (_tokens(*_NAMES), _changed(lambda text: b"**" + text + b"**")),
    "swapped letters": (_characters(2), _changed(lambda text: text[::-1])),
    "lost sign": (_whole(",", ";", "->", "=>", "=", "then", "do", "in"), _put(b"")),
}
CERTAIN = frozenset(list(BREAKS)[:19]) | {"lost opening quote", "quote at a word", "line numbers"}
OTHER_PROGRAMS = frozenset(BREAKS) - CERTAIN - {"fence", "diff hunk"}
"""Breaks after which a file that parses may be another program: nobody misses a lost line."""

_ENDED = ("ruby", "lua", "elixir", "julia", "verilog")
_INDENTED = ("python", "gdscript", "haskell", "elm")
_ONLY = {"add end": _ENDED, "delete end": (*_ENDED, "erlang"), "delete :": ("python", "gdscript")}
_NOT = {
    "delete }": ("cmake", "ocaml", "elisp", *_INDENTED, *_ENDED),
    "delete {": ("cmake", "ocaml", "elisp", *_INDENTED, *_ENDED),
    "open comment": ("bash", "graphql", "r", "erlang", "gdscript", "clojure", "elisp"),
}
"""Breaks that only some languages have, and those that a language has not."""


def kinds_of(language: str) -> tuple[str, ...]:
    """Return the kinds of breaks that a language has."""
    kinds = (kind for kind in BREAKS if language in _ONLY.get(kind, (language,)))
    return tuple(kind for kind in kinds if language not in _NOT.get(kind, ()))


def breaks_of(file: File, language: str, kind: str, rng: random.Random) -> Break | None:
    """Break one function of a file, outside of the functions nested in it."""
    functions = [b for b in file.definitions if can_break(file, b)]
    places, text = BREAKS[kind]
    is_ascii = file.source.document.encoding == "ascii"
    for block in rng.sample(functions, min(4, len(functions))):
        site = _site(file, language, block)
        found = list(places(site))
        new = text(site, found[at := rng.randrange(len(found))], rng) if found else None
        if new is not None and not (is_ascii and not new.isascii()):
            holders = [b for b in file.definitions if b != block and b.core.contains(block.core)]
            return Break(kind, Edit(found[at], new), block, tuple(holders))
    return None


def can_break(file: File, block: Block) -> bool:
    """Return True for a function with a body of some lines."""
    lines = block.core.of(file.source.data).count(b"\n")
    kinds = BODIED.get(file.source.profile.id, FUNCTIONS)
    return block.kind in kinds and block.body is not None and lines >= 3


def _site(file: File, language: str, block: Block) -> Site:
    data, tree = file.source.data, file.source.tree
    assert tree is not None and block.body is not None
    kinds = (*FUNCTIONS, "class")
    inner = [b for b in file.definitions if b.core != block.core and b.kind in kinds]
    nested = [b.span for b in inner if block.body.contains(b.core)]
    strings = [text.span for text in tree.literal_texts(block.core)]
    strings += [span for span in tree.comments(block.core) if b"\n" in span.of(data)]

    def own(span: Span) -> bool:
        return not any(n.start < span.end and span.start < n.end for n in nested)

    lines = []
    for start in (s for s in line_starts(data) if block.core.start <= s < block.core.end):
        text = data[start:].partition(b"\n")[0].rstrip(b"\r")
        lines.append(Span(start, start + len(text)))
    header = Span(block.core.start, block.core.start)
    good = [s for s in lines if own(s) and s.of(data).strip()]
    good = [s for s in good if not any(string.overlaps(s) for string in strings)]
    tokens = tuple((kind, span) for kind, span in tree.tokens(block.core) if own(span))
    texts = tuple(span for span in tree.opaque(block.core) if own(span))
    return Site(data, language, tokens, (header, *good), texts)
