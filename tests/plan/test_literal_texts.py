"""No operation changes white space that is content: heredocs, strings of several lines, preformatted elements.

Each row is a language's file with a placeholder statement on a line of its own, and a snippet whose first line is code.
`content` is the rest of the snippet from within its first line on. A fixed content keeps every byte; one that moves
keeps its indentation relative to the line above it.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

import structedit as se
from cases_support import missing_wheel
from structedit.languages.known import fresh_languages
from structedit.text.values import dataclass
from structedit.tree.source import Source


@dataclass(frozen=True, slots=True)
class Host:
    """A file with the line `hole`, and what its code can be wrapped in."""

    text: str
    hole: str
    header: str = ""
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A snippet for the placeholder's line in a file: its first line, then a part whose white space is content."""

    of: str
    path: str
    code: str
    content: str
    moves: bool = False

    @property
    def host(self) -> str:
        """The file's text."""
        return HOSTS[self.of].text

    @property
    def hole(self) -> str:
        """The placeholder's line."""
        return HOSTS[self.of].hole

    @property
    def depth(self) -> str:
        """The indentation of the placeholder's line."""
        line = next(line for line in self.host.splitlines() if line.strip() == self.hole)
        return line[: len(line) - len(line.lstrip())]

    def snippet(self, depth: str = "") -> str:
        """The snippet at an indentation, laid out as a careful author would write it there."""
        content = self.content
        if self.moves:
            content = "\n".join(
                depth + line if line and i else line for i, line in enumerate(content.split("\n"))
            )
        return depth + self.code + content

    def check(self, after: str) -> None:
        """Fail if the snippet is not in a file as a careful author would write it."""
        line = next((one for one in after.splitlines() if one.strip().startswith(self.code)), None)
        assert line is not None, after
        depth = line[: len(line) - len(line.lstrip())] if self.moves else ""
        assert self.snippet(depth).removeprefix(depth) in after, after


