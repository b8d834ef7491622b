"""Breaks: one syntax error put into one function of a real file, in each place where it could happen.

Not here: what is edited then, and how it is judged (`broken`).
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
"""Kinds that are broken and whose bodies are replaced, where a language has no functions."""


@dataclass(frozen=True)
class File:
    """An unbroken file and its definitions, each with the selector that names it."""

    path: Path
    source: Source
    definitions: tuple[Block, ...]
    selectors: tuple[str, ...]


@dataclass(frozen=True)
class Break:
    """One break: its kind, the edit that makes it, the definition it is in, and the ancestors."""

    kind: str
    edit: Edit
    broken: Block
    ancestors: tuple[Block, ...]


@dataclass(frozen=True)
class Site:
    """A function that is to be broken: its tokens, lines, strings and comments, those of nested ones left out."""

    data: bytes
    language: str
    tokens: tuple[tuple[str, Span], ...]
    lines: tuple[Span, ...]
    texts: tuple[Span, ...]


def _tokens_of(site: Site, *types: str) -> list[Span]:
    return [span for kind, span in site.tokens if kind in types and len(span)]


def _deleting(*types: str) -> Callable[[Site, random.Random], Iterable[Edit]]:
    """Delete a token, with its line where it stands alone on it."""
    return lambda site, _: (Edit(_with_line(site, s), b"") for s in _tokens_of(site, *types))


def _with_line(site: Site, span: Span) -> Span:
    return next(
        (
            Span(s.start, s.end + 1)
            for s in site.lines
            if s.of(site.data).strip() == span.of(site.data)
        ),
        span,
    )


def _add_bracket(site: Site, _: random.Random) -> Iterator[Edit]:
    for span in _tokens_of(site, "identifier", "property_identifier", "field_identifier", "("):
        yield Edit(Span(span.start, span.start), b"(")


def _stray_quote(site: Site, rng: random.Random) -> Iterator[Edit]:
    for line in site.lines:
        yield Edit(Span(line.end, line.end), rng.choice((b'"', b"'")))


def _lost_colon(site: Site, _: random.Random) -> Iterator[Edit]:
    for span in _tokens_of(site, ":"):
        if site.data[span.end : span.end + 1] in (b"\n", b"\r"):
            yield Edit(span, b"")


def _half_statement(site: Site, _: random.Random) -> Iterator[Edit]:
    for line in site.lines[1:-1]:
        text = line.of(site.data)
        lead = len(text) - len(text.lstrip())
        if len(text) - lead >= 6:
            yield Edit(Span(line.start + lead + (len(text) - lead) // 2, line.end), b"")


def _conflict(site: Site, _: random.Random) -> Iterator[Edit]:
    for line in site.lines[1:-1]:
        text = line.of(site.data)
        new = (b"<<<<<<< HEAD", text, b"=======", text, b">>>>>>> feature")
        yield Edit(line, b"\n".join(new))


def _open_comment(site: Site, _: random.Random) -> Iterator[Edit]:
    word = COMMENT_OPENERS.get(site.language, b"/* todo")
    for line in site.lines[2:-1]:
        lead = b"" if site.language == "ruby" else _lead(site.data, line)
        yield Edit(Span(line.start, line.start), lead + word + b"\n")


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
"""What begins a comment of several lines, or what serves as one."""


def _lead(data: bytes, line: Span) -> bytes:
    text = line.of(data)
    return text[: len(text) - len(text.lstrip())]


def _lost_quote(site: Site, _: random.Random) -> Iterator[Edit]:
    """Strings without the sign that closes them."""
    for span in site.texts:
        if len(span) > 1 and span.of(site.data)[-1:] in b"\"'`":
            yield Edit(Span(span.end - 1, span.end), b"")


def _lost_comment_end(site: Site, _: random.Random) -> Iterator[Edit]:
    """Comments without the sign that closes them."""
    for span in site.texts:
        for closer in (b"*/", b"-}", b"*)", b"=#", b"#>"):
            if span.of(site.data).endswith(closer):
                yield Edit(Span(span.end - len(closer), span.end), b"")


def _cut_at_byte(site: Site, rng: random.Random) -> Iterator[Edit]:
    """The file up to some byte of the function."""
    first, last = site.lines[0].end, site.lines[-1].end
    if first + 1 < last:
        yield Edit(Span(rng.randrange(first + 1, last), len(site.data)), b"")


def _cut_at_line(site: Site, _: random.Random) -> Iterator[Edit]:
    """The file up to the end of one of the function's lines."""
    for line in site.lines[1:-1]:
        yield Edit(Span(line.end, len(site.data)), b"")


def _inside(site: Site) -> tuple[Span, ...]:
    """The function's own lines but for its header and its last one."""
    return site.lines[2:-1]


