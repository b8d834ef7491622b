"""Profiles for languages without a hand-written one, derived from the grammar.

A node type counts as a definition if its name says so (``function_definition``) and the grammar allows it the fields
`name` and `body`. To find that out, a query is compiled: compiling fails for an impossible shape. A grammar without
such a type yields a profile without structure: a wrong span would be worse than none. The words to look for are in
``grammars_config/derived.toml``.

Not here: definitions without these fields. They need a profile written by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from tree_sitter import Language, Parser, Query, QueryError

from structedit.languages.config_files import read_table
from structedit.languages.grammars import grammar
from structedit.languages.profiles import (
    Contexts,
    LanguageProfile,
    Layout,
    Limits,
    Nodes,
    StringStyle,
)
from structedit.text.lazily import regex
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Derivation:
    """How profiles are derived: words in names of node types, and grammars with limits.

    `blocked` grammars are never loaded, `text` ones are never used, `clean_only` ones only for files that parse
    without error. `kinds` and `blocks` map words to kinds, `endings` are the last words of node types that define
    something, `max_line` the longest lines (bytes) by grammar. Code patterns are parsed inside `fragments`, with
    `placeholders`.
    """

    blocked: tuple[str, ...]
    text: tuple[str, ...]
    clean_only: tuple[str, ...]
    kinds: dict[str, str]
    blocks: dict[str, str]
    endings: tuple[str, ...]
    max_line: dict[str, int]
    fragments: tuple[tuple[str, str], ...]
    placeholders: tuple[str, ...]


@cache
def derivation() -> Derivation:
    """Return the rules in ``derived.toml`` for grammars without a profile of their own."""
    table = read_table("derived.toml")
    return Derivation(
        blocked=tuple(table["blocked"]),
        text=tuple(table["text"]),
        clean_only=tuple(table["clean_only"]),
        kinds=table["kinds"],
        blocks=table["blocks"],
        endings=tuple(table["endings"]),
        max_line=table["max_line"],
        fragments=tuple((before, behind) for before, behind in table["fragments"]),
        placeholders=tuple(table["placeholders"]),
    )


_WORDS = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_INNER = frozenset(
    "content start end open close marker fragment escape interpolation text type delimiter"
    " sequence specifier prefix statement entry attribute".split()
)
"""Words in the names of parts of comments and strings, which are not such themselves."""

_STRINGS = frozenset({"string", "str", "heredoc", "char", "character", "charlist"})
_LINE_COMMENTS = ("//", "#", "--", ";", "%", "!")
_BLOCK_COMMENTS = (("/*", "*/"), ("(*", "*)"), ("{-", "-}"), ("<!--", "-->"), ("{", "}"))


def derived_profile(language: str, name: str = "") -> LanguageProfile:
    """Derive a profile; if the grammar shows no definitions, one without a grammar.

    The name of the grammar is `name`, or else that of the language.

    Raises:
        ProfileError: when there is no such grammar.
    """
    rules = derivation()
    if language in rules.text:
        return _text_only(language)
    known = grammar(name or language)
    kinds = _named_kinds(known)
    symbols = "\n".join(_symbols(known, kinds, rules))
    if not symbols:
        return _text_only(language)
    comments = tuple(kind for kind in kinds if _is_whole(kind, frozenset({"comment"})))
    brace = known.id_for_node_kind("{", False) is not None
    return LanguageProfile(
        id=language,
        family=Layout.BRACE if brace else Layout.NONE,
        grammar=name or language,
        support="derived",
        symbols=symbols,
        blocks="\n".join(_blocks(known, kinds, rules)),
        nodes=Nodes(
            comments=dict.fromkeys(comments, ()),
            strings={kind: () for kind in kinds if _is_whole(kind, _STRINGS)},
        ),
        line_comments=tuple(
            style for style in _LINE_COMMENTS if _is_comment(known, f"{style} x\n", comments)
        ),
        block_comments=tuple(_block_styles(known, comments)),
        string_styles=(StringStyle('"', '"'),),
        contexts=Contexts(fragments=rules.fragments, placeholders=rules.placeholders),
        limits=limits_of(language),
    )


def limits_of(language: str) -> Limits:
    """Return the limits of a language with a derived profile, without loading its grammar."""
    rules = derivation()
    return Limits(max_line=rules.max_line.get(language), clean_only=language in rules.clean_only)


def _text_only(language: str) -> LanguageProfile:
    return LanguageProfile(id=language, family=Layout.NONE, support="text")


def _named_kinds(known: Language) -> tuple[str, ...]:
    ids = (i for i in range(known.node_kind_count) if known.node_kind_is_named(i))
    names = {known.node_kind_for_id(i) for i in ids if known.node_kind_is_visible(i)}
    return tuple(sorted(name for name in names if name is not None))


def _words(kind: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(kind)]


def _symbols(known: Language, kinds: Iterable[str], rules: Derivation) -> Iterator[str]:
    for kind in kinds:
        words = _words(kind)
        means = next((rules.kinds[word] for word in words if word in rules.kinds), None)
        defines = words[-1:] and (words[-1] in rules.endings or words[-1] in rules.kinds)
        if means is None or not defines or "anonymous" in words:
            continue
        if _fits(known, f"({kind} name: (_) body: (_))"):
            yield f"({kind} name: (_) @name body: (_) @body) @definition.{means}"


def _blocks(known: Language, kinds: Iterable[str], rules: Derivation) -> Iterator[str]:
    for kind in kinds:
        words = _words(kind)
        means = rules.blocks.get(words[0]) if words else None
        if means is None or words[-1] not in ("statement", "expression", "clause", "loop"):
            continue
        for body in ("body", "consequence"):
            if _fits(known, f"({kind} {body}: (_))"):
                conditional = _fits(known, f"({kind} condition: (_) {body}: (_))")
                condition = "condition: (_) @condition " if conditional else ""
                yield f"({kind} {condition}{body}: (_) @body) @block.{means}"


def _fits(known: Language, pattern: str) -> bool:
    """Return True if the grammar can have a node of this shape."""
    try:
        Query(known, pattern)
    except QueryError:
        return False
    return True


def _is_whole(kind: str, wanted: frozenset[str]) -> bool:
    words = _words(kind)
    return not wanted.isdisjoint(words) and _INNER.isdisjoint(words)


def _block_styles(known: Language, comments: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for style in _BLOCK_COMMENTS:
        if _is_comment(known, f"{style[0]} x {style[1]}\n", comments):
            yield style


def _is_comment(known: Language, text: str, comments: tuple[str, ...]) -> bool:
    """Return True if the parser takes a text as one comment and nothing else."""
    root = Parser(known).parse(text.encode()).root_node
    return not root.has_error and root.named_child_count == 1 and root.children[0].type in comments