HOSTS = {
    "bash": Host("f() {\n    if a; then\n        hole\n    fi\n}\n", "hole", "if b; then", "fi"),
    "bash_tabs": Host("f() {\n\tif a; then\n\t\thole\n\tfi\n}\n", "hole", "if b; then", "fi"),
    "perl": Host(
        "sub f {\n    if ($a) {\n        hole();\n    }\n}\n", "hole();", "if ($b) {", "}"
    ),
    "ruby": Host("def f\n  if a\n    hole\n  end\nend\n", "hole", "if b", "end"),
    "php": Host(
        "<?php\nfunction f() {\n    if ($a) {\n        hole();\n    }\n}\n",
        "hole();",
        "if ($b) {",
        "}",
    ),
    "braces_js": Host(
        "function f() {\n    if (a) {\n        hole();\n    }\n}\n", "hole();", "if (b) {", "}"
    ),
    "vue_script": Host(
        "<script>\nfunction f() {\n    if (a) {\n        hole();\n    }\n}\n</script>\n", "hole();"
    ),
    "markup": Host(
        "<main>\n  <div>\n    <p>hole</p>\n  </div>\n</main>\n",
        "<p>hole</p>",
        "<section>",
        "</section>",
    ),
    "vue": Host(
        "<template>\n  <div>\n    <p>hole</p>\n  </div>\n</template>\n",
        "<p>hole</p>",
        "<section>",
        "</section>",
    ),
    "latex": Host(
        "\\begin{document}\n  \\begin{itemize}\n    \\item hole\n  \\end{itemize}\n\\end{document}\n",
        "\\item hole",
        "\\begin{center}",
        "\\end{center}",
    ),
    "lua": Host(
        "function f()\n    if a then\n        hole()\n    end\nend\n", "hole()", "if b then", "end"
    ),
    "go": Host("package a\n\nfunc f() {\n\tif a {\n\t\thole()\n\t}\n}\n", "hole()", "if b {", "}"),
    "csharp": Host(
        "class A {\n    void f() {\n        hole();\n    }\n}\n", "hole();", "if (b) {", "}"
    ),
    "rust": Host("fn f() {\n    if a {\n        hole();\n    }\n}\n", "hole();", "if b {", "}"),
    "cpp": Host(
        "void f() {\n    if (a) {\n        hole();\n    }\n}\n", "hole();", "if (b) {", "}"
    ),
    "python": Host("def f():\n    if a:\n        hole()\n", "hole()", "if b:", ""),
    "python_doc": Host("class A:\n    if a:\n        hole()\n", "hole()", "if b:", ""),
    "kotlin": Host(
        "fun f() {\n    if (a) {\n        hole()\n    }\n}\n", "hole()", "if (b) {", "}"
    ),
    "scala": Host("object A {\n  def f() = {\n    hole()\n  }\n}\n", "hole()", "if (b) {", "}"),
    "swift": Host("func f() {\n    if a {\n        hole()\n    }\n}\n", "hole()", "if b {", "}"),
    "elixir": Host(
        "defmodule A do\n  def f do\n    hole()\n  end\nend\n", "hole()", "if b do", "end"
    ),
    "hcl": Host('a "b" {\n  c {\n    hole = 1\n  }\n}\n', "hole = 1"),
    "toml": Host("[a]\nhole = 1\n", "hole = 1"),
    "dockerfile": Host("FROM a\nRUN hole\n", "RUN hole"),
    "make": Host("A = 1\nhole = 1\nB = 2\n", "hole = 1"),
    "yaml": Host("a:\n  b:\n    hole: 1\n", "hole: 1"),
    "markdown": Host("- a\n\n  - b\n\n    hole\n", "hole"),
    "julia": Host(
        "function f()\n    if a\n        hole()\n    end\nend\n", "hole()", "if b", "end"
    ),
    "zig": Host(
        "fn f() void {\n    if (a) {\n        hole();\n    }\n}\n", "hole();", "if (b) {", "}"
    ),
    "nix": Host("{\n  a = {\n    hole = 1;\n  };\n}\n", "hole = 1;"),
    "r": Host(
        "f <- function() {\n    if (a) {\n        hole()\n    }\n}\n", "hole()", "if (b) {", "}"
    ),
    "cmake": Host(
        "function(f)\n    if(a)\n        hole()\n    endif()\nendfunction()\n",
        "hole()",
        "if(b)",
        "endif()",
    ),
    "ocaml": Host("let f () =\n    let a =\n        hole ()\n    in a\n", "hole ()"),
    "powershell": Host(
        "function f {\n    if ($a) {\n        hole\n    }\n}\n", "hole", "if ($b) {", "}"
    ),
    "sql": Host("SELECT\n    hole,\n    a\nFROM b;\n", "hole,"),
    "graphql": Host("type A {\n    hole: B\n}\n", "hole: B"),
    "elm": Host(
        "module A exposing (..)\n\n\nf =\n    let\n        a =\n            hole\n    in\n    a\n",
        "hole",
    ),
    "elisp": Host("(defun f ()\n  (when a\n    (hole)\n    (b)))\n", "(hole)"),
    "org": Host("* a\n  - b\n    - c\n      hole\n", "hole"),
    "asciidoc": Host("* a\n  b\n    c\n  hole\n", "hole"),
}
"""Files, by the language or the first row that has each."""

