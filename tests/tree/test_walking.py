"""What is found at a place is what is found in the whole file there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import structedit
from structedit.languages import grammars
from structedit.languages.known import profile
from structedit.text.document import Span
from structedit.tree import walking
from structedit.tree.syntax_tree import SyntaxTree, parse

ROOT = Path(structedit.__file__).parent
GO = b"package a\n\nfunc one() int {\n\treturn 1\n}\n\ntype T struct{ n int }\n\nfunc two() {}\n"
TYPESCRIPT = (
    b"export const one = () => 1;\n\nclass A {\n  run = function () {\n    if (a) return 1;\n  };\n}\n"
    b"describe('x', () => {\n  it('y', async () => {});\n});\n"
)
CPP = (
    b"namespace n {\ntemplate <class T>\nstruct A {\n  int run() const { return 1; }\n  int n;\n};\n"
    b"int *two(int a) {\n  for (;;) {}\n  return 0;\n}\n}\n"
)
SOURCES = {"go": GO, "typescript": TYPESCRIPT, "cpp": CPP}


def places(data: bytes) -> list[Span]:
    sizes = (0, 1, 5, 40)
    return [Span(at, min(len(data), at + n)) for at in range(len(data)) for n in sizes]


def tree_of(language: str) -> SyntaxTree:
    tree = parse(SOURCES[language], profile(language))
    assert isinstance(tree, SyntaxTree) and tree.clean
    return tree


def nodes_below(node):
    yield node
    for child in node.children:
        yield from nodes_below(child)


@pytest.mark.parametrize("language", SOURCES)
def test_nodes_at_a_place_are_those_that_overlap_it(language: str) -> None:
    tree = tree_of(language)
    root = tree._tree.root_node
    every = list(nodes_below(root))
    for place in places(tree.data):
        near = Span(place.start, max(place.end, place.start + 1))
        overlapping = [n for n in every if n.start_byte < near.end and n.end_byte > near.start]
        assert walking.types_in(root, near) == {n.type for n in overlapping}
        assert walking.children_in(root, near) == [n for n in overlapping if n in root.children]


@pytest.mark.parametrize("language", SOURCES)
def test_patterns_for_a_place_find_there_what_all_patterns_find(language, monkeypatch) -> None:
    tree = tree_of(language)
    monkeypatch.setattr(grammars, "_FEW", len(tree.data) * 10)
    for name, prefix in (("symbols", "definition."), ("blocks", "block.")):
        all_of_them = getattr(grammars.Queries(tree.profile), name)
        some = getattr(grammars.Queries(tree.profile), name)
        assert all_of_them.all
        for place in places(tree.data)[::3]:
            found = [list(tree._matches(each, place, prefix)) for each in (all_of_them, some)]
            assert found[0] == found[1], place


def test_few_patterns_are_compiled_for_one_place() -> None:
    symbols = grammars.Queries(profile("cpp")).symbols
    few = sum(len(part.numbers) for part in symbols.beginning_at({"class_specifier"}))
    assert 0 < few < sum(len(part.numbers) for part in symbols.all) / 4


def test_children_at_a_place_are_found_with_cursors_alone():
    """`Node.first_child_for_byte` of the binding (0.26.1) reads freed memory, which ended the process."""
    calls = [
        path.name
        for path in ROOT.rglob("*.py")
        if re.search(r"(?<!goto)[.]first_(named_)?child_for_byte\(", path.read_text())
    ]
    assert calls == []
