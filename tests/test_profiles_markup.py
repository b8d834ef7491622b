"""Markdown, TOML and other languages of sections, keys and elements: where each of them ends."""

# fmt: off

from __future__ import annotations

import pytest

from profile_facts import Fact, text, tree_of
from structedit.syntax.languages import profile
from structedit.syntax.tree import SyntaxTree, parse

MD = "# A\n\nx\n\n## B ##\n- i\n\nC\n===\n\n### D\n\n## E\n"

MARKDOWN: list[Fact] = [
    (MD, "A", "span", "# A\n\nx\n\n## B ##\n- i"),
    (MD, "A", "header", "# A"),
    (MD, "A.B", "span", "## B ##\n- i"),
    (MD, "A.B", "body", "\n- i"),
    (MD, "C", "header", "C\n==="),
    (MD, "C", "span", "C\n===\n\n### D\n\n## E"),
    (MD, "C.D", "span", "### D"),
    (MD, "C.D", "body", ""),
    (MD, "C.E", "kind", "section"),
    ("a\nb\n---\nc\n", "a b", "span", "a\nb\n---\nc"),
    ("# A\r\n\r\nx\r\n\r\n\r\n# B\r\n", "A", "span", "# A\r\n\r\nx"),
    ("> # Q\n\n# A\n\n> # Q\n> x\n", "A", "span", "# A\n\n> # Q\n> x"),
    ("# A\n\n- # I\n- x\n\ny\n", "A", "span", "# A\n\n- # I\n- x\n\ny"),
    ("# A\n\n```sh\n# no heading\n```\n", "A", "span", "# A\n\n```sh\n# no heading\n```"),
    ("```py\nx\n```\n", "@fence~1", "header", "```py"),
    ("```py\nx\n```\n", "@fence~1", "body", "\nx\n"),
    ("~~~~\nx\n~~~\n~~~~\ny\n", "@fence~1", "body", "\nx\n~~~\n"),
    ("```\n```\n", "@fence~1", "body", "\n"),
    ("```\nx\n", "@fence~1", "body", "\nx"),
    ("- a\n\n  ```\n  x\n  ```\n", "@fence~1", "body", "\n  x\n  "),
    ("> ```\n> x\n> ```\n", "@fence~1", "body", None),
    ("---\na: 1\n---\n# A\n", "@region~1", "body", "\na: 1\n"),
    ("+++\na = 1\n+++\n# A\n", "@region~1", "header", "+++"),
]
# fmt: on


@pytest.mark.parametrize(("source", "place", "part", "expected"), MARKDOWN)
def test_markdown(source: str, place: str, part: str, expected: str | None) -> None:
    assert text("markdown", source, place, part) == expected


@pytest.mark.parametrize("marker", ["> ", "- ", "* ", "1. ", ">"])
def test_markdown_that_nests_too_deep_is_text(marker: str) -> None:
    """The grammar's scanner overflows there and ends the process."""
    refusal = parse((marker * 300 + "x\n").encode(), profile("markdown"))
    assert isinstance(refusal, str) and "nest" in refusal
    deep = "".join("  " * depth + "- x\n" for depth in range(300))
    assert isinstance(parse(deep.encode(), profile("markdown")), str)
    assert isinstance(parse((marker * 20 + "x\n").encode(), profile("markdown")), SyntaxTree)


def test_headings_are_found_as_they_are_read() -> None:
    tree = tree_of("markdown", "# [1.0] - `x`\n\n# [1.0]: y\n")
    assert [b.path for b in tree.definitions_named("1.0 - x")] == [("[1.0] - `x`",)]
