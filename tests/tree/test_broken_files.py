"""Edits of sources with one syntax error: they land as in the unbroken source, or not at all.

The judge is the one of `benchmarks/broken.py`, here on the sources in `fixtures`; the benchmark
asks it about real files.
"""

import sys

import pytest

from checkout import ROOT
from structedit import Document, Source
from structedit.app import library
from structedit.calls.places import Anchor, Part, Selector
from structedit.calls.requests import (
    DeleteBlock,
    RenameLocal,
    ReplaceBlock,
    ReplaceFunctionBody,
    StrReplace,
)
from structedit.calls.statuses import Reason, Status
from structedit.plan.one_request import plan
from structedit.plan.reading import get_region
from structedit.search.addresses import selectors_of
from structedit.search.selectors import resolve
from structedit.tree import syntax_tree
from structedit.tree.broken.doubt import refusal_of

sys.path.insert(0, str(ROOT / "benchmarks"))

import broken as judge

FIXTURES = {path.parent.name: path for path in sorted((ROOT / "fixtures").glob("*/*.*"))}


BROKEN = [name for name in judge.LANGUAGES if name in FIXTURES]

PROGRAMMING = judge.LANGUAGES[:10]
"""Languages whose sources in `fixtures` are long enough to tell how much stays editable."""

SHARES = 5
"""Each of these gets one in so many kinds of breaks, and the next one the next kinds; others half as many."""


@pytest.mark.parametrize("language", BROKEN)
def test_no_break_makes_an_edit_wrong_and_neighbours_stay_editable(language):
    score = judge.Score()
    shares = SHARES if language in PROGRAMMING else 2 * SHARES
    kinds = judge.kinds_of(language)[BROKEN.index(language) % shares :: shares]
    files = judge.run(language, [FIXTURES[language]], len(kinds), 3, score, kinds=kinds)
    assert not score.wrong
    if language in PROGRAMMING:
        assert files == 1
        neighbours = sum((t.neighbours for t in score.tallies.values()), judge.Counter())
        assert neighbours.total() >= 40
        assert neighbours["right"] >= 0.8 * neighbours.total(), (neighbours, score.refused)


@pytest.mark.parametrize("language", FIXTURES)
def test_no_false_alarm(language):
    source = source_of(FIXTURES[language].read_text(encoding="utf-8"), FIXTURES[language].name)
    assert source.tree.clean
    for block in (*source.tree.definitions(), *source.tree.blocks()):
        assert refusal_of(source.tree, block) is None


def source_of(text, path):
    return Source.of(Document.from_text(text, path=path))


LOST_BRACE = """\
class Cart {
  total() {
    if (this.items) {
      return 1;
    return 0;
  }

  clear() {
    this.items = [];
  }
}

function total(cart) {
  return cart.total();
}
"""


def test_the_smallest_lines_are_hidden():
    source = source_of(LOST_BRACE, "cart.js")
    assert [span.of(source.data) for span in source.tree.hidden] == [
        b"    if (this.items) {\n      return 1;"
    ]
    assert not source.tree.clean
    assert [".".join(b.path) for b in source.tree.definitions()] == [
        "Cart",
        "Cart.total",
        "Cart.clear",
        "total",
    ]


def test_a_neighbour_is_edited_and_the_break_stays():
    out = plan(
        source_of(LOST_BRACE, "cart.js"),
        ReplaceFunctionBody(Selector.parse("Cart.clear"), "return 2;"),
    )
    assert out.status is Status.APPLIED
    assert out.text == LOST_BRACE.replace("this.items = [];", "return 2;")
    assert out.warnings == ("the file has syntax errors elsewhere, the first at line 3",)


@pytest.mark.parametrize("name", ["Cart.total", "Cart"])
def test_what_holds_the_break_between_its_brackets_is_edited_as_a_whole(name):
    text = LOST_BRACE.replace("if (this.items) {", "if (this.items {")
    out = plan(source_of(text, "cart.js"), DeleteBlock(Selector.parse(name)))
    assert out.status is Status.APPLIED
    assert Source.of(out.result).tree.clean
    assert "function total(cart)" in out.text


def test_a_refusal_names_the_lines_and_a_call_that_works():
    text = "def one(a:\n    return (a\ndef two():\n    return 2\n"
    out = plan(source_of(text, "ab.py"), DeleteBlock(Selector.parse("two")))
    assert (out.status, out.reason) == (Status.REFUSED, Reason.BROKEN_TARGET)
    assert out.message == (
        "where 'two' (line 3) begins or ends is not certain: lines 1 to 2, next to it, could not be parsed"
        " and may belong to it"
    )
    assert (
        out.diagnosis.fix == 'edit it as text with str_replace; get_region(":1-4") shows its lines'
    )
    assert (
        get_region(source_of(text, "ab.py"), Selector.parse(":3-4")).text
        == "def two():\n    return 2"
    )


