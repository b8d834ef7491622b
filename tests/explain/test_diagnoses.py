"""Diagnoses: each cause is told from the others, shows the file, and offers only what lands."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from structedit.app.library import str_replace
from structedit.calls.as_dict import to_dict
from structedit.calls.batches import limit_of
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Anchor, AnchorRange, Hints, Landmark, Lines, Selector
from structedit.calls.report import MOST_LETTERS, MOST_LINES, report
from structedit.calls.requests import DeleteBlock, Match, Options, ReplaceAll, StrReplace, Wrap
from structedit.calls.statuses import Reason, Status
from structedit.explain import evidence, missed_text
from structedit.languages.profiles import LanguageProfile, Layout
from structedit.plan.one_request import plan
from structedit.search.alignment import ladder
from structedit.search.alignment.occurrences import Occurrence
from structedit.search.found import Miss, find_text
from structedit.search.locate import place_of
from structedit.search.scopes import Scope, scope_of
from structedit.search.selectors import resolve
from structedit.text.document import Document, LineRange, Span, to_bytes
from structedit.tree.source import Source

CART = '''import os


class Cart:
    """A cart."""

    def total(self):
        total_a = compute(1)
        count = 0
        for item in self.items:
            count += item.price
        return count

    def discount(self, rate):
        if rate > 1:
            raise ValueError("rate")
        count = 0
        return self.total() * rate


def compute(n):
    # ────────────────────────────────────
    return n * 2  # it’s double
'''
EXACT = Options(match=Match.EXACT)
TEXT = LanguageProfile("text", Layout.NONE)


def python(text: str) -> Source:
    return Source.of(Document.from_text(text, path="app.py"))


def plain(text: str) -> Source:
    """Give a file whose language is not known."""
    return Source(Document.from_text(text, path="notes.zzz"), TEXT, known=False)


both_modes = pytest.mark.parametrize("source_of", [python, plain])


def search(source: Source, request: StrReplace) -> tuple[Status, Reason, Diagnosis]:
    limit = limit_of(request)
    scope = scope_of(source, request.hints, limit)
    if isinstance(scope, Miss):
        return missed_text.of_miss(source, scope, "str_replace")
    found = ladder.find(
        source.data,
        to_bytes(request.old),
        limit=limit,
        scope=scope.spans,
        whole_words=request.whole_words,
        new=to_bytes(request.new),
    )
    return missed_text.of_search(source, request, found, scope, limit)


def call(arguments: dict) -> StrReplace:
    """Build the request that the arguments of a retry stand for."""
    given = dict(arguments)
    hints = Hints(
        within=Selector.parse(given.pop("within")) if "within" in given else None,
        after=Landmark(given.pop("after")) if "after" in given else None,
        near_line=given.pop("near_line", None),
        radius=given.pop("radius", 25),
    )
    options = Options(match=Match(given.pop("match"))) if "match" in given else Options()
    return StrReplace(hints=hints, options=options, **given)


def places(source: Source, request: StrReplace) -> tuple[Occurrence, ...]:
    scope = scope_of(source, request.hints, limit_of(request))
    assert isinstance(scope, Scope)
    return ladder.find(
        source.data,
        to_bytes(request.old),
        limit=limit_of(request),
        scope=scope.spans,
        whole_words=request.whole_words,
        new=to_bytes(request.new),
    ).occurrences


def result(source: Source, arguments: dict) -> str:
    """Apply a retry whose text is the file's own."""
    request = call(arguments)
    (hit,) = places(source, request)
    data = source.data
    return (data[: hit.span.start] + to_bytes(request.new) + data[hit.span.end :]).decode()


# Several hits


@both_modes
def test_several_hits_are_all_shown_with_what_is_around_them(source_of):
    source = source_of(CART)
    status, reason, found = search(source, StrReplace("        count = 0", "        count = 1"))
    assert (status, reason) == (Status.AMBIGUOUS, Reason.SEVERAL_MATCHES)
    assert found.message == "`old` was found 2 times (lines 9, 17)"
    assert (
        found.fix
        == "add a line above or below, pass occurrence for one, or pass replace_all for all"
    )
    assert [hit.lines for hit in found.hits] == [LineRange(9, 9), LineRange(17, 17)]
    assert found.hits[0].around.lines[0] == "    def total(self):"
    assert found.retry is None
    tree = source.tree is not None
    assert [h.selector for h in found.hits] == (
        ["Cart.total", "Cart.discount"] if tree else [None] * 2
    )
    assert any('within "Cart.total" or "Cart.discount"' in note for note in found.notes) == tree