ROWS = {
    "bash": Row("bash", "a.sh", "cat <<EOF", "\nx\n  y\n\n z\nEOF"),
    "bash_quoted": Row("bash", "a.sh", "python3 - <<'PY' | sort", "\nimport os\nif x:\n  y\nPY"),
    "bash_string": Row("bash", "a.sh", 'a="x', '\n  y\nz"'),
    "bash_tabs": Row("bash_tabs", "a.sh", "cat <<-EOF", "\n\tx\n\t  y\nEOF", moves=True),
    "zsh": Row("bash", "a.zsh", "cat <<EOF", "\nx\n  y\nEOF"),
    "perl": Row("perl", "a.pl", "print <<EOF;", "\nx\n  y\nEOF"),
    "perl_moves": Row("perl", "a.pl", "print <<~EOF;", "\n  x\n    y\n  EOF", moves=True),
    "ruby": Row("ruby", "a.rb", "b = <<-EOF", "\nx\n  y\nEOF"),
    "ruby_moves": Row("ruby", "a.rb", "b = <<~EOF", "\n  x\n    y\nEOF", moves=True),
    "php": Row("php", "a.php", "$b = <<<EOT", "\nx\n  y\nEOT;"),
    "php_nowdoc": Row("php", "a.php", "$b = <<<'EOT'", "\n  x\n    y\n  EOT;"),
    "javascript": Row("braces_js", "a.js", "const s = `x", "\n  y\nz`;"),
    "typescript": Row("braces_js", "a.ts", "const s = `x", "\n  y\nz`;"),
    "tsx": Row("braces_js", "a.tsx", "const s = `x", "\n  y\nz`;"),
    "vue_script": Row("vue_script", "a.vue", "const s = `x", "\n  y\nz`;"),
    "svelte_script": Row("vue_script", "a.svelte", "const s = `x", "\n  y\nz`;"),
    "html_script": Row("vue_script", "a.html", "const s = `x", "\n  y\nz`;"),
    "html": Row("markup", "a.html", "<pre>x", "\n  y\nz</pre>"),
    "html_textarea": Row("markup", "a.html", "<textarea rows=3>", "\nx\n  y</textarea>"),
    "html_whole_script": Row("markup", "a.html", "<script>const s = `x", "\n  y\nz`;</script>"),
    "vue": Row("vue", "a.vue", "<pre>x", "\n  y\nz</pre>"),
    "svelte": Row("markup", "a.svelte", "<pre>x", "\n  y\nz</pre>"),
    "astro": Row("markup", "a.astro", "<pre>x", "\n  y\nz</pre>"),
    "xml": Row("markup", "a.xml", '<b xml:space="preserve">x', "\n  y\nz</b>"),
    "xml_cdata": Row("markup", "a.xml", "<b><![CDATA[x", "\n  y\nz]]></b>"),
    "latex": Row("latex", "a.tex", "\\begin{verbatim}", "\nx\n  y\n\\end{verbatim}"),
    "latex_listing": Row("latex", "a.tex", "\\begin{lstlisting}", "\nx\n  y\n\\end{lstlisting}"),
    "latex_other": Row("latex", "a.tex", "\\begin{Verbatim}", "\nx\n  y\n\\end{Verbatim}"),
    "lua": Row("lua", "a.lua", "s = [[x", "\n  y\nz]]"),
    "go": Row("go", "a.go", "s := `x", "\n  y\nz`"),
    "csharp": Row("csharp", "a.cs", 'var s = @"x', '\n  y\nz";'),
    "csharp_raw": Row("csharp", "a.cs", 'var s = """', '\n  x\n    y\n  """;', moves=True),
    "rust": Row("rust", "a.rs", 'let s = r#"x', '\n  y\nz"#;'),
    "cpp": Row("cpp", "a.cpp", 'auto s = R"(x', '\n  y\nz)";'),
    "python": Row("python", "a.py", 's = """x', '\n  y\n\n z"""'),
    "python_doc": Row(
        "python_doc", "a.py", "def f(self):", '\n    """Doc.\n\n      More.\n    """', moves=True
    ),
    "java": Row("csharp", "A.java", 'var s = """', '\n  x\n    y\n  """;', moves=True),
    "kotlin": Row("kotlin", "a.kt", 'val s = """x', '\n  y\nz"""'),
    "kotlin_moves": Row(
        "kotlin", "a.kt", 'val s = """', '\n  x\n    y\n""".trimIndent()', moves=True
    ),
    "scala": Row("scala", "a.scala", 'val s = """x', '\n  y\nz"""'),
    "scala_moves": Row(
        "scala", "a.scala", 'val s = """x', '\n  |  y\n  |z""".stripMargin', moves=True
    ),
    "swift": Row("swift", "a.swift", 'let s = """', '\n  x\n    y\n  """', moves=True),
    "dart": Row("cpp", "a.dart", "var s = '''x", "\n  y\nz''';"),
    "elixir": Row("elixir", "a.ex", 's = """', '\n  x\n    y\n"""', moves=True),
    "elixir_string": Row("elixir", "a.ex", 's = "x', '\n  y\nz"'),
    "hcl": Row("hcl", "a.hcl", "d = <<EOT", "\nx\n  y\nEOT"),
    "terraform": Row("hcl", "a.tf", "d = <<-EOT", "\n  x\n    y\nEOT", moves=True),
    "toml": Row("toml", "a.toml", 'b = """', '\nx\n  y"""'),
    "dockerfile": Row("dockerfile", "Dockerfile", "RUN <<EOF", "\necho 1\n  echo 2\nEOF"),
    "make": Row("make", "Makefile", "define F", "\n  x\n\ty\nendef"),
    "yaml": Row("yaml", "a.yaml", "c: |", "\n  x\n    y", moves=True),
    "markdown": Row("markdown", "a.md", "```py", "\nx\n   y\n```", moves=True),
    "rst": Row("markdown", "a.rst", ".. code-block:: c", "\n\n   x\n     y", moves=True),
    "julia": Row("julia", "a.jl", 's = """', '\n  x\n    y\n  """', moves=True),
    "zig": Row("zig", "a.zig", "const s =", "\n    \\\\x\n    \\\\  y\n;", moves=True),
    "nix": Row("nix", "a.nix", "s = ''", "\n  x\n    y\n'';", moves=True),
    "r": Row("r", "a.r", 's <- "x', '\n  y\nz"'),
    "cmake": Row("cmake", "CMakeLists.txt", "message([[x", "\n  y\nz]])"),
    "ocaml": Row("ocaml", "a.ml", "g {|x", "\n  y\nz|}"),
    "powershell": Row("powershell", "a.ps1", '$s = @"', '\nx\n  y\n"@'),
    "sql": Row("sql", "a.sql", "'x", "\n  y\nz',"),
    "graphql": Row("graphql", "a.graphql", "b(c: D = ", '"x"): E'),
    "elm": Row("elm", "a.elm", 'g """x', '\n  y\nz"""'),
    "elisp": Row("elisp", "a.el", '(g "x', '\n  y\nz")'),
    "org": Row("org", "a.org", "#+BEGIN_SRC py", "\nx:\n    y\n#+END_SRC", moves=True),
    "asciidoc": Row("asciidoc", "a.adoc", "----", "\nx:\n    y\n----", moves=True),
}
"""Languages with texts whose white space is content, and those of no grammar (zsh, Org, AsciiDoc)."""


