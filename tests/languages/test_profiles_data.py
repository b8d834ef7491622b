"""JSON and YAML: keys and elements, and where they end."""

# fmt: off

from __future__ import annotations

import pytest

from profile_facts import Fact, text, tree_of

JSON: list[Fact] = [
    ('{"a": {"b": 1}}', "a.b", "span", '"b": 1'),
    ('{"a": {"b": 1}}', "a", "body", '"b": 1'),
    ('{"a": {"b": 1}}', "a", "header", '"a":'),
    ('{"a": [1, {"b": null}]}', "a.[1].b", "body", "null"),
    ('{"a": [1, {"b": null}]}', "a.[0]", "span", "1"),
    ('{"a": [1, {"b": null}]}', "a", "body", '1, {"b": null}'),
    ('[[], {"a": {}}]', "[1].a", "body", ""),
    ('[1, /* two */ 2]', "[1]", "span", "2"),
    ('{"caf\\u00e9": 1}', "café", "span", '"caf\\u00e9": 1'),
    ('{"a\\"b": 1}', 'a"b', "body", "1"),
    ('{"<x>": 1, "operator": 2}', "<x>", "body", "1"),
    ('{\n  // why\n  "a": 1 // one\n}', "a", "attached", "// why"),
    ('{\n  // why\n  "a": 1 // one\n}', "a", "trailing", "// one"),
    ('{"a": "x\\ny"}', "a", "body", '"x\\ny"'),
]

YAML: list[Fact] = [
    ("a: 1\nb: 2\n", "a", "span", "a: 1"),
    ("a: 1\nb: 2\n", "b", "body", " 2"),
    ("a: 1 # one\nb: 2\n", "a", "trailing", "# one"),
    ("a:\n  b:\n    c: 1\n\nd: 2\n", "a.b", "span", "b:\n    c: 1"),
    ("a:\n  b:\n    c: 1\n\nd: 2\n", "a", "header", "a:"),
    ("a:\n  b:\n    c: 1\n\nd: 2\n", "a", "body", "\n  b:\n    c: 1"),
    ("a:\n  # in\n  b: 1\n# out\nc: 2\n", "a", "span", "a:\n  # in\n  b: 1"),
    ("a:\n  # in\n  b: 1\n# out\nc: 2\n", "a", "body", "\n  # in\n  b: 1"),
    ("a:\n  # in\n  b: 1\n# out\nc: 2\n", "a.b", "attached", "# in"),
    ("a:\n  # in\n  b: 1\n# out\nc: 2\n", "c", "attached", "# out"),
    ("a:\n  - x\n  - y: 1\n    z: 2\n\n  # next\n  - w\n", "a.[1]", "span", "- y: 1\n    z: 2"),
    ("a:\n  - x\n  - y: 1\n    z: 2\n\n  # next\n  - w\n", "a.[1]", "trailing", None),
    ("a:\n  - x\n  - y: 1\n    z: 2\n\n  # next\n  - w\n", "a.[1].z", "span", "z: 2"),
    ("a:\n  - x\n  - y: 1\n    z: 2\n\n  # next\n  - w\n", "a.[2]", "attached", "# next"),
    ("a:\n  b: 1\n  # tail\n", "a", "span", "a:\n  b: 1"),
    ("a:\n  b: 1\n  # tail\n", "a", "trailing", "# tail"),
    ("a: |\n  x\n  y\n\nb: 1\n", "a", "span", "a: |\n  x\n  y"),
    ("a:\n  b: >-\n    x\n\n\n", "a", "span", "a:\n  b: >-\n    x"),
    ("a:\n  b: >-\n    x\n\n\n", "a.b", "body", " >-\n    x"),
    ("a: &x\n  b: 1\nc: *x\n", "a", "header", "a: &x"),
    ("a: &x\n  b: 1\nc: *x\n", "a", "body", "\n  b: 1"),
    ("a: &x\n  b: 1\nc: *x\n", "c", "body", " *x"),
    ("a: !!str 1\n", "a", "body", " 1"),
    ("a: {b: 1, 'c d': [1, 2]}\n", "a", "body", "b: 1, 'c d': [1, 2]"),
    ("a: {b: 1, 'c d': [1, 2]}\n", "a.c d.[1]", "span", "2"),
    ("a: {b: 1, 'c d': [1, 2]}\n", "a.b", "span", "b: 1"),
    ("'it''s': 1\n", "it's", "body", " 1"),
    ('"a\\tb": 1\n', "a\tb", "body", " 1"),
    ("a:\nb: 1\n", "a", "span", "a:"),
    ("a:\nb: 1\n", "a", "body", None),
    ("- - a\n  - b\n- c\n", "[0].[1]", "span", "- b"),
    ("- a\n-\n- b\n", "[1]", "span", "-"),
    ("a:\r\n  - b\r\n\r\nc: 1\r\n", "a", "span", "a:\r\n  - b"),
    ("a: 1\n---\na: 2\n", "[1].a", "span", "a: 2"),
    ("a: 1\n---\na: 2\n", "[0].a", "body", " 1"),
    ("---\na: 1\n", "a", "span", "a: 1"),
    ("? a\n: b\n", "a", "body", " b"),
]
# fmt: on


@pytest.mark.parametrize(("source", "place", "part", "expected"), JSON)
def test_json(source: str, place: str, part: str, expected: str | None) -> None:
    assert text("json", source, place, part) == expected


@pytest.mark.parametrize(("source", "place", "part", "expected"), YAML)
def test_yaml(source: str, place: str, part: str, expected: str | None) -> None:
    assert text("yaml", source, place, part) == expected


def test_a_key_is_found_by_what_it_means_not_how_it_is_written() -> None:
    tree = tree_of("json", '{"é": 1, "x": {"\\u00e9": 2}}')
    assert [b.path for b in tree.definitions_named("é")] == [("é",), ("x", "é")]