def test_many_hits_are_counted_and_capped():
    status, _, found = search(plain("x = 1\n" * 90), StrReplace("x = 1", "y"))
    assert status is Status.AMBIGUOUS
    assert (len(found.hits), found.notes) == (50, ("40 more hits are not listed",))


@both_modes
def test_an_occurrence_past_the_last_is_refused_with_all_hits(source_of):
    status, reason, found = search(source_of(CART), StrReplace("count = 0", "x", occurrence=3))
    assert (status, reason) == (Status.REFUSED, Reason.WRONG_OCCURRENCE)
    assert found.fix == "pass an occurrence from 1 to 2, or -1 for the last"
    assert len(found.hits) == 2
    assert found.retry is None


def test_a_wrong_occurrence_of_the_only_hit_can_be_left_out():
    source = python(CART)
    _, reason, found = search(source, StrReplace("import os", "import sys", occurrence=2))
    assert reason is Reason.WRONG_OCCURRENCE
    assert found.retry == {"old": "import os", "new": "import sys"}
    assert result(source, found.retry) == CART.replace("import os", "import sys")


@both_modes
def test_a_wrong_count(source_of):
    request = StrReplace("count = 0", "x", replace_all=True, expected_count=3)
    status, reason, found = search(source_of(CART), request)
    assert (status, reason) == (Status.REFUSED, Reason.WRONG_COUNT)
    assert "expected_count=2" in found.fix
    assert found.retry is None


# A tier that may not be used


@both_modes
def test_only_blanks_differ_and_the_call_forbids_that(source_of):
    source = source_of(CART)
    old = "\tfor item in self.items:\n\t\tcount += item.price"
    request = StrReplace(old, old.replace("price", "cost"), options=EXACT)
    status, reason, found = search(source, request)
    assert (status, reason) == (Status.NOT_FOUND, Reason.WHITESPACE)
    assert 'match: "whitespace"' in found.fix
    first = found.differences[0]
    assert (first.line, first.what) == (10, "tabs versus spaces in the indentation")
    assert first.wanted == "→for·item·in·self.items:"
    assert first.found == "········for·item·in·self.items:"
    assert found.retry == {"old": old, "new": request.new, "match": "whitespace"}
    assert len(places(source, call(found.retry))) == 1


@both_modes
def test_the_lines_that_a_mark_omits_are_no_difference(source_of):
    source = source_of(CART)
    request = StrReplace("class Cart:\n    # ...\n    def total(self):\n", "")
    _, reason, found = search(source, request)
    assert reason == Reason.PARTIAL_MATCH and found.message.endswith(
        "must have every line written out"
    )
    assert found.differences == ()


@both_modes
def test_only_look_alikes_differ_and_the_call_forbids_that(source_of):
    source = source_of(CART)
    request = StrReplace("return n * 2  # it's double", "return n", options=EXACT)
    status, reason, found = search(source, request)
    assert (status, reason) == (Status.NOT_FOUND, Reason.ENCODING)
    assert [d.what for d in found.differences] == ["the file has U+2019"]
    assert found.retry is not None


def test_blanks_that_the_edit_itself_changes_are_not_forgiven():
    source = python("def f():\n\tx = 1\n")
    _, reason, found = search(source, StrReplace("    x = 1\n", "        x = 1\n"))
    assert reason is Reason.WHITESPACE
    assert "`new` changes nothing but that difference" in found.message
    assert found.retry is None


def test_two_places_but_for_blanks_are_not_offered():
    source = plain("if a:\n\tx = 1\nif b:\n\tx = 1\n")
    _, reason, found = search(source, StrReplace(":\n  x = 1", ":\n  y", options=EXACT))
    assert reason is Reason.WHITESPACE
    assert len(found.hits) == 2
    assert found.fix == "copy the lines below into `old` as they are"
    assert found.retry is None


