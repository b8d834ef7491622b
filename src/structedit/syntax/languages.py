"""Languages as data: profiles read from ``grammars_config/``, and which one a file has.

``grammars_config/detect.toml`` maps extensions, file names and shebangs to languages; one folder
a language holds ``lang.toml`` and its queries. A profile is loaded when its language is first
used. The format is documented in ``grammars_config/SCHEMA.md``.

Not here: anything that parses (`syntax.tree`). This is the only module that reads the folder.
"""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import field
from functools import cache
from typing import cast

from structedit.errors import ProfileError
from structedit.lazily import regex
from structedit.syntax.macros import StandIn
from structedit.syntax.nodes import Layout, ListRule
from structedit.values import dataclass

Table = dict[str, object]

_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
_PACKAGED = os.path.join(_PACKAGE, "grammars_config")
_CHECKOUT = os.path.join(_PACKAGE, "..", "..", "grammars_config")

MAX_BYTES = 8 * 1024 * 1024
"""Largest content that is parsed: trees take 25 to 60 bytes for each byte of source."""

MAX_NESTING = 2_000
"""Deepest bracket nesting that is parsed; the deepest real file known has about 3,300."""

DEMOTED = ("impl", "declaration", "variable", "constant", "field")
"""Kinds that a bare name means only where nothing else has that name."""

_HEAD, _TAIL = 65_536, 1_024
"""Bytes that are looked at for a shared ending, and for a modeline at the end."""

_MODELINE = regex(
    rb"(?:^|\s)(?:vim?|ex):.*?\b(?:ft|filetype|syntax)=(\w+)"
    rb"|-\*-(?:.*?\bmode:[ \t]*|[ \t]*)([A-Za-z+#-]+?)[ \t]*(?:;.*)?-\*-"
)
_SHEBANG = regex(rb"#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-\S+[ \t]+)*)?([A-Za-z_+]+)")


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
        """Give the word for the language of a region with this header; empty if there is none."""
        match = self.pattern.search(header) if self.pattern else None
        word = match[1].decode("ascii", "replace").lower() if match else self.language
        return self.languages.get(word, word)


@dataclass(frozen=True, slots=True)
class LanguageProfile:
    """Everything structedit knows of a language."""

    id: str
    family: Layout
    grammar: str | None = None
    base: str = ""
    support: str = "full"
    symbols: str = ""
    blocks: str = ""
    words: dict[str, dict[str, str]] = field(default_factory=dict)
    suites: tuple[str, ...] = ()
    probe: str = ""
    probe_nodes: tuple[str, ...] = ()
    stand_ins: tuple[StandIn, ...] = ()
    final_newline: bool = False
    indent: str = "    "
    empty_body: str = ""
    blank_top: int = 1
    blank_member: int = 1
    openers: tuple[str, ...] = ("{",)
    closers: tuple[str, ...] = ("}",)
    inner_closers: tuple[str, ...] = ()
    value_marks: tuple[str, ...] = ()
    last_value: bool = False
    aligned: bool = False
    arms: tuple[str, ...] = ()
    need_arm: tuple[str, ...] = ()
    transparent: tuple[str, ...] = ()
    comments: tuple[str, ...] = ("comment",)
    line_comments: tuple[str, ...] = ()
    block_comments: tuple[tuple[str, str], ...] = ()
    doc_prefixes: tuple[str, ...] = ()
    detached: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    docstring: bool = False
    string_styles: tuple[StringStyle, ...] = ()
    wrappers: tuple[str, ...] = ()
    kept_wrappers: tuple[str, ...] = ()
    leading: tuple[str, ...] = ()
    leading_words: tuple[str, ...] = ()
    following: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    going_on: dict[str, tuple[str, str]] = field(default_factory=dict)
    containers: tuple[str, ...] = ()
    demoted: tuple[str, ...] = DEMOTED
    statement_end: str = ""
    end_nodes: tuple[str, ...] = ()
    fixed_indent: bool = False
    lists: dict[str, ListRule] = field(default_factory=dict)
    imports: tuple[str, ...] = ()
    import_after: tuple[str, ...] = ()
    import_guards: tuple[str, ...] = ()
    import_words: tuple[str, ...] = ()
    open_keywords: tuple[str, ...] = ()
    middle_keywords: tuple[str, ...] = ()
    close_keywords: tuple[str, ...] = ()
    body_delimiters: tuple[str, str] | None = None
    code_opening: str = ""
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
    limits: Limits = Limits()

    @property
    def is_data(self) -> bool:
        """Tell data languages, whose selectors are key paths with 0-based indices."""
        return "key" in self.containers


