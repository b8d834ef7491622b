"""Blocks without a grammar: what is masked, what an anchor opens, and what is refused."""

from __future__ import annotations

import ast
import sysconfig
import time
from bisect import bisect_right
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases_support import all_cases
from structedit.languages.known import profile
from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import Document, Span, line_starts, split_ending, split_lines
from structedit.tree.literal_texts import in_text
from structedit.tree.nodes import Block
from structedit.tree.source import Source
from structedit.tree.without_grammar.text_blocks import (
    Unopened,
    balanced,
    enclosing_block,
    guess_profile,
    mask,
    opened_block,
)

C, JS, RUST, RUBY = (profile(name) for name in ("c", "javascript", "rust", "ruby"))
PYTHON, SCALA, LUA = (profile(name) for name in ("python", "scala", "lua"))
BASH, ELIXIR = profile("bash"), profile("elixir")
PROFILES = (PYTHON, C, JS, RUST, RUBY, LUA, BASH, ELIXIR)


def at(data: bytes, anchor: bytes, language: LanguageProfile) -> Block | Unopened:
    start = data.index(anchor)
    return opened_block(data, Span(start, start + len(anchor)), language)


def arm(data: bytes, anchor: bytes, language: LanguageProfile) -> bytes:
    found = at(data, anchor, language)
    assert isinstance(found, Block), found
    return found.arm.of(data)


def reason(data: bytes, anchor: bytes, language: LanguageProfile) -> str:
    found = at(data, anchor, language)
    assert isinstance(found, Unopened), found.arm.of(data)
    return found.reason


@pytest.mark.parametrize(
    ("language", "source", "masked"),
    [
        (C, b"a '\"' b '\\'' { // {", b'a " " b "  " {     '),
        (C, b"x = 1; /* { \n } */ y", b"x = 1;      \n      y"),
        (C, b"int n = 1'000'000; {", b"int n = 1'000'000; {"),
        (JS, b"`a${ f(`}`) + '{' }{` {", b'"                   " {'),
        (JS, b"a / b / c; r = /[/{]\\/{/g; {", b'a / b / c; r = "        "; {'),
        (JS, b"return /{/.test(x)", b'return " ".test(x)'),
        (JS, b"don't {\nit's", b"don't {\nit's"),
        (RUST, b"fn f<'a>(x: &'a str) { '{' }", b"fn f<'a>(x: &'a str) { \" \" }"),
        (RUST, b"/* /* } */ } */ {", b"                {"),
        (RUST, b'r#"{"}"# {', b'"      " {'),
        (RUBY, b'"#{h["k"]} end" do', b'"             " do'),
        (RUBY, b"f(<<~A, <<~B)\nif\n A\nend\nB\nx", b'f("  ", "  ")\n  \n  \n   \n \nx'),
        (RUBY, b"%w[if end] ?{", b'"        " ""'),
        (RUBY, b'%Q{ "#{a}" } + %w[a[b] c]', b'"          " + "        "'),
        (BASH, b"cat <<EOF | wc\nif {\nEOF\nfi", b'cat "   " | wc\n    \n   \nfi'),
        (BASH, b'echo \\" $# ${x#y} # if', b'echo \\" $# ${x#y}     '),
        (BASH, b'"$(f "$(g)" ")")" x', b'"               " x'),
        (LUA, b"--[[ end\n]] x = [[ end ]]", b'        \n   x = "       "'),
        (PYTHON, b'"""\n{"\n""" + r"\\"{', b'"  \n  \n  " + r"\\"{'),
    ],
)
def test_mask(language: LanguageProfile, source: bytes, masked: bytes) -> None:
    assert mask(source, language) == masked


