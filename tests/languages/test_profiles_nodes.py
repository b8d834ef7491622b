"""Every node type that a profile names is one that its grammar has."""

from __future__ import annotations

import re

import pytest

from cases_support import missing_wheel
from structedit.languages.grammars import grammar, queries
from structedit.languages.known import fresh_languages, fresh_profile, known_languages, profile
from structedit.languages.profiles import LanguageProfile, Nodes
from structedit.tree.literal_texts import Moves
from structedit.tree.syntax_tree import SyntaxTree, parse

OF_TOKENS = ("openers", "closers", "arms", "leading", "following")
"""Roles that tokens without a name of their own have as well."""

PROFILES = (*known_languages(), *(f"{name}/fresh" for name in fresh_languages()))


def profile_called(name: str) -> LanguageProfile:
    """Give a language's profile, or with `/fresh` that for its newer grammar."""
    language, _, fresh = name.partition("/")
    if not fresh:
        return profile(language)
    if missing := missing_wheel(language):
        pytest.skip(f"{missing} is not installed")
    return fresh_profile(language)


@pytest.mark.parametrize("language", PROFILES)
def test_named_nodes_exist(language: str) -> None:
    """Types with a role, and what else names types, are the grammar's; some roles are tokens' too."""
    it = profile_called(language)
    if it.grammar is None:
        return
    known = grammar(it.grammar)
    roles = {role: set(getattr(it.nodes, role)) for role in Nodes.__match_args__}
    of_tokens = {kind for role in OF_TOKENS for kind in roles.pop(role)}
    named = {*it.lists, *it.probe_nodes, *it.bodies}.union(*roles.values()) - {"comment"}
    assert not {kind for kind in named if known.id_for_node_kind(kind, True) is None}
    tokens = {kind for kind in of_tokens if known.id_for_node_kind(kind, True) is None}
    assert not {kind for kind in tokens if known.id_for_node_kind(kind, False) is None} - {"{", "}"}


@pytest.mark.parametrize("language", PROFILES)
def test_what_is_layout_exists(language: str) -> None:
    """Tokens of `[syntax]` are the grammar's."""
    it = profile_called(language)
    if it.grammar is None:
        return
    known = grammar(it.grammar)
    assert not {t for t in it.optional_ends if known.id_for_node_kind(t, False) is None}


@pytest.mark.parametrize("language", PROFILES)
def test_texts_whose_white_space_is_content_move_as_a_known_kind_says(language: str) -> None:
    it = profile_called(language)
    kinds = {*Moves, "heredoc"}
    for capture in re.findall(r"@space\.(\w+)", it.blocks):
        table = capture.removeprefix("keyword_")
        assert capture in kinds or set(it.words[table].values()) <= kinds
    assert set(it.words.get("heredoc", {}).values()) <= kinds - {"heredoc"}


@pytest.mark.parametrize("language", PROFILES)
def test_probe_and_queries_fit(language: str) -> None:
    it = profile_called(language)
    if it.grammar is None:
        return
    assert queries(it).symbols or not it.symbols
    assert queries(it).blocks or queries(it).spaces or not it.blocks
    tree = parse(it.probe.encode(), it)
    assert isinstance(tree, SyntaxTree) and tree.clean
    found = {kind for node in it.probe_nodes for kind, _ in tree.search(f"({node}) @{node}")}
    assert found == set(it.probe_nodes)
