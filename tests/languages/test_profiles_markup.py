"""Markdown, TOML and other languages of sections, keys and elements: where each of them ends."""

# fmt: off

from __future__ import annotations

import pytest

from profile_facts import Fact, text, tree_of
from structedit.languages.known import profile
from structedit.tree.syntax_tree import SyntaxTree, parse

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


# fmt: off
TOML_TEXT = (
    "a = 1 # one\n\n[t] # head\nb.c = [1, {d = 2}]\n# of e\ne = 'x'\n\n"
    "# of u\n[[u.v]]\nf = 1\n[u.v.w]\ng = 2\n\n[[u.v]]\n"
)
PAGE = '<ul id=x class="a b">\n<li>1\n<li>2</ul>\n<!-- c -->\n<img src="d">\n<p>t</p>\n'
MAKE_TEXT = "a: b\n\tc\nifdef D\nE = 1\nendif\n\nf:\n\tg\nifdef D\n\th\nendif\nI = 1\n"
REST = "==\nA\n==\n\nB\n==\n\nx\n\nC\n--\n\nD\n==\n"
TEX = "\\section{A}\nx\n\\subsection{B}\ny\n\n\\section*{C $d$}\n"

FACTS: list[tuple[str, str, str, str, str | None]] = [
    ("toml", TOML_TEXT, "a", "span", "a = 1"),
    ("toml", TOML_TEXT, "a", "trailing", "# one"),
    ("toml", TOML_TEXT, "t", "header", "[t]"),
    ("toml", TOML_TEXT, "t", "span", "[t] # head\nb.c = [1, {d = 2}]\n# of e\ne = 'x'"),
    ("toml", TOML_TEXT, "t.b.c", "body", "1, {d = 2}"),
    ("toml", TOML_TEXT, "t.b.c.[1].d", "span", "d = 2"),
    ("toml", TOML_TEXT, "t.e", "attached", "# of e"),
    ("toml", TOML_TEXT, "u.v.[0]", "attached", "# of u"),
    ("toml", TOML_TEXT, "u.v.[0]", "body", "\nf = 1"),
    ("toml", TOML_TEXT, "u.v.[0]", "span", "[[u.v]]\nf = 1\n[u.v.w]\ng = 2"),
    ("toml", TOML_TEXT, "u.v.[0].w.g", "span", "g = 2"),
    ("toml", TOML_TEXT, "u.v.[1]", "body", ""),
    ("toml", "'a.b'.\"c d\" = 1\n", "a.b.c d", "name", "'a.b'.\"c d\""),
    ("dockerfile", "ARG A\n# s\nFROM a:1 AS b\nRUN c \\\n d\n\nFROM e\n", "b", "span", "FROM a:1 AS b\nRUN c \\\n d"),
    ("dockerfile", "ARG A\n# s\nFROM a:1 AS b\nRUN c \\\n d\n\nFROM e\n", "b", "attached", "# s"),
    ("dockerfile", "FROM a\r\nRUN b \\\r\n  c\r\nCMD d", "a.RUN", "span", "RUN b \\\r\n  c"),
    ("dockerfile", "FROM a\r\nRUN b \\\r\n  c\r\nCMD d", "a.CMD", "span", "CMD d"),
    ("hcl", 'a "b" "c" {\n  d = 1\n}\n', "a.b.c", "body", "\n  d = 1\n"),
    ("hcl", 'a "b" "c" {\n  d = 1\n}\n', "a.b.c", "header", 'a "b" "c"'),
    ("terraform", "locals {}\n", "locals", "body", ""),
    ("scss", "@mixin m($a) { b: $a; }\n", "m", "header", "@mixin m($a)"),
    ("scss", "// c\n.x { &:hover { a: b; } }\n", ".x.&:hover", "body", " a: b; "),
    ("scss", "// c\n.x { &:hover { a: b; } }\n", ".x", "attached", "// c"),
    ("xml", '<a>\n  <!-- c -->\n  <b id="d">e</b>\n  <f/>\n</a>\n', "a.b", "body", "e"),
    ("xml", '<a>\n  <!-- c -->\n  <b id="d">e</b>\n  <f/>\n</a>\n', "a.b", "attached", "<!-- c -->"),
    ("xml", '<a>\n  <!-- c -->\n  <b id="d">e</b>\n  <f/>\n</a>\n', "a.f", "body", None),
    ("proto", "message M {\n  oneof o { int32 a = 1; }\n}\n", "M.a", "span", "int32 a = 1;"),
    ("proto", "service S { rpc R(M) returns (M) { option x = 1; } }\n", "S.R", "header", "rpc R(M) returns (M)"),
    ("graphql", '"d"\ntype T { "e" a: Int }\n', "T", "doc", '"d"'),
    ("graphql", '"d"\ntype T { "e" a: Int }\n', "T.a", "decorators", '"e"'),
    ("html", PAGE, "ul", "aliases", None),
    ("html", PAGE, "ul.li~1", "span", "<li>1"),
    ("html", PAGE, "ul.li~2", "body", "2"),
    ("html", PAGE, "img", "span", '<img src="d">'),
    ("html", PAGE, "img", "body", None),
    ("html", PAGE, "img", "attached", "<!-- c -->"),
    ("html", "<p>a<br>\n  b<br>c</p>\n", "p.br~1", "span", "<br>"),
    ("html", "<p>a<br>\n  b<br>c</p>\n", "p.br~2", "body", None),
    ("css", "/* c */\n.a { b: c; }\n", ".a", "attached", "/* c */"),
    ("css", "/* c */\n.a { b: c; }\n", ".a.b", "span", "b: c;"),
    ("make", MAKE_TEXT, "a", "span", "a: b\n\tc"),
    ("make", MAKE_TEXT, "E", "span", "E = 1"),
    ("make", MAKE_TEXT, "f", "span", "f:\n\tg\nifdef D\n\th\nendif"),
    ("cmake", "if(A)\n  b()\nelse()\n  c()\nendif()\n", "@else~1", "span", "else()\n  c()"),
    ("cmake", "if(A)\n  b()\nelse()\n  c()\nendif()\n", "@if~1", "arm", "if(A)\n  b()"),
    ("cmake", "function(f a)\n  b()\nendfunction()\n", "f", "body", "\n  b()\n"),
    ("sql", "-- c\nCREATE TABLE s.t (a INT, b TEXT);\n", "s.t", "span", "CREATE TABLE s.t (a INT, b TEXT);"),
    ("sql", "-- c\nCREATE TABLE s.t (a INT, b TEXT);\n", "s.t", "attached", "-- c"),
    ("sql", "-- c\nCREATE TABLE s.t (a INT, b TEXT);\n", "s.t.b", "span", "b TEXT"),
    ("rst", REST, "A", "header", "==\nA\n=="),
    ("rst", REST, "A.B", "span", "B\n==\n\nx\n\nC\n--"),
    ("rst", REST, "A.B.C", "body", ""),
    ("rst", REST, "A.D", "kind", "section"),
    ("latex", TEX, "A", "span", "\\section{A}\nx\n\\subsection{B}\ny"),
    ("latex", TEX, "A.B", "body", "\ny"),
    ("latex", TEX, "C $d$", "header", "\\section*{C $d$}"),
    ("fortran", "subroutine s(a)\n  b = 1\nend subroutine\n", "s", "body", "\n  b = 1\n"),
    ("fortran", "subroutine s(a)\n  b = 1\nend subroutine\n", "s", "header", "subroutine s(a)"),
    ("verilog", "module m;\n  wire a;\nendmodule\n", "m", "body", "\n  wire a;\n"),
]
# fmt: on


@pytest.mark.parametrize(("language", "source", "place", "part", "expected"), FACTS)
def test_facts(language: str, source: str, place: str, part: str, expected: str | None) -> None:
    if part == "aliases":
        tree = tree_of(language, source)
        assert tree.definitions_named("#x")[0].aliases == ("#x", ".a", ".b")
    else:
        assert text(language, source, place, part) == expected