SHAPES = [
    (JS, b"if (x)\n{\n  a('}');\n}\n", b"if (x)", b"if (x)\n{\n  a('}');\n}"),
    (
        JS,
        b"it('a', () => {\n  b();\n}, 9);\n",
        b"it('a', () => {",
        b"it('a', () => {\n  b();\n}, 9)",
    ),
    (
        JS,
        b"while (f(a, {b: 1})) {\n  c();\n}\nd();\n",
        b"while (f",
        b"while (f(a, {b: 1})) {\n  c();\n}",
    ),
    (
        C,
        b"void f(void) {\n  switch (x) {\n  case 1:\n#if B {\n    b();\n#endif\n  }\n}\n",
        b"void f",
        b"void f(void) {\n  switch (x) {\n  case 1:\n#if B {\n    b();\n#endif\n  }\n}",
    ),
    (
        PYTHON,
        b"for a in b:\n    b\n\n    c  # d\n\ne\n",
        b"for a",
        b"for a in b:\n    b\n\n    c  # d",
    ),
    (
        SCALA,
        b"def f(a: Int = 1): Int = {\n  b()\n}\n",
        b"def f",
        b"def f(a: Int = 1): Int = {\n  b()\n}",
    ),
    (
        PYTHON,
        b"def f(a: int, b={1: 2}):\n\tx = '''\nno:\n'''\n\treturn\nz\n",
        b"def f(",
        b"def f(a: int, b={1: 2}):\n\tx = '''\nno:\n'''\n\treturn",
    ),
    (
        RUBY,
        b"def f(x)\n  return if x\n  append do |y|\n    y\n  end\nend\n",
        b"def f(x)",
        b"def f(x)\n  return if x\n  append do |y|\n    y\n  end\nend",
    ),
    (
        RUBY,
        b"def f(x)\n  if x\n    a\n  else\n    b\n  end\nend\n",
        b"def f(x)",
        b"def f(x)\n  if x\n    a\n  else\n    b\n  end\nend",
    ),
    (RUBY, b"x.each do |y|\n  p y\nend\n", b"x.each", b"x.each do |y|\n  p y\nend"),
    (RUBY, b"while x do\n  a\nend\nz\n", b"while x do", b"while x do\n  a\nend"),
    (
        LUA,
        b"for i = 1, 2 do\n  if a then b() end\n  do\n    c()\n  end\nend\n",
        b"for i",
        b"for i = 1, 2 do\n  if a then b() end\n  do\n    c()\n  end\nend",
    ),
    (LUA, b"on('x', function(a)\n  b(a)\nend)\n", b"on(", b"on('x', function(a)\n  b(a)\nend)"),
    (
        BASH,
        b"for f in *; do\n  echo done fi\n  if a; then\n    b\n  fi\ndone\n",
        b"for f",
        b"for f in *; do\n  echo done fi\n  if a; then\n    b\n  fi\ndone",
    ),
    (
        BASH,
        b"f() {\n  case $1 in\n    a) b ;;\n  esac\n}\n",
        b"f() {",
        b"f() {\n  case $1 in\n    a) b ;;\n  esac\n}",
    ),
    (
        ELIXIR,
        b"def f(x) do\n  if x, do: 1, else: 2\n  Enum.map(x, fn y -> y end)\nend\n",
        b"def f",
        b"def f(x) do\n  if x, do: 1, else: 2\n  Enum.map(x, fn y -> y end)\nend",
    ),
]


@pytest.mark.parametrize(("language", "source", "anchor", "expected"), SHAPES)
@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"])
def test_arm(
    language: LanguageProfile, source: bytes, anchor: bytes, expected: bytes, ending: bytes
) -> None:
    source, expected = source.replace(b"\n", ending), expected.replace(b"\n", ending)
    assert arm(source, anchor, language) == expected