def test_the_break_can_be_mended_as_text():
    source = source_of(LOST_BRACE, "cart.js")
    out = plan(source, StrReplace("return 1;\n", "return 1;\n    }\n"))
    assert out.status is Status.APPLIED
    assert Source.of(out.result).tree.clean


def test_an_edit_may_not_break_more():
    out = plan(
        source_of(LOST_BRACE, "cart.js"), ReplaceFunctionBody(Selector.parse("Cart.clear"), "f((")
    )
    assert (out.status, out.reason) == (Status.REFUSED, Reason.NEW_SYNTAX_ERROR)


TWINS = """\
def size(a:
    return a


def size(b):
    return b
"""


@pytest.mark.parametrize("text", ["size", "size[1]", "size[2]", "size[-1]", "size@1"])
def test_a_hidden_namesake_may_be_meant(text):
    out = plan(source_of(TWINS, "twins.py"), DeleteBlock(Selector.parse(text)))
    assert out.reason is Reason.BROKEN_TARGET
    assert "lines 1 to 2" in out.message
    assert "size@5" in out.diagnosis.fix


def test_a_line_says_which_namesake_is_meant():
    out = plan(source_of(TWINS, "twins.py"), DeleteBlock(Selector.parse("size@5")))
    assert out.text == "def size(a:\n    return a\n"


def test_written_selectors_resolve_in_a_broken_source():
    source = source_of(TWINS, "twins.py")
    blocks = source.tree.definitions()
    for block, text in zip(blocks, selectors_of(source.tree, blocks), strict=True):
        assert resolve(source.tree, Selector.parse(text)).blocks == (block,)


OPEN_COMMENT = """\
int first(void)
{
	/* to do
	return 1;
}

int second(void)
{
	/* done */
	return 2;
}
"""


def test_an_end_inside_a_comment_is_none():
    source = source_of(OPEN_COMMENT, "a.c")
    assert source.tree.clean
    for target in (Selector.parse("first"), Anchor("int first(void)")):
        out = plan(source, DeleteBlock(target))
        assert (out.status, out.reason) == (Status.REFUSED, Reason.BROKEN_TARGET)
        assert "lines 3 to 9" in out.message


TORN = """\
@decorated((1)
def one():
    return 1


def two():
    return 2
"""


def test_a_broken_decorator_belongs_to_what_follows():
    source = source_of(TORN, "torn.py")
    assert plan(source, DeleteBlock(Selector.parse("one"))).reason is Reason.BROKEN_TARGET
    assert plan(source, DeleteBlock(Selector.parse("two"))).status is Status.APPLIED


CHAIN = """\
namespace b {

static void upper(State& state) {
  run(state);

BENCHMARK(upper)
    ->Range(0, 32)
    ->Times(2);

}  // namespace b
"""


@pytest.mark.parametrize(
    "tail", ["BENCHMARK(upper)\n    ->Range(0, 32)\n    ->Times(2);", "REG();"]
)
def test_a_lost_brace_is_not_found_in_the_namespace(tail):
    text = CHAIN.replace("BENCHMARK(upper)\n    ->Range(0, 32)\n    ->Times(2);", tail)
    source = source_of(text, "bench.cc")
    for target in (Selector.parse("upper"), Anchor("static void upper(State& state) {")):
        out = plan(source, ReplaceFunctionBody(target, "stop();"))
        assert out.status is Status.REFUSED, out.report()


UNCLOSED = """\
int wait(int r) {
    while (r) {
        if (r == 4)
            /* todo
            continue;
        done(r);
    }
    return r;
}

int other(void) {
    while (1) {
        /* nothing */
        done(1);
    }
    return 0;
}
"""


def test_an_if_without_braces_does_not_end_behind_an_open_comment():
    source = source_of(UNCLOSED, "wait.c")
    assert source.tree.clean
    for target in (Selector.parse("wait > if@3"), Anchor("if (r == 4)")):
        out = plan(source, ReplaceBlock(target, "stop();", Part.BODY))
        assert (out.status, out.reason) == (Status.REFUSED, Reason.BROKEN_TARGET), out.report()
    out = plan(source, ReplaceBlock(Selector.parse("wait > if"), "stop();", Part.BODY))
    assert "the string or comment at lines 4 to 13 may have lost its end" in out.report()


