"""Conversion of a ``lang.toml`` to a profile; anything that the schema does not know is an error.

The format is documented in ``grammars_config/SCHEMA.md``. Not here: reading the files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from types import UnionType
from typing import TypeVar, cast

from structedit.languages.macros import StandIn
from structedit.languages.profiles import (
    DEMOTED,
    MAX_BYTES,
    MAX_NESTING,
    BodyEdges,
    Contexts,
    Docs,
    Embedded,
    Indenting,
    LanguageProfile,
    Layout,
    Limits,
    ListRule,
    LiteralRole,
    Locals,
    Need,
    Nesting,
    Nodes,
    Sections,
    StringStyle,
    Trailing,
    Verify,
)
from structedit.text.errors import ProfileError
from structedit.text.lazily import regex

Table = dict[str, object]

Choice = TypeVar("Choice", bound=StrEnum)

MOST = 10**9
"""The largest number in a profile; chosen by judgement, as that of arguments."""


def profile_of(
    language: str,
    table: Table,
    symbols: str,
    blocks: str,
    bindings: str = "",
    rules: str = "",
    imports: str = "",
) -> LanguageProfile:
    """Make a profile from its tables and the texts of its queries.

    Raises:
        ProfileError: when they contain what the schema does not know.
    """
    if unknown := sorted(set(table) - _TABLES):
        raise ProfileError(
            f"{language}/lang.toml has unknown tables: {', '.join(unknown)}",
            hint=_meant(unknown[0], _TABLES),
        )
    sections = {name: _Section(language, name, table.get(name, {})) for name in _TABLES}
    made = _made_of(language, sections, symbols, blocks, f"{bindings}\n{imports}", rules)
    for section in sections.values():
        section.check()
    return made


_TABLES = frozenset(
    "aliases bodies comments contexts declarations embedded grammar kinds language layout limits lists locals"
    " mentions nodes sections strings syntax text verify words".split()
)
"""The tables that a profile may have."""


def _made_of(
    language: str,
    sections: dict[str, _Section],
    symbols: str,
    blocks: str,
    bindings: str,
    rules: str,
) -> LanguageProfile:
    """Make a profile field by field, each from its table and key."""
    head, grammar, layout = sections["language"], sections["grammar"], sections["layout"]
    comments, text = sections["comments"], sections["text"]
    syntax = sections["syntax"]
    return LanguageProfile(
        id=language,
        family=head.choice("family", Layout.BRACE),
        base=head.text("base", ""),
        support=head.text("support", "full"),
        grammar=grammar.text("name", "") or None,
        probe=grammar.text("probe", ""),
        probe_nodes=grammar.names("probe_nodes"),
        made_for=grammar.text("version", ""),
        stand_ins=grammar.stand_ins("stand_ins"),
        overlooked=grammar.texts("overlooked"),
        needs=grammar.chosen("needs", Need),
        symbols=symbols,
        blocks=blocks,
        bindings=bindings,
        words=sections["words"].tables(),
        nodes=sections["nodes"].nodes(),
        bodies=sections["bodies"].choices(BodyEdges),
        lists=sections["lists"].rules(),
        declarations=sections["declarations"].rules(),
        indent=layout.text("indent", "    "),
        indenting=layout.choice("indenting", Indenting.FREE),
        empty_body=layout.text("empty_body", ""),
        blank_lines=layout.blank_lines(),
        value_marks=layout.names("value_marks"),
        last_value=layout.flag("last_value"),
        statement_ends=layout.names("statement_ends"),
        body_delimiters=layout.pair("body_delimiters"),
        item_marker=layout.text("item_marker", ""),
        contexts=sections["contexts"].contexts(),
        line_comments=comments.names("line"),
        block_comments=comments.pairs("block"),
        doc_prefixes=comments.names("doc_prefixes"),
        docs=comments.choice("docs", Docs.ABOVE),
        detached=comments.names("detached"),
        string_styles=sections["strings"].styles("styles"),
        demoted=sections["kinds"].names("demoted", DEMOTED),
        defining_words=sections["mentions"].names("words"),
        open_keywords=text.names("open_keywords"),
        middle_keywords=text.names("middle_keywords"),
        close_keywords=text.names("close_keywords"),
        chained=text.pattern("chained"),
        expanding=text.names("expanding"),
        void=text.names("void"),
        optional_ends=syntax.names("optional_ends"),
        quotes=syntax.names("quotes"),
        line_words=syntax.names("line_words"),
        directive=syntax.text("directive", ""),
        embedded=sections["embedded"].embedded(),
        sections=sections["sections"].sections(),
        aliases=sections["aliases"].patterns(),
        locals=sections["locals"].locals(),
        limits=sections["limits"].limits(),
        verify=Verify(
            sections["verify"].text("parser", ""), rules, sections["verify"].text("cells", "")
        ),
    )


def _meant(word: str, known: Iterable[str]) -> str:
    """Return a hint with the known word that is similar to an unknown one, else with all known words."""
    from difflib import get_close_matches

    if word in Nodes.__match_args__:
        return f"{word} belongs to [nodes]"
    close = get_close_matches(word, sorted(known), 1)
    return f"did you mean {close[0]}?" if close else f"known are {', '.join(sorted(known))}"


class _Section:
    """One table of a ``lang.toml``, read with types; unknown keys are an error."""

    def __init__(self, language: str, name: str, table: object) -> None:
        self.language, self.name = language, name
        self.where = f"{language}/lang.toml [{name}]"
        if not isinstance(table, dict):
            raise ProfileError(f"{self.where} is not a table")
        self.table = cast(Table, table)
        self.read: set[str] = set()

    def check(self) -> None:
        if unknown := sorted(set(self.table) - self.read):
            raise ProfileError(
                f"{self.where} has unknown keys: {', '.join(unknown)}",
                hint=_meant(unknown[0], self.read - set(unknown)),
            )

    def _get(self, key: str, default: object, wanted: type | UnionType) -> object:
        self.read.add(key)
        value = self.table.get(key, default)
        if not isinstance(value, wanted) and value is not default:
            name = wanted.__name__ if isinstance(wanted, type) else str(wanted)
            raise ProfileError(f"{self.where} {key} must be {name}")
        return value

    def text(self, key: str, default: str) -> str:
        return cast(str, self._get(key, default, str))

    def number(self, key: str, default: int) -> int:
        found = cast(int, self._get(key, default, int))
        if isinstance(found, bool) or not 0 <= found <= MOST:
            raise ProfileError(f"{self.where} {key} must be a whole number from 0 to {MOST}")
        return found

    def choice(self, key: str, default: Choice) -> Choice:
        return self._chosen(key, type(default), self.text(key, default))

    def choices(self, kinds: type[Choice]) -> dict[str, Choice]:
        """Return the whole table: one word of a closed list for each key."""
        return {key: self._chosen(key, kinds, self.text(key, "")) for key in self.table}

    def chosen(self, key: str, kinds: type[Choice]) -> tuple[Choice, ...]:
        """Return any number of words of a closed list."""
        return tuple(self._chosen(key, kinds, word) for word in self.names(key))

    def _chosen(self, key: str, kinds: type[Choice], word: str) -> Choice:
        try:
            return kinds(word)
        except ValueError as error:
            raise ProfileError(f"{self.where} {key} must be one of: {', '.join(kinds)}") from error

    def flag(self, key: str) -> bool:
        return cast(bool, self._get(key, False, bool))

    def names(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        found = cast("list[str]", self._get(key, list(default), list))
        if not all(isinstance(name, str) for name in found):
            raise ProfileError(f"{self.where} {key} must be a list of strings")
        return tuple(found)

    def names_and_words(self, key: str) -> dict[str, tuple[str, ...]]:
        """Return node types, each with its words; a plain list has no words."""
        self.read.add(key)
        given = self.table.get(key, [])
        if not isinstance(given, dict):
            return dict.fromkeys(self.names(key), ())
        if wrong := [name for name, words in given.items() if not isinstance(words, list)]:
            raise ProfileError(f"{self.where} {key}.{wrong[0]} must be list")
        return {name: tuple(words) for name, words in cast("dict[str, list[str]]", given).items()}

    def texts(self, key: str) -> dict[str, str]:
        """Return names, each with one text."""
        self.read.add(key)
        given = self.table.get(key, {})
        if not isinstance(given, dict) or not all(isinstance(t, str) for t in given.values()):
            raise ProfileError(f"{self.where} {key} must be a table of strings")
        return cast("dict[str, str]", given)

    def tables(self) -> dict[str, dict[str, str]]:
        self.read |= set(self.table)
        return {name: dict(cast("dict[str, str]", table)) for name, table in self.table.items()}

    def pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        return tuple((a, b) for a, b in cast("list[list[str]]", self._get(key, [], list)))

    def nodes(self) -> Nodes:
        """Return the node types of each role; a missing role has its default."""
        roles = Nodes.__match_args__
        found = Nodes(**{role: self.names_and_words(role) for role in roles if role in self.table})
        self.read.update(roles)
        if wrong := [name for name, ends in found.clauses.items() if len(ends) not in (0, 2)]:
            raise ProfileError(f"{self.where} clauses.{wrong[0]} must be two tokens, or none")
        return found

    def blank_lines(self) -> tuple[int, int]:
        match self._get("blank_lines", [1, 1], list):
            case [int(top), int(member)] if 0 <= min(top, member) <= max(top, member) <= MOST:
                return top, member
            case _:
                raise ProfileError(f"{self.where} blank_lines must be [AT THE TOP, IN A BODY]")

    def pair(self, key: str) -> tuple[str, str] | None:
        names = self.names(key)
        return (names[0], names[1]) if len(names) == 2 else None

    def styles(self, key: str) -> tuple[StringStyle, ...]:
        """Return literals: each has its opener, or a pattern of all of it."""
        found = tuple(
            self._style(key, row) for row in cast("list[Table]", self._get(key, [], list))
        )
        try:
            # They become one pattern, in which a group has its name once.
            re.compile("|".join(f"(?:{style.pattern})" for style in found).encode())
        except re.error as error:
            raise ProfileError(f"{self.where} {key}: {error}") from error
        return found

    def _style(self, key: str, row: Table) -> StringStyle:
        opener, code = str(row.get("open", "")), str(row.get("code", ""))
        if bool(opener) == bool(row.get("pattern")):
            raise ProfileError(f"{self.where} {key}: each has either 'open' or 'pattern'")
        if code and code[-1] not in "([{":
            raise ProfileError(f"{self.where} {key}: 'code' must end in a bracket, not {code!r}")
        return StringStyle(
            open=opener,
            close=str(row.get("close", opener)),
            multiline=bool(row.get("multiline", False)),
            escape=str(row.get("escape", "\\")),
            code=code,
            nests=bool(row.get("nests", False)),
            pattern=str(row.get("pattern", "")),
            role=self._chosen(key, LiteralRole, str(row.get("reads", LiteralRole.STRING))),
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
                self._chosen(f"{node}.trailing", Trailing, str(row.get("trailing", "keep"))),
                tuple(cast("list[str]", row.get("skip", []))),
                tuple(cast("list[str]", row.get("only", []))),
                str(row.get("instead", "")),
                tuple(cast("list[str]", row.get("shared", []))),
                str(row.get("bound", "")),
                str(row.get("head", "")),
                str(row.get("other", "")),
                str(row.get("repeats", "")),
            )
            for node, row in rows.items()
        }

    def embedded(self) -> dict[str, Embedded]:
        self.read |= set(self.table)
        rows = {
            name: _Section(self.language, f"embedded.{name}", row)
            for name, row in self.table.items()
        }
        return {name: row.region() for name, row in rows.items()}

    def region(self) -> Embedded:
        language, pattern = self._get("language", "", str | dict), self.text("pattern", "")
        words = language if isinstance(language, dict) else self._get("languages", {}, dict)
        by_word = cast("dict[str, str]", words)
        always = language if isinstance(language, str) else ""
        checked = cast(bool, self._get("checked", True, bool))
        node, imports = self.text("node", ""), self.pattern("imports")
        given = _Section(self.language, f"{self.name}.stand_ins", self._get("stand_ins", {}, dict))
        stand_ins = {name: given.stand_ins(name) for name in given.table}
        self.check()
        found = regex(pattern.encode()) if pattern else None
        return Embedded(always, found, by_word, checked, node, imports, stand_ins)

    def sections(self) -> Sections:
        joined = self.text("joined", "")
        levels = self._get("levels", {}, str | dict)
        unclosed = cast("dict[str, str]", self._get("unclosed", {}, dict))
        return Sections(
            self.names_and_words("headings"),
            cast("dict[str, int]", levels) if isinstance(levels, dict) else {},
            levels if isinstance(levels, str) else "",
            regex(joined.encode()) if joined else None,
            {kind: regex(p.encode(), re.MULTILINE) for kind, p in unclosed.items()},
            self.text("list", ""),
            self.text("heading", ""),
            self.text("file", ""),
            self.text("cells", ""),
        )

    def patterns(self) -> dict[str, re.Pattern[bytes]]:
        self.read |= set(self.table)
        return {sign: regex(str(text).encode()) for sign, text in self.table.items()}

    def pattern(self, key: str) -> re.Pattern[bytes] | None:
        text = self.text(key, "")
        return regex(text.encode()) if text else None

    def locals(self) -> Locals:
        return Locals(
            self.names("names"),
            self.text("short", ""),
            self.names("dynamic"),
            self.flag("sequential"),
            self.text("sigil", ""),
            self.text("quotes", ""),
            self.text("inline", ""),
            self.names("implicit"),
            self.names("exporting"),
            self.names("reserved"),
        )

    def contexts(self) -> Contexts:
        placeholders = self.names("placeholders") or Contexts().placeholders
        if wrong := [word for word in placeholders if word.count("#") != 1]:
            raise ProfileError(f"{self.where} placeholders: {wrong[0]!r} must have one #")
        return Contexts(
            self.pair("code"),
            self.pair("members"),
            self.pair("items"),
            self.pairs("fragments"),
            placeholders,
            self._also(),
            self.pairs("imports"),
        )

    def _also(self) -> tuple[tuple[str, str, str], ...]:
        rows = cast("list[object]", self._get("also", [], list))
        found: list[tuple[str, str, str]] = []
        for row in rows:
            match row:
                case [str(before), str(behind), str(word)] if word.count("#") == 1:
                    found.append((before, behind, word))
                case _:
                    raise ProfileError(
                        f"{self.where} also: {row!r} is not [BEFORE, BEHIND, WORD with one #]"
                    )
        return tuple(found)

    def _nesting(self) -> dict[Nesting, int]:
        given = cast("dict[str, object]", self._get("nesting", {}, dict))
        levels = {
            self._chosen("nesting", Nesting, kind): most
            for kind, most in given.items()
            if isinstance(most, int) and not isinstance(most, bool) and 0 <= most <= MOST
        }
        if len(levels) < len(given):
            raise ProfileError(f"{self.where} nesting must be whole numbers from 0 to {MOST}")
        return {Nesting.BRACKETS: MAX_NESTING, **levels}

    def limits(self) -> Limits:
        return Limits(
            max_bytes=self.number("max_bytes", MAX_BYTES),
            max_line=self.number("max_line", 0) or None,
            max_lines=self.number("max_lines", 0) or None,
            nesting=self._nesting(),
            clean_only=self.flag("clean_only"),
        )