def test_a_place_but_for_blanks_beside_one_outside_is_not_offered():
    source = plain("x = 1\n\n\nx  = 1\n")
    hints = Hints(near_line=4, radius=1)
    _, reason, found = search(source, StrReplace("x = 1", "y", hints, options=EXACT))
    assert reason is Reason.WHITESPACE
    assert "outside the hints it is at line 1" in found.notes
    assert found.retry is None


def test_lines_left_out_of_what_is_deleted():
    source = plain("f()\na\nb\ng()\n")
    _, _, found = search(source, StrReplace("f()\n# ...\ng()\n", ""))
    assert "a deletion must have every line written out" in found.message


def test_lines_left_out_that_are_all_the_change():
    source = plain("f()\na\nb\ng()\n")
    new = "f()\n# ... existing code ...\ng()\n"
    _, _, found = search(source, StrReplace("f()\n# ...\ng()\n", new))
    assert "and `new` changes nothing but that difference" in found.message


# Which one is meant


def test_how_hits_are_told_apart():
    _, reason, found = search(plain("a.a.a\n"), StrReplace("a.a", "b"))
    assert reason is Reason.SEVERAL_MATCHES
    assert (
        found.fix
        == "add a line above or below, pass occurrence for one, or pass replace_all for all"
    )
    both = "f()\na\nb\ng()\n"
    _, reason, found = search(
        plain(both + both), StrReplace("f()\n# ...\ng()\n", "h()\n# ...\ni()\n")
    )
    assert reason is Reason.SEVERAL_MATCHES
    assert found.fix.startswith("write more of the omitted lines")
    text = "def f():\n    a()\n    b()\n    return c\n"
    old = "    a()\n    # ...\n    return c\n"
    _, reason, found = search(python(text + text), StrReplace(old, old.replace("c", "d")))
    assert reason is Reason.SEVERAL_MATCHES
    assert (
        found.fix
        == "add a line above or below, pass occurrence for one, or pass replace_all for all"
    )


def test_hits_side_by_side_are_counted():
    _, reason, found = search(plain("()()\n"), StrReplace("()", "[]", expected_count=3))
    assert reason is Reason.WRONG_COUNT
    assert "pass expected_count=2" in found.fix


def test_the_first_from_the_end_is_an_occurrence():
    request = StrReplace("a;", "b;", occurrence=-2, expected_count=3)
    _, reason, _ = search(plain("a;\na;\n"), request)
    assert reason is Reason.WRONG_COUNT


def test_hits_that_are_not_exact_are_called_so():
    _, reason, found = search(plain("f( a)\nf(a )\n"), StrReplace("f(a)", "g(a)"))
    assert reason is Reason.SEVERAL_MATCHES
    assert any(note.startswith("none of them is exact") for note in found.notes)


# Elsewhere, or inside another word


def test_text_outside_the_hints_is_shown_with_its_selector():
    source = python(CART)
    within = Hints(within=Selector.parse("compute"))
    status, reason, found = search(source, StrReplace("return count", "return 1", within))
    assert (status, reason) == (Status.NOT_FOUND, Reason.FOUND_OUTSIDE_SCOPE)
    assert found.message == "`old` is not inside `within`; it is at line 12 in Cart.total"
    assert found.fix == 'if that is meant, pass within: "Cart.total"'
    assert found.retry is None  # who names a definition means it: the text elsewhere may be a twin


def test_text_outside_the_hints_without_a_tree():
    source = plain(CART)
    request = StrReplace("return count", "x", Hints(near_line=1, radius=2))
    _, reason, found = search(source, request)
    assert reason is Reason.FOUND_OUTSIDE_SCOPE
    assert found.retry == {"old": "return count", "new": "x"}


def test_a_place_outside_the_hints_at_a_tier_that_may_not_be_used():
    source = plain("y\n" * 9 + "x  = 1\n")
    hints = Hints(near_line=1, radius=2)
    _, reason, found = search(source, StrReplace("x = 1", "z", hints, options=EXACT))
    assert reason is Reason.FOUND_OUTSIDE_SCOPE
    assert "it is at line 10" in found.message


def test_two_places_outside_of_lines_are_not_offered():
    source = plain("y\n" * 9 + "x = 1\nx = 1\n")
    _, reason, found = search(source, StrReplace("x = 1", "z", Hints(near_line=1, radius=2)))
    assert reason is Reason.FOUND_OUTSIDE_SCOPE
    assert found.retry is None


