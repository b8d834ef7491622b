"""The ladder: what each tier forgives, what none does, and that looser finds what stricter finds."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from structedit.calls.requests import Match
from structedit.calls.tiers import TIERS, facts_of
from structedit.search.alignment import folding
from structedit.search.alignment.escapes import variants_of
from structedit.search.alignment.ladder import LADDER, Found, View, core_of, find, is_shift
from structedit.text.document import Span

SOURCE = 'alphabet \t\n\r()=_x1\u201c\u2019\u00a0\u00e9e\u0301\u200b\uff21\\"n&;lt|:2'
LINE_TIERS = [tier.name for tier in LADDER].index("escape") + 1
UNSEEN = " \t\r\n\u00a0\u200b"
TEXTS = st.text(alphabet=SOURCE, max_size=40).map(str.encode)
LINES = st.sampled_from(
    [
        "",
        "  ",
        "a = 1",
        "    a = 1",
        "\tif x:",
        "if x:",
        "  b( c )",
        "b(c)  ",
        "\u201ca\u201d",
        '"a"',
    ]
)
ENDINGS = st.sampled_from(["\n", "\r\n", "\n", "\r"])
FILES = st.lists(st.builds("".join, st.tuples(LINES, ENDINGS)), max_size=12).map(
    lambda lines: "".join(lines).encode()
)


def found(data: str, needle: str, **options: object) -> Found:
    return find(data.encode(), needle.encode(), **options)  # type: ignore[arg-type]


def texts(data: str, result: Found) -> list[str]:
    return [hit.span.of(data.encode()).decode() for hit in result.occurrences]


@pytest.mark.parametrize(
    ("tier", "data", "needle", "hit"),
    [
        ("exact", "a = 1\nb = 2\n", "b = 2", "b = 2"),
        ("exact", "foo(bar)\n", "o(b", None),
        ("newline", "a\r\nb\r\nc\r\n", "a\nb\n", "a\r\nb"),
        ("newline", "a\rb", "a\nb\n", "a\rb"),
        ("newline", "a\nb", "a\r\nb", "a\nb"),
        ("newline", "a\nlast", "a\nlast\n", "a\nlast"),
        ("trailing-space", "a  \nb\n", "a\nb", "a  \nb"),
        ("trailing-space", "a\n\t\nb\n", "a\n\nb", "a\n\t\nb"),
        ("trailing-space", "x = a\nb = y  \n", "a\nb =  \n", None),
        ("indent", "    if x:\n        y\n", "if x:\n    y", "    if x:\n        y"),
        ("indent", "\tif x:\n\t\ty\n", "    if x:\n        y", "\tif x:\n\t\ty"),
        ("indent", "if x:\n  y\n", "\tif x:\n\t  y", "if x:\n  y"),
        ("indent", "call = f(\n\t\ta)\n", "f(\n  a)", "f(\n\t\ta)"),
        ("indent", "  a\n\n  b\n", "  a\n\n    b", None),
        ("whitespace", "f( a,  b )\n", "f(a, b)", "f( a,  b )"),
        ("whitespace", "a\n\n\nb\n", "a\nb", "a\n\n\nb"),
        ("whitespace", "a\nb\n", "\n\na\n\nb\n\n", "a\nb"),
        ("whitespace", "x\na\n", "\n\na", "a"),
        ("whitespace", "a\nx\n", "a\n\n\n", "a"),
        ("whitespace", "a\nx\n", "a\n\n", "a"),
        ("whitespace", "y = f(\n    a,\n      b)\n", "f(\n  a,\n  b)", "f(\n    a,\n      b)"),
        ("trailing-space", "x\n  \na\n", "x\n\na", "x\n  \na"),
        ("trailing-space", "a  \n\t\nb\n", "a\n\n", "a  \n\t"),
        ("trailing-space", "b\n\t\na  \n", "\n\na", "\t\na  "),
        ("whitespace", "  a\n      b\n", "  a\n    b", "  a\n      b"),
        ("whitespace", "return x\n", "returnx", None),
        ("unicode", "say(\u201chi\u201d)\n", 'say("hi")', "say(\u201chi\u201d)"),
        ("unicode", "a\u00a0\u2013 b\n", "a - b", "a\u00a0\u2013 b"),
        ("unicode", "caf\u00e9()\n", "cafe\u0301()", "caf\u00e9()"),
        ("unicode", "x\u200by = 1\n", "xy = 1", "x\u200by = 1"),
        ("unicode", "\uff41\uff1d1\n", "a=1", "\uff41\uff1d1"),
        ("unicode", "x\u00b2 = 1\n", "x2 = 1", None),
        ("escape", 'say("hi")\n', 'say(\\"hi\\")', 'say("hi")'),
        ("escape", 'say("hi\\n")\n', 'say(\\"hi\\\\n\\")', 'say("hi\\n")'),
        ("escape", "a\nb\n", "a\\nb", "a\nb"),
        ("escape", 's = "a\\nb"\n', "a\nb", "a\\nb"),
        ("escape", "s = '\u00e9'\n", "s = '\\u00e9'", "s = '\u00e9'"),
        ("escape", "if a < b && c:\n", "if a &lt; b &amp;&amp; c:", "if a < b && c:"),
        ("escape", "<a>&lt;b&gt;</a>\n", "<b>", "&lt;b&gt;"),
        ("escape", "if x:\n    y\n", "12| if x:\n13|     y", "if x:\n    y"),
        ("escape", "if x:\n    y\n", "  9\tif x:\n 10\t    y\n", "if x:\n    y"),
        ("escape", "if x:\n    y\n", "  9: if x:\n 10:     y", "if x:\n    y"),
        ("escape", "if x:\n\n    y\n", "9\u2192if x:\n10\u2192\n11\u2192    y", "if x:\n\n    y"),
        ("escape", "if x:\n    y\n", "13| if x:\n12|     y", None),
    ],
)
def test_a_tier_forgives_what_it_says(tier: str, data: str, needle: str, hit: str | None) -> None:
    result = found(data, needle)
    names = [step.name for step in LADDER]
    if hit is None:
        assert result.tier is None or names.index(result.tier) > names.index(tier)
    else:
        assert (result.tier, texts(data, result)) == (tier, [hit])


def test_every_tier_has_its_words_and_was_measured() -> None:
    assert [tier.name for tier in LADDER] == list(TIERS)
    for facts in TIERS.values():
        assert 100 <= facts.right <= facts.landed
        assert facts.confidence == pytest.approx(facts.right / facts.landed, abs=1e-4)
    assert facts_of(None).confidence == 0.0


@pytest.mark.parametrize(
    ("data", "needle"),
    [
        ("discount = 1\n", "count"),
        ("x1 = 10\n", "= 1"),
        ("caf\u00e9s\n", "caf\u00e9"),
        ("$ab\n", "ab"),
        ("ab", "b"),
        ("= ab", "b"),
        ("ab =", "a"),
    ],
)
def test_a_hit_that_cuts_an_identifier_is_none(data: str, needle: str) -> None:
    result = found(data, needle)
    assert not result.occurrences
    assert [hit.tier for hit in result.cut] == ["exact"]
    assert texts(data, found(data, needle, whole_words=False)) == [needle]


def test_scripts_without_blanks_have_no_words_to_cut() -> None:
    assert found("\u4f60\u597d\u4e16\u754c\n", "\u4e16\u754c").tier == "exact"
    assert found("a\u2014b\n", "a").tier == "exact"


def test_all_hits_of_the_tier_are_given_even_those_that_overlap() -> None:
    assert [hit.span.start for hit in found("a.a.a", "a.a").occurrences] == [0, 2]
    assert len(found("f( a )\nf( a )\nf(a )\n", "f(a)").occurrences) == 3


def test_only_hits_of_the_strictest_tier_count() -> None:
    result = found("f( a )\nf(a)\n", "f(a)")
    assert (result.tier, len(result.occurrences)) == ("exact", 1)


def test_the_scope_binds_every_tier() -> None:
    data = "x  = 1\nx = 1\n"
    result = found(data, "x = 1", scope=(Span(0, 6),))
    assert (result.tier, texts(data, result)) == ("whitespace", ["x  = 1"])
    assert (result.outside_tier, [hit.span for hit in result.outside]) == ("exact", [Span(7, 12)])


def test_what_is_in_the_scope_or_cuts_a_word_is_not_outside() -> None:
    result = found("x = 1\nx = 10\nx = 1\n", "x = 1", scope=(Span(0, 5),))
    assert [hit.span for hit in result.outside] == [Span(13, 18)]


def test_a_tier_that_does_not_forgive_the_asked_change_is_used() -> None:
    result = found("    a\n      b\n", "a\n  b\n", new=b"a\n    b\n")
    assert result.tier == "indent"


def test_a_text_with_lines_left_out_is_found_from_its_first_line_to_its_last() -> None:
    data = "f()\na = 1\nb = 2\nc = 3\ng()\n"
    result = found(data, "a = 1\n# ...\nc = 3\n")
    assert (result.tier, texts(data, result)) == ("elision", ["a = 1\nb = 2\nc = 3"])


def test_blanks_at_the_edge_of_a_hit_may_lie_outside_the_scope() -> None:
    assert found("  def f():\n", "  def f():\n", scope=(Span(2, 10),)).tier == "exact"


def test_a_hit_across_two_parts_of_the_scope_is_outside() -> None:
    assert not found("a b", "a b", scope=(Span(0, 1), Span(1, 3))).occurrences


@pytest.mark.parametrize(
    ("match", "last"),
    [
        ("exact", "newline"),
        ("whitespace", "escape"),
        ("syntax", "elision"),
        ("fuzzy", LADDER[-1].name),
    ],
)
def test_match_ends_the_ladder(match: str, last: str) -> None:
    from structedit.search.alignment.ladder import tiers_up_to

    assert tiers_up_to(Match(match))[-1].name == last


@pytest.mark.parametrize(
    ("needle", "new"),
    [
        ("a\nb", "a\nb\n"),
        ("a \nb", "a\nb"),
        ("a\n  b", "  a\n    b"),
        ("f( a)", "f(a)"),
        ("'a", "\u2019a"),
    ],
)
def test_a_tier_that_forgives_the_asked_change_is_left_out(needle: str, new: str) -> None:
    data = f"{new}\r\n".replace("b", "b ")
    looser = found(data, needle, new=new.encode())
    assert looser.tier in (None, "exact")


def test_the_edges_of_lines_hold_at_every_tier() -> None:
    assert not found("x = foo(a)  \n", "x = foo(\n").occurrences
    assert not found("x =  foo(a)\n", "\nfoo(a)\n").occurrences


def test_a_blank_needle_is_found_by_no_line_tier() -> None:
    assert not found("a \n b", "\n \n").occurrences
    assert not found("a", "").occurrences


def test_pairs_tell_which_line_stands_where() -> None:
    data = b"\tif x:\n\n\t\ty\n"
    (hit,) = find(data, b"if x:\n  y").occurrences
    assert [(run.old, run.file.of(data)) for run in hit.runs] == [
        *((Span(0, 5), b"\tif x:"), (Span(6, 9), b"\t\ty")),
    ]


def test_shift_needs_one_width_for_all_tabs() -> None:
    assert not is_shift([(b"", b""), (b"    ", b"\t"), (b"        ", b"\t\t\t")])


def test_what_is_no_indentation_has_no_shift() -> None:
    assert not is_shift([(b"", b"x")])


@pytest.mark.parametrize("old", ["cafe", "e", "\u0301"])
def test_a_letter_is_not_cut_from_its_accent(old: str) -> None:
    text = "cafe\u0301 = 1\n"
    assert not found(text, old).occurrences
    assert found(text, "cafe\u0301").occurrences and found(text, "caf\u00e9").tier == "unicode"


def cores(data: bytes, needle: bytes, tier: int) -> set[Span]:
    """Hits without what is blank, or looks so, at their edges."""
    found = set()
    for hit in LADDER[tier].hits(View(data), needle):
        core = core_of(data, hit.span)
        if any(
            unicodedata.combining(data[at:].decode()[:1] or "a") for at in (core.start, core.end)
        ):
            continue  # it cuts a letter, which `cuts_word` keeps from being a hit
        text = core.of(data).decode()
        left = len(text[: len(text) - len(text.lstrip(UNSEEN))].encode())
        right = len(text[len(text.rstrip(UNSEEN)) :].encode())
        found.add(Span(core.start + left, core.end - right))
    return found


@given(FILES, st.data())
def test_a_looser_tier_finds_what_a_stricter_one_finds(data: bytes, draw: st.DataObject) -> None:
    text = data.decode()
    start = draw.draw(st.integers(0, len(text)))
    needle = text[start : draw.draw(st.integers(start, len(text)))].encode()
    if not needle.strip():
        return
    hits = [cores(data, needle, tier) for tier in range(LINE_TIERS)]
    for stricter, looser in pairwise(hits):
        assert stricter <= looser


@example("1\u0301".encode(), b"1")
@example("e\u0301".encode(), b"e")
@example("a\u0301".encode(), "\u0301".encode())
@given(TEXTS, TEXTS)
def test_looser_finds_stricter_in_odd_texts(data: bytes, needle: bytes) -> None:
    if not folding.condense(needle).text or not folding.condense_folded(needle).text:
        return
    hits = [cores(data, needle, tier) for tier in range(LINE_TIERS)]
    for stricter, looser in pairwise(hits):
        assert stricter <= looser


@given(FILES, TEXTS)
def test_a_hit_is_equal_to_the_needle_at_its_tier(data: bytes, needle: bytes) -> None:
    for tier in LADDER[1:6]:
        for hit in tier.hits(View(data), needle):
            text = folding.fold(hit.span.of(data))
            assert folding.condense(text).text == folding.condense_folded(needle).text


@given(TEXTS)
def test_folding_and_its_places_agree(text: bytes) -> None:
    for line in folding.contents(text):
        folded = folding.fold(line).translate(None, folding.BLANKS)
        assert len(folding.folded_places(line)) == len(folded)


def test_variants_never_equal_the_needle() -> None:
    needle = b'a \\"b\\" &lt; \\n'
    found_variants = variants_of(needle)
    assert needle not in [text for _, text in found_variants]
    assert len({text for _, text in found_variants}) == len(found_variants)
