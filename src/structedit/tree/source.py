"""A document with its language and its syntax tree: the input of planning."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from structedit.languages.detection import language_of, named_language, resolve_name
from structedit.languages.kinds import BODIED
from structedit.languages.known import why_no_grammar
from structedit.languages.of_project import own_language, own_named, own_of_name, own_profile
from structedit.languages.profiles import LanguageProfile, Need
from structedit.text.document import Document, Span, blanked
from structedit.text.edit import EditSet
from structedit.text.lines import line_start, next_line
from structedit.text.project_language import OwnLanguage
from structedit.text.values import dataclass, field, replace
from structedit.tree import literal_texts
from structedit.tree.newer_grammars import profile_in_use
from structedit.tree.nodes import Block, ListItem, SyntaxFault
from structedit.tree.without_grammar import masking, text_blocks

if TYPE_CHECKING:
    from structedit.tree.literal_texts import LiteralText
    from structedit.tree.syntax_tree import SyntaxTree


TEXT = "text"
"""The language of a document that is edited without a tree, whatever its content."""


UNKNOWN_LANGUAGE = "its language is not known"
"""Why a document has no tree that is in no language."""


EditSets = tuple[EditSet, ...]
"""Successive edits: each set applies to the text that the one before it made."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """The content of a piece of code: its definitions, blocks and comments, as offsets into it.

    `is_item` means that it parses only as an item of a list.
    """

    definitions: tuple[Block, ...]
    comments: tuple[Span, ...]
    clean: bool
    _tree: SyntaxTree
    _area: Span
    is_item: bool = False

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Its anonymous blocks, which few ask for."""
        found = self._tree.blocks(self._area)
        return tuple(b.shifted(-self._area.start) for b in found if self._area.contains(b.core))


