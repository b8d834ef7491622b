"""The selector of a key or element is the same alone, from its place, and in a listing of the whole file."""

from __future__ import annotations

import pytest

import structedit as se
from structedit import Document, Source
from structedit.calls.places import Selector
from structedit.search.addresses import selector_of, selectors_of
from structedit.search.selectors import resolve
from structedit.tree.syntax_tree import SyntaxTree

PLAIN_JSON = '{"a": {"name": 1, "names": [{"name": 2}, {"name": 3}]}, "name": [[1], [2, 3]]}\n'
REPEATED_JSON = '{"a": {"b": 1, "b": 2, "c": {"b": 3}}, "a": {"b": 4, "d": 5}}\n'
ESCAPED_JSON = '{"a": "x\\ny", "\\u0062": 1, "b": 2, "c": {"d\\"e": 1, "d": 2, "it\'s": 3}}\n'
ODD_JSON = '{"": 1, "[0]": {"a.b": 1, "a": {"b": 2}}, "x y": [0], "x": {"y": 1}}\n'
PLAIN_YAML = "a:\n  name: 1\n  names:\n  - name: 2\n  - name: 3\nname: [[1], {b: 2, c}]\n"
QUOTED_YAML = (
    "'a': 1\n\"a\": 2\nb: &anchor\n  'it''s': 1\n  its: 2\nc:\n  <<: *anchor\n  \"a\\tb\": 3\n"
)
COMPLEX_YAML = "? {a: 1}\n: {a: 2}\na: 3\nb:\n  ? [a, b]\n  : c: {d: 1}\n"
DOCUMENTS_YAML = "---\na: 1\nb:\n- x\n---\na: 2\nb:\n- y\n- - z\n"
WITH_COMMENTS = "# top\na:\n  # name of a\n  name: 1 # name\n  # name\nb: # a\n  name: 2\n"
FILES = {
    "plain.json": PLAIN_JSON, "repeated.json": REPEATED_JSON, "escaped.json": ESCAPED_JSON, "odd.json": ODD_JSON,
    "plain.yaml": PLAIN_YAML, "quoted.yaml": QUOTED_YAML, "complex.yaml": COMPLEX_YAML,
    "documents.yaml": DOCUMENTS_YAML, "comments.yaml": WITH_COMMENTS,
    "table.toml": "a = 1\n[b]\na = 2\n[[c]]\na = 3\n[[c]]\na = 4\n",
}  # fmt: skip


def tree_of(path: str) -> SyntaxTree:
    """Return a tree of which nothing was asked before."""
    tree = Source.of(Document.from_bytes(FILES[path].encode(), path)).tree
    assert tree is not None
    return tree


@pytest.mark.parametrize("path", FILES)
def test_a_selector_is_the_same_alone_and_in_a_listing(path: str) -> None:
    listed = tree_of(path)
    blocks = listed.definitions()
    assert len(blocks) > 3
    for block, selector in zip(blocks, selectors_of(listed, blocks), strict=True):
        alone = tree_of(path)
        same = next(b for b in alone.definitions(block.core) if b == block)
        assert selector_of(alone, same) == selector


@pytest.mark.parametrize("path", FILES)
def test_a_selector_leads_back_to_its_definition_alone_and_in_a_listing(path: str) -> None:
    listed = tree_of(path)
    blocks = listed.definitions()
    for block, selector in zip(blocks, selectors_of(listed, blocks), strict=True):
        for tree in (listed, tree_of(path)):
            assert resolve(tree, Selector.parse(selector)).blocks == (block,)


@pytest.mark.parametrize("path", FILES)
def test_a_path_that_several_have_names_them_all(path: str) -> None:
    listed = tree_of(path)
    for block in listed.definitions():
        dotted = ".".join(block.path)
        if all(part.isalpha() for part in block.path):
            found = resolve(tree_of(path), Selector.parse(dotted)).blocks
            listing = [b for b in listed.definitions() if b.path == block.path]
            assert sorted(b.core for b in found) == sorted(b.core for b in listing)


def test_yaml_of_more_lines_than_its_parser_can_count_is_edited_as_text() -> None:
    lines = 32_768
    whole = "".join(f"k{number}: {number}\n" for number in range(lines))
    assert se.check(Document.from_text(whole, "a.yaml")).clean
    longer = Document.from_text(whole + "last: 1\n", "a.yaml")
    assert "limit of 32,768; use str_replace, and get_region by lines" in se.outline(longer).note
    assert se.str_replace(longer, "last: 1", "last: 2").landed
    missed = se.replace_block(longer, "last", "last: 2")
    assert missed.status == "not_found" and "32,769 lines" in missed.report()