@pytest.mark.parametrize(
    ("language", "source", "anchor", "expected"),
    [
        (JS, b"function f() {\n  if (a) {\n  }\n", b"function f", "unbalanced"),
        (
            JS,
            b"function f() {\n  if (a) {\n    b();\n}\nfunction g() {\n}\n",
            b"function f",
            "unbalanced",
        ),
        (
            JS,
            b"function f() {\n  a();\nfunction g() {\n  b();\n}\n}\n",
            b"function f",
            "unbalanced",
        ),
        (JS, b"f(() => {\n  a();\n}).then(() => {\n  b();\n});\n", b"f(() => {", "unbalanced"),
        (JS, b"if (a) {\n  b();\n}\nelse\n  c();\nd();\n", b"if (a) {", "unbalanced"),
        (JS, b"f(() => {\n  a();\n})\n.then(() => {\n  b();\n});\n", b"f(() => {", "unbalanced"),
        (JS, b"try {\n  a();\n} on Late catch (e) {\n  b();\n}\n", b"try {", "unbalanced"),
        (JS, b"const a = {b: 1};\n", b"const a", "not_a_block"),
        (JS, b"x = 1;\nif (a) {\n  b();\n}\n", b"x = 1;\nif (a) {", "not_a_block"),
        (JS, b"} else if (a) {\n  b();\n}\n", b"if (a) {", "not_a_block"),
        (JS, b"export function f() {\n}\n", b"function f", "not_a_block"),
        (JS, b"if (a &&\n    b) {\n  c();\n}\n", b"b) {", "not_a_block"),
        (JS, b"if (a)\n  for (;;) {\n    b();\n  }\n", b"for", "not_a_block"),
        (JS, b"// if (x) {\ny();\n", b"// if (x) {", "not_a_block"),
        (JS, b"`\nif (x) {\n}\n`", b"if (x) {", "not_a_block"),
        (PYTHON, b"x = [\n  1]\n", b"x = [", "not_a_block"),
        (PYTHON, b"if a:\n    b(\nc\n", b"if a", "unbalanced"),
        (PYTHON, b"if a:\n        b\n    c\nd\n", b"if a", "unbalanced"),
        (PYTHON, b"if a:\nb\n", b"if a", "not_a_block"),
        (PYTHON, b"if a: b\nc\n", b"if a", "not_a_block"),
        (PYTHON, b"if a: b; c:\n    d\n", b"if a", "not_a_block"),
        (PYTHON, b'def f():\n    """a\ndef g():\n    """b"""\n', b"def f", "unbalanced"),
        (RUBY, b"def f\n  if x\n    a\nend\ndef g\nend\n", b"def f", "unbalanced"),
        (RUBY, b"puts x if y\n", b"puts x", "not_a_block"),
        (
            LUA,
            b"function f()\n  if a then\n    b()\nend\nfunction g()\nend\n",
            b"function f",
            "unbalanced",
        ),
        (BASH, b"if a; then\n  b\n", b"if a", "unbalanced"),
        # Statements with several arms.
        (JS, b"if (x) {\n  a();\n} else {\n  b();\n}\n", b"if (x) {", "unbalanced"),
        (JS, b"if (x) {\n  a();\n} else {\n  b();\n}\n", b"} else {", "not_a_block"),
        (JS, b"if (x) {\n  a();\n}\nelse {\n  b();\n}\n", b"else {", "not_a_block"),
        (JS, b"if (x) {\n  a();\n}\n\n// b\nelse {\n  b();\n}\n", b"if (x)", "unbalanced"),
        (JS, b"do {\n  a();\n} while (x);\n", b"do {", "unbalanced"),
        (PYTHON, b"if a:\n    b\nelse:\n    e\n", b"if a:", "unbalanced"),
        (PYTHON, b"if a:\n    b\nelse:\n    e\n", b"else:", "not_a_block"),
        (RUBY, b"if x\n  a\nelsif y\n  b\nend\n", b"if x", "unbalanced"),
        (RUBY, b"if x\n  a\nelsif y\n  b\nend\n", b"elsif y", "not_a_block"),
        (RUBY, b"case x\nwhen 1\n  a\nend\n", b"case x", "unbalanced"),
        (LUA, b"repeat\n  a()\nuntil x == 1\nb()\n", b"repeat", "unbalanced"),
        # Headers of several lines, and bodies on the line of their header.
        (JS, b"function f({\n  a,\n}) {\n  b();\n}\n", b"function f({", "unbalanced"),
        (JS, b"if (a(() => {\n  b;\n})) {\n  c();\n}\n", b"if (a", "unbalanced"),
        (C, b"int f(int a,\n      int b)\n{\n\treturn 1;\n}\n", b"int f(", "not_a_block"),
        (C, b"int f(int a,\n      int b)\n{\n\treturn 1;\n}\n", b"{", "not_a_block"),
        (PYTHON, b"def f(a,\n  b):\n    c\n", b"def f(", "not_a_block"),
        (PYTHON, b"f(a:\n    b)\n", b"f(a:", "not_a_block"),
        (BASH, b"while read x\ndo\n  a\ndone\n", b"while read x", "unbalanced"),
        (JS, b"if (x) { a(); }\n", b"if (x)", "not_a_block"),
        (LUA, b"if a then b() end\n", b"if a", "not_a_block"),
        (JS, b"let a\n{\n  b()\n}\n", b"let a", "not_a_block"),
        # Lines as shallow as the header.
        (C, b"switch (x) {\ncase 1:\n  a();\n}\n", b"switch", "unbalanced"),
        (PYTHON, b"if a:\n    b(\n1)\nc\n", b"if a", "unbalanced"),
        # What only its grammar tells from the opener of a block.
        (RUBY, b"class A < B\n  def f = 1\nend\n", b"class A", "unbalanced"),
    ],
)
def test_refusal(language: LanguageProfile, source: bytes, anchor: bytes, expected: str) -> None:
    assert reason(source, anchor, language) == expected