@dataclass(frozen=True, slots=True)
class Shared:
    """A language that an ending means where `pattern` is in the content."""

    language: str
    pattern: re.Pattern[bytes]


@dataclass(frozen=True, slots=True)
class Detection:
    """What tells a file's language: `shared` holds what is asked of an ending's content."""

    extensions: dict[str, str]
    filenames: dict[str, str]
    shebangs: dict[str, str]
    aliases: dict[str, str]
    shared: dict[str, tuple[Shared, ...]]


@dataclass(frozen=True, slots=True)
class Derivation:
    """How profiles are derived: words in names of node types, and grammars with limits.

    `blocked` grammars are never loaded, `text` ones are used for nothing, `clean_only` ones only
    for files that parse without error. `kinds` and `blocks` map words to kinds, `endings` are the
    last words of node types that define, `max_line` the longest lines (bytes) by grammar.
    """

    blocked: tuple[str, ...]
    text: tuple[str, ...]
    clean_only: tuple[str, ...]
    kinds: dict[str, str]
    blocks: dict[str, str]
    endings: tuple[str, ...]
    max_line: dict[str, int]


@cache
def config_root() -> str:
    """Give the folder of profiles: inside the package when installed, else the checkout's."""
    for folder in (_PACKAGED, _CHECKOUT):
        if os.path.isfile(os.path.join(folder, "detect.toml")):
            return folder
    raise ProfileError("grammars_config is missing", hint="reinstall structedit")


@cache
def all_languages() -> tuple[str, ...]:
    """Name the languages that have a profile or a grammar that one is derived from, sorted."""
    from structedit.syntax.grammars import pack_names

    blocked = set(derivation().blocked)
    return tuple(sorted({*known_languages(), *pack_names()} - blocked))


@cache
def known_languages() -> tuple[str, ...]:
    """Name the languages that have a profile of their own, sorted."""
    root = config_root()
    return tuple(
        n for n in sorted(os.listdir(root)) if os.path.isfile(os.path.join(root, n, "lang.toml"))
    )


def language_of(path: str | None, data: bytes = b"") -> str | None:
    """Give the language of a file from its name, else from a shebang or a modeline; None if unknown.

    Where languages share an ending, the content decides.

    >>> language_of("src/app.py"), language_of("run", b"#!/usr/bin/env python3")
    ('python', 'python')
    >>> language_of("list.h", b"namespace a {\\n"), language_of("notes", b"vim: set ft=ruby:\\n")
    ('cpp', 'ruby')
    """
    detection = _detection()
    if path and (named := _by_name(detection, re.split(r"[/\\]", path)[-1], data)):
        return named
    if match := _SHEBANG.match(data):
        return detection.shebangs.get(match[1].decode("ascii"))
    return _by_modeline(detection, data)


def _by_name(detection: Detection, name: str, data: bytes) -> str | None:
    if name in detection.filenames:
        return detection.filenames[name]
    pieces = name.lower().split(".")
    for start in range(1, len(pieces)):
        ending = ".".join(pieces[start:])
        if language := detection.extensions.get(ending):
            return _by_content(detection.shared.get(ending, ()), data) or language
    return None


def _by_content(shared: tuple[Shared, ...], data: bytes) -> str | None:
    head = data[:_HEAD]
    return next((one.language for one in shared if one.pattern.search(head)), None)


def _by_modeline(detection: Detection, data: bytes) -> str | None:
    """Read what an editor is told in the first or last lines."""
    lines = (*data[:_HEAD].split(b"\n", 5)[:5], *data[-_TAIL:].split(b"\n")[-5:])
    for match in filter(None, map(_MODELINE.search, lines)):
        name = (match[1] or match[2]).decode("ascii").lower()
        language = detection.aliases.get(name, name)
        if language in all_languages():
            return language
    return None


