"""What structedit knows of a language, as values.

Not here: where it is written (`languages.known`), or how a table becomes one (`languages.schema`).
"""

from __future__ import annotations

import re
from enum import StrEnum

from structedit.languages.macros import StandIn
from structedit.text.values import dataclass, field


class Layout(StrEnum):
    """How a body is set off from its header.

    `BRACE` between two bracket tokens, `INDENT` by indentation after a colon or the like,
    `END` up to a closing keyword, `SECTION` up to the next heading, `NONE` when the body is a bare
    expression or statement, `CLAUSES` when there is none, but several clauses that have their own.
    """

    BRACE = "brace"
    INDENT = "indent"
    END = "end"
    SECTION = "section"
    NONE = "none"
    CLAUSES = "clauses"


@dataclass(frozen=True, slots=True)
class ListRule:
    """How a list is punctuated: its separator, and whether one may follow the last item.

    `trailing` is `keep` (as the list has it), `never` or `always`. `skip` are node types in the
    list that are no items; with `only`, no others are.
    """

    separator: str
    trailing: str = "keep"
    skip: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


MAX_BYTES = 8 * 1024 * 1024
"""Largest content that is parsed: trees take 25 to 60 bytes for each byte of source.

Chosen by judgement, for the memory.
"""


MAX_NESTING = 2_000
"""Deepest bracket nesting that is parsed; the deepest real file known has about 3,300.

Chosen by judgement.
"""


DEMOTED = ("impl", "declaration", "variable", "constant", "field")
"""Kinds that a bare name means only where nothing else has that name."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a grammar is asked to parse: sizes in bytes, nesting in brackets or markers.

    `max_indent_levels` guards grammars whose scanner crashes on deep indentation (YAML),
    `max_markers` those that crash on many list and quote markers at a line's start (Markdown). With
    `clean_only`, a file that does not parse without error is worked on as text.
    """

    max_bytes: int = MAX_BYTES
    max_line: int | None = None
    max_nesting: int = MAX_NESTING
    max_indent_levels: int | None = None
    max_markers: int | None = None
    clean_only: bool = False


@dataclass(frozen=True, slots=True)
class StringStyle:
    """A string literal as the text fallback knows it."""

    open: str
    close: str
    multiline: bool = False
    escape: str = "\\"


@dataclass(frozen=True, slots=True)
class Sections:
    """Node types that head sections, and how a heading's level is known.

    `levels` maps node types of a heading's parts to levels; where `styles` names such a node type,
    the level is the order in which headings with its first letter appear. A node that is the
    `whole` section bounds it. `outside` are node types in which headings open no
    section, `joined` matches lines of runs, such as list items, between which no blank line stands.
    """

    headings: tuple[str, ...] = ()
    levels: dict[str, int] = field(default_factory=dict)
    styles: str = ""
    whole: bool = False
    outside: tuple[str, ...] = ()
    joined: re.Pattern[bytes] | None = None


@dataclass(frozen=True, slots=True)
class Embedded:
    """Which language a region holds: the one that `pattern` finds in its header, else `language`.

    `languages` maps the words that stand there where they are no names of languages. What is not
    `checked` may hold what does not parse, as examples do.
    """

    language: str = ""
    pattern: re.Pattern[bytes] | None = None
    languages: dict[str, str] = field(default_factory=dict)
    checked: bool = True

    def language_in(self, header: bytes) -> str:
        """The name of the language that a region with this header holds; empty if there is none."""
        match = self.pattern.search(header) if self.pattern else None
        word = match[1].decode("ascii", "replace").lower() if match else self.language
        return self.languages.get(word, word)


@dataclass(frozen=True, slots=True)
class Locals:
    """How a language's local names are known; without `names` they are not.

    `names` are node types of names, `short` is what stands between the two names that a shorthand
    (`{a}`) is written out as, `dynamic` are functions that read locals by name, `sequential` says
    that a name holds from its declaration on only, `keywords` that callers may name parameters.
    """

    names: tuple[str, ...] = ()
    short: str = ""
    dynamic: tuple[str, ...] = ()
    sequential: bool = False
    keywords: bool = False


