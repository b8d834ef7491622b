"""A language's profile, as values.

Not here: where profiles are stored (`languages.known`), and how a table becomes one (`languages.schema`).
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from structedit.languages.macros import StandIn
from structedit.text.values import dataclass, field


class Layout(StrEnum):
    """How a body is delimited from its header.

    `BRACE`: between two bracket tokens. `INDENT`: by indentation after a colon or the like. `END`: up to a closing
    keyword. `SECTION`: up to the next heading. `NONE`: the body is a bare expression or statement. `CLAUSES`: there
    is no body, but several clauses with their own. `VALUE`: the definition has a value instead of a body.
    """

    BRACE = "brace"
    INDENT = "indent"
    END = "end"
    SECTION = "section"
    NONE = "none"
    CLAUSES = "clauses"
    VALUE = "value"


class BodyEdges(StrEnum):
    """What delimits the bodies of one node type, if it is not the language's `Layout`.

    `INDENTATION`: in a language of braces. `LINES`: the node's first and last line (a fence, front matter).
    `NOTHING`: it is one statement in a language of closing keywords. `VALUE`: its brackets belong to a value (`[1;
    2]`) and are not around it.
    """

    INDENTATION = "indentation"
    LINES = "lines"
    NOTHING = "nothing"
    VALUE = "value"


class Indenting(StrEnum):
    """How the lines of a language are indented.

    `FREE`: by the unit of the file. `FIXED`: by the profile's unit (a tab in Make). `ALIGNED`: the lines after a
    text that begins in the middle of a line align with its first letter. `COLUMNS`: lines that begin in one column
    belong to one block; a text with such columns keeps its own unit.
    """

    FREE = "free"
    FIXED = "fixed"
    ALIGNED = "aligned"
    COLUMNS = "columns"


class Need(StrEnum):
    """What a grammar needs to be right: a final newline, or a new parse of each edited file."""

    FINAL_NEWLINE = "final_newline"
    READING_AFRESH = "reading_afresh"


class Nesting(StrEnum):
    """Kinds of nesting that can be too deep for a grammar: brackets, indentation, quotes and list markers."""

    BRACKETS = "brackets"
    INDENTATION = "indentation"
    MARKERS = "markers"


class Docs(StrEnum):
    """Where the documentation of a definition is.

    `ABOVE` it; `BOUND`: above it, and an error without a definition; `BELOW` it too, before a blank line; `INSIDE`
    its body, as the string that is the first statement.
    """

    ABOVE = "above"
    BOUND = "bound"
    BELOW = "below"
    INSIDE = "inside"


class Trailing(StrEnum):
    """The rule for a separator after the last item of a list.

    `KEEP`: as the list has it. `NEVER`. `TUPLE`: as the list has it, but after a single item it changes the meaning.
    """

    KEEP = "keep"
    NEVER = "never"
    TUPLE = "tuple"


@dataclass(frozen=True, slots=True)
class ListRule:
    """How a list is punctuated: its separator, and whether one may follow the last item.

    `skip` are node types in the list that are no items; with `only`, no other types are items. `instead` may be
    used in place of a separator; a node without any separator is no list then. `other` separates items as well: if
    a list has it first, it is the list's separator.

    In a declaration of several names, `only` are the node types or fields at which the part for a name begins; it
    ends at the next separator, or at a `shared` field or token. If the field `bound` exists, no part can be removed
    alone; `head` is the field whose node may define something itself. A declaration without the field `repeats`
    repeats the value of the one before it.
    """

    separator: str
    trailing: Trailing = Trailing.KEEP
    skip: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    instead: str = ""
    shared: tuple[str, ...] = ()
    bound: str = ""
    head: str = ""
    other: str = ""
    repeats: str = ""


MAX_BYTES = 8 * 1024 * 1024
"""Largest content that is parsed: trees take 25 to 60 bytes for each byte of source.