def resolve_name(name: str) -> str:
    """Give the language that `name` means, by id or alias.

    Raises:
        ProfileError: naming near ones, when there is none.
    """
    key = name.lower()
    language = _detection().aliases.get(key, key)
    if language in all_languages():
        return language
    import difflib

    near = difflib.get_close_matches(key, all_languages(), 5)
    hint = f"did you mean {', '.join(near)}?" if near else "see 'structedit languages'"
    raise ProfileError(f"no language is called {name!r}", hint=hint)


def named_language(name: str) -> str | None:
    """Give the language that a word means, by id or alias; None if there is none."""
    try:
        return resolve_name(name)
    except ProfileError:
        return None


def extensions_of(language: str) -> tuple[str, ...]:
    """Give the extensions by which a language is known, the usual ones first.

    >>> ".py" in extensions_of("python")
    True
    """
    table = _detection().extensions
    return tuple(f".{end}" for end, name in table.items() if name == language)


def filenames_of(language: str) -> tuple[str, ...]:
    """Give the whole file names by which a language is known."""
    return tuple(sorted(f for f, name in _detection().filenames.items() if name == language))


@cache
def profile(language: str) -> LanguageProfile:
    """Load the profile of a language.

    Raises:
        ProfileError: when the folder is missing or its data does not fit the schema.
    """
    try:
        table = _table(language)
    except FileNotFoundError:
        return _derived(language)
    return _profile(language, table)


def _table(language: str) -> Table:
    """Read a ``lang.toml``, on top of that of the language which it names as its base."""
    try:
        table: Table = tomllib.loads(_read(language, "lang.toml"))
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{language}/lang.toml does not parse: {error}") from error
    base = _base(table)
    if not base:
        return table
    below = _table(base)
    return {
        name: {**cast(Table, below.get(name, {})), **cast(Table, table.get(name, {}))}
        for name in {**below, **table}
    }


def _base(table: Table) -> str:
    return str(cast(Table, table.get("language", {})).get("base", ""))


def _derived(language: str) -> LanguageProfile:
    if language not in all_languages():
        raise ProfileError(
            f"there is no profile for {language!r}", hint="see 'structedit languages'"
        )
    from structedit.syntax.derived import derived_profile

    return derived_profile(language)


@cache
def derivation() -> Derivation:
    """Give what is said of grammars without a profile of their own."""
    table = tomllib.loads(_read("derived.toml"))
    return Derivation(
        blocked=tuple(table["blocked"]),
        text=tuple(table["text"]),
        clean_only=tuple(table["clean_only"]),
        kinds=table["kinds"],
        blocks=table["blocks"],
        endings=tuple(table["endings"]),
        max_line=table["max_line"],
    )


@cache
def _detection() -> Detection:
    table = tomllib.loads(_read("detect.toml"))
    shared: dict[str, tuple[Shared, ...]] = {}
    for row in table["shared"]:
        pattern = regex(row["pattern"].encode(), re.MULTILINE)
        shared[row["extension"]] = (
            *shared.get(row["extension"], ()),
            Shared(row["language"], pattern),
        )
    return Detection(
        table["extensions"], table["filenames"], table["shebangs"], table["aliases"], shared
    )


def _read(*parts: str) -> str:
    with open(os.path.join(config_root(), *parts), encoding="utf-8") as file:
        return file.read()


