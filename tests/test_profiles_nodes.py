"""Every node type that a profile names is one that its grammar has."""

from __future__ import annotations

import pytest

from structedit.syntax.grammars import grammar, queries
from structedit.syntax.languages import known_languages, profile
from structedit.syntax.tree import SyntaxTree, parse


@pytest.mark.parametrize("language", known_languages())
def test_named_nodes_exist(language: str) -> None:
    it = profile(language)
    named = {*it.comments, *it.strings, *it.wrappers, *it.leading, *it.arms, *it.imports}
    named |= {*it.import_after, *it.transparent, *it.lists, *it.probe_nodes}
    if it.grammar is not None:
        known = grammar(it.grammar)
        assert not {n for n in named if known.id_for_node_kind(n, True) is None}


@pytest.mark.parametrize("language", known_languages())
def test_probe_and_queries_fit(language: str) -> None:
    it = profile(language)
    if it.grammar is None:
        return
    assert queries(it).symbols or not it.symbols
    assert queries(it).blocks or not it.blocks
    tree = parse(it.probe.encode(), it)
    assert isinstance(tree, SyntaxTree) and tree.clean
    found = {kind for node in it.probe_nodes for kind, _ in tree.search(f"({node}) @{node}")}
    assert found == set(it.probe_nodes)
