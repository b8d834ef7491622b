"""What structedit knows of a language, as values.

Not here: where it is written (`languages.known`), or how a table becomes one (`languages.schema`).
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from structedit.languages.macros import StandIn
from structedit.text.values import dataclass, field


class Layout(StrEnum):
    """How a body is set off from its header.

    `BRACE` between two bracket tokens, `INDENT` by indentation after a colon or the like,
    `END` up to a closing keyword, `SECTION` up to the next heading, `NONE` when the body is a bare
    expression or statement, `CLAUSES` when there is none, but several clauses that have their own,
    `VALUE` when the definition has a value instead of a body.
    """

    BRACE = "brace"
    INDENT = "indent"
    END = "end"
    SECTION = "section"
    NONE = "none"
    CLAUSES = "clauses"
    VALUE = "value"


class BodyEdges(StrEnum):
    """What sets off the bodies that one type of node makes, where the language's `Layout` does not.

    `INDENTATION` in a language of braces, `LINES` when the node's first and last line do (a fence,
    front matter), `NOTHING` when it is one statement in a language of closing keywords, `VALUE` when
    its brackets belong to a value (`[1; 2]`) and are not around it.
    """

    INDENTATION = "indentation"
    LINES = "lines"
    NOTHING = "nothing"
    VALUE = "value"


class Indenting(StrEnum):
    """How the lines of a language are indented.

    `FREE` by whatever unit the file has, `FIXED` by the profile's unit alone (a tab in Make),
    `ALIGNED` when what begins in the middle of a line goes on below its first letter, not below the
    line's, `COLUMNS` when lines below one another in a column are of one block: a text with such
    columns keeps its own unit.
    """

    FREE = "free"
    FIXED = "fixed"
    ALIGNED = "aligned"
    COLUMNS = "columns"


class Need(StrEnum):
    """What a grammar needs to be right: a newline that ends the file, each edited file read afresh."""

    FINAL_NEWLINE = "final_newline"
    READING_AFRESH = "reading_afresh"


class Nesting(StrEnum):
    """What can nest too deep for a grammar: brackets, indentation, quotes and lists by their marks."""

    BRACKETS = "brackets"
    INDENTATION = "indentation"
    MARKERS = "markers"


class Docs(StrEnum):
    """Where the documentation of a definition stands.

    `ABOVE` it, or `BOUND` there, when one without a definition is an error; `BELOW` it too, when a
    blank line follows; `INSIDE` its body, as the string that is the first statement.
    """

    ABOVE = "above"
    BOUND = "bound"
    BELOW = "below"
    INSIDE = "inside"


class Trailing(StrEnum):
    """Whether a separator may follow the last item of a list.

    `KEEP` as the list has it, `NEVER`, or `TUPLE` as the list has it, except that the one after a
    sole item says what the list is.
    """

    KEEP = "keep"
    NEVER = "never"
    TUPLE = "tuple"


@dataclass(frozen=True, slots=True)
class ListRule:
    """How a list is punctuated: its separator, and whether one may follow the last item.

    `skip` are node types in the list that are no items; with `only`, no others are. With `instead`, that
    may stand in the place of a separator, and a node without any separator is no list. What is `other` parts
    items as well: where a list has it first, it is the separator.

    In a declaration of several names, `only` are the node types or fields that begin the part of a name,
    which goes on to the next separator, or to a field or token that is `shared`. Where there is the field `bound`,
    no part can be taken away alone; `head` is the field whose node may define something itself. A declaration
    without the field `repeats` says what the one before it says.
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
"""Kinds that a bare name means only where nothing else has that name."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a grammar is asked to parse: sizes in bytes, and the levels of each kind of nesting.

    There are scanners that crash on deep indentation (YAML), or on many list and quote markers at a
    line's start (Markdown), and one that counts lines with 16 bits and fails on those behind (YAML).
    With `clean_only`, a file that does not parse without error is worked on as text.
    """

    max_bytes: int = MAX_BYTES
    max_line: int | None = None
    max_lines: int | None = None
    nesting: dict[Nesting, int] = field(default_factory=lambda: {Nesting.BRACKETS: MAX_NESTING})
    clean_only: bool = False