def test_where_the_scope_holds_three_quarters_the_text_may_be_wrong():
    text = "alpha\nbravo\ncharlie\ndelta\n"
    source = plain(text.replace("delta", "_____") + "x\n" * 9 + text)
    _, reason, found = search(source, StrReplace(text, "z", Hints(near_line=2, radius=3)))
    assert reason is Reason.FOUND_OUTSIDE_SCOPE
    assert found.fix.startswith("if that is meant")


def test_half_of_a_text_is_worth_copying():
    source = plain("alpha = 1\nzzzzzz\nwwww\nalpha = 1\n")
    _, _, found = search(source, StrReplace("alpha = 1\nqqqqqqqqqq", "x"))
    assert found.closest.similarity == 50
    assert found.notes == ("about as similar: line 4",)


def test_several_places_outside_the_hints_are_not_offered():
    hints = Hints(within=Selector.parse("compute"))
    _, reason, found = search(python(CART), StrReplace("count = 0", "x", hints))
    assert reason is Reason.FOUND_OUTSIDE_SCOPE
    assert [hit.selector for hit in found.hits] == ["Cart.total", "Cart.discount"]
    assert found.retry is None


@both_modes
def test_text_inside_a_longer_identifier(source_of):
    status, reason, found = search(source_of(CART), StrReplace("ompute(n)", "x"))
    assert (status, reason) == (Status.NOT_FOUND, Reason.IDENTIFIER_CUT)
    assert "as in 'compute(n)' (line 21)" in found.message
    assert "whole_words" in found.fix
    assert found.retry is None


# Nearly there


@both_modes
def test_a_twin_is_refused_and_named(source_of):
    status, reason, found = search(source_of(CART), StrReplace("        total_c = compute(3)", "x"))
    assert (status, reason) == (Status.REFUSED, Reason.NEAR_TWIN)
    assert "'total_c' where the file has 'total_a', '3' where the file has '1'" in found.message
    assert found.closest is not None
    assert found.closest.differences == ("line 8: [-total_c-]{+total_a+} = compute([-3-]{+1+})",)
    assert found.retry is None


@both_modes
def test_how_much_of_a_text_stands_in_the_file(source_of):
    first, last = "    def total(self):\n        total_a = compute(1)\n", "        return count\n"
    old = first + "        reset()\n" + last
    status, reason, found = search(source_of(CART), StrReplace(old, "x"))
    assert (status, reason) == (Status.NOT_FOUND, Reason.PARTIAL_MATCH)
    assert found.message.startswith(
        "`old` is only partly in the file: 3 of its 4 lines are in lines 7-12"
    )
    assert "drop line 3 of `old`, it is not in the file: 'reset()'" in found.fix
    assert found.retry is None


@both_modes
def test_a_line_that_stands_only_as_a_part_of_another(source_of):
    old = "    def total(self):\n        total_a = comp\n"
    _, reason, found = search(source_of(CART), StrReplace(old, "x"))
    assert reason is Reason.PARTIAL_MATCH
    assert "line 8 of the file differs: total_a = [-comp-]{+compute(1)+}" in found.fix


@both_modes
def test_nothing_near_still_shows_a_region(source_of):
    status, reason, found = search(source_of(CART), StrReplace("SELECT * FROM t;\nGO\n", "x"))
    assert (status, reason) == (Status.NOT_FOUND, Reason.NO_MATCH)
    assert found.closest is not None
    assert found.closest.region.lines
    assert found.fix.startswith("read the file again: the closest region, line")
    assert found.message == f"`old` is not in {source_of(CART).document.path}"


# Mistakes with a shape


@both_modes
def test_a_code_fence_is_dropped(source_of):
    source = source_of(CART)
    _, reason, found = search(
        source, StrReplace("```python\nimport os\n```", "```python\nimport sys\n```")
    )
    assert reason is Reason.NO_MATCH
    assert "code fence" in found.message
    assert found.retry == {"old": "import os\n", "new": "import sys\n"}
    assert result(source, found.retry) == CART.replace("import os", "import sys")