@dataclass(frozen=True)
class Source:
    """A document, its language and its tree, if there is one (parsed on first use).

    Invariant: `tree` is of exactly `document.data`. If it is None, `why_text` is the reason.
    `lines_above` counts the lines of the file above the first line, if the document is a part of it.
    """

    document: Document
    profile: LanguageProfile
    known: bool = True
    _given: SyntaxTree | str | None = field(default=None, compare=False, repr=False)
    _made_from: tuple[Source, EditSets] | None = field(default=None, compare=False, repr=False)
    _clean_before: tuple[SyntaxTree, EditSets] | None = field(
        default=None, compare=False, repr=False
    )
    _window: tuple[Source, int] | None = field(default=None, compare=False, repr=False)
    lines_above: int = field(default=0, compare=False, repr=False)

    @classmethod
    def of(cls, document: Document) -> Source:
        """Find the document's language: the one it names, else by path and first line.

        A document that names `text` is not parsed.

        Raises:
            ProfileError: when the document names a language that is not known.
        """
        if document.frame is not None and document.language is not None:
            document = document.as_file()
        if document.language == TEXT:
            return cls(document, _guessed(document), False, "the language text was requested")
        if (own := own_language(document)) is not None:
            return cls._of_own(document, own)
        language = (
            language_of(document.path, document.data)
            if document.language is None
            else resolve_name(document.language)
        )
        if language is None:
            return cls(document, _guessed(document), known=False)
        if (own := own_of_name(document.languages, language)) is not None:
            return cls._of_own(document, own)
        found = profile_in_use(language)
        if found.sections.file:
            return cls._of_view(document, found)
        if found.grammar is None:
            found = replace(_guessed(document), id=language)
        return cls(document, found)

    @classmethod
    def _of_view(cls, document: Document, profile: LanguageProfile) -> Source:
        """Make the source of a file that is edited as a view of it, or as it is without a view."""
        from structedit.text import notebook

        frame = document.frame
        if frame is None:
            shown = notebook.opened(document.data)
            if isinstance(shown, str):
                why = f"edited as {profile.sections.file}, not by cells: {shown}"
                return cls(
                    document, replace(profile_in_use(profile.sections.file), passed_over=why)
                )
            document, frame = replace(document, data=shown[0], frame=shown[1]), shown[1]
        return cls(document, _with_code_in(profile, frame.language))

    def by_cells(self, name: str) -> Source:
        """Return a script read by its cells, if it has cells and a name is that of their list; else this source."""
        if not self.profile.sections.cells:
            return self
        profile = profile_in_use(self.profile.sections.cells)
        marked = rb"^" + re.escape(profile.sections.heading.encode()) + rb"(?=\s|\Z)"
        if name != profile.sections.list or not re.search(marked, self.data, re.MULTILINE):
            return self
        profile = _with_code_in(profile, self.profile.id)
        return Source(self.document, replace(profile, sections=replace(profile.sections, file="")))

    @classmethod
    def _of_own(cls, document: Document, own: OwnLanguage) -> Source:
        if own.withheld:
            return cls(document, replace(_guessed(document), id=own.name), True, own.withheld)
        found = own_profile(own)
        if found.grammar is None:
            found = replace(_guessed(document), id=own.name)
        return cls(document, found)

    @property
    def data(self) -> bytes:
        """The document's content, in the internal form."""
        return self.document.data

    @property
    def own_text(self) -> bytes:
        """The content without the blanks around it, if it is code inside another file."""
        return self.data if self._window is None else self._window[0].data

    @property
    def language(self) -> str | None:
        """The id of the language; None if it is not known."""
        return self.profile.id if self.known else None

    @cached_property
    def _parsed(self) -> SyntaxTree | str:
        if self._given is not None:
            return self._given
        if self._made_from is not None:
            if (found := self._made_from_clean) is not None:
                return found
            base, in_order = self._made_from
            edits = EditSet.in_order(in_order)
            return base.tree.edited(edits, self.data) if base.tree is not None else base.why_text
        if self._window is not None:
            return self._moved(self._window[0]._parsed)
        if isinstance(self._first, str):
            return self._first
        from structedit.tree.syntax_tree import mended

        return mended(self._first)

    @cached_property
    def _first(self) -> SyntaxTree | str:
        """The tree with the parser's own recovery, if nothing is parsed again."""
        if self._window is not None:
            return self._moved(self._window[0]._first)
        if (found := self._made_from_clean) is not None:
            return found.as_first()
        if self.profile.grammar is None:
            return why_no_grammar(self.profile) if self.known else UNKNOWN_LANGUAGE
        from structedit.tree.syntax_tree import parse_as_it_is

        return parse_as_it_is(self.data, self.profile, self.lines_above)

    def _moved(self, found: SyntaxTree | str) -> SyntaxTree | str:
        """Return the tree of a window of this document, with blanks instead of the rest of the document."""
        if isinstance(found, str) or self._window is None:
            return found
        return found.moved(self._window[1], self.data)

    @cached_property
    def _made_from_clean(self) -> SyntaxTree | None:
        """Return the tree made from an earlier one without an error, if this content has none."""
        if self._clean_before is None:
            return None
        earlier, since = self._clean_before
        found = earlier.edited(EditSet.in_order(since), self.data)
        return found if not isinstance(found, str) and found.is_certain else None

    @property
    def first_tree(self) -> SyntaxTree | None:
        """The tree with the parser's own recovery, of a file that does not parse; None of another.

        None too where `tree` is known: for that, lines to hide are looked for, which takes dozens of parses.
        """
        has_other = self._given is not None or self._made_from is not None
        if has_other or "_parsed" in self.__dict__ or self.profile.limits.clean_only:
            return None
        first = self._first
        if isinstance(first, str) or first.clean:
            return None
        return first

    @property
    def tree(self) -> SyntaxTree | None:
        """The tree, or None in text mode."""
        return None if isinstance(self._parsed, str) else self._parsed

    @property
    def why_text(self) -> str:
        """The reason why there is no tree; empty if there is one."""
        return self._parsed if isinstance(self._parsed, str) else ""

    def inside(self, block: Block) -> Source | None:
        """Return the body of a block as a source of its own language, with blanks instead of other text.

        Offsets and lines stay those of the file. Only the lines of the body are parsed. The language must
        be one that is parsed.
        """
        window = self.window(block)
        if window is None:
            return None
        part, start = window
        blank = self._blank
        data = blank[:start] + part.data + blank[start + len(part.data) :]
        document = replace(self.document, data=data, language=part.profile.id, frame=None)
        return Source(document, part.profile, _window=window)

    @cached_property
    def _blank(self) -> bytes:
        return blanked(self.data)

    def window(self, block: Block) -> tuple[Source, int] | None:
        """Return the lines of a block's body as a source of its own, and the offset at which they begin.

        Listings and checks use it: its offsets count from there. It is stored, so that it is parsed once.
        """
        if self.profile.region_rule(block.path, block.kind) is None:
            return None
        kept: dict[object, tuple[Source, int]] = self.__dict__.setdefault("_windows", {})
        key = block.body, block.header, block.path[-1:] or block.kind
        if key not in kept:
            found = self._language_inside(block)
            if found is None or block.body is None:
                return None
            start = line_start(self.data, block.body.start)
            end = next_line(self.data, block.body.end)
            before, after = Span(start, block.body.start), Span(block.body.end, end)
            data = block.body.of(self.data)
            data = blanked(before.of(self.data)) + data + blanked(after.of(self.data))
            document = replace(self.document, data=data, language=found.id, frame=None)
            above = self.lines_above + self.document.line_of(start) - 1
            kept[key] = Source(document, found, lines_above=above), start
        return kept[key]

    def _language_inside(self, block: Block) -> LanguageProfile | None:
        rule = self.profile.region_rule(block.path, block.kind)
        if rule is None or block.body is None or not block.body.of(self.data).strip():
            return None
        header = block.header
        if self.profile.sections.list:  # the first line of a cell may name another language
            header = Span(header.start, next_line(self.data, min(header.end + 1, block.body.end)))
        found = self._profile_named(rule.language_in(header.of(self.data)))
        if found is None or found.grammar is None or not rule.stand_ins:
            return found if found is not None and found.grammar is not None else None
        own = (*rule.stand_ins.get("any", ()), *rule.stand_ins.get(found.id, ()))
        # A strict parser of files does not know what an interactive session adds to the language.
        verify = replace(found.verify, parser=found.verify.cells)
        # The grammar of Markdown may crash on a tree that was moved: cells are short, so parse them again.
        needs = (*found.needs, Need.READING_AFRESH)
        return replace(found, stand_ins=(*own, *found.stand_ins), verify=verify, needs=needs)

    def _profile_named(self, word: str) -> LanguageProfile | None:
        brought = self.document.languages
        language = named_language(word)
        own = own_named(brought, word) or (own_of_name(brought, language) if language else None)
        if own is not None:
            return None if own.withheld else own_profile(own)
        return profile_in_use(language) if language else None

    def edited(self, edits: EditSet) -> Source:
        """Return the source after an edit; if this one is parsed, the parser reuses unchanged text."""
        known: tuple[EditSet, SyntaxTree] | None = self.__dict__.get("_edited_tree")
        tree = known[1] if known is not None and known[0] == edits else None
        document = self.document.with_data(edits.apply(self.data))
        return Source(document, self.profile, self.known, tree, (self, (edits,)))

    def keep_tree(self, edits: EditSet, tree: SyntaxTree) -> None:
        """Store the tree after some edits for the next call of `edited`: a rewrite is checked before it is judged."""
        self.__dict__["_edited_tree"] = edits, tree

    def edited_further(self, edits: EditSet) -> Source:
        """Return the source after one more edit of many, of which only the first text is kept.

        Its tree is that of the first text with all edits made at once. If all of it parses, that equals
        the last tree with one more edit, in the time that one edit takes.
        """
        document = self.document.with_data(edits.apply(self.data))
        base, earlier = self._made_from or (self, ())
        tree = self.__dict__.get("_parsed")
        clean_before = self._clean_before and (
            self._clean_before[0],
            (*self._clean_before[1], edits),
        )
        if tree is not None and not isinstance(tree, str) and tree.is_certain:
            clean_before = (tree, (edits,))
        made_from = (base, (*earlier, edits))
        return Source(document, self.profile, self.known, None, made_from, clean_before)

    def next_version(self, document: Document) -> Source:
        """Return the source of the file's next content, of which only the differences are parsed.

        This works while both parse without an error: recovery from errors depends on where the parser began.
        """
        found = Source.of(document)
        tree = self.__dict__.get("_parsed", self._given)
        if tree is None or isinstance(tree, str) or not tree.is_certain:
            tree = self._clean_before[0] if self._clean_before is not None else None
        if tree is None or found.profile != self.profile or found.known != self.known:
            return found
        edits = EditSet.between(tree.data, document.data)
        return replace(found, _clean_before=(tree, (edits,)))

    def alone(self) -> Source:
        """Return the same source without other trees that its own was made from or that were made from its own."""
        tree = self.__dict__.get("_parsed")
        if tree is None or isinstance(tree, str) or not tree.is_certain:
            return self
        return Source(self.document, self.profile, self.known, tree)

    def recovered(self) -> Source:
        """Return the source whose parser sees all lines, with places that are guesses."""
        if (first := self.first_tree) is not None:
            return Source(self.document, self.profile, self.known, first)
        tree = self.tree
        if tree is None or tree.recovered is None:
            return self
        return Source(self.document, self.profile, self.known, tree.recovered)

    def faults(self, within: Span | None = None) -> tuple[SyntaxFault, ...]:
        """Return the syntax errors; none in text mode."""
        return self.tree.faults(within) if self.tree is not None else ()

    def list_item(self, span: Span) -> ListItem | None:
        """Return `span` as an item of a list; None in text mode."""
        return self.tree.list_item(span) if self.tree is not None else None

    def declared_name(self, block: Block) -> ListItem | None:
        """Return a definition's part of a statement of several names; None in text mode."""
        return self.tree.declared_name(block) if self.tree is not None else None

    def read_fragment(self, text: bytes) -> Fragment | None:
        """Parse a piece of code on its own; None in text mode.

        Members that parse only inside a class (`total() { … }`) are read inside one, pairs and
        items (`"a": 1`) inside a list of them.
        """
        parsed = self._parsed_alone(text)
        if parsed is None:
            return None
        tree, area = parsed
        alone = _fragment_of(tree, area)
        if any(d.body is not None for d in alone.definitions if d.kind in BODIED):
            return alone
        inner = None
        contexts = self.profile.contexts
        if contexts.members is not None and not tree.clean:
            inner = self._read_inside(text, contexts.members)
        # A statement with a body is whole too: `if (a) { … }` is not a method named `if`.
        start = len(text) - len(text.lstrip())
        is_whole = tree.clean and (
            alone.definitions or any(block.core.start == start for block in alone.blocks)
        )
        if contexts.items is not None and not is_whole and inner is None:
            inner = self._read_inside(text, contexts.items)
            inner = replace(inner, is_item=True) if inner is not None else None
        return inner if inner is not None and inner.definitions else alone

    def parse_between(
        self, opening: bytes, text: bytes, closing: bytes
    ) -> tuple[SyntaxTree, Span] | None:
        """Parse a piece of code with some code around it, and return the tree with the place of the piece."""
        parsed = self._parsed_alone(opening + text + closing)
        if parsed is None:
            return None
        tree, area = parsed
        return tree, Span(area.start + len(opening), area.end - len(closing))

    def _parsed_alone(self, text: bytes) -> tuple[SyntaxTree, Span] | None:
        """Return the tree of a piece of code, and its place in the tree; None in text mode."""
        opening = self._code_opening(text)
        tree = self.parse_fragment(opening + text)
        return None if tree is None else (tree, Span(len(opening), len(opening) + len(text)))

    def _code_opening(self, text: bytes) -> bytes:
        """Return the prefix of a piece of code in a file that begins with another language (`<?php`).

        It is empty if the text begins so itself; the same text in a string does not count.
        """
        code = self.profile.contexts.code
        opening = code[0].encode() if code is not None else b""
        begins_outside = text.lstrip().startswith(opening[:1])
        return b"" if begins_outside and opening.strip() in text else opening

    def _read_inside(self, text: bytes, around: tuple[str, str]) -> Fragment | None:
        opening = around[0].encode()
        inner = self.parse_fragment(opening + text + around[1].encode())
        clean = inner is not None and inner.clean
        area = Span(len(opening), len(opening) + len(text))
        return _fragment_of(inner, area) if inner and clean else None

    def reads_as_name(self, word: bytes) -> bool:
        """Return True if a word alone is a name, as a keyword is not, and in text mode."""
        # Some grammars read a word alone as nothing: then parse it inside other code.
        for before, after in (("", ""), *self.profile.contexts.fragments):
            parsed = self.parse_between(before.encode(), word, after.encode())
            if parsed is None or parsed[0].is_name(parsed[1]):
                return True
        return False

    def literal_texts(self, within: Span | None = None) -> tuple[LiteralText, ...]:
        """Return texts of several lines whose white space is content, in embedded code too, sorted.

        With `within`, only those that overlap it.
        """
        area = Span(0, len(self.data)) if within is None else within
        if self.tree is None:
            return literal_texts.in_text(self.data, self.profile, area)
        found = list(self.tree.literal_texts(area))
        if self.profile.embedded:
            for block in self.tree.regions(area):
                if not any(text.span.contains(block.core) for text in found):
                    inner, start = self.window(block) or (None, 0)
                    found += [t.shifted(start) for t in inner.literal_texts()] if inner else []
        return tuple(sorted(found, key=lambda text: text.span))

    def literal_texts_of(self, piece: bytes) -> tuple[LiteralText, ...]:
        """Return texts of several lines whose white space is content in a piece of code of this language.

        A whole item of a list of sections, such as a cell, is one too: it may be in any language.
        """
        heading = self.profile.sections.heading.encode()
        if heading and piece.lstrip().startswith(heading):
            return (literal_texts.LiteralText(Span(0, len(piece)), literal_texts.Moves.FIXED),)
        opening = self._code_opening(piece)
        text = opening + piece
        tree = self.parse_fragment(text)
        read = Source(self.document.with_data(text), self.profile, self.known, tree or "a piece")
        area = Span(len(opening), len(text))
        found = list(read.literal_texts(area))
        is_closed = masking.scan(text, self.profile).unclosed is None
        if tree is not None and not tree.clean and is_closed:
            # A part of a statement may contain literals that the parser only sees in a whole one.
            others = literal_texts.in_text(text, self.profile, area)
            found += [t for t in others if not any(t.span.overlaps(one.span) for one in found)]
        return tuple(t.shifted(-len(opening)) for t in found)

    def code_at(self, at: int) -> Source:
        """Return the embedded code around an offset, else this source."""
        tree, place = self.tree, Span(at, at)
        if tree is None or not self.profile.embedded:
            return self
        around = tree.regions(Span(at, at + 1))
        bodies = [b for b in around if b.body is not None and b.body.contains(place)]
        inner = (self.inside(block) for block in bodies)
        return next((one.code_at(at) for one in inner if one is not None), self)

    def head_above(self, text: bytes) -> int:
        """Return the end of the text that must stay above a piece of code at the top of the file; 0 without any."""
        parsed = self._parsed_alone(text) if self.tree is not None else None
        return 0 if parsed is None or self.tree is None else self.tree.head_above(*parsed)

    def parse_fragment(self, fragment: bytes) -> SyntaxTree | None:
        """Parse a piece of code on its own, for its shape; None in text mode."""
        if self.profile.grammar is None:
            return None
        from structedit.tree.syntax_tree import parse_as_it_is

        tree = parse_as_it_is(fragment, self.profile)
        return None if isinstance(tree, str) else tree


def _with_code_in(profile: LanguageProfile, language: str) -> LanguageProfile:
    """Return the profile of cells with a language for their code, if one is known."""
    rules = {
        kind: replace(rule, language=language or rule.language)
        for kind, rule in profile.embedded.items()
    }
    return replace(profile, embedded=rules)


def _guessed(document: Document) -> LanguageProfile:
    return text_blocks.guess_profile(document.data)


def _fragment_of(tree: SyntaxTree, area: Span) -> Fragment:
    shift = area.start
    definitions = [b for b in tree.definitions(area) if area.contains(b.span)]
    comments = [s for s in tree.comments(area) if area.contains(s)]
    return Fragment(
        tuple(b.shifted(-shift) for b in definitions),
        tuple(s.shifted(-shift) for s in comments),
        tree.clean,
        tree,
        area,
    )