@dataclass(frozen=True, slots=True)
class LanguageProfile:
    """Everything structedit knows of a language.

    `passed_over` is why an installed newer grammar of it is not used; empty where there is none.
    """

    id: str
    family: Layout
    grammar: str | None = None
    base: str = ""
    support: str = "full"
    symbols: str = ""
    blocks: str = ""
    bindings: str = ""
    words: dict[str, dict[str, str]] = field(default_factory=dict)
    suites: tuple[str, ...] = ()
    probe: str = ""
    probe_nodes: tuple[str, ...] = ()
    made_for: str = ""
    passed_over: str = ""
    stand_ins: tuple[StandIn, ...] = ()
    final_newline: bool = False
    reads_afresh: bool = False
    indent: str = "    "
    empty_body: str = ""
    blank_top: int = 1
    blank_member: int = 1
    openers: tuple[str, ...] = ("{",)
    closers: tuple[str, ...] = ("}",)
    inner_closers: tuple[str, ...] = ()
    flat: tuple[str, ...] = ()
    value_marks: tuple[str, ...] = ()
    one_value: tuple[str, ...] = ()
    whole_values: tuple[str, ...] = ()
    last_value: bool = False
    aligned: bool = False
    columns: bool = False
    arms: tuple[str, ...] = ()
    need_arm: tuple[str, ...] = ()
    transparent: tuple[str, ...] = ()
    comments: tuple[str, ...] = ("comment",)
    line_comments: tuple[str, ...] = ()
    block_comments: tuple[tuple[str, str], ...] = ()
    doc_prefixes: tuple[str, ...] = ()
    doc_bound: bool = False
    detached: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    docstring: bool = False
    string_styles: tuple[StringStyle, ...] = ()
    wrappers: tuple[str, ...] = ()
    kept_wrappers: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    leading: tuple[str, ...] = ()
    leading_words: tuple[str, ...] = ()
    following: tuple[str, ...] = ()
    doc_below: bool = False
    chained: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    named_alike: bool = False
    parts: tuple[str, ...] = ()
    going_on: dict[str, tuple[str, str]] = field(default_factory=dict)
    containers: tuple[str, ...] = ()
    demoted: tuple[str, ...] = DEMOTED
    name_words: tuple[str, ...] = ()
    name_marks: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    statement_end: str = ""
    end_nodes: tuple[str, ...] = ()
    fixed_indent: bool = False
    lists: dict[str, ListRule] = field(default_factory=dict)
    declarations: dict[str, ListRule] = field(default_factory=dict)
    imports: tuple[str, ...] = ()
    import_after: tuple[str, ...] = ()
    import_guards: tuple[str, ...] = ()
    import_words: tuple[str, ...] = ()
    open_keywords: tuple[str, ...] = ()
    middle_keywords: tuple[str, ...] = ()
    close_keywords: tuple[str, ...] = ()
    body_delimiters: tuple[str, str] | None = None
    body_labels: str = ""
    one_statement: tuple[str, ...] = ()
    code_opening: str = ""
    code_closing: str = ""
    member_context: tuple[str, str] | None = None
    item_context: tuple[str, str] | None = None
    item_marker: str = ""
    verify: str = ""
    statements: tuple[str, ...] = ()
    optional_ends: tuple[str, ...] = ()
    parentheses: tuple[str, ...] = ()
    own_parentheses: tuple[str, ...] = ()
    sole: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()
    tuples: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    plain_quotes: tuple[str, ...] = ()
    line_words: tuple[str, ...] = ()
    directive: str = ""
    embedded: dict[str, Embedded] = field(default_factory=dict)
    sections: Sections = Sections()
    aliases: dict[str, re.Pattern[bytes]] = field(default_factory=dict)
    fenced: tuple[str, ...] = ()
    void: tuple[str, ...] = ()
    locals: Locals = Locals()
    limits: Limits = Limits()

    @property
    def is_data(self) -> bool:
        """Whether it is a data language, whose selectors are key paths with 0-based indices."""
        return "key" in self.containers

    @property
    def is_spread(self) -> bool:
        """Whether definitions of the language may continue in the nodes that follow them."""
        return bool(self.following or self.going_on or self.repeated)