@both_modes
def test_marks_of_a_diff_are_dropped(source_of):
    source = source_of(CART)
    request = StrReplace("-def compute(n):", "+def compute(m):")
    _, _, found = search(source, request)
    assert "without its diff marks" in found.message
    assert found.retry == {"old": "def compute(n):", "new": "def compute(m):"}


@both_modes
def test_line_numbers_of_a_listing(source_of):
    request = StrReplace("9|         count = 0\n10|         for item", "x", options=EXACT)
    _, _, found = search(source_of(CART), request)
    assert found.notes == ("the lines begin with the line numbers of a listing",)
    assert found.retry is not None
    assert found.retry["match"] == "whitespace"


@both_modes
def test_another_case_is_offered_where_the_word_is_no_word_of_the_file(source_of):
    source = source_of(CART)
    _, _, found = search(source, StrReplace("def COMPUTE(n):", "def other(n):"))
    assert "is in the file only in different letter case: line 21" in found.message
    assert found.retry == {"old": "def compute(n):", "new": "def other(n):"}
    assert result(source, found.retry) == CART.replace("def compute", "def other")


def test_another_case_of_a_word_that_the_file_has_is_not_offered():
    source = plain("cart = Cart()\nuse(cart)\n")
    _, _, found = search(source, StrReplace("use(Cart)", "drop(it)"))
    assert "case" in found.message
    assert found.retry is None


def test_a_whole_definition_is_named_where_the_file_has_one_of_its_name_alone():
    source = python("def other(): pass\n\n\ndef kept(a):\n    return a\n\n\ncalled(1)\n")
    for name, advice in (("kept", True), ("called", False), ("gone", False)):
        old = f"def {name}(b):\n    wholly = different(b)\n    return wholly"
        _, _, found = search(source, StrReplace(old, "other"))
        assert any("replace_block" in note for note in found.notes) == advice


@both_modes
def test_an_edit_that_may_be_done_already(source_of):
    _, _, found = search(source_of(CART), StrReplace("x = elsewhere()\n", "total_a = compute(1)\n"))
    assert any("`new` is in the file already (line 8)" in note for note in found.notes)
    assert any("swapped" in note for note in found.notes)


def test_a_whole_definition_needs_no_old_text():
    old = "    def discount(self, rate):\n        return rate\n"
    _, _, found = search(python(CART), StrReplace(old, "x"))
    assert any("replace_block with selector 'Cart.discount'" in note for note in found.notes)


def test_unseen_letters_are_shown_by_code_point():
    source = python("x\u00a0= 1\n")
    _, reason, found = search(source, StrReplace("x = 1", "x = 2", options=EXACT))
    assert reason is Reason.ENCODING
    assert found.differences[0].found == "x<U+00A0>=·1"
    assert found.differences[0].what == "the file has U+00A0"


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_text(text):
    status, reason, _ = search(python(CART), StrReplace(text, "x"))
    assert (status, reason) == (Status.REFUSED, Reason.EMPTY_SEARCH)


def test_a_regular_expression_that_is_plain_text():
    source = python(CART)
    request = ReplaceAll("compute(n)", "x", regex=True)
    scope = Scope(Span(0, len(source.data)))
    found = missed_text.of_search(source, request, ladder.Found(), scope, Match.EXACT)
    assert found[:2] == (Status.NOT_FOUND, Reason.NO_MATCH)
    assert "regex: false" in found[2].fix


def test_a_retry_that_would_be_refused_later_is_not_offered():
    source = python(CART)
    request = StrReplace("return count", "return (", Hints(near_line=1, radius=2))
    scope = scope_of(source, request.hints, Match.FUZZY)
    assert isinstance(scope, Scope)
    found = ladder.find(source.data, b"return count", scope=scope.spans)
    plain_answer = missed_text.of_search(source, request, found, scope, Match.FUZZY)
    confirmed = missed_text.of_search(
        source, request, found, scope, Match.FUZZY, confirm=lambda again: plan(source, again).landed
    )
    assert plain_answer[2].retry is not None
    assert confirmed[2] == replace(plain_answer[2], retry=None)


# Targets, anchors, landmarks