def test_parts_of_a_block_in_braces() -> None:
    source = b"  if (x) {\n    a();\n  }\n  c();\n"
    found = at(source, b"if (x) {", JS)
    assert isinstance(found, Block) and found.layout is Layout.BRACE
    assert found.header.of(source) == b"if (x)"
    assert found.body is not None and found.body.of(source) == b"\n    a();\n  "


def test_bodies_by_layout() -> None:
    python = at(b"for a in b:  # c\n    d\n    # e\nf\n", b"for a", PYTHON)
    assert isinstance(python, Block) and python.body is not None and python.trailing is not None
    assert (python.header.end, python.body.start) == (11, 11)
    assert python.trailing == Span(27, 30)
    source = b"if x then\n  y()\nend\n"
    lua = at(source, b"if x", LUA)
    assert isinstance(lua, Block) and lua.body is not None
    assert (lua.header.of(source), lua.body.of(source)) == (b"if x then", b"\n  y()\n")


def test_enclosing_block() -> None:
    source = b"def f():\n    for a in b:\n        c\n    d\ne\n"
    inner = enclosing_block(source, source.index(b"        c") + 8, PYTHON)
    assert inner is not None and inner.core.of(source) == b"for a in b:\n        c"
    outer = enclosing_block(source, source.index(b"    d") + 4, PYTHON)
    assert outer is not None and outer.core.start == 0
    assert enclosing_block(source, len(source) - 2, PYTHON) is None
    braces = b"function f() {\n  if (a) {\n    b({c: 1});\n  }\n}\n"
    found = enclosing_block(braces, braces.index(b"c: 1"), JS)
    assert found is not None and found.header.of(braces) == b"if (a)"


def test_balanced() -> None:
    assert balanced(b"f(1)\n", b"f(2)\n", C) == ""
    assert balanced(b"f(1)\n", b"f(1)\ng(\n", C).startswith("line 2: '('")
    assert balanced(b"f(1\n", b"f(1\ng()\n", C) == ""
    assert balanced(b"a {\n}\n", b"a {\n '}'\n", C) == "line 1: '{' has no counterpart"
    assert "line 1" in balanced(b"x = 1", b'x = """1', PYTHON)
    assert balanced(b"if a\nend\n", b"if a\n", RUBY).startswith("line 1: 'if'")


ELM = profile("elm")


@pytest.mark.parametrize(
    ("language", "source", "anchor", "expected"),
    [
        (ELM, b"f x =\n    g x\n\nh = 1\n", b"f x =", "not_a_block"),
        (JS, b"f({\n  a,\n}, {\n  b,\n});\n", b"f({", "unbalanced"),
        (JS, b"[\n  {\n    a,\n  }, {\n    b,\n  }\n]\n", b"{\n    a", "not_a_block"),
        (JS, b"if (a) {\n  b();\n}\n  c();\n", b"if (a) {", "unbalanced"),
        (JS, b"when = {\n  is: x => call({\n    b,\n  }),\n}\n", b"is: x", "not_a_block"),
    ],
)
def test_where_a_statement_ends(
    language: LanguageProfile, source: bytes, anchor: bytes, expected: bytes | str
) -> None:
    found = at(source, anchor, language)
    assert (found.arm.of(source) if isinstance(found, Block) else found.reason) == expected