class LiteralRole(StrEnum):
    """What a literal is: a string, a comment, the opener of a heredoc, or code that looks like one."""

    STRING = "string"
    COMMENT = "comment"
    HEREDOC = "heredoc"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class StringStyle:
    """A literal as it is known without a tree, by its delimiters or by a pattern of all of it.

    `code` opens code inside of it (`#{`), which ends at the partner of its last letter. With `nests`,
    it may hold literals of its own form. The group `literal` of a pattern is the literal, without
    what must precede it; the groups of a heredoc are `word`, `indented` and `loose`.
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
    """Node types that head sections, and how a heading's level is known.

    `levels` maps node types of a heading's parts to levels; where `styles` names such a node type,
    the level is the order in which headings with its first letter appear. `headings` have the node
    types in which one opens no section, `joined` matches lines of runs, such as list items, between
    which no blank line stands. A node of a type in `unclosed` ends as it begins; one that goes on to the
    end of the file instead, past lines that the pattern matches, has lost its end. Where all sections are items of
    one list, `list` is its name, and `heading` the line that begins a new item. `file` is the language of the file
    that such a document is a view of; `cells` is the language in which a script is read where a cell is named.
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
    """Which language a region holds: the one that `pattern` finds in its header, else `language`.

    `languages` maps the words that stand there where they are no names of languages. What is not
    `checked` may hold what does not parse, as examples do. `node` is the node type of all definitions
    that are such regions; empty where they are blocks, or of any type. Of several regions, a new import goes into
    the one whose header matches `imports`. `stand_ins` are further ones of a language in such a region, or of `any`.
    """

    language: str = ""
    pattern: re.Pattern[bytes] | None = None
    languages: dict[str, str] = field(default_factory=dict)
    checked: bool = True
    node: str = ""
    imports: re.Pattern[bytes] | None = None
    stand_ins: dict[str, tuple[StandIn, ...]] = field(default_factory=dict)

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
    that a name holds from its declaration on only. `sigil` begins each name (`$`), `quotes` are
    characters that a name may be written between or behind. `inline` is a regular expression that finds
    NAME in a format string, at its group `at`. Code may use `implicit` names without naming them; the imports
    of a file whose name ends with `exporting` are for other files too. No code binds a `reserved` name.
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
    """What a piece of text is read inside of, before it and behind, when it does not parse alone.

    `code` is for a file that begins as something else (`<?php`, and what ends code), `members` for
    those of a class, `items` for pairs and items of a list. `fragments` are, in order, what else a
    pattern of code is read inside of, and `placeholders` the words that stand for its metavariables
    then, with `#` for the name; one that does not parse gives way to the next. `also` is
    what it is read inside of as well, such as the place of a type: what is before it and behind, and the word
    that stands for one metavariable there. `imports` are what is written around a part of an import that is given
    alone: the first where there is no other, the second where a list of several begins.
    """

    code: tuple[str, str] | None = None
    members: tuple[str, str] | None = None
    items: tuple[str, str] | None = None
    fragments: tuple[tuple[str, str], ...] = ()
    placeholders: tuple[str, ...] = ("$#",)
    also: tuple[tuple[str, str, str], ...] = ()
    imports: tuple[tuple[str, str], ...] = ()


Types = dict[str, tuple[str, ...]]
"""Node types, each with words that narrow it down; none where every node of the type counts."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """The node types that have a role in edits beyond what the queries capture.

    Words beside a node type narrow the role down; `grammars_config/SCHEMA.md` says what they mean for each role.

    - Bodies: `openers` and `closers` are the first and last tokens of a body, `arms` may follow it.
    - Text: `comments`, `strings`, `texts` (line ends and indentation do not count in them), and `directives`,
      which end no block although the grammar puts them there.
    - Around a definition: `wrappers` belong to it, `transparent` nodes may stand beside it in a wrapper.
    - Before and behind it: `leading` nodes (decorators), of which `signatures` must have its name; `following`
      nodes; `introduced` nodes, which are deleted together with the word before them.
    - In parts: several `clauses` of one name make one definition; the parts of `paired` nodes go two by two.
    - Files: no code is `behind`.
    - Layout that does not count: `statements` hold statements that line ends separate; `groups` are parentheses
      that mean no more than the one expression in them; `loose` nodes hold tokens that the grammar does not group;
      `misread` nodes are something else to the language in a few places; an `alike` node is another one in another
      place.
    - Values: a `keys` node is the name of what follows it, where it begins a node that is named beside it.
    - References: a `referring` node uses a name that a `referred` node gives.
    """

    openers: Types = field(default_factory=lambda: {"{": ()})
    closers: Types = field(default_factory=lambda: {"}": ()})
    arms: Types = field(default_factory=dict)
    comments: Types = field(default_factory=lambda: {"comment": ()})
    directives: Types = field(default_factory=dict)
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
    """What finds errors that the grammar accepts.

    `parser` names a strict parser of the language, `cells` one for the cells of a notebook. `rules` is the text of the
    query with the rules of the language.
    """

    parser: str = ""
    rules: str = ""
    cells: str = ""


@dataclass(frozen=True, slots=True)
class LanguageProfile:
    """Everything structedit knows of a language.

    `passed_over` is why an installed newer grammar is not used. `blank_lines` are those between definitions, at the
    top of a file and in a body. The first of `statement_ends` ends a statement; the others may take its place.
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
    declaring_words: tuple[str, ...] = ()
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
        """Whether it is a data language, whose selectors are key paths with 0-based indices."""
        return bool(self.sections.list) or _has_keys(self.symbols)

    def region_rule(self, path: tuple[str, ...], kind: str) -> Embedded | None:
        """The rule of the regions that a definition with this path, or a block of this kind, is one of."""
        return self.embedded.get(path[-1] if path else kind) or self.embedded.get(kind)

    @property
    def statement_end(self) -> str:
        """What ends a statement; empty where nothing does."""
        return self.statement_ends[0] if self.statement_ends else ""

    @property
    def names_arguments(self) -> bool:
        """Whether callers may pass arguments by the names of parameters."""
        return "@local.argument" in self.bindings

    @property
    def is_spread(self) -> bool:
        """Whether definitions of the language may continue in the nodes that follow them."""
        return bool(self.nodes.following or self.nodes.clauses)


@cache
def _has_keys(symbols: str) -> bool:
    """Return True if a query of definitions finds keys."""
    return re.search(r"@definition\.key\b", symbols) is not None