def _edited(row: Row, tmp_path: Path, edit: Callable[[Path], object], text: str) -> str:
    path = tmp_path / row.path
    path.write_text(text)
    outcome = edit(path)
    after = path.read_text()
    assert after != text, outcome
    return after


def _insert(row: Row, path: Path) -> object:
    return se.insert(path, row.snippet(), after=row.hole)


def _exact(row: Row, path: Path) -> object:
    return se.str_replace(path, row.hole, row.snippet())


def _with_context(row: Row, depth: str) -> tuple[str, str]:
    """The line above the placeholder and its own, before and after, as a caller has them who lost some indentation."""
    lines = row.host.splitlines()
    at = next(i for i, line in enumerate(lines) if line.strip() == row.hole)
    above = lines[at - 1]
    margin = above[: len(above) - len(above.lstrip())]
    own = row.depth.removeprefix(margin)
    first = above.removeprefix(margin)
    return (
        f"{depth}{first}\n{depth}{own}{row.hole}\n",
        f"{depth}{first}\n{row.snippet(depth + own)}\n",
    )


def _indent_tier(row: Row, path: Path) -> object:
    old, new = _with_context(row, "")
    return se.str_replace(path, old, new)


def _search_replace(row: Row, path: Path) -> object:
    old, new = _with_context(row, "")
    block = f"{path.name}\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n"
    return se.apply_edits(block, path.parent)


def _patch(row: Row, path: Path) -> object:
    old, new = _with_context(row, "")
    first, gone = old.splitlines()
    added = "".join(f"+{line}\n" for line in new.splitlines()[1:])
    patch = f"*** Begin Patch\n*** Update File: {path.name}\n@@\n {first}\n-{gone}\n{added}*** End Patch\n"
    return se.apply_edits(patch, path.parent)


ADDING = (_insert, _exact, _indent_tier, _search_replace, _patch)


def _skip_without_grammar(row: Row) -> None:
    language = Source.of(se.Document.from_text("", row.path)).language
    if language in fresh_languages() and (missing := missing_wheel(language)):
        pytest.skip(f"{missing} is not installed")


@pytest.mark.parametrize("operation", ADDING, ids=lambda operation: operation.__name__.strip("_"))
@pytest.mark.parametrize("name", ROWS)
def test_what_a_caller_adds_keeps_its_white_space(
    name: str, operation: Callable[[Row, Path], object], tmp_path: Path
) -> None:
    row = ROWS[name]
    _skip_without_grammar(row)
    row.check(_edited(row, tmp_path, lambda path: operation(row, path), row.host))


