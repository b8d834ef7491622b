"""Comments dropped from a text, for calls in which they may differ."""

from __future__ import annotations

import pytest

from structedit import Document
from structedit.languages.known import profile
from structedit.search.alignment.comments import (
    blanked,
    comments_of,
    laid_out_bare,
    told_bare,
    without,
)
from structedit.tree.source import Source


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("a()\n# why\nb()  # so\n", "a()\nb()\n"),
        ("# why\na()\n", "a()\n"),
        ("a()\n# why", "a()\n"),
        ("a()  # why", "a()"),
        ("a()\n    # why\n    # so\nb()\n", "a()\nb()\n"),
        ("a = '# no'\n", "a = '# no'\n"),
        ("# why\n", ""),
    ],
)
def test_comments_go_with_their_lines(text: str, bare: str) -> None:
    data = text.encode()
    assert without(data, comments_of(data, profile("python"))) == bare.encode()


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("f(/* a */ b)\n", "f(  b)\n"),
        ("f(); /* a */ g(); // c\nh();\n", "f();   g();\nh();\n"),
        ("/* a */ f();\n", "  f();\n"),
        ("/* a */ /* b */\nf();\n", "  f();\n"),
    ],
)
def test_a_comment_between_code_leaves_a_blank(text: str, bare: str) -> None:
    data = text.encode()
    found = without(data, comments_of(data, profile("javascript")))
    assert found.split() == bare.encode().split()
    assert found.count(b"\n") == bare.count("\n")


def test_offsets_stay_where_comments_are_blank() -> None:
    source = Source.of(Document.from_text("# why\na()  # so\n", path="a.py"))
    assert blanked(source).data == b"     \na()      \n"


def test_a_text_of_comments_alone_stands_nowhere() -> None:
    source = Source.of(Document.from_text("# why\na()\n", path="a.py"))
    assert not list(laid_out_bare(source, b"# so\n"))
    assert [hit.span.of(source.data) for hit in laid_out_bare(source, b"a()  # so\n")] == [b"a()"]


def test_comments_that_new_keeps_go_from_both() -> None:
    python = profile("python")
    assert told_bare(b"a()  # x\n", b"b()  # x\n# y\n", python) == (b"a()\n", b"b()\n# y\n")
    assert told_bare(b"a()  # x\n", b"b()  # z\n", python) is None
