"""Profiles derived from grammars: what they find, and that they say what they are."""

from __future__ import annotations

import pytest

from profile_facts import text, tree_of
from structedit import Document, Selector, Source, Status
from structedit.calls.requests import ReplaceBlock, StrReplace
from structedit.languages.known import all_languages, known_languages, profile
from structedit.plan.one_request import plan
from structedit.text.document import Span
from structedit.tree.syntax_tree import SyntaxTree, parse

GLEAM = """\
import gleam/io

// Doubles.
fn double(x: Int) -> Int {
  x * 2
}

pub fn main() {
  io.debug(double(2))
}
"""

HARE = """\
use fmt;

export fn main() void = {
	fmt::println("hi")!;
};
"""

HAXE = """\
class Point {
  var x:Int;

  public function new(x:Int) {
    this.x = x;
  }

  public function len():Float {
    if (x > 0) {
      return x;
    }
    return 0;
  }
}
"""

ACTIONSCRIPT = """\
package shop {
  public class Cart {
    /* Adds. */
    public function add(n:int):void {
      total += n;
    }
  }
}
"""

ROWS = [
    ("gleam", GLEAM, "double", "span", "fn double(x: Int) -> Int {\n  x * 2\n}"),
    ("gleam", GLEAM, "double", "attached", "// Doubles."),
    ("hare", HARE, "main", "kind", "function"),
    ("haxe", HAXE, "Point.len", "kind", "method"),
    ("haxe", HAXE, "Point", "kind", "class"),
    ("actionscript", ACTIONSCRIPT, "shop.Cart.add", "attached", "/* Adds. */"),
]


@pytest.mark.parametrize(("language", "source", "place", "part", "expected"), ROWS)
def test_facts(language: str, source: str, place: str, part: str, expected: str) -> None:
    assert tree_of(language, source).clean
    assert text(language, source, place, part) == expected


def test_an_edit_by_name() -> None:
    source = Source.of(Document.from_text(HAXE, path="Point.hx"))
    new = "public function len():Float {\n  return x;\n}"
    out = plan(source, ReplaceBlock(Selector.parse("Point.len"), new))
    assert out.status is Status.APPLIED
    assert out.text == HAXE[: HAXE.index("    if")] + "    return x;\n  }\n}\n"


def test_a_grammar_without_definitions_leaves_a_file_to_text() -> None:
    source = Source.of(Document.from_text("a,b\n1,2\n", path="t.csv"))
    assert (source.language, source.tree) == ("csv", None)
    out = plan(source, StrReplace("1,2", "1,3"))
    assert out.text == "a,b\n1,3\n"
    assert any("no grammar is in use" in warning for warning in out.warnings)


def test_clean_only_grammars_step_back() -> None:
    good, bad = b"proc a {} {\n    puts hi\n}\n", b"proc a {} {\n    puts hi\n"
    assert isinstance(parse(good, profile("tcl")), SyntaxTree)
    assert parse(bad, profile("tcl")) == "the tcl grammar does not parse all of it"


@pytest.mark.parametrize("language", sorted(set(all_languages()) - set(known_languages())))
def test_every_derived_profile_parses_its_own_comments(language: str) -> None:
    it = profile(language)
    assert it.support in ("derived", "text")
    if it.support == "text":
        assert it.grammar is None
        return
    for style in it.line_comments:
        tree = parse(f"{style} x\n".encode(), it)
        assert isinstance(tree, SyntaxTree) and tree.comments(Span(0, 5))
