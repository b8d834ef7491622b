"""Edits of sources with one syntax error: they land as in the unbroken source, or not at all.

The judge is the one of `benchmarks/broken.py`, here on the sources in `fixtures`; the benchmark
asks it about real files.
"""

import sys

import pytest

from checkout import ROOT
from structedit import Document, Source
from structedit.calls.places import Anchor, Part, Selector
from structedit.calls.requests import DeleteBlock, ReplaceBlock, ReplaceFunctionBody, StrReplace
from structedit.calls.statuses import Reason, Status
from structedit.languages.known import profile
from structedit.plan.one_request import plan
from structedit.search.addresses import selectors_of
from structedit.search.selectors import resolve
from structedit.text.document import Span
from structedit.tree.broken.certainty import check_target
from structedit.tree.broken.names_in_text import TornLines

sys.path.insert(0, str(ROOT / "benchmarks"))

import broken as judge

FIXTURES = {path.parent.name: path for path in sorted((ROOT / "fixtures").glob("*/*.*"))}


PROGRAMMING = judge.LANGUAGES[:10]
"""Languages whose sources in `fixtures` are long enough to tell how much stays editable."""


@pytest.mark.parametrize("language", [name for name in judge.LANGUAGES if name in FIXTURES])
def test_no_break_makes_an_edit_wrong_and_neighbours_stay_editable(language):
    score = judge.Score()
    files = judge.run(language, [FIXTURES[language]], len(judge.kinds_of(language)), 3, score)
    assert not score.wrong
    if language in PROGRAMMING:
        assert files == 1
        neighbours = sum((t.neighbours for t in score.tallies.values()), judge.Counter())
        assert neighbours.total() >= 40
        assert neighbours["right"] >= 0.85 * neighbours.total(), (neighbours, score.refused)


@pytest.mark.parametrize("language", FIXTURES)
def test_no_false_alarm(language):
    source = source_of(FIXTURES[language].read_text(encoding="utf-8"), FIXTURES[language].name)
    assert source.tree.clean
    for block in (*source.tree.definitions(), *source.tree.blocks()):
        assert check_target(source.tree, block) is None


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
def test_what_holds_the_break_is_refused(name):
    out = plan(source_of(LOST_BRACE, "cart.js"), DeleteBlock(Selector.parse(name)))
    assert (out.status, out.reason) == (Status.REFUSED, Reason.BROKEN_TARGET)
    assert "line 3" in out.message


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


def test_a_hidden_namesake_counts():
    source = source_of(TWINS, "twins.py")
    out = plan(source, DeleteBlock(Selector.parse("size")))
    assert (out.status, out.reason) == (Status.AMBIGUOUS, Reason.SELECTOR_AMBIGUOUS)
    assert [c.selector for c in out.diagnosis.candidates] == ["size@1", "size@5"]
    for counted in ("size[1]", "size[2]"):
        out = plan(source, DeleteBlock(Selector.parse(counted)))
        assert out.reason is Reason.SELECTOR_AMBIGUOUS
        assert "line 1 does not parse" in out.message
        assert [c.selector for c in out.diagnosis.candidates] == ["size@5"]
    assert plan(source, DeleteBlock(Selector.parse("size@1"))).reason is Reason.BROKEN_TARGET
    assert plan(source, DeleteBlock(Selector.parse("size@5"))).text == "def size(a:\n    return a\n"


def test_a_number_from_the_end_counts_over_nothing_hidden():
    out = plan(source_of(TWINS, "twins.py"), DeleteBlock(Selector.parse("size[-1]")))
    assert out.text == "def size(a:\n    return a\n"
    last = TWINS.replace("size(a:", "size(a):").replace("size(b)", "size(b")
    out = plan(source_of(last, "twins.py"), DeleteBlock(Selector.parse("size[-1]")))
    assert out.reason is Reason.SELECTOR_AMBIGUOUS


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
        assert (out.status, out.reason) == (Status.REFUSED, Reason.UNBALANCED)
        assert "line 3" in out.message


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
        assert (out.status, out.reason) == (Status.REFUSED, Reason.UNBALANCED), out.report()
    out = plan(source, ReplaceBlock(Selector.parse("wait > if"), "stop();", Part.BODY))
    assert "'wait > if' names is not certain: 'wait' may end at line 4\n" in out.report()


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
    assert (out.status, out.reason) == (Status.AMBIGUOUS, Reason.SELECTOR_AMBIGUOUS)


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
    assert plan(source, DeleteBlock(Selector.parse("declaration:Walker.concat"))).landed


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


def test_a_prototype_is_not_meant_where_a_comment_may_cover_the_definition():
    source = source_of(COVERED, "sum.c")
    out = plan(source, ReplaceBlock(Selector.parse("add"), "int add(int a, int b) { return 0; }"))
    assert not out.landed
    own = ReplaceBlock(Selector.parse("declaration:add"), "int add(int, int);")
    changed = plan(source, own)
    assert changed.text is None or changed.text == COVERED.replace(
        "int add(int a, int b);", own.new, 1
    )


def test_a_word_of_a_definition_counts_more_than_one_of_a_statement_before_it():
    data = b"case class Cart(size: Int) extends Base {\n  sum(Cart(x))\n"
    torn = TornLines(data, [Span(0, len(data))], profile("scala"))
    assert [name.start for _, name in torn.places_of_name(("Cart",))] == [11]