def miss_of(source, target, hints=None):
    limit = Match.FUZZY
    scope = scope_of(source, hints or Hints(), limit)
    found = scope if isinstance(scope, Miss) else place_of(source, target, scope, limit)
    assert isinstance(found, Miss)
    return missed_text.of_miss(source, found, "replace_block")


TWINS = """class A:
    def run(self):
        if x:
            pass
    def run(self):
        if y:
            pass
        if z:
            pass
class B:
    def run(self, n):
        pass
"""


@pytest.mark.parametrize("text", ["run", "A.run", "A.run > if[1]"])
def test_candidates_of_an_ambiguous_selector_are_unique_selectors(text):
    source = python(TWINS)
    status, reason, found = miss_of(source, Selector.parse(text))
    assert (status, reason) == (Status.AMBIGUOUS, Reason.SELECTOR_AMBIGUOUS)
    assert len(found.candidates) == (3 if text == "run" else 2)
    assert source.tree is not None
    for candidate in found.candidates:
        (block,) = resolve(source.tree, Selector.parse(candidate.selector)).blocks
        assert source.document.line_range(block.span) == candidate.lines
    if ">" in text:
        assert [c.kind for c in found.candidates] == ["if", "if"]
        assert [c.lines.first for c in found.candidates] == [3, 6]


@pytest.mark.parametrize(
    ("wanted", "nearest"),
    [
        ("Cart.totl", "Cart.total"),
        ("Cart.TOTAL", "Cart.total"),
        ("Shop.total", "Cart.total"),
        ("comput", "compute"),
        ("do_compute", "compute"),
    ],
)
def test_a_name_that_is_not_there_gets_the_nearest(wanted, nearest):
    status, reason, found = miss_of(python(CART), Selector.parse(wanted))
    assert (status, reason) == (Status.NOT_FOUND, Reason.SELECTOR_NOT_FOUND)
    assert found.candidates[0].selector == nearest
    assert found.retry is None


def test_a_name_that_is_like_no_other_gets_what_there_is():
    _, _, found = miss_of(python(CART), Selector.parse("Zebra"))
    assert found.candidates == ()
    assert found.notes == ("the file defines Cart, compute",)


def test_a_number_past_the_last_gets_all_there_are():
    _, reason, found = miss_of(python(TWINS), Selector.parse("A.run[3]"))
    assert reason is Reason.SELECTOR_NOT_FOUND
    assert [c.selector for c in found.candidates] == ["A.run[1]", "A.run[2]"]


def test_a_block_that_is_not_there_gets_those_that_are():
    _, _, found = miss_of(python(CART), Selector.parse("Cart.total > while"))
    assert [c.selector for c in found.candidates] == ["Cart.total > for"]


def test_a_text_passed_as_a_selector_is_offered_as_an_anchor():
    source = python(CART)
    _, reason, found = miss_of(source, Selector.parse("count += item.price"))
    assert reason is Reason.SELECTOR_NOT_FOUND
    assert found.fix == "the file has this text at line 11: pass it as the anchor"
    assert [hit.lines for hit in found.hits] == [LineRange(11, 11)]
    outcome = plan(source, Wrap(Selector.parse("count += item.price"), header="if item:"))
    assert outcome.diagnosis is not None
    assert outcome.diagnosis.retry == {"anchor": "count += item.price", "header": "if item:"}


def test_a_misremembered_name_that_is_a_word_of_the_file_is_not_offered_as_an_anchor():
    outcome = plan(python(CART), DeleteBlock(Selector.parse("items")))
    assert outcome.diagnosis is not None
    assert not outcome.diagnosis.hits and outcome.diagnosis.retry is None


def test_an_anchor_that_names_several_definitions_lists_their_selectors():
    _, reason, found = miss_of(python(TWINS), Anchor("A.run"))
    assert reason is Reason.ANCHOR_NOT_FOUND
    assert found.fix == "it names the blocks below: pass one of their selectors, not as text"
    assert [c.selector for c in found.candidates] == ["A.run[1]", "A.run[2]"]


def test_within_that_names_nothing():
    status, reason, found = search(
        python(CART), StrReplace("a", "b", Hints(within=Selector.parse("Cart.totl")))
    )
    assert (status, reason) == (Status.NOT_FOUND, Reason.OUT_OF_SCOPE)
    assert found.candidates[0].selector == "Cart.total"