def test_strings_and_heredocs_of_several_lines_are_literal_texts() -> None:
    def rows(text: bytes, language: LanguageProfile, within: Span) -> list[bytes]:
        return [found.span.of(text) for found in in_text(text, language, within)]

    text = b"x = '''\n  a\n'''\ny = 'b'  # c\n"
    assert rows(text, PYTHON, Span(0, len(text))) == [b"'''\n  a\n'''"]
    assert rows(text, PYTHON, Span(20, len(text))) == []
    heredoc = b"cat <<-EOF\n\ta\n\tEOF\nb\n"
    assert rows(heredoc, BASH, Span(0, len(heredoc))) == [b"\n\ta\n\tEOF"]


@pytest.mark.parametrize(
    ("source", "family", "anchor", "expected"),
    [
        (
            b"task 'a' {\n  // }\n  it's\n}\n",
            Layout.BRACE,
            b"task",
            b"task 'a' {\n  // }\n  it's\n}",
        ),
        (
            b"function f()\n  -- end\n  x = 1\nend\n",
            Layout.END,
            b"function",
            b"function f()\n  -- end\n  x = 1\nend",
        ),
        (b"if a; then\n  b\nfi\n", Layout.END, b"if a", b"if a; then\n  b\nfi"),
        (b"rule a:\n  # b:\n  c\nd\n", Layout.INDENT, b"rule", b"rule a:\n  # b:\n  c"),
        # An operator at the start of a line is no comment.
        (
            b"rule a:\n  b(1\n    % (2))\nd(3)\n",
            Layout.INDENT,
            b"rule",
            b"rule a:\n  b(1\n    % (2))",
        ),
    ],
)
def test_guess(source: bytes, family: Layout, anchor: bytes, expected: bytes) -> None:
    guessed = guess_profile(source)
    assert (guessed.id, guessed.support, guessed.grammar) == ("text", "text", None)
    assert guessed.family is family
    assert arm(source, anchor, guessed) == expected


hostile = st.lists(
    st.sampled_from(
        [
            "{",
            "}",
            "(",
            ")",
            "[",
            "]",
            '"',
            "'",
            "`",
            "/",
            "\\",
            "#",
            "#{",
            "${",
            "<<EOF",
            "EOF",
            "\n",
            "\r\n",
            "\r",
            "  ",
            "\t",
            "if ",
            "do ",
            "end",
            "fi",
            ":",
            ";",
            "/*",
            "*/",
            '"""',
            "é",
            "%w[",
        ]
    ),
    max_size=60,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=80), hostile.map(str.encode)), st.sampled_from(PROFILES))