BRACKET_IN_HEADER = """\
def (tab(url):
    return url


class Browser:
    def tab(self, url):
        return url
"""


def test_a_name_behind_a_stray_bracket_counts():
    source = source_of(BRACKET_IN_HEADER, "browser.py")
    out = plan(source, DeleteBlock(Selector.parse("function:tab")))
    assert (out.status, out.reason) == (Status.REFUSED, Reason.BROKEN_TARGET)


CUT_NAME = """\
class Walker {
  static int concat(int a, int b);
};

int Walker::conc
  return a + b;
}

int last() {
  return 1;
}
"""


def test_a_prototype_is_not_meant_where_the_definition_may_be_cut():
    source = source_of(CUT_NAME, "walker.cc")
    out = plan(source, DeleteBlock(Selector.parse("Walker.concat")))
    assert not out.landed, out.report()
    assert plan(source, DeleteBlock(Selector.parse("Walker.concat@2"))).landed


FLUSH_LEFT = """\
class Cart:
    def text(self):
        return '''
total:
  one
'''

    def broken(self):
        return (1

    def last(self):
        return 2
"""


def test_a_string_at_the_left_margin_does_not_hide_its_class():
    source = source_of(FLUSH_LEFT, "cart.py")
    assert [span.of(source.data) for span in source.tree.hidden] == [b"        return (1"]
    found = [".".join(b.path) for b in source.tree.definitions()]
    assert found == ["Cart", "Cart.text", "Cart.broken", "Cart.last"]


USED_TYPE = """\
type Props = { label: string };

export function Button({ label }: Props) {
  const shown: Props = { label;
  return shown as Props;
}
"""


def test_a_type_that_hidden_lines_use_is_not_defined_there():
    source = source_of(USED_TYPE, "button.tsx")
    assert source.tree.hidden
    assert plan(source, ReplaceBlock(Selector.parse("Props"), "type Props = { a: 1 };")).landed


COVERED = """\
int add(int a, int b);

static int twice(int a) {
    return add(a, a); /* todo
}

int add(int a, int b) {
    return a + b; /* plain */
}
"""


def test_a_comment_that_may_be_meant_to_cover_a_definition_stops_nothing():
    """Nothing tells it from one that lost its end, and in a file that parses the tree is believed."""
    source = source_of(COVERED, "sum.c")
    out = plan(source, ReplaceBlock(Selector.parse("add"), "int add(int, int);"))
    assert out.text == COVERED.replace("int add(int a, int b);", "int add(int, int);", 1)


UNREADABLE = {
    "default_argument.cpp": (
        "int f(const B &b = {}) {\n    return 1;\n}\n\nint g() {\n    return 2;\n}\n",
        "f g",
    ),
    "type_of_mysql.sql": ("CREATE TABLE a (\n  at DATETIME(3) NOT NULL,\n  n INT\n);\n", "a"),
    "directive_in_a_header.cs": (
        "namespace N\n{\n    public class A\n#if NET\n        : B\n#else\n        : C\n#endif\n    {\n"
        "        public int F() { return 1; }\n        public int G()\n        {\n            return 2;\n"
        "        }\n    }\n}\n",
        "A A.F A.G",
    ),
    "method_in_a_macro.mm": (
        "@implementation Cart {\n  int _size;\n}\n\n- (void)clear\n{\n  _size = 0;\n}\n\nCART_MODULE(Cart)\n\n"
        "EXPORT_METHOD(setKind : (NSString *)kind)\n{\n  int n = 1;\n}\n\n- (int)size\n{\n  return _size;\n}\n\n@end\n",
        "Cart.clear Cart.size",
    ),
    "word_behind_a_dot.rb": (
        'class A\n  def f(range)\n    "#{range.begin}-#{range.end}"\n  end\n\n  def g\n    1\n  end\nend\n',
        "A A.f A.g",
    ),
    "macro_in_a_body.c": (
        "int f(void) {\n    FOO(x) BAR y;\n    return 1;\n}\nint g(void) { return 2; }\n",
        "f g",
    ),
    "macro_in_a_class.cpp": (
        "class A {\n  Q_PROPERTY(int a READ a)\n\n  int f() {\n    return 1;\n  }\n};\n",
        "A A.f",
    ),
    "final_comma.json": ('{"a": {"strict": true,},}\n', "a a.strict"),
    "final_commas_of_lines.jsonc": (
        '{\n  // c\n  "a": {\n    "strict": true,\n    "b": [1, 2,],\n  },\n}\n',
        "a.strict",
    ),
}
"""Files with code that is valid and that a grammar cannot read in places, each with what can be edited all the same."""