def test_an_anchor_that_stands_twice():
    status, reason, found = miss_of(python(CART), Anchor("count = 0"))
    assert (status, reason) == (Status.AMBIGUOUS, Reason.AMBIGUOUS_ANCHOR)
    assert len(found.hits) == 2


def test_an_anchor_that_is_not_there_gets_the_closest_region():
    status, reason, found = miss_of(python(CART), Anchor("for thing in other.items:"))
    assert (status, reason) == (Status.NOT_FOUND, Reason.ANCHOR_NOT_FOUND)
    assert found.closest is not None
    assert found.closest.lines == LineRange(10, 10)


def test_an_anchor_that_opens_nothing_names_the_holder():
    status, reason, found = miss_of(python(CART), Anchor("+= item.price"))
    assert (status, reason) == (Status.REFUSED, Reason.NOT_A_BLOCK)
    assert not found.candidates  # it is more than the text
    assert found.notes == ('it is in "Cart.total > for", lines 10-11',)


@pytest.mark.parametrize(
    ("hints", "status", "reason"),
    [
        (Hints(after=Landmark("nowhere at all")), Status.NOT_FOUND, Reason.AFTER_NOT_FOUND),
        (Hints(before=Landmark("count = 0")), Status.AMBIGUOUS, Reason.BEFORE_NOT_FOUND),
        (Hints(near_line=99), Status.REFUSED, Reason.OUT_OF_RANGE),
    ],
)
def test_landmarks_that_are_not_there(hints, status, reason):
    found = search(python(CART), StrReplace("import os", "x", hints))
    assert found[:2] == (status, reason)
    assert found[2].hits or found[2].closest


def test_lines_with_other_content_show_what_is_there():
    target = Lines(LineRange(9, 9), expected="        total = 0")
    status, reason, found = miss_of(python(CART), target)
    assert (status, reason) == (Status.REFUSED, Reason.CONTENT_MISMATCH)
    assert found.closest is not None
    assert found.closest.lines == LineRange(9, 9)
    assert "        count = 0" in found.closest.region.lines
    assert found.closest.differences == ("line 9: [-total-]{+count+} = 0",)


def test_lines_past_the_end_show_the_end():
    status, reason, found = miss_of(python(CART), Lines(LineRange(90, 91), expected="x"))
    assert (status, reason) == (Status.REFUSED, Reason.OUT_OF_RANGE)
    assert found.closest is not None
    assert found.closest.region.last == 23


def test_a_range_whose_end_stands_before_its_start():
    target = AnchorRange(Landmark("return n * 2"), Landmark("# ───"))
    status, reason, _ = miss_of(python(CART), target)
    assert (status, reason) == (Status.REFUSED, Reason.INVERTED_RANGE)


def test_a_selector_in_text_mode_shows_the_lines_with_the_name():
    _, reason, found = miss_of(plain(CART), Selector.parse("discount"))
    assert reason is Reason.SELECTOR_NOT_FOUND
    assert [hit.lines.first for hit in found.hits] == [14]


def test_numbered_lines_are_capped_and_stay_inside_the_file():
    source = python(CART)
    shown = missed_text.numbered(source, Span(0, len(source.data)), most=5)
    assert (shown.first, shown.last, shown.left_out) == (1, 5, 18)
    assert missed_text.numbered(source, Span(len(source.data), len(source.data))).last == 23
    assert missed_text.numbered(python(""), Span(0, 0)).lines == ("",)


# Laws