def test_anything_is_masked_and_answered(data: bytes, language: LanguageProfile) -> None:
    for known in (language, guess_profile(data)):
        masked = mask(data, known)
        assert len(masked) == len(data) and line_starts(masked) == line_starts(data)
        for start in (0, len(data) // 2):
            span = Span(start, len(data))
            assert isinstance(opened_block(data, span, known), Block | Unopened)
        in_text(data, known, Span(0, len(data)))
        enclosing_block(data, len(data) // 2, known)
        balanced(data[: len(data) // 2], data, known)


programs = st.recursive(
    st.just("s"), lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=12
).filter(lambda tree: isinstance(tree, list))
FORMS = {
    "javascript": (JS, ("if (a{n}) {{", "for (;a{n};) {{", "f{n}('}}', () => {{"), "}", ");"),
    "python": (PYTHON, ("if a{n}:", "for a{n} in '):':", "while a{n}({{}}):"), None, ""),
    "lua": (LUA, ("if a{n} then", "for a{n} in b do", "while a{n} do -- end"), "end", ""),
    "ruby": (RUBY, ("if a{n}", "a{n}.each do |x| # end", "while a{n} do"), "end", ""),
    "bash": (BASH, ("if a{n}; then", "for a{n} in fi; do", "while a{n}; do"), "", ""),
}


def _render(
    tree: object, form: str, depth: int, lines: list[str], spans: list[tuple[int, int]]
) -> None:
    _, headers, closer, tail = FORMS[form]
    pad = "    " * depth
    if not isinstance(tree, list):
        lines.append(pad + "s('{ if end')")
        return
    n, mine = len(spans), len(lines)
    spans.append((mine, mine))
    lines.append(pad + headers[n % 3].format(n=n))
    for child in tree:
        _render(child, form, depth + 1, lines, spans)
    if closer is not None:
        end = ("fi", "done", "done")[n % 3] if form == "bash" else closer
        lines.append(pad + end + (tail if n % 3 == 2 else ""))
    spans[n] = (mine, len(lines) - 1)


@settings(max_examples=150, deadline=None)
@given(programs, st.sampled_from(sorted(FORMS)), st.sampled_from(["\n", "\r\n", "\r"]))
def test_generated_programs(tree: object, form: str, ending: str) -> None:
    lines: list[str] = []
    spans: list[tuple[int, int]] = []
    _render(tree, form, 0, lines, spans)
    data = ending.join([*lines, "z()", ""]).encode()
    rows = split_lines(data)
    starts = line_starts(data)
    for first, last in spans:
        anchor = Span(starts[first], starts[first] + len(split_ending(rows[first])[0]))
        found = opened_block(data, anchor, FORMS[form][0])
        assert isinstance(found, Block), (found, data)
        assert found.arm.start == anchor.start + len(rows[first]) - len(rows[first].lstrip())
        assert found.arm.end == starts[last] + len(split_ending(rows[last])[0].rstrip(b";"))


def _python_files() -> list[Path]:
    folder = Path(sysconfig.get_paths()["stdlib"])
    return sorted(folder.glob("*.py"), key=lambda path: path.stat().st_size)[-68::2]


def test_agrees_with_the_parser_on_real_python() -> None:
    """Wrong is never; refusing is allowed, but rare."""
    asked = refused = 0
    for path in _python_files():
        data = path.read_bytes()
        starts = line_starts(data)
        for node in ast.walk(ast.parse(data)):
            if not isinstance(
                node, ast.FunctionDef | ast.ClassDef | ast.If | ast.For | ast.While | ast.Try
            ):
                continue
            start = starts[node.lineno - 1] + node.col_offset
            found = opened_block(data, Span(start, starts[node.lineno] - 1), PYTHON)
            asked += 1
            if isinstance(found, Unopened):
                refused += 1
                continue
            end = bisect_right(starts, found.arm.end - 1)
            assert end == node.body[-1].end_lineno, (path, node.lineno)
            assert end == node.end_lineno, (path, node.lineno)
    # A third has an `else` or an `except`, or a header of several lines.
    assert asked > 1000 and refused < 0.4 * asked


@pytest.mark.parametrize(
    "language",
    ["bash", "c", "go", "java", "javascript", "kotlin", "lua", "php", "python", "ruby", "rust"],
)
def test_agrees_with_the_trees_of_the_cases(language: str) -> None:
    """A block that text finds ends on the line of a block of the tree that begins on its line."""
    found = 0
    for data in sorted({case.sections.get("input", "").encode() for case in all_cases(language)}):
        source = Source.of(Document.from_bytes(data, language=language))
        if source.tree is None or source.tree.faults():
            continue
        line_of = source.document.line_of
        blocks = [*source.tree.definitions(), *source.tree.blocks()]
        spans = [span for b in blocks for span in (b.core, b.span, b.arm)]
        ends = {(line_of(span.start), line_of(span.end - 1)) for span in spans}
        for line in {first for first, _ in ends}:
            span = source.document.line_span(line)
            for known in (source.profile, guess_profile(data)):
                block = opened_block(source.data, span, known)
                if isinstance(block, Block):
                    found += 1
                    assert (line, line_of(block.core.end - 1)) in ends, (data, line)
    assert found > 20


@pytest.mark.parametrize(
    ("language", "unit"),
    [
        (JS, b"function f(a) {\n  if (a) { return 'x'; } // y\n}\n"),
        (JS, b"/["),
        (JS, b"`${"),
        (C, b"'"),
        (C, b"(["),
        (C, b"(]"),
        (RUST, b"/*"),
        (RUBY, b'"#{\n'),
        (RUBY, b"x <<A\n"),
        (RUBY, b"if x\n"),
        (LUA, b"if "),
        (PYTHON, b"if x:\n"),
    ],
)
def test_time_is_linear(language: LanguageProfile, unit: bytes) -> None:
    """A generous bound of processor time: a quadratic pass over this much would take minutes."""
    data = unit * (300_000 // len(unit))
    begun = time.process_time()
    opened_block(data, Span(0, min(len(data), 40)), language)
    assert time.process_time() - begun < 8