def _at_ends(sign: bytes) -> Callable[[Site, random.Random], Iterator[Edit]]:
    """A sign too many at the end of a line."""
    return lambda site, _: (Edit(Span(s.end, s.end), sign) for s in site.lines[1:-1])


def _line_of_its_own(text: bytes) -> Callable[[Site, random.Random], Iterator[Edit]]:
    """A line too many, as deep as the one below it."""
    return lambda site, _: (
        Edit(Span(s.start, s.start), _lead(site.data, s) + text + b"\n") for s in _inside(site)
    )


def _lost_line(site: Site, _: random.Random) -> Iterator[Edit]:
    for line in _inside(site):
        yield Edit(Span(line.start, min(len(site.data), line.end + 1)), b"")


def _doubled_line(site: Site, _: random.Random) -> Iterator[Edit]:
    for line in _inside(site):
        yield Edit(Span(line.start, line.start), line.of(site.data) + b"\n")


def _lost_character(site: Site, rng: random.Random) -> Iterator[Edit]:
    for line in site.lines[1:]:
        text = line.of(site.data)
        lead = len(text) - len(text.lstrip())
        if len(text) > lead:
            at = rng.randrange(line.start + lead, line.end)
            yield Edit(Span(at, at + 1), b"")


def _swapped_lines(site: Site, _: random.Random) -> Iterator[Edit]:
    for one, two in itertools.pairwise(site.lines[1:]):
        if one.end + 1 == two.start and _lead(site.data, one) == _lead(site.data, two):
            yield Edit(Span(one.start, two.end), two.of(site.data) + b"\n" + one.of(site.data))


def _lost_indentation(site: Site, _: random.Random) -> Iterator[Edit]:
    for line in _inside(site):
        lead = _lead(site.data, line)
        if lead:
            yield Edit(Span(line.start, line.start + len(lead)), b"")