PIECES = st.sampled_from(
    [
        "def f(x):\n",
        "class A:\n",
        "    return x\n",
        "\tif x:\n",
        "        y = 1\n",
        "y = 1",
        "y  = 1\n",
        "Y = 1\n",
        "y\u00a0= 1\n",
        "# ─────────\n",
        "# ──────\n",
        "```\n",
        "\r\n",
        "\n",
        "}",
        "\x1b[31m\u202e",
        "\udcff",
        "x" * 3000,
        "-y = 1\n",
        "2| y = 1\n",
    ]
)
TEXTS = st.one_of(
    st.lists(PIECES, max_size=8).map("".join), st.text(st.characters(codec="utf-8"), max_size=20)
)
HINTS = st.sampled_from(
    [
        Hints(),
        Hints(within=Selector.parse("f")),
        Hints(within=Selector.parse("A.f[2] > if")),
        Hints(near_line=2, radius=1),
        Hints(after=Landmark("y = 1")),
    ]
)
GATE = {
    Reason.BROKEN_TARGET,
    Reason.LOST_DEFINITION,
    Reason.NEW_SYNTAX_ERROR,
    Reason.RISK,
}
REQUESTS = st.builds(
    StrReplace,
    st.one_of(TEXTS, PIECES),
    TEXTS,
    HINTS,
    st.sampled_from([None, None, 1, -1, 0, 7]),
    expected_count=st.sampled_from([None, None, 1, 2]),
    options=st.builds(Options, match=st.sampled_from([None, *Match])),
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([python, plain]), TEXTS, REQUESTS)
@example(
    python,
    "def f(x):\n    pass\n\n\nclass A:\n    pass\n",
    StrReplace("class", "", Hints(near_line=2, radius=1), expected_count=2),
)
def test_no_search_makes_a_diagnosis_or_a_report_raise(source_of, text, request):
    source = source_of(text)
    status, reason, diagnosis = search(source, request)
    outcome = Outcome(
        status, "str_replace", source.document, reason, diagnosis.message, diagnosis=diagnosis
    )
    shown = outcome.report()
    assert shown.startswith(status)
    assert shown.count("\n") < MOST_LINES
    assert len(shown) <= MOST_LETTERS
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert len(report(outcome, lines=9, letters=500)) <= 500
    json.dumps(to_dict(outcome), ensure_ascii=False).encode("utf-8")
    if diagnosis.retry is not None:
        again = call(json.loads(json.dumps(diagnosis.retry)))
        assert len(places(source, again)) == 1
        planned = plan(source, again)
        assert planned.landed or planned.reason in GATE, (planned.reason, planned.message)
    if status is Status.NOT_FOUND and text.strip() and diagnosis.message.startswith("`old`"):
        assert diagnosis.closest or diagnosis.hits


@settings(max_examples=60, deadline=None)
@given(TEXTS, TEXTS)
def test_no_text_makes_a_miss_raise(text, needle):
    source = python(text)
    miss = find_text(source, needle, 2, Span(0, len(source.data)), Match.FUZZY)
    if isinstance(miss, Miss):
        status, reason, found = missed_text.of_miss(source, miss, "insert")
        Outcome(status, "insert", source.document, reason, diagnosis=found).report()


# Very large files


def _lines_of(out):
    return out.diagnosis.closest.lines


def test_the_closest_region_of_a_very_large_file_is_near_its_longest_line(monkeypatch):
    text = "".join(f"line {n} of the file\n" for n in range(400)) + "the last one, which is long\n"
    old = "line 399 of the fiel\nthe last one, which is long\nnothing at all\n"
    document = Document.from_text(text, path="a.txt")
    whole = str_replace(document, old, "x")
    monkeypatch.setattr(evidence, "_MOST_SEARCHED", 1600)
    part = str_replace(document, old, "x")
    assert _lines_of(part) == _lines_of(whole) == LineRange(400, 401)
    assert part.diagnosis.closest == whole.diagnosis.closest
    nowhere = str_replace(document, "quite another text\nof two lines", "x")
    assert nowhere.reason is Reason.NO_MATCH and nowhere.diagnosis.closest is not None


def test_what_is_too_long_is_shown_and_not_compared(monkeypatch):
    monkeypatch.setattr(missed_text, "_MOST_COMPARED", 100)
    document = Document.from_text("word " * 100 + "\nshort\n", path="a.txt")
    out = str_replace(document, "word word wurd word word word\nword", "x")
    assert out.reason is Reason.NO_MATCH
    assert "line 1, is too long to compare" in out.report()
    assert "`old` is not in a.txt" in out.report()
    assert out.diagnosis.closest.differences == ()
    assert len(out.diagnosis.closest.region.lines) == 1


def test_what_is_just_short_enough_is_compared(monkeypatch):
    document = Document.from_text("word " * 100 + "\nshort\n", path="a.txt")
    monkeypatch.setattr(missed_text, "_MOST_COMPARED", 501)
    out = str_replace(document, "word word wurd word word word\nword", "x")
    assert "too long" not in out.report()