Chosen by judgement, for the memory.
"""


MAX_NESTING = 2_000
"""Deepest bracket nesting that is parsed; the deepest real file known has about 3,300.

Chosen by judgement.
"""


DEMOTED = ("impl", "declaration", "variable", "constant", "field")
"""Kinds that a bare name means only if nothing else has that name."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a grammar may be asked to parse: sizes in bytes, and the levels of each kind of nesting.

    Some scanners crash on deep indentation (YAML), or on many list and quote markers at a line's start (Markdown);
    one counts lines with 16 bits and fails beyond that (YAML). With `clean_only`, a file that does not parse
    without error is edited as text.
    """

    max_bytes: int = MAX_BYTES
    max_line: int | None = None
    max_lines: int | None = None
    nesting: dict[Nesting, int] = field(default_factory=lambda: {Nesting.BRACKETS: MAX_NESTING})
    clean_only: bool = False


class LiteralRole(StrEnum):
    """The role of a literal: a string, a comment, the opener of a heredoc, or code that looks like one."""

    STRING = "string"
    COMMENT = "comment"
    HEREDOC = "heredoc"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class StringStyle:
    """A literal as it is recognised without a tree: by its delimiters, or by a pattern of all of it.

    `code` opens code inside it (`#{`), which ends at the partner of its last letter. With `nests`, it may contain
    literals of its own form. The group `literal` of a pattern is the literal, without what must precede it; the
    groups of a heredoc are `word`, `indented` and `loose`.
    """

    open: str
    close: str
    multiline: bool = False
    escape: str = "\\"
    code: str = ""
    nests: bool = False
    pattern: str = ""
    role: LiteralRole = LiteralRole.STRING


@dataclass(frozen=True, slots=True)
class Sections:
    """Node types that begin sections, and how a heading's level is found.

    `levels` maps node types of a heading's parts to levels; for node types in `styles`, the level is the order in
    which headings with its first letter appear. `headings` have the node types in which one opens no section.
    `joined` matches lines of runs, such as list items, between which there is no blank line. A node of a type in
    `unclosed` ends as it begins; if it extends to the end of the file instead, past lines that the pattern matches,
    its end is missing. If all sections are items of one list, `list` is its name, and `heading` the line that
    begins a new item. `file` is the language of the file of which such a document is a view; `cells` is the
    language in which a script is parsed if a cell is named.
    """

    headings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    levels: dict[str, int] = field(default_factory=dict)
    styles: str = ""
    joined: re.Pattern[bytes] | None = None
    unclosed: dict[str, re.Pattern[bytes]] = field(default_factory=dict)
    list: str = ""
    heading: str = ""
    file: str = ""
    cells: str = ""


@dataclass(frozen=True, slots=True)
class Embedded:
    """The language of an embedded region: the one that `pattern` finds in its header, else `language`.

    `languages` maps words in the header that are no names of languages. A region that is not `checked` may contain
    code that does not parse, such as an example. `node` is the node type of all definitions that are such regions;
    empty if they are blocks, or of any type. Of several regions, a new import goes into the one whose header
    matches `imports`. `stand_ins` are additional ones for a language in such a region, or for `any`.
    """

    language: str = ""
    pattern: re.Pattern[bytes] | None = None
    languages: dict[str, str] = field(default_factory=dict)
    checked: bool = True
    node: str = ""
    imports: re.Pattern[bytes] | None = None
    stand_ins: dict[str, tuple[StandIn, ...]] = field(default_factory=dict)

    def language_in(self, header: bytes) -> str:
        """Return the name of the language of a region with this header; empty if there is none."""
        match = self.pattern.search(header) if self.pattern else None
        word = match[1].decode("ascii", "replace").lower() if match else self.language
        return self.languages.get(word, word)


@dataclass(frozen=True, slots=True)
class Locals:
    """How a language's local names are found; without `names` they are not.

    `names` are node types of names, `short` is the text between the two names when a shorthand (`{a}`) is written
    out, `dynamic` are functions that read locals by name. `sequential` means that a name is valid only after its
    declaration. `sigil` begins each name (`$`), `quotes` are characters around or before a name. `inline` is a
    regular expression that finds NAME in a format string, at its group `at`. Code may use `implicit` names without
    declaring them; the imports of a file whose name ends with `exporting` are for other files too. No code binds a
    `reserved` name.
    """

    names: tuple[str, ...] = ()
    short: str = ""
    dynamic: tuple[str, ...] = ()
    sequential: bool = False
    sigil: str = ""
    quotes: str = ""
    inline: str = ""
    implicit: tuple[str, ...] = ()
    exporting: tuple[str, ...] = ()
    reserved: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contexts:
    """The code around a piece of text in which it is parsed if it does not parse alone.

    `code` is for a file that begins as something else (`<?php`, and its end), `members` for members of a class,
    `items` for pairs and items of a list. `fragments` are further contexts for code patterns, tried in order;
    `placeholders` are the words that replace a pattern's metavariables, with `#` for the name, tried in order.
    `also` are additional contexts, such as the place of a type: the code before and after, and the word for one
    metavariable there. `imports` are written around a part of an import: the first if there is no other import, the
    second to begin a list of several.
    """

    code: tuple[str, str] | None = None
    members: tuple[str, str] | None = None
    items: tuple[str, str] | None = None
    fragments: tuple[tuple[str, str], ...] = ()
    placeholders: tuple[str, ...] = ("$#",)
    also: tuple[tuple[str, str, str], ...] = ()
    imports: tuple[tuple[str, str], ...] = ()


Types = dict[str, tuple[str, ...]]
"""Node types, each with words that narrow it down; without words every node of the type counts."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """The node types with a role in edits, in addition to the captures of the queries.

    Words after a node type narrow the role down; `grammars_config/SCHEMA.md` defines them for each role.

    - Bodies: `openers` and `closers` are the first and last tokens of a body, `arms` may follow it.
    - Text: `comments`, `strings`, `texts` (line ends and indentation do not count in them), and `directives`,
      which end no block although the grammar places them there.
    - `labels` name the statement behind them as a place to go to, and have no part in what it does.
    - Around a definition: `wrappers` belong to it, `transparent` nodes may be next to it in a wrapper.
    - Before and after it: `leading` nodes (decorators), of which `signatures` must have its name; `following`
      nodes; `introduced` nodes, which are deleted together with the word before them.
    - In parts: several `clauses` of one name are one definition; the parts of `paired` nodes come in pairs.
    - Files: there is no code after a `behind` node.
    - Layout that does not count: `statements` contain statements separated by line ends; `groups` are parentheses
      that mean no more than the expression in them; `loose` nodes contain tokens that the grammar does not group;
      `misread` nodes are something else to the language in a few places; an `alike` node has another type in another
      place.
    - Values: a `keys` node is the name of what follows it, if it begins a node of the type given with it.
    - References: a `referring` node uses a name that a `referred` node defines.
    """

    openers: Types = field(default_factory=lambda: {"{": ()})
    closers: Types = field(default_factory=lambda: {"}": ()})
    arms: Types = field(default_factory=dict)
    comments: Types = field(default_factory=lambda: {"comment": ()})
    directives: Types = field(default_factory=dict)
    labels: Types = field(default_factory=dict)
    strings: Types = field(default_factory=dict)
    texts: Types = field(default_factory=dict)
    wrappers: Types = field(default_factory=dict)
    transparent: Types = field(default_factory=dict)
    leading: Types = field(default_factory=dict)
    signatures: Types = field(default_factory=dict)
    following: Types = field(default_factory=dict)
    introduced: Types = field(default_factory=dict)
    clauses: Types = field(default_factory=dict)
    paired: Types = field(default_factory=dict)
    behind: Types = field(default_factory=dict)
    statements: Types = field(default_factory=dict)
    groups: Types = field(default_factory=dict)
    loose: Types = field(default_factory=dict)
    misread: Types = field(default_factory=dict)
    alike: Types = field(default_factory=dict)
    referred: Types = field(default_factory=dict)
    referring: Types = field(default_factory=dict)
    keys: Types = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verify:
    """How errors are found that the grammar accepts.

    `parser` names a strict parser of the language, `cells` one for the cells of a notebook. `rules` is the text of
    the query with the rules of the language.
    """

    parser: str = ""
    rules: str = ""
    cells: str = ""


@dataclass(frozen=True, slots=True)
class LanguageProfile:
    """Everything structedit knows about a language.

    `passed_over` is why an installed newer grammar is not used. `blank_lines` are those between definitions, at the
    top of a file and in a body. The first of `statement_ends` ends a statement; the others may be used instead.
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
    nodes: Nodes = field(default_factory=Nodes)
    bodies: dict[str, BodyEdges] = field(default_factory=dict)
    lists: dict[str, ListRule] = field(default_factory=dict)
    declarations: dict[str, ListRule] = field(default_factory=dict)
    probe: str = ""
    probe_nodes: tuple[str, ...] = ()
    made_for: str = ""
    passed_over: str = ""
    stand_ins: tuple[StandIn, ...] = ()
    overlooked: dict[str, str] = field(default_factory=dict)
    needs: tuple[Need, ...] = ()
    indent: str = "    "
    indenting: Indenting = Indenting.FREE
    empty_body: str = ""
    blank_lines: tuple[int, int] = (1, 1)  # chosen by judgement: most styles ask for one
    value_marks: tuple[str, ...] = ()
    last_value: bool = False
    body_delimiters: tuple[str, str] | None = None
    statement_ends: tuple[str, ...] = ()
    item_marker: str = ""
    contexts: Contexts = Contexts()
    line_comments: tuple[str, ...] = ()
    block_comments: tuple[tuple[str, str], ...] = ()
    doc_prefixes: tuple[str, ...] = ()
    docs: Docs = Docs.ABOVE
    detached: tuple[str, ...] = ()
    string_styles: tuple[StringStyle, ...] = ()
    demoted: tuple[str, ...] = DEMOTED
    defining_words: tuple[str, ...] = ()
    open_keywords: tuple[str, ...] = ()
    middle_keywords: tuple[str, ...] = ()
    close_keywords: tuple[str, ...] = ()
    chained: re.Pattern[bytes] | None = None
    expanding: tuple[str, ...] = ()
    void: tuple[str, ...] = ()
    optional_ends: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    line_words: tuple[str, ...] = ()
    directive: str = ""
    embedded: dict[str, Embedded] = field(default_factory=dict)
    sections: Sections = Sections()
    aliases: dict[str, re.Pattern[bytes]] = field(default_factory=dict)
    locals: Locals = Locals()
    limits: Limits = Limits()
    verify: Verify = Verify()

    @property
    def is_data(self) -> bool:
        """True for a data language, whose selectors are key paths with 0-based indices."""
        return bool(self.sections.list) or _has_keys(self.symbols)

    def region_rule(self, path: tuple[str, ...], kind: str) -> Embedded | None:
        """Return the rule for the embedded regions of a definition with this path, or of a block of this kind."""
        return self.embedded.get(path[-1] if path else kind) or self.embedded.get(kind)

    @property
    def statement_end(self) -> str:
        """The token that ends a statement; empty if there is none."""
        return self.statement_ends[0] if self.statement_ends else ""

    @property
    def names_arguments(self) -> bool:
        """True if callers may pass arguments by the names of parameters."""
        return "@local.argument" in self.bindings

    @property
    def is_spread(self) -> bool:
        """True if definitions of the language may continue in the nodes after them."""
        return bool(self.nodes.following or self.nodes.clauses)


@cache
def _has_keys(symbols: str) -> bool:
    """Return True if a query of definitions finds keys."""
    return re.search(r"@definition\.key\b", symbols) is not None
