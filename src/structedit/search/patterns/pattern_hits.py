"""Find the places in a file that a pattern of code matches, embedded code included.

A pattern is read in the language of the file, and in those of the regions of code in it: a script in
markup, a fence in Markdown. Hits in a part that does not parse are found too, and marked.

Not here: reading a pattern (`pattern_reading`) and matching it (`tree.pattern_matching`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from structedit.calls.code_patterns import CodePattern
from structedit.search import embedded
from structedit.search.patterns.pattern_reading import PatternRead, read_pattern
from structedit.text.document import Span
from structedit.text.errors import UsageError
from structedit.text.lines import line_end, line_start, next_line
from structedit.text.values import dataclass
from structedit.tree.pattern_matching import Fit
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree


@dataclass(frozen=True, slots=True)
class PatternHit:
    """A match of a pattern; `is_broken` if code in it or around it does not parse.

    `source` is the file, or the region of code in it, with offsets of the file.
    """

    fit: Fit
    source: Source
    is_broken: bool = False
    read: PatternRead | None = None

    @property
    def language(self) -> str:
        """The language of the matching code."""
        return self.source.profile.id

    @property
    def span(self) -> Span:
        """The place in the file."""
        return self.fit.span


@dataclass(frozen=True, slots=True)
class PatternHits:
    """All hits of a pattern in a file, in document order; and its readings, by language.

    Empty `read` means that the file has no code in a language that can read the pattern.
    """

    hits: tuple[PatternHit, ...]
    read: dict[str, PatternRead]


def pattern_hits(source: Source, pattern: CodePattern, language: str | None = None) -> PatternHits:
    """Find a pattern in a file: in code of one language, or of each language in it.

    Raises:
        UsageError: when the file has no tree, or no language in it can read the pattern.
    """
    if source.first_tree is None and source.tree is None:
        unknown = "name its language with --language, or " * (source.language is None)
        raise UsageError(
            f"a pattern needs a parsed file, but {source.why_text}",
            hint=f"{unknown}search for text or a regex",
        )
    found: list[PatternHit] = []
    read: dict[str, PatternRead] = {}
    unreadable: UsageError | None = None
    for one in sources(source, language):
        try:
            how = read_pattern(pattern, one.profile)
        except UsageError as error:
            unreadable = error
            continue
        read[one.profile.id] = how
        hits = {hit.span: hit for each in reversed(how.all) for hit in _hits_in(one, each)}
        found += hits.values()
    if unreadable is not None and not read:
        raise unreadable
    return PatternHits(tuple(sorted(found, key=lambda h: (h.span.start, -h.span.end))), read)


def as_parser_recovers(source: Source, pattern: CodePattern) -> Source | None:
    """Return a file that does not parse, with the parser's own recovery, if all hits are certain in that tree too.

    This saves the search for lines to hide, which takes dozens of parses. They would change nothing: the nodes
    around a hit have no error, nor have its lines and those beside them. An extra brace may end a
    block early, and a missing quote may make code of a text of several lines: so no hit may have a block, and there
    may be no such text.
    """
    first, data = source.first_tree, source.data
    if first is None or first.clean or source.profile.embedded or not source.profile.nodes.strings:
        return None
    has_fits = False
    for one in read_pattern(pattern, source.profile).all:
        fits = first.certain_fits(one.sought) if one.needed.may_be_in(data) else ()
        if fits is None:
            return None
        has_fits = has_fits or bool(fits)
        for fit in fits:
            start, end = line_start(data, fit.span.start), next_line(data, fit.span.end)
            around = Span(line_start(data, max(0, start - 1)), line_end(data, end))
            if first.faults(around) or _may_contain_block(first, fit.span):
                return None
    if has_fits and first.literal_texts(Span(0, len(data))):
        return None
    return source.recovered()


def _may_contain_block(tree: SyntaxTree, span: Span) -> bool:
    """Return True if code of several lines may contain a block: with braces, an indentation or a closing word."""
    text = span.of(tree.data)
    if b"\n" not in text:
        return False
    return b"{" in text or b"}" in text or any(span.contains(b.core) for b in tree.blocks(span))


def may_hold(source: Source, pattern: CodePattern) -> bool:
    """Return True if a file may match a pattern: it contains the pattern's words. Without them, nothing is parsed.

    This is certain only in a file of one language: elsewhere each reading has words of its own.
    """
    if source.profile.grammar is None or source.profile.embedded:
        return True
    read = read_pattern(pattern, source.profile)
    return read.is_broken or read.may_fit(source.data)


def sources(source: Source, language: str | None) -> Iterator[Source]:
    """Yield a file, and the regions of code in it, each as a source, without those of other languages."""
    stack = [source]
    while stack:
        one = stack.pop()
        if language is None or one.language == language:
            yield one
        stack += reversed([region.source for region in embedded.regions(one)])


def _hits_in(source: Source, read: PatternRead) -> Iterator[PatternHit]:
    if not read.needed.may_be_in(source.own_text):
        return
    first = source.first_tree
    if first is not None and first.certain_fits(read.sought) == ():
        return
    tree = source.tree
    if tree is None:
        return
    fits = tree.fits(read.sought)
    faults = [fault.span for fault in tree.faults()] if fits else []
    for fit in fits:
        place = fit.span
        is_broken = any(place.contains(fault) or place.overlaps(fault) for fault in faults)
        yield PatternHit(fit, source, is_broken, read)
    if tree.recovered is not None:
        hidden = tree.hidden
        for fit in tree.recovered.fits(read.sought):
            if any(fit.span.overlaps(lines) for lines in hidden):
                yield PatternHit(fit, source, True, read)
