"""Every node type that a profile names is one that its grammar has."""

from __future__ import annotations

import re

import pytest

from cases_support import missing_wheel
from structedit.languages.grammars import grammar, queries
from structedit.languages.known import fresh_languages, fresh_profile, known_languages, profile
from structedit.languages.profiles import LanguageProfile
from structedit.tree.syntax_tree import SyntaxTree, parse

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
    it = profile_called(language)
    named = {*it.comments, *it.strings, *it.wrappers, *it.imports}
    named |= {
        *it.import_after,
        *it.transparent,
        *it.lists,
        *it.probe_nodes,
        *it.bodies,
        *it.clauses,
    }
    if it.grammar is not None:
        known = grammar(it.grammar)
        assert not {n for n in named if known.id_for_node_kind(n, True) is None}
        tokens = {n for n in (*it.leading, *it.arms) if known.id_for_node_kind(n, True) is None}
        assert not {n for n in tokens if known.id_for_node_kind(n, False) is None}


@pytest.mark.parametrize("language", PROFILES)
def test_what_is_layout_exists(language: str) -> None:
    """Nodes, fields and tokens of `[syntax]` are the grammar's; a parent has its field or child."""
    it = profile_called(language)
    if it.grammar is None:
        return
    known = grammar(it.grammar)
    nodes = {*it.statements, *it.own_parentheses, *it.sole, *it.bound, *it.texts}
    nodes |= {part for name in it.parentheses for part in re.split(r"\.\w+|/", name) if part}
    assert not {n for n in nodes if known.id_for_node_kind(n, True) is None}
    fields = {name.split(".")[1] for name in it.parentheses if "." in name}
    assert not {field for field in fields if known.field_id_for_name(field) is None}
    assert not {t for t in it.optional_ends if known.id_for_node_kind(t, False) is None}
    assert set(it.plain_quotes) <= set(it.quotes)


@pytest.mark.parametrize("language", PROFILES)
def test_probe_and_queries_fit(language: str) -> None:
    it = profile_called(language)
    if it.grammar is None:
        return
    assert queries(it).symbols or not it.symbols
    assert queries(it).blocks or not it.blocks
    tree = parse(it.probe.encode(), it)
    assert isinstance(tree, SyntaxTree) and tree.clean
    found = {kind for node in it.probe_nodes for kind, _ in tree.search(f"({node}) @{node}")}
    assert found == set(it.probe_nodes)