@pytest.mark.parametrize(
    "name", [name for name, row in ROWS.items() if HOSTS[row.of].footer and name != "zig"]
)
def test_text_in_another_unit_keeps_it(name: str, tmp_path: Path) -> None:
    row, host = ROWS[name], HOSTS[ROWS[name].of]
    _skip_without_grammar(row)
    unit = "    " if "\t" in host.text or "    " not in host.text else "  "
    if name == "bash_tabs":
        unit = "\t"  # only tabs are stripped from such a heredoc
    text = f"{host.header}\n{row.snippet(unit)}\n{host.footer}"
    row.check(_edited(row, tmp_path, lambda path: se.insert(path, text, after=row.hole), row.host))
    old, new = _with_context(row, "")
    new = new.replace(row.snippet(old.splitlines()[1].removesuffix(row.hole)), text)
    row.check(_edited(row, tmp_path, lambda path: se.str_replace(path, old, new), row.host))


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if HOSTS[row.of].header])
def test_wrapping_keeps_it(name: str, tmp_path: Path) -> None:
    row = ROWS[name]
    host = HOSTS[row.of]
    _skip_without_grammar(row)
    text = row.host.replace(row.depth + row.hole, row.snippet(row.depth))
    first = text[: text.index(row.snippet(row.depth))].count("\n") + 1
    lines = f"{first}-{first + row.snippet().count(chr(10))}"
    version = se.Document.from_text(text, row.path).version
    after = _edited(
        row,
        tmp_path,
        lambda path: se.wrap(
            path, lines=lines, header=host.header, footer=host.footer, version=version
        ),
        text,
    )
    row.check(after)
    assert host.header in after


IN_AN_IF = [
    name
    for name, row in ROWS.items()
    if "    if" in row.host or "  if" in row.host or "\tif" in row.host
]
"""Rows whose placeholder is the only statement of an `if` in a function `f`."""


def _function(name: str) -> str:
    return "script > f" if name.endswith("_script") else "f"


@pytest.mark.parametrize("name", [name for name in IN_AN_IF if not name.startswith("python_doc")])
def test_unwrapping_keeps_it(name: str, tmp_path: Path) -> None:
    row = ROWS[name]
    _skip_without_grammar(row)
    text = row.host.replace(row.depth + row.hole, row.snippet(row.depth))
    selector = f"{_function(name)} > if"
    row.check(_edited(row, tmp_path, lambda path: se.unwrap(path, selector), text))


@pytest.mark.parametrize("name", [name for name in IN_AN_IF if not name.startswith("python_doc")])
def test_a_new_body_and_a_new_block_keep_it(name: str, tmp_path: Path) -> None:
    row = ROWS[name]
    _skip_without_grammar(row)
    function = _function(name)
    body = lambda path: se.replace_function_body(path, function, row.snippet())  # noqa: E731
    row.check(_edited(row, tmp_path, body, row.host))
    lines = row.host.splitlines()
    first = next(i for i, line in enumerate(lines) if line.strip().startswith("if"))
    margin = len(lines[first]) - len(lines[first].lstrip())
    # The `if` takes three lines, or two at the end of the file where nothing closes it.
    block = [line[margin:] for line in lines[first : first + 3]]
    inner = row.depth[margin:]
    new = "\n".join(block).replace(inner + row.hole, row.snippet(inner))
    whole = lambda path: se.replace_block(path, f"{function} > if", new)  # noqa: E731
    row.check(_edited(row, tmp_path, whole, row.host))


@pytest.mark.parametrize(
    "name", [name for name in IN_AN_IF if name not in ("dart", "perl", "perl_moves", "zig")]
)
def test_a_template_keeps_it(name: str, tmp_path: Path) -> None:
    row = ROWS[name]
    _skip_without_grammar(row)
    pattern = row.hole.removesuffix(";")
    template = row.snippet()

    def rewrite(path: Path) -> object:
        return se.rewrite([path], pattern=pattern, template=template, root=path.parent)

    row.check(_edited(row, tmp_path, rewrite, row.host))