def _profile(language: str, table: Table) -> LanguageProfile:
    known = {"language", "grammar", "layout", "comments", "strings", "attach", "kinds", "lists"}
    known |= {"imports", "text", "verify", "limits", "blocks", "embedded", "syntax", "words"}
    known |= {"sections", "aliases"}
    if unknown := set(table) - known:
        raise ProfileError(f"{language}/lang.toml has unknown tables: {', '.join(sorted(unknown))}")
    sections = {name: _Section(language, name, table.get(name, {})) for name in known}
    head, grammar, layout = sections["language"], sections["grammar"], sections["layout"]
    comments, strings, attach = sections["comments"], sections["strings"], sections["attach"]
    kinds, text, imports = sections["kinds"], sections["text"], sections["imports"]
    syntax, words = sections["syntax"], sections["words"]
    made = LanguageProfile(
        id=language,
        family=Layout(head.text("family", "brace")),
        base=head.text("base", ""),
        support=head.text("support", "full"),
        grammar=grammar.text("name", "") or None,
        probe=grammar.text("probe", ""),
        probe_nodes=grammar.names("probe_nodes"),
        stand_ins=grammar.stand_ins("stand_ins"),
        final_newline=grammar.flag("final_newline"),
        symbols=_query(language, head.text("base", ""), "symbols.scm"),
        blocks=_query(language, head.text("base", ""), "blocks.scm"),
        words=words.tables(),
        suites=layout.names("suites"),
        indent=layout.text("indent", "    "),
        empty_body=layout.text("empty_body", ""),
        blank_top=layout.number("blank_top", 1),
        blank_member=layout.number("blank_member", 1),
        openers=layout.names("openers", ("{",)),
        closers=layout.names("closers", ("}",)),
        inner_closers=layout.names("inner_closers"),
        value_marks=layout.names("value_marks"),
        last_value=layout.flag("last_value"),
        aligned=layout.flag("aligned"),
        statement_end=layout.text("statement_end", ""),
        end_nodes=layout.names("end_nodes"),
        fixed_indent=layout.flag("fixed_indent"),
        body_delimiters=layout.pair("body_delimiters"),
        code_opening=layout.text("code_opening", ""),
        member_context=layout.pair("member_context"),
        item_context=layout.pair("item_context"),
        item_marker=layout.text("item_marker", ""),
        arms=sections["blocks"].names("arms"),
        need_arm=sections["blocks"].names("need_arm"),
        transparent=sections["blocks"].names("transparent"),
        comments=comments.names("nodes", ("comment",)),
        line_comments=comments.names("line"),
        block_comments=comments.pairs("block"),
        doc_prefixes=comments.names("doc_prefixes"),
        detached=comments.names("detached"),
        strings=strings.names("nodes"),
        docstring=strings.flag("docstring"),
        string_styles=strings.styles("styles"),
        wrappers=attach.names("wrappers"),
        kept_wrappers=attach.names("kept"),
        leading=attach.names("leading"),
        leading_words=attach.names("leading_words"),
        following=attach.names("following"),
        parts=attach.names("parts"),
        going_on=attach.pairs_by_name("going_on"),
        containers=kinds.names("containers"),
        demoted=kinds.names("demoted", DEMOTED),
        lists=sections["lists"].rules(),
        imports=imports.names("nodes"),
        import_after=imports.names("after"),
        import_guards=imports.names("guards"),
        import_words=imports.names("words"),
        open_keywords=text.names("open_keywords"),
        middle_keywords=text.names("middle_keywords"),
        close_keywords=text.names("close_keywords"),
        verify=sections["verify"].text("parser", ""),
        statements=syntax.names("statements"),
        optional_ends=syntax.names("optional_ends"),
        parentheses=syntax.names("parentheses"),
        own_parentheses=syntax.names("own_parentheses"),
        sole=syntax.names("sole"),
        bound=syntax.names("bound"),
        tuples=syntax.names("tuples"),
        texts=syntax.names("texts"),
        quotes=syntax.names("quotes"),
        plain_quotes=syntax.names("plain_quotes"),
        line_words=syntax.names("line_words"),
        directive=syntax.text("directive", ""),
        embedded=sections["embedded"].embedded(),
        fenced=sections["blocks"].names("fenced"),
        void=sections["blocks"].names("void"),
        sections=sections["sections"].sections(),
        aliases=sections["aliases"].patterns(),
        limits=sections["limits"].limits(),
    )
    for section in sections.values():
        section.check()
    return made


def _query(language: str, base: str, name: str) -> str:
    try:
        text = _read(language, name)
    except FileNotFoundError:
        return _query(base, "", name) if base else ""
    inherited = re.findall(r"^; inherits: (.+)$", text, re.MULTILINE)
    shared = [
        _read("_shared", f"{base.strip()}.scm") for line in inherited for base in line.split(",")
    ]
    return "\n".join([*shared, text])