def _half_paste(site: Site, _: random.Random) -> Iterator[Edit]:
    """Three lines once more below themselves, of the last one half."""
    for one, two in _threes(site):
        half = site.data[one.start : (two.start + two.end) // 2]
        yield Edit(Span(two.end, two.end), b"\n" + half)


def _threes(site: Site) -> Iterator[tuple[Span, Span]]:
    """The first and the last of three lines with nothing between them, below the header."""
    lines = _inside(site)
    for one, two in zip(lines, lines[2:], strict=False):
        if site.data.count(b"\n", one.start, two.start) == 2:
            yield one, two


def _lost_opening_quote(site: Site, _: random.Random) -> Iterator[Edit]:
    for span in site.texts:
        if len(span) > 1 and span.of(site.data)[:1] in b"\"'`":
            yield Edit(Span(span.start, span.start + 1), b"")


def _quote_at_word(site: Site, rng: random.Random) -> Iterator[Edit]:
    for span in _tokens_of(site, "identifier", "property_identifier", "field_identifier", "("):
        yield Edit(Span(span.start, span.start), rng.choice((b'"', b"'", b"`")))


def _gutter(site: Site, _: random.Random) -> Iterator[Edit]:
    """Three lines as a listing shows them, with their numbers."""
    for one, two in _threes(site):
        lines = enumerate(site.data[one.start : two.end].split(b"\n"), 12)
        yield Edit(Span(one.start, two.end), b"\n".join(b"%5d | " % n + line for n, line in lines))


def _elided(site: Site, _: random.Random) -> Iterator[Edit]:
    """Three dots in the place of three lines."""
    for one, two in _threes(site):
        yield Edit(Span(one.start, two.end), _lead(site.data, one) + b"...")


def _lost_lines(site: Site, _: random.Random) -> Iterator[Edit]:
    """Three lines less."""
    for one, two in _threes(site):
        yield Edit(Span(one.start, min(len(site.data), two.end + 1)), b"")


def _doubled_lines(site: Site, _: random.Random) -> Iterator[Edit]:
    """Three lines once more below themselves."""
    for one, two in _threes(site):
        yield Edit(Span(two.end, two.end), b"\n" + site.data[one.start : two.end])


def _deeper_line(site: Site, _: random.Random) -> Iterator[Edit]:
    for line in _inside(site):
        yield Edit(Span(line.start, line.start), b"    ")


def _another_of(*signs: str) -> Callable[[Site, random.Random], Iterator[Edit]]:
    """A bracket in the place of another one."""

    def made(site: Site, rng: random.Random) -> Iterator[Edit]:
        for span in _tokens_of(site, *signs):
            others = [sign.encode() for sign in signs if sign.encode() != span.of(site.data)]
            yield Edit(span, rng.choice(others))

    return made


def _neighbouring(site: Site) -> Iterator[tuple[Span, Span]]:
    """Lines with nothing between them."""
    return (
        (one, two) for one, two in itertools.pairwise(site.lines[1:]) if one.end + 1 == two.start
    )


def _joined_lines(site: Site, _: random.Random) -> Iterator[Edit]:
    for one, two in _neighbouring(site):
        yield Edit(Span(one.end, two.start + len(_lead(site.data, two))), b" ")


def _split_line(site: Site, rng: random.Random) -> Iterator[Edit]:
    for line in site.lines[1:]:
        code = line.start + len(_lead(site.data, line)) + 1
        blanks = [at for at in range(code, line.end) if site.data[at : at + 1] == b" "]
        if blanks:
            at = rng.choice(blanks)
            yield Edit(Span(at, at + 1), b"\n")


def _literal_line_end(site: Site, _: random.Random) -> Iterator[Edit]:
    """A line end as a string writes it."""
    for one, two in _neighbouring(site):
        yield Edit(Span(one.end, two.start), b"\\n")


def _quoted(site: Site) -> Iterator[Span]:
    """Strings of one line between quotes."""
    for span in site.texts:
        text = span.of(site.data)
        if len(text) > 1 and text[:1] in b"\"'" and text[-1:] == text[:1] and b"\n" not in text:
            yield span


def _curly_quotes(site: Site, _: random.Random) -> Iterator[Edit]:
    for span in _quoted(site):
        inside = span.of(site.data)[1:-1]
        yield Edit(span, "\u201c".encode() + inside + "\u201d".encode())


def _escaped_quotes(site: Site, _: random.Random) -> Iterator[Edit]:
    for span in _quoted(site):
        text = span.of(site.data)
        yield Edit(span, b"\\" + text[:-1] + b"\\" + text[-1:])


def _entities(site: Site, _: random.Random) -> Iterator[Edit]:
    """Signs as HTML writes them."""
    for span in _tokens_of(site, "<", ">", "&&", "->", "=>", ">=", "<="):
        text = span.of(site.data).replace(b"&", b"&amp;")
        yield Edit(span, text.replace(b"<", b"&lt;").replace(b">", b"&gt;"))


def _diff_signs(site: Site, rng: random.Random) -> Iterator[Edit]:
    """Three lines as a diff or a reply shows them."""
    for one, two in _threes(site):
        sign = rng.choice((b"+", b"-", b"+ ", b"> "))
        lines = site.data[one.start : two.end].split(b"\n")
        yield Edit(Span(one.start, two.end), b"\n".join(sign + line for line in lines))


def _diff_hunk(site: Site, _: random.Random) -> Iterator[Edit]:
    """A line as a hunk of a diff that changes it."""
    for line in _inside(site):
        text = line.of(site.data)
        yield Edit(line, b"@@ -1,3 +1,3 @@\n-" + text + b"\n+" + text)


def _bold(site: Site, _: random.Random) -> Iterator[Edit]:
    """A name as Markdown makes it bold."""
    for span in _tokens_of(site, "identifier", "property_identifier", "field_identifier"):
        yield Edit(span, b"**" + span.of(site.data) + b"**")


def _swapped_letters(site: Site, rng: random.Random) -> Iterator[Edit]:
    for line in site.lines[1:]:
        code = line.start + len(_lead(site.data, line))
        if code + 2 < line.end:
            at = rng.randrange(code, line.end - 1)
            yield Edit(Span(at, at + 2), site.data[at + 1 : at + 2] + site.data[at : at + 1])


BREAKS: dict[str, Callable[[Site, random.Random], Iterable[Edit]]] = {
    "delete }": _deleting("}"),
    "delete {": _deleting("{"),
    "delete )": _deleting(")"),
    "add (": _add_bracket,
    "stray quote": _stray_quote,
    "delete end": _deleting("end", "endfunction", "endtask", "endmodule"),
    "delete :": _lost_colon,
    "half statement": _half_statement,
    "conflict markers": _conflict,
    "open comment": _open_comment,
    "lost quote": _lost_quote,
    "lost comment end": _lost_comment_end,
    "cut at a byte": _cut_at_byte,
    "cut at a line": _cut_at_line,
    "add }": _at_ends(b" }"),
    "add )": _at_ends(b")"),
    "add {": _at_ends(b" {"),
    "add [": _at_ends(b" ["),
    "add end": _at_ends(b"\nend"),
    "lost line": _lost_line,
    "doubled line": _doubled_line,
    "swapped lines": _swapped_lines,
    "lost character": _lost_character,
    "lost indentation": _lost_indentation,
    "half a paste": _half_paste,
    "lost opening quote": _lost_opening_quote,
    "quote at a word": _quote_at_word,
    "line numbers": _gutter,
    "dots for lines": _elided,
    "fence": _line_of_its_own(b"```"),
    "words for lines": _line_of_its_own(b"rest of the code unchanged"),
    "lost lines": _lost_lines,
    "doubled lines": _doubled_lines,
    "deeper line": _deeper_line,
    "wrong opener": _another_of("(", "{", "["),
    "wrong closer": _another_of(")", "}", "]"),
    "joined lines": _joined_lines,
    "split line": _split_line,
    "literal line end": _literal_line_end,
    "curly quotes": _curly_quotes,
    "escaped quotes": _escaped_quotes,
    "entities": _entities,
    "diff signs": _diff_signs,
    "diff hunk": _diff_hunk,
    "bold": _bold,
    "swapped letters": _swapped_letters,
    "lost sign": _deleting(",", ";", "->", "=>", "=", "then", "do", "in"),
}
OTHER_PROGRAMS = frozenset(
    (
        *("lost line", "doubled line", "swapped lines", "lost character", "lost indentation"),
        *("half a paste", "dots for lines", "words for lines"),
        *("lost lines", "doubled lines", "deeper line", "wrong opener", "wrong closer"),
        *("joined lines", "split line", "literal line end", "curly quotes", "escaped quotes"),
        *("entities", "diff signs", "bold", "swapped letters", "lost sign"),
    )
)
"""Breaks after which a file that parses may be meant as it stands: a line is not missed by anyone."""

_ENDED = ("ruby", "lua", "elixir", "julia", "verilog")
_INDENTED = ("python", "gdscript", "haskell", "elm")
_ONLY = {"add end": _ENDED, "delete end": (*_ENDED, "erlang"), "delete :": ("python", "gdscript")}
_NOT = {
    "delete }": ("cmake", "ocaml", "elisp", *_INDENTED, *_ENDED),
    "delete {": ("cmake", "ocaml", "elisp", *_INDENTED, *_ENDED),
    "open comment": ("bash", "graphql", "r", "erlang", "gdscript", "clojure", "elisp"),
}
"""Breaks of some languages only, and breaks that a language has not."""


def kinds_of(language: str) -> tuple[str, ...]:
    return tuple(
        kind
        for kind in BREAKS
        if language in _ONLY.get(kind, (language,)) and language not in _NOT.get(kind, ())
    )


def breaks_of(file: File, language: str, kind: str, rng: random.Random) -> Break | None:
    """Break one function of a file, somewhere outside the functions that it holds."""
    functions = [b for b in file.definitions if can_break(file, b)]
    for block in rng.sample(functions, min(4, len(functions))):
        edits = [
            edit for edit in BREAKS[kind](_site(file, language, block), rng) if _fits(file, edit)
        ]
        if edits:
            holders = [b for b in file.definitions if b != block and b.core.contains(block.core)]
            return Break(kind, rng.choice(edits), block, tuple(holders))
    return None


def _fits(file: File, edit: Edit) -> bool:
    """Whether the encoding of a file can hold what a break puts into it."""
    return file.source.document.encoding != "ascii" or edit.new.isascii()


def can_break(file: File, block: Block) -> bool:
    """Tell whether a block is a function with a body of some lines, or what stands for one."""
    lines = block.core.of(file.source.data).count(b"\n")
    kinds = BODIED.get(file.source.profile.id, FUNCTIONS)
    return block.kind in kinds and block.body is not None and lines >= 3


def _site(file: File, language: str, block: Block) -> Site:
    data, tree = file.source.data, file.source.tree
    assert tree is not None
    nested = [b.span for b in file.definitions if _is_nested(b, block)]
    strings = [span for span, _ in tree.multiline_strings(block.core)]
    strings += [span for span in tree.comments(block.core) if b"\n" in span.of(data)]

    def own(span: Span) -> bool:
        return not any(n.start < span.end and span.start < n.end for n in nested)

    tokens = tuple((kind, span) for kind, span in tree.tokens(block.core) if own(span))
    starts = [s for s in line_starts(data) if block.core.start <= s < block.core.end]
    lines = [
        Span(s, s + len(data[s : data.find(b"\n", s) if b"\n" in data[s:] else None]))
        for s in starts
    ]
    lines = [Span(line.start, line.start + len(line.of(data).rstrip(b"\r"))) for line in lines]
    first = Span(block.core.start, min(block.core.end, lines[0].start if lines else block.core.end))
    good = [
        s
        for s in lines
        if own(s) and s.of(data).strip() and not any(q.overlaps(s) for q in strings)
    ]
    texts = tuple(span for span in tree.opaque(block.core) if own(span))
    return Site(data, language, tokens, (Span(first.start, first.start), *good), texts)


def _is_nested(inner: Block, outer: Block) -> bool:
    body = outer.body is not None and outer.body.contains(inner.core)
    return body and inner.core != outer.core and inner.kind in (*FUNCTIONS, "class")
