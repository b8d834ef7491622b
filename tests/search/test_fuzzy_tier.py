"""The tier fuzzy: slips against twins, windows, and the change told in the file's words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from structedit import Document, str_replace
from structedit.calls.statuses import Status
from structedit.explain.corrected_change import carried
from structedit.search.alignment.ladder import find
from structedit.search.alignment.merge import merge
from structedit.search.alignment.misspelt_text import hits
from structedit.search.alignment.occurrences import Conflict
from structedit.search.alignment.spelling import misspelt
from structedit.text.diff import opcodes
from structedit.tree.source import Source

WORDS = ("gather", "station", "corner", "village", "market", "harbour", "orchard", "meadow")
BODY = "".join(f"    {word}({word}_{at})\n" for at, word in enumerate(WORDS))
FILE = f"def travel(map):\n{BODY}    return map\n"


def source(text: str, path: str = "a.py") -> Source:
    return Source.of(Document.from_text(text, path=path))


def lines_of(text: str, needle: str, path: str = "a.py") -> list[tuple[int, int]]:
    document = Document.from_text(text, path=path)
    return [
        (document.line_range(hit.span).first, document.line_range(hit.span).last)
        for hit in hits(Source.of(document), needle.encode())
    ]


@pytest.mark.parametrize(
    ("word", "right", "part"),
    [
        ("averge", "average", "averge"),
        ("avverage", "average", "avverage"),
        ("avergae", "average", "avergae"),
        ("aberage", "average", "aberage"),
        ("lenght", "length", "lenght"),
        ("row_averge_of", "row_average_of", "averge"),
        ("closeWithhError", "closeWithError", "Withh"),
        ("EXPECTE_Q", "EXPECT_EQ", "EXPECTE_Q"),
        ("get__all_rows", "get_all_rows", "get__all_rows"),
        ("nat_uateway", "nat_gateway", "uateway"),
        ("labe_token", "label_token", "labe"),
        ("contexiWindow", "contextWindow", "contexi"),
        ("_eaders", "_headers", "eaders"),
        ("to_uotput", "to_output", "uotput"),
        ("MIN_RGOWTH", "MIN_GROWTH", "RGOWTH"),
        ("formar_str", "format_str", "formar"),
        ("xverage", "average", "xverage"),
    ],
)
def test_a_slip(word: str, right: str, part: str) -> None:
    assert misspelt(word.encode(), right.encode()) == part.encode()


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("total_c", "total_a"),
        ("rows", "row"),
        ("row", "rows"),
        ("context", "content"),
        ("parsed", "parser"),
        ("getter", "setter"),
        ("line1_end", "line2_end"),
        ("avrg", "average"),
        ("idx", "idy"),
        ("average", "Average"),
        ("xpath", "ypath"),
        ("xrange", "yrange"),
        ("vectorx", "vectors"),
        ("token", "tokens"),
        ("tokenx", "token"),
        ("leaders", "headers"),
        ("vala", "valb"),
        ("nam_of", "name_of"),
        ("squiggla", "squiggle"),
        ("a", "b"),
        ("", "average"),
        ("+", "-"),
    ],
)
def test_a_twin_is_no_slip(word: str, right: str) -> None:
    assert misspelt(word.encode(), right.encode()) is None


def test_a_slip_in_the_middle_is_found() -> None:
    assert lines_of(FILE, FILE.replace("village(", "vilage(")) == [(1, 10)]


@pytest.mark.parametrize(
    "needle",
    [
        FILE.replace("def travel(map)", "def travle(map)"),  # the edges must be right
        FILE.replace("return map", "return mpa"),
        FILE.replace("village_3", "village_4"),  # another number
        FILE.replace("village(", "visit("),  # another word
        FILE.replace("village(", "vilage(").replace("market(", "marekt("),  # two slips in ten
        FILE.replace(" village(", " not village("),
        BODY[:20],  # too short
        "    gather(gather_0)\n    sattion(station_1)\n    corner(corner_2)\n".replace(
            "gather", "ga"
        ),
    ],
)
def test_no_hit(needle: str) -> None:
    assert lines_of(FILE, needle) == []


def test_a_word_that_stands_elsewhere_in_the_file_is_no_slip() -> None:
    needle = FILE.replace("village(", "vilage(")
    assert lines_of(FILE, needle) and not lines_of(FILE + "vilage = 1\n", needle)
    assert not lines_of(FILE + "old_vilage = 1\n", needle)


def test_a_line_missing_or_added_is_found_where_enough_is_equal() -> None:
    shorter = FILE.replace("    market(market_4)\n", "")
    assert lines_of(FILE, shorter) == lines_of(
        FILE, FILE.replace("    market", "    run()\n    market", 1)
    )
    assert lines_of(FILE, shorter) == [(1, 10)]
    assert not lines_of(FILE, shorter.replace("    harbour(harbour_5)\n", ""))
    assert not lines_of("a()\nodd()\nb()\n", "a()\nb()\n")


def test_no_line_that_opens_a_definition_is_missing_or_added() -> None:
    nested = FILE.replace("    market", "    def market():\n        pass\n    market", 1)
    assert not lines_of(nested, nested.replace("    def market():\n", ""))
    assert not lines_of(nested.replace("    def market():\n", ""), nested)


def test_a_twin_beside_the_hit_is_a_rival() -> None:
    twin = FILE.replace("travel", "travels").replace("return map", "return 1")
    needle = BODY.replace("village(", "vilage(")
    assert lines_of(FILE, needle) and len(lines_of(FILE + twin, needle)) != 1


def test_a_tier_below_syntax_needs_a_source() -> None:
    needle = FILE.replace("village(", "vilage(").encode()
    assert find(FILE.encode(), needle).tier is None
    assert find(source(FILE), needle).tier == "fuzzy"


@pytest.mark.parametrize("needle", ["\u200b", "\u00a0\n", "\u2003\n\u2060"])
def test_a_text_that_shows_nothing_is_nowhere(needle: str) -> None:
    assert lines_of(FILE, needle) == []
    out = str_replace(Document.from_text(FILE, path="a.py"), needle, "x")
    assert not out.landed


def test_many_places_with_the_same_edges_are_none() -> None:
    many = "".join(f"begin()\nstep_{n}(machinery, engine)\nfinish(it)\n" for n in range(3_000))
    assert not lines_of(many, "begin()\nstep(machniery, engine)\nfinish(it)\n")


def changed(text: str, old: str, new: str) -> str | None:
    """Return the content after an edit of a text with one place; None where it changes what is misremembered."""
    (hit,) = hits(source(text), old.encode())
    edits = merge(text.encode(), hit, old.encode(), new.encode())
    return None if isinstance(edits, Conflict) else edits.apply(text.encode()).decode()


def test_the_file_keeps_its_words() -> None:
    old = FILE.replace("village(", "vilage(")
    new = old.replace("return map", "return None").replace("village_3", "village_3, 1")
    wanted = FILE.replace("return map", "return None").replace("village_3", "village_3, 1")
    assert changed(FILE, old, new) == wanted


def test_a_line_that_the_file_lacks_is_not_added() -> None:
    old = FILE.replace("    market", "    extra(1)\n    market")
    assert changed(FILE, old, old.replace("corner(", "turn(")) == FILE.replace("corner(", "turn(")


def test_a_line_that_only_the_file_has_stays() -> None:
    old = FILE.replace("    market(market_4)\n", "")
    assert changed(FILE, old, old.replace("corner(", "turn(")) == FILE.replace("corner(", "turn(")


@pytest.mark.parametrize(
    ("slip", "change"),
    [
        (("village(", "vilage("), ("vilage(", "town(")),
        (("village(", "vilage("), ("return map", "return vilage")),
        (("village(", "vilage("), ("    vilage(village_3)\n", "")),
        (("    market(market_4)\n", ""), ("    village(village_3)\n", "    one()\n")),
        (("    market(market_4)\n", ""), ("    harbour", "    one()\n    harbour")),
        (("    market", "    extra(1)\n    market"), ("extra(1)", "extra(2)")),
        (("    market", "    extra(1)\n    market"), ("    extra(1)\n", "")),
        (("    market(market_4)\n", ""), ("    harbour", "    market(market_4)\n    harbour")),
        (("    market(market_4)\n", ""), ("    harbour", "\n    harbour")),
        (("village(", "vilage("), ("    market", "    village(village_3)\n    market")),
        (("village(", "vilage("), (FILE.replace("village(", "vilage("), "")),
    ],
)
def test_a_change_of_what_is_misremembered_is_a_conflict(
    slip: tuple[str, str], change: tuple[str, str]
) -> None:
    old = FILE.replace(*slip, 1)
    assert changed(FILE, old, old.replace(*change, 1)) is None


def test_lines_that_the_file_has_already_are_not_added_again() -> None:
    """Of two equal lines the old text may mean either: no line comes between them a second time."""
    old = "f(a)\nend\nh(b)\nk(c)\n"
    made = old.replace("h(b)", "# note\ng(a)\nend\nh(b)")
    assert carried(old, made, made) is None
    assert carried(old, made, old.replace("k(c)", "k(d)")) == made.replace("k(c)", "k(d)")


def test_lines_that_stand_beside_the_window_are_not_doubled() -> None:
    old = BODY.replace("village(", "vilage(")
    assert changed(FILE, old, old + "    return map\n") is None
    assert changed(FILE, old, "def travel(map):\n" + old) is None


def test_a_misspelling_that_the_file_lacks_is_mended_already() -> None:
    old = FILE.replace("village(", "vilage(").replace("gather_0", "gather_0 ")
    out = str_replace(Document.from_text(FILE, path="a.py"), old, FILE)
    assert out.text == FILE and out.status is Status.ALREADY_APPLIED


def test_a_line_that_stands_once_tells_a_place_from_its_twins() -> None:
    twins = "".join(FILE.replace("travel", f"travel_{n}") for n in ("one", "two", "three"))
    needle = FILE.replace("travel", "travel_two").replace("village(", "vilage(")
    assert lines_of(twins, needle) == [(11, 20)]
    assert not lines_of(twins, needle.replace("    market(market_4)\n", ""))


CHANGES = st.lists(
    st.tuples(st.integers(0, 9), st.sampled_from(["keep", "drop", "change", "add"])), max_size=3
)


@given(st.integers(1, 8), st.sampled_from(["slip", "omit", "invent"]), CHANGES)
def test_no_line_that_neither_text_mentions_is_touched(
    at: int, mistake: str, changes: list[tuple[int, str]]
) -> None:
    lines = FILE.splitlines()
    old = list(lines)
    if mistake == "slip":
        old[at] = old[at][:6] + old[at][7] + old[at][6] + old[at][8:]
    elif mistake == "omit":
        del old[at]
    else:
        old.insert(at, "    invented(here)")
    new = list(old)
    for place, change in sorted(dict(changes).items(), reverse=True):
        if place < len(new) and change != "keep":
            new[place : place + (change != "add")] = {
                "drop": [],
                "change": [new[place] + "  # so"],
                "add": ["    added(line)"],
            }[change]
    if not new:
        return
    before = Document.from_text(FILE, path="a.py")
    out = str_replace(before, "\n".join(old) + "\n", "\n".join(new) + "\n", allow_errors=True)
    if out.text is None or out.tier != "fuzzy":
        return
    if mistake == "slip":  # a changed line arrives in the file's spelling
        new = [line.replace(old[at], lines[at]) for line in new]
        old[at] = lines[at]
    after = out.text.splitlines()
    for tag, i1, i2, j1, j2 in opcodes(lines, after):
        if tag != "equal":
            assert all(
                (line in old and line not in new) or old.count(line) > new.count(line)
                for line in lines[i1:i2]
            )
            assert all(line in new for line in after[j1:j2])