class _Section:
    """One table of a ``lang.toml``, read with types; unknown keys are an error."""

    def __init__(self, language: str, name: str, table: object) -> None:
        self.where = f"{language}/lang.toml [{name}]"
        self.table = dict(cast(Table, table))
        self.read: set[str] = set()

    def check(self) -> None:
        if unknown := set(self.table) - self.read:
            raise ProfileError(f"{self.where} has unknown keys: {', '.join(sorted(unknown))}")

    def _get(self, key: str, default: object, wanted: type) -> object:
        self.read.add(key)
        value = self.table.get(key, default)
        if not isinstance(value, wanted) and value is not default:
            raise ProfileError(f"{self.where} {key} must be {wanted.__name__}")
        return value

    def text(self, key: str, default: str) -> str:
        return cast(str, self._get(key, default, str))

    def number(self, key: str, default: int) -> int:
        return cast(int, self._get(key, default, int))

    def flag(self, key: str) -> bool:
        return cast(bool, self._get(key, False, bool))

    def names(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        return tuple(cast("list[str]", self._get(key, list(default), list)))

    def mapping(self, key: str) -> dict[str, str]:
        return dict(cast("dict[str, str]", self._get(key, {}, dict)))

    def tables(self) -> dict[str, dict[str, str]]:
        self.read |= set(self.table)
        return {name: dict(cast("dict[str, str]", table)) for name, table in self.table.items()}

    def pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        return tuple((a, b) for a, b in cast("list[list[str]]", self._get(key, [], list)))

    def pairs_by_name(self, key: str) -> dict[str, tuple[str, str]]:
        rows = cast("dict[str, list[str]]", self._get(key, {}, dict))
        return {name: (row[0], row[1]) for name, row in rows.items()}

    def pair(self, key: str) -> tuple[str, str] | None:
        names = self.names(key)
        return (names[0], names[1]) if len(names) == 2 else None

    def styles(self, key: str) -> tuple[StringStyle, ...]:
        rows = cast("list[dict[str, object]]", self._get(key, [], list))
        return tuple(
            StringStyle(
                open=str(row["open"]),
                close=str(row.get("close", row["open"])),
                multiline=bool(row.get("multiline", False)),
                escape=str(row.get("escape", "\\")),
            )
            for row in rows
        )

    def stand_ins(self, key: str) -> tuple[StandIn, ...]:
        rows = cast("list[Table]", self._get(key, [], list))
        try:
            return tuple(
                StandIn(
                    regex(str(row["pattern"]).encode(), re.MULTILINE),
                    str(row.get("text", "")).encode(),
                    bool(row.get("always", False)),
                    regex(str(row["needs"]).encode()) if "needs" in row else None,
                )
                for row in rows
            )
        except re.error as error:
            raise ProfileError(f"{self.where} {key}: {error}") from error

    def rules(self) -> dict[str, ListRule]:
        self.read |= set(self.table)
        rows = cast("dict[str, Table]", self.table)
        return {
            node: ListRule(
                str(row.get("separator", ",")),
                str(row.get("trailing", "keep")),
                tuple(cast("list[str]", row.get("skip", []))),
                tuple(cast("list[str]", row.get("only", []))),
            )
            for node, row in rows.items()
        }

    def embedded(self) -> dict[str, Embedded]:
        self.read |= set(self.table)
        rows = cast("dict[str, Table]", self.table)
        try:
            return {
                name: Embedded(
                    str(row.get("language", "")),
                    regex(str(row["pattern"]).encode()) if "pattern" in row else None,
                    cast("dict[str, str]", row.get("languages", {})),
                    bool(row.get("checked", True)),
                )
                for name, row in rows.items()
            }
        except re.error as error:
            raise ProfileError(f"{self.where}: {error}") from error

    def sections(self) -> Sections:
        joined = self.text("joined", "")
        return Sections(
            self.names("headings"),
            cast("dict[str, int]", self._get("levels", {}, dict)),
            self.text("styles", ""),
            self.flag("whole"),
            self.names("outside"),
            regex(joined.encode()) if joined else None,
        )

    def patterns(self) -> dict[str, re.Pattern[bytes]]:
        self.read |= set(self.table)
        return {sign: regex(str(text).encode()) for sign, text in self.table.items()}

    def limits(self) -> Limits:
        return Limits(
            max_bytes=self.number("max_bytes", MAX_BYTES),
            max_line=self.number("max_line", 0) or None,
            max_nesting=self.number("max_nesting", MAX_NESTING),
            max_indent_levels=self.number("max_indent_levels", 0) or None,
            max_markers=self.number("max_markers", 0) or None,
            clean_only=self.flag("clean_only"),
        )