@pytest.mark.parametrize("name", UNREADABLE)
def test_items_around_and_beside_what_a_grammar_cannot_read_are_edited(name):
    text, targets = UNREADABLE[name]
    source = source_of(text, name)
    assert source.tree.faults()
    for target in targets.split():
        out = plan(source, DeleteBlock(Selector.parse(target)))
        assert out.landed, out.report()


def test_nothing_is_done_beside_a_merge_conflict():
    text = "<<<<<<< ours\nx = 1\n=======\nx = 2\n>>>>>>> theirs\ny = 3\n\nz = 4\n"
    source = source_of(text, "a.py")
    assert plan(source, DeleteBlock(Selector.parse("y"))).reason is Reason.BROKEN_TARGET
    assert plan(source, DeleteBlock(Selector.parse("z"))).landed


def test_an_insertion_at_the_end_of_a_body_stands_below_what_does_not_parse():
    text = "class A:\n    def f(self):\n        a()\n        x = (1\n\n    def g(self):\n        return 2\n"
    out = library.insert(Document.from_text(text, path="a.py"), "b()", at="end", of="A.f")
    assert out.text == text.replace("x = (1\n", "x = (1\n        b()\n")


IN_DOUBT = {
    "package_that_a_brace_too_many_may_end.pm": (
        "package Cart;\n\nsub add {\n    if ($x) { {\n        f();\n    }\n}\n\npackage Shelf;\n\nsub put {\n"
        "    g();\n}\n",
        "Cart",
    ),
    "half_a_header_above_another.c": (
        "int first(void)\n{\n\treturn 1;\n}\n\nstatic int\n\nstatic int\nsecond(int a, int b)\n{\n\treturn 2;\n}\n",
        "second",
    ),
}
"""Files with one break each in which a name would mean something else, or end elsewhere, than before."""


@pytest.mark.parametrize("name", IN_DOUBT)
def test_a_target_in_doubt_is_never_deleted(name):
    text, target = IN_DOUBT[name]
    assert not plan(source_of(text, name), DeleteBlock(Selector.parse(target))).landed


def test_a_header_over_hidden_lines_is_none():
    text = "table {\n  a: 1;\n}\ntable th,\ntable td \n  b: 1;\n}\ntr,\ntd {\n  c: 1;\n}\n"
    out = plan(source_of(text, "a.css"), ReplaceBlock(Anchor("table th,"), "x: 1;", Part.BODY))
    assert not out.landed


def test_a_local_name_is_not_renamed_around_lines_that_do_not_parse():
    source = source_of("def f(a):\n    return (a\n\n\ndef g(a):\n    return a\n", "a.py")
    assert plan(source, RenameLocal(Selector.parse("f"), "a", "b")).reason is Reason.BROKEN_TARGET
    assert plan(source, RenameLocal(Selector.parse("g"), "a", "b")).landed


def test_what_was_hidden_is_known_the_second_time(monkeypatch):
    first = source_of(LOST_BRACE, "cart.js").tree.hidden
    monkeypatch.delattr(syntax_tree, "_lines_to_hide")
    assert source_of(LOST_BRACE, "cart.js").tree.hidden == first


MISSED_AND_FOUND = (
    "void f(Node *a, Node *b) {\n  while ((a = b, b = b->next) != end) {\n    g(a);\n  }\n}\n"
)


@pytest.mark.parametrize(
    "text", [UNREADABLE["macro_in_a_body.c"][0], MISSED_AND_FOUND], ids=["macro", "bracket"]
)
def test_no_lines_are_looked_for_where_each_error_stays_in_its_line(monkeypatch, text):
    monkeypatch.delattr(syntax_tree, "_lines_to_hide")
    source = source_of(text, "a.cpp")
    assert source.tree.faults()
    assert not source.tree.hidden


def test_a_large_file_that_is_one_error_is_text(monkeypatch):
    monkeypatch.setattr(syntax_tree.hiding, "MAX_BYTES", 20)
    text = "class A:\n    def f(self):\n        return [\n"
    assert source_of(text, "a.py").tree is None
    out = plan(source_of(text, "a.py"), DeleteBlock(Selector.parse("A.f")))
    assert (out.status, out.reason) == (Status.NOT_FOUND, Reason.SELECTOR_NOT_FOUND)
    assert "one syntax error spans the whole file" in out.message
    out = plan(source_of(text, "a.py"), StrReplace("return [", "return [1,"))
    assert out.status is Status.APPLIED
    assert out.text == text.replace("[", "[1,")
