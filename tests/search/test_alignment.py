"""The parts of the alignment, each on small texts: words, lines, edges, strings, comments."""

from itertools import product

import pytest

from structedit import Document, str_replace
from structedit.search.alignment import closest_region, elision, spelling, token_alignment
from structedit.search.alignment.candidates import (
    candidates,
    hull,
    positions,
    read_needle,
    row_spans,
    with_blank_lines,
)
from structedit.search.alignment.closest_region import NEEDLE_LIMIT, closest
from structedit.search.alignment.escapes import varied, without_numbers
from structedit.search.alignment.folding import (
    condense,
    condense_folded,
    contents,
    folded_places,
    places,
)
from structedit.search.alignment.ladder import find
from structedit.search.alignment.line_alignment import aligned
from structedit.search.alignment.line_pairs import line_pairs
from structedit.search.alignment.line_tokens import line_tokens
from structedit.search.alignment.merge import Conflict as Unmerged
from structedit.search.alignment.merge import doubles, fragment_at, literal_lines, merge
from structedit.search.alignment.merge_sides import (
    Token,
    lines_of,
    new_tokens,
    old_tokens,
    rests_of,
)
from structedit.search.alignment.merge_walk import merge_line
from structedit.search.alignment.misspelt_text import hits
from structedit.search.alignment.token_alignment import laid_out, same_content
from structedit.text.document import LineRange, Span
from structedit.tree.source import Source


def source(text: str, path: str = "a.py") -> Source:
    return Source.of(Document.from_text(text, path=path))


# Words


@pytest.mark.parametrize(
    ("word", "right", "is_one"),
    [
        ("item", "itom", True),  # one letter of four
        ("count", "cuont", True),  # two that changed places
        ("counter", "cuontre", True),
        ("filter", "fimmer", True),  # two letters of six
        ("items", "itabs", False),  # of five one alone
        ("abc", "abd", False),  # too short to tell
        ("items", "item", False),  # one goes on with the other
        ("item", "items", False),
        ("row1", "row2", False),  # another number
        ("rows12", "rows21", False),
        ("_1abcd", "_1abce", False),  # no name
        ("ab-cd", "ab-ce", False),
        ("filtering", "faltirung", False),  # three letters
        ("a1bcd", "a1bce", True),
    ],
)
def test_words_that_may_be_another_spelling_of_one(word: str, right: str, is_one: bool) -> None:
    assert spelling.is_close(word.encode(), right.encode()) is is_one
    assert spelling.is_slip(word.encode(), right.encode()) is is_one


@pytest.mark.parametrize(
    ("word", "right", "is_one"),
    [
        ("Item", "item", True),
        ("ITEM", "item", True),
        ("Abc", "abc", False),
        ("item", "item", False),
    ],
)
def test_words_in_other_letter_case(word: str, right: str, is_one: bool) -> None:
    assert spelling.is_recased(word.encode(), right.encode()) is is_one


@pytest.mark.parametrize(
    ("word", "right", "part"),
    [
        ("xaxislabelsize", "x_axislabelsize", "xaxislabelsize"),  # a sign behind the first letter
        ("axislabelsiz_e", "axislabelsize", "axislabelsiz_e"),  # one too many
        ("documents3tores", "document_s3tores", "documents3tores"),
        ("abcdefghij", "abcde_fghij", "abcdefghij"),  # ten letters
        ("documentXstore", "document_store", "documentXstore"),  # a letter in its place
        ("fileXnam", "file_nam", "fileXnam"),  # eight
        ("tre_en", "tr_een", "tre_en"),  # six
        ("hourse", "course", "hourse"),  # `hours` is a word, but not what both have
        ("fileXname", "file_name", "fileXname"),
        ("TreeN_ode", "Tree_Node", "TreeN_ode"),  # the sign changed places with a letter
        ("swithc", "switch", "swithc"),  # two letters at the end
        ("lenghth", "length", "lenghth"),  # one too many
        ("lngth", "length", "lngth"),  # one missing
        ("HTTPRespnse", "HTTPResponse", "Respnse"),  # in a part of it
        ("getUsre", "getUser", "Usre"),
        ("geetUser", "getUser", "geet"),  # a letter twice
        ("classs", "class", "classs"),
        ("retunr", "return", "retunr"),
        ("erturn", "return", "erturn"),  # two letters at the front of a common word
        ("indes", "index", "indes"),  # at the end of a common word
        ("xetter", "letter", "xetter"),  # and at the front, where what is left is no common word
    ],
)
def test_misspelt_parts(word: str, right: str, part: str) -> None:
    assert spelling.misspelt(word.encode(), right.encode()) == part.encode()


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("tre_enodes", "tr_fenodes"),  # the letters differ that would have changed places
        ("Tree_Node", "TreeNode"),  # short, with a sign or without
        ("user1name", "user_name"),  # a digit is no slip
        ("tr_ee", "tre_e"),  # five letters
        ("TreN_ode", "TreeNode"),
        ("leng_th", "length"),
        ("xange", "range"),  # five letters, and `ange` is a word's slip
        ("writx", "write"),
        ("porder", "border"),  # both have `order`
        ("orderx", "order"),
        ("heights", "height"),  # the plural
        ("height", "heights"),
        ("eight", "weight"),
        ("order", "orders"),
        ("__name", "_name"),
        ("__names", "_names"),
        ("documentstore", "documentstore_"),  # a sign at the end parts nothing
        ("abcdefghi", "abcde_fghi"),  # nine letters
        ("fileXna", "file_na"),  # seven
        ("lfob", "flob"),  # four letters of which the first two changed places
        ("self", "slef"),
        ("a_average", "b_average"),
    ],
)
def test_words_that_are_no_slips(word: str, right: str) -> None:
    assert spelling.misspelt(word.encode(), right.encode()) is None


def test_words_of_the_lists_are_words() -> None:
    for words in (spelling.common_words(), spelling.confusable_words()):
        assert all(word.isalpha() for word in words)


# Lines in pairs


@pytest.mark.parametrize(
    ("old", "own"),
    [(f"{a}\n{b}\n{c}", f"{d}\n{e}\n  {f}\ng") for a, b, c, d, e, f in product("ab", repeat=6)],
)
def test_each_line_stands_in_one_pair_in_order(old: str, own: str) -> None:
    pairs = line_pairs(old.encode(), own.encode(), {0: 2, 2: 3})
    assert [pair.old for pair in pairs if pair.old is not None] == [0, 1, 2]
    assert [pair.own for pair in pairs if pair.own is not None] == [0, 1, 2, 3]
    for pair in pairs:
        if pair.old is not None and pair.own is not None:
            same = old.split("\n")[pair.old].strip() == own.split("\n")[pair.own].strip()
            assert pair.same is same


def test_lines_that_are_alike_are_paired_where_one_text_has_more() -> None:
    found = line_pairs(b"a\nx\nb", b"a\ny\nz\nb", {1: 2})
    assert [(pair.old, pair.own) for pair in found] == [(0, 0), (None, 1), (1, 2), (2, 3)]
    found = line_pairs(b"a\nx\nb", b"a\ny\nz\nb")
    assert [(pair.old, pair.own) for pair in found] == [
        *((0, 0), (1, None), (None, 1), (None, 2), (2, 3))
    ]


def test_lines_of_texts_that_are_as_long_are_paired_whatever_their_depth() -> None:
    found = line_pairs(b"    c\n  b\n    a", b"c\nc\n  c")
    assert [(pair.old, pair.own) for pair in found] == [(0, 0), (1, 1), (2, 2)]


def test_a_brace_is_paired_with_that_of_its_level_where_each_text_lacks_a_line() -> None:
    old, own = b"    }\n  }\n}\na\nb\n", b"  }\n}\na\nx\nb\n"
    assert [(pair.old, pair.own) for pair in line_pairs(old, own)] == [
        *((0, None), (1, 0), (2, 1), (3, 2), (None, 3), (4, 4)),
    ]


# Rivals


# Edges of a change


@pytest.mark.parametrize(
    ("file", "place", "old", "new", "is_there"),
    [
        ("one\ntwo\nthree\n", "two", "two", "two\nthree", True),  # the line below
        ("one\ntwo\nthree\n", "two", "two", "one\ntwo", True),  # the line above
        ("one\ntwo\nthree\n", "two", "two", "two\none", False),  # the one above, added below
        ("one\ntwo\nthree\n", "two", "two", "three\ntwo", False),
        ("one\ntwo\nthree\n", "two", "two", "four\ntwo", False),
        ("one\ntwo\nthree\nfour\n", "two", "two", "two\nthree\nfour", True),  # both below
        ("one\ntwo\nthree\nfour\n", "two", "two", "two\nfour", False),  # not the next one
        ("zero\none\ntwo\n", "two", "two", "zero\none\ntwo", True),  # both above
        ("zero\none\ntwo\n", "two", "two", "zero\ntwo", False),
        ("one\ntwo\nthree\n", "two", "two", "other\nthree", True),  # in the place of another
        ("one\ntwo\nthree\n", "two", "two", "one\nother", True),
        ("one\ntwo\n}\n", "two", "two", "two\nthree\n}", False),  # a bracket alone says nothing
        ("one\ntwo\n}\n", "two", "two", "two\n}", True),  # but all that is added does
        ("one\ntwo\n\nthree\n", "two", "two", "two\n\nthree", True),  # blank lines aside
        ("two\ntwo\n", "two", "two", "two\ntwo", True),
        ("one\ntwo\nthree\n", "one\ntwo\nthree", "one\ntwo\nthree", "one\nother\nthree", False),
        ("one\n", "one", "one", "", False),
        # A line at the edge that the change leaves is not written, whatever stands beside it.
        ("a\nb\nb\n", "a\nb", "a\nb", "c\nb", False),
        ("b\nb\na\n", "b\na", "b\na", "b\nc", False),
        # Of equal lines nobody can tell which one is new.
        ("x\nb\na\nb\na\ny\n", "b\na", "b\na", "b\na\nb\na", True),
        ("x\na\nb\na\ny\n", "b\na", "b\na", "b\na\nb\na", False),
        ("x\na\nb\nx\n", "a\nb", "a\nb", "a\nx\na\nb", False),
        ("x\na\nb\na\nc\n", "a\nb", "a\nb", "a\nb\na\nb", False),
        ("a\nx\na\ny\n", "x", "x", "x\na\nx", False),
    ],
)
def test_a_change_that_writes_what_stands_beside_its_place(
    file: str, place: str, old: str, new: str, is_there: bool
) -> None:
    at = file.rindex(place)
    span = Span(at, at + len(place))
    assert doubles(file.encode(), span, old.encode(), new.encode()) is is_there


# The region that a text is aligned with


def region_of(file: str, text: str, path: str = "a.py") -> tuple[int, int] | None:
    read = source(file, path)
    window = closest(read.data, text.encode())
    assert window is not None
    found = aligned(read, text.encode(), window)
    return None if found is None else (found.lines.first, found.lines.last)


@pytest.mark.parametrize(
    ("file", "text", "lines"),
    [
        # Brackets alone are not weighed: the region takes in as many lines as the text has there.
        ("a\n}\ntotal = average(rows)\nclose(it)\n", "}\ntotal = averge(rows)\nclose(it)", (2, 4)),
        ("total = average(rows)\nclose(it)\n}\nb\n", "total = averge(rows)\nclose(it)\n}", (1, 3)),
        # Or one more, where that is the text's own line and another is left out beside it.
        (
            *("a\n}\nextra()\ntotal = average(rows)\nclose(it)\n",),
            *("}\ntotal = averge(rows)\nclose(it)", (2, 5)),
        ),
        (
            *("total = average(rows)\nclose(it)\nextra()\n}\nb\n",),
            *("total = averge(rows)\nclose(it)\n}", (1, 4)),
        ),
    ],
)
def test_lines_of_a_region_that_say_nothing(file: str, text: str, lines: tuple[int, int]) -> None:
    assert region_of(file, text, "a.txt") == lines


@pytest.mark.parametrize(
    ("file", "text", "pairs", "score", "similarity"),
    [
        # A line that is equal scores .45, one that the file lacks costs .35, one of the file .15.
        ("alpha()\nbravo()\n", "alpha()\nbravo()", [(0, 0), (1, 1)], 0.9, 100),
        ("x\n\nalpha()\n\nbravo()\n", "alpha()\n\n\nbravo()", [(0, 2), (3, 4)], 0.9, 100),
        ("alpha()\nqqq\nbravo()\n", "alpha()\nbravo()", [(0, 0), (1, 2)], 0.75, 100),
        ("alpha()\nqq\nzz\nbravo()\n", "alpha()\nbravo()", [(0, 0), (1, 3)], 0.6, 100),
        ("alpha()\nbravo()\n", "zulu9\nalpha()\nbravo()", [(1, 0), (2, 1)], 0.55, 66),
        ("alpha()\nbravo()\n", "alpha()\nzulu9\nbravo()", [(0, 0), (2, 1)], 0.55, 66),
        ("alpha()\nbravo()\n", "alpha()\nbravo()\nzulu9", [(0, 0), (1, 1)], 0.55, 66),
        ("alpha()\n", "alpha()\nzulu9", [(0, 0)], 0.1, 50),
        ("alpha()\n", "alpha()\nalpha()", [(1, 0)], 0.1, 50),  # each line is in one pair
        # A line of signs alone counts for a twentieth.
        ("alpha()\n}\n", "alpha()\n}", [(0, 0), (1, 1)], 0.4725, 100),
        ("λ\n", "λ", [(0, 0)], 0.45, 100),  # a letter beyond ASCII is one
        # One that is like it: the cube of how alike they are (.9, .67), less .55.
        ("abcdefghij\n", "abcdefghix", [(0, 0)], 0.179, 90),
        ("abd\n", "abc", [(0, 0)], -0.2537, 66),
        # Nothing is like it, or no line has three letters: the longest goes with the one most like it.
        ("a\nqqqq\nb\n", "zz\nxxxxq", [(1, 1)], 0.0, 11),
        ("abd\n", "ab", [(0, 0)], 0.0, 80),
    ],
)  # fmt: skip
def test_the_region_most_like_a_text(
    file: str, text: str, pairs: list[tuple[int, int]], score: float, similarity: int
) -> None:
    found = closest(file.encode(), text.encode())
    assert found is not None
    assert (list(found.pairs), found.similarity) == (pairs, similarity)
    assert found.score == pytest.approx(score, abs=1e-4)
    first, last = pairs[0][1], pairs[-1][1]
    assert found.lines == LineRange(first + 1, last + 1)
    assert found.span.of(file.encode()).decode() == "".join(file.splitlines(True)[first : last + 1])


@pytest.mark.parametrize(
    ("file", "text", "second"),
    [
        ("counter_one\nx\ncounter_ones\n", "counter_one", 3),
        ("counter_ones\nx\ncounter_one\n", "counter_one", 1),
        ("alpha_one\nx\nalpha_two\n", "alpha_one", None),  # worse by more than a line
        ("abcde\nxxxx\n", "abcdz", None),
        ("alpha()\nalpha()\n", "alpha()", 2),
        (
            "alpha()\n" + "x\n" * 40 + "alpha()\n",
            "alpha()",
            42,
        ),  # the first of equal ones is the first
        # The first of two places is the one even if in both the lines stand in another order.
        ("bravo()\nalpha()\n" + "x\n" * 40 + "bravo()\nalpha()\n", "alpha()\nbravo()", 2),
        ("x\n" * 20 + "counter_ones\nx\ncounter_one\n", "counter_one", 21),
    ],
)
def test_the_region_that_is_next_in_likeness(file: str, text: str, second: int | None) -> None:
    found = closest(file.encode(), text.encode())
    assert found is not None
    assert (found.runner_up and found.runner_up.lines.first) == second


def test_blank_lines_are_like_nothing() -> None:
    assert closest(b"\na\n", b"\n \n") is None
    assert closest(b"\n \n", b"a") is None


def test_bounds_of_what_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    # A line that stands too often says nothing about the place.
    monkeypatch.setattr(closest_region, "_COMMON", 2)
    for times, score in ((2, 0.45), (3, 0.0)):
        found = closest(b"echo()\n" * times, b"echo()")
        assert found is not None
        assert found.score == pytest.approx(score)
    # Of several areas those with fewer votes are left out, but for the first.
    apart = b"golf()\nhotel()\n" + b"x\n" * 60 + b"golf()\nhotels()\n"
    # There are two lines for 11 of the file, from its front on, and for 7 up to its end.
    for cells, other in ((1, None), (2 * (11 + 7) - 1, None), (2 * (11 + 7), 63)):
        monkeypatch.setattr(closest_region, "_CELLS", cells)
        closest.cache_clear()
        found = closest(apart, b"golf()\nhotel()")
        assert found is not None
        assert (found.lines.first, found.runner_up and found.runner_up.lines.first) == (1, other)
    # However large a file is, the two longest lines that it lacks are compared with its lines.
    monkeypatch.setattr(closest_region, "_VOTE_BUDGET", 0)
    for text, score in (
        ("unheard_of\ncharlie2()", 0.179),
        ("unheard_of\nno_such_line\ncharlie2()", 0.0),
    ):
        found = closest(b"charlie1()\n", text.encode())
        assert found is not None
        assert found.score == pytest.approx(score - 0.35 if score else 0.0)
    closest.cache_clear()


@pytest.mark.parametrize(("above", "found"), [(3, [0, 1, 2, 3]), (4, [1, 2, 3, 4])])
def test_how_far_from_where_most_lines_point_a_region_goes(
    above: int, found: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Five lines with five others behind the first and before the last: one of the two is too far.
    monkeypatch.setattr(closest_region, "_AREAS", 1)
    others = "x\n" * 5
    file = "x\n" * above + f"alpha()\n{others}bravo()\ncharlie()\ndelta()\n{others}echo()\n"
    closest.cache_clear()
    window = closest(file.encode(), FIVE.encode())
    assert window is not None
    assert [line for line, _ in window.pairs] == found
    closest.cache_clear()


def test_places_beside_each_other_are_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two lines and two more behind one that the file has more weigh more than three in a row elsewhere.
    monkeypatch.setattr(closest_region, "_AREAS", 1)
    rows = ["alpha()", "bravo()", "charlie()", "delta()"]
    file = ["x", "x", *rows[:2], "x", *rows[2:], *["x"] * 20, *rows[:3]]
    closest.cache_clear()
    window = closest("\n".join(file).encode(), "\n".join(rows).encode())
    assert window is not None
    assert [row for _, row in window.pairs] == [2, 3, 5, 6]
    closest.cache_clear()


def test_a_long_text_is_aligned_to_its_last_line() -> None:
    rows = [f"value_{n} = total({n}, rows)\n" for n in range(NEEDLE_LIMIT + 3)]
    assert region_of("".join(rows) + "\n\nlast()\n", "".join(rows)) == (1, len(rows))


# Comments


RETOLD = (
    "import os\n\ncount = total(rows)  # reads every row of the table once\nclose(handle, count)\n"
)


def retry_of(file: str, old: str, new: str, path: str = "a.py") -> object:
    out = str_replace(Document.from_text(file, path=path), old, new)
    return out.diagnosis.retry if out.diagnosis is not None else None


def test_a_comment_in_other_words_at_the_front_of_a_text() -> None:
    told = RETOLD[11:].replace(
        "reads every row of the table once", "loads each row of a list twice"
    )
    retry = retry_of(RETOLD, told, told.replace("count)", "count, 1)"))
    assert retry == {
        "old": RETOLD[11:].rstrip(),
        "new": RETOLD[11:].rstrip().replace("count)", "count, 1)"),
    }


def test_a_comment_that_differs_in_one_word_is_offered() -> None:
    one = RETOLD[11:].replace("every", "half")
    assert retry_of(RETOLD, one, one.replace("count)", "count, 1)")) == {
        "old": RETOLD[11:].rstrip(),
        "new": RETOLD[11:].rstrip().replace("count)", "count, 1)"),
    }


def test_a_comment_that_invents_a_number_is_anothers() -> None:
    number = RETOLD[11:].replace("reads every row of the table once", "loads 2 rows of it")
    assert retry_of(RETOLD, number, number.replace("count)", "count, 1)")) is None


def test_comments_alone_say_too_little_to_be_offered() -> None:
    file = (
        "import os\n\n# opens the file\n# reads every row of the table\n# closes the file\nx = 1\n"
    )
    old = "# opens the file\n# loads each line of a list\n# closes the file\n"
    assert retry_of(file, old, old.replace("closes", "shuts")) is None


# Where a text with a slip stands


@pytest.mark.parametrize("blank", ["", "\n", "\n\n"])
def test_blank_lines_of_the_file_are_in_a_place_as_far_as_the_text_has_them(blank: str) -> None:
    file = "first()\n\n\ntotal = average(rows)\nclose(handle)\nreport(total)\n\n\n\nlast()\n"
    text = "total = averge(rows)\nclose(handle)\nreport(total)\n"
    (hit,) = hits(source(file), text.encode() + blank.encode())
    assert hit.span.of(file.encode()) == (
        b"total = average(rows)\nclose(handle)\nreport(total)" + blank.encode()
    )
    (hit,) = hits(source(file), b"\n" * len(blank) + text.encode())
    assert hit.span.of(file.encode()).decode().rstrip() == (
        blank + "total = average(rows)\nclose(handle)\nreport(total)"
    )


@pytest.mark.parametrize(
    ("beside", "stands"),
    [
        ("averge", True),  # the word itself
        ("my_averge", True),  # a part of a name
        ("myAverge", True),
        ("averges", False),  # letters of the same part go on
        ("xaverge", False),
        ("AVERGE", True),
        ("MY_AVERGES", False),
        ("XAVERGE", False),
        ("AVERGEOf", True),  # another part begins
        ("AVERGEOfX", True),
        ("AVERGEOF", False),
        ("avergeOf", True),
        ("AVERGeof", False),
    ],
)
def test_a_misspelt_part_that_stands_elsewhere_is_another_name(beside: str, stands: bool) -> None:
    file = f"first({beside})\ntotal = average(rows)\nclose(handle)\nreport(total)\n"
    text = b"total = averge(rows)\nclose(handle)\nreport(total)\n"
    assert (hits(source(file), text) == ()) is stands


# Strings


DOCUMENTED = 'def f():\n    """First line.\n\n    Second line.\n    """\n    return 1\n'


@pytest.mark.parametrize(
    ("at", "text", "inside"),
    [
        ("    Second", 'Second.\n"""\nreturn 1\n', {0, 1}),  # it ends the string that is open there
        ("\n    Second", "\nSecond.\n", set()),
        ("    Second", 'Second."""\nx = 1\n', {0}),
        ("    Second", 'Second.\n"""\ns = """a\nb\n"""\n', {0, 1, 3, 4}),
        ('    """First', '    """New\n    b\n    """\n', {1, 2}),  # it begins with the string
        ("    return", 's = """a\nb\n"""\n', {1, 2}),  # one of its own
        ("def f", 'x = 1\ns = """a\nb"""\n', {2}),
    ],
)
def test_lines_of_a_new_text_that_are_in_a_string(at: str, text: str, inside: set[int]) -> None:
    found = fragment_at(source(DOCUMENTED), DOCUMENTED.index(at), text.encode())
    assert found.inside == inside
    assert found.lines == tuple(text.encode().splitlines())


def test_a_text_that_begins_where_a_string_does_is_not_inside_of_it() -> None:
    found = fragment_at(source('"""A\nb\n"""\nx = 1\n'), 0, b'"""New\nb\n"""\n')
    assert found.inside == {1, 2}


def test_a_string_that_only_the_new_text_has_stays_as_it_is() -> None:
    text, at = b's = """a\n  b\n"""\nreturn 1', DOCUMENTED.index("    return")
    unmoved = {1: None, 2: None}
    assert literal_lines(source(DOCUMENTED), at, text, frozenset()) == unmoved
    assert literal_lines(source(DOCUMENTED), at, text, frozenset({1})) == {}
    assert literal_lines(source(DOCUMENTED), at, text, frozenset({0, 3})) == unmoved


def test_documentation_moves_with_the_line_that_opens_it() -> None:
    text = b'def g():\n    """A\n    B.\n    """\n'
    assert literal_lines(source(DOCUMENTED), 0, text, frozenset()) == {2: 1, 3: 1}
    shallow = b'def g():\n    """A\n  B.\n    """\n'
    assert literal_lines(source(DOCUMENTED), 0, shallow, frozenset()) == {2: None, 3: None}


# Look-alikes


def test_tokens_that_look_like_nothing_and_blanks_beyond_ascii() -> None:
    found = line_tokens("\ufeffa".encode(), b"a", b"a")
    assert found is not None
    assert [(t.text.decode(), t.file) for t in found[0]] == [
        ("\ufeff", Span(0, 0)),
        ("a", Span(0, 1)),
    ]
    found = line_tokens("\u00a0a".encode(), b" a", b"ab")
    assert found is not None
    assert [(t.start, t.end, t.file) for t in found[0]] == [(2, 3, Span(1, 2))]
    assert [t.text for t in found[1]] == [b"ab"]


def test_a_new_word_that_begins_with_a_word_of_the_old_line_is_one() -> None:
    found = line_tokens(b"a...b", "a…b".encode(), b"ab ba")
    assert found is not None
    assert [t.text for t in found[1]] == [b"ab", b"ba"]


@pytest.mark.parametrize(
    ("old", "ours", "stands"),
    [
        ("f(a, b)", "f( a,b )", ["f", "(", "a", ",", "b", ")"]),
        ("say(“hi”)", 'say("hi")', ["say", "(", '"', "hi", '"', ")"]),
        ("a...b", "a…b", ["a", "…", "b"]),  # three signs of one character are one token
        ("a…b", "a...b", ["a", "...", "b"]),
        ("x...y...z", "x…y…z", ["x", "…", "y", "…", "z"]),
        ("...a...", "…a…", ["…", "a", "…"]),
        ("a....", "a….", ["a", "…", "."]),
    ],
)
def test_tokens_of_a_line_with_where_the_file_has_them(
    old: str, ours: str, stands: list[str]
) -> None:
    found = line_tokens(old.encode(), ours.encode(), old.encode())
    assert found is not None
    before, after = found
    assert [t.file.of(ours.encode()).decode() for t in before if t.file is not None] == stands
    assert [t.text for t in before] == [t.text for t in after]
    assert [old.encode()[t.start : t.end] for t in before] == [t.text for t in before]


def test_lines_of_other_lengths_have_no_tokens_in_common() -> None:
    assert line_tokens(b"f(a)", b"f(b, c)", b"f(a)") is None
    assert contents(b"a\nb") == [b"a", b"b"]


WORDS = (
    *("apple", "board", "chair", "depth", "eagle", "flame", "grape", "house", "igloo", "joker"),
    *("knife", "lemon", "mango", "night", "ocean", "plate", "queen", "river", "sugar", "table"),
    *("uncle", "voice", "water", "yield"),
)
ROWS = (
    "opened = start(handle)\ncount = total(columns)  # keeps the order of all rows\n"
    "closed = stop(handle)\nreport(closed, count)\n"
)


@pytest.mark.parametrize(
    ("file", "text", "places"),
    [
        # A misspelt word, and another line that is as like it but for the word, or is not like it.
        *[
            (
                f"return total(rows, cols, more)\n\n{other}\n",
                *("retrun total(rows, cols, more)\n", places),
            )
            for other, places in (("print(rows)", 1), ("assert total(rows, cols, more)", 0))
        ],
        # Two places are two hits.
        ("total = average(rows, cols, more)\n" * 2, "total = averge(rows, cols, more)\n", 2),
        # A comment in fewer words: in the middle of a text of three lines, not at its edge, not in two lines.
        (ROWS, ROWS.replace(" all", ""), 1),
        (ROWS, "".join(ROWS.replace(" all", "").splitlines(True)[:3]), 1),
        (ROWS, "".join(ROWS.replace(" all", "").splitlines(True)[:2]), 0),
        (ROWS, "".join(ROWS.replace(" all", "").splitlines(True)[1:]), 0),
        # One more for each four lines.
        (
            ROWS.replace("stop(handle)", "stop(handle)  # ends the work of all rows"),
            *(ROWS.replace("stop(handle)", "stop(handle)  # ends the work of rows").replace(" all", ""), 1),
        ),
        (
            ROWS.replace("stop(handle)", "stop(handle)  # ends the work of all rows") + "last(count)\n",
            *(
                ROWS.replace("stop(handle)", "stop(handle)  # ends the work of rows")
                .replace(" all", "")
                .replace("opened = start(handle)\n", "last(opened)\n")
                + "last(count)\n",
                0,
            ),
        ),
        # A line too few or too many beside three that are equal, and not two lines.
        (ROWS, ROWS.replace("closed = stop(handle)\n", ""), 1),
        (ROWS.replace("closed = stop(handle)\n", ""), ROWS, 1),
        (ROWS, "".join(ROWS.splitlines(True)[i] for i in (0, 3)), 0),
        (ROWS, "".join(ROWS.splitlines(True)[i] for i in (0, 2)), 0),
        # No line too few beside a misspelt word.
        (ROWS, ROWS.replace("closed = stop(handle)\n", "").replace("columns", "colunms"), 0),
        (
            *("".join(f"{word}_of(rows, {word})\n" for word in WORDS[:6]),),
            *("".join(f"{word}_of(rows, {word})\n" for word in ("apple", "baord", "depth", "eagle", "flame")), 0),
        ),
        (
            *("".join(f"{word}_of(rows, {word})\n" for word in WORDS),),
            *("".join(f"{word}_of(rows, {word})\n" for word in WORDS if word[0] not in "kp"), 0),
        ),
        (
            *("".join(f"{word}_of(rows, {word})\n" for word in WORDS),),
            *("".join(f"{word}_of(rows, {word})\n" for word in WORDS if word[0] != "k"), 1),
        ),
        # Fewer than three lines that are equal.
        (
            *("".join(ROWS.splitlines(True)[i] for i in (0, 3)),),
            *("".join(ROWS.splitlines(True)[i] for i in (0, 2, 3)), 0),
        ),
        # No definition too few.
        (ROWS.replace("closed = stop(handle)\n", "def stop():\n  "), ROWS.replace("closed = stop(handle)\n", ""), 0),
        # Another letter case, of a word that stands nowhere else so, or does.
        (ROWS, ROWS.replace("columns", "Columns"), 1),
        (ROWS + "Columns()\n", ROWS.replace("columns", "Columns"), 0),
        # Fewer than four words that are equal.
        ("total(rows, average)\n", "total(rows, averge)\n", 0),
        ("total(rows, cols, more, average)\n", "total(rows, cols, more, averge)\n", 1),
        ("total(rows, c1, m2, average)\n", "total(rows, c1, m2, averge)\n", 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["a.py", "a.txt"])
def test_what_may_differ_where_a_text_lands(file: str, text: str, places: int, path: str) -> None:
    if "#" in text and path == "a.txt":
        places = 0 if " all" not in text else places
    assert len(hits(source(file, path), text.encode())) == places


@pytest.mark.parametrize(
    ("file", "text", "path", "places"),
    [
        ("def average(rows, cols, more):\n", "def averge(rows, cols, more):\n", "a.py", 0),
        ("def first(average, cols, more):\n", "def first(averge, cols, more):\n", "a.py", 1),
        ("function average(rows, cols, more)\n", "function averge(rows, cols, more)\n", "a.txt", 0),
        ("average = sum(rows, cols, more)\n", "averge = sum(rows, cols, more)\n", "a.txt", 0),
        ("  average: sum(rows, cols, more)\n", "  averge: sum(rows, cols, more)\n", "a.txt", 0),
        ("call average(rows, cols, more)\n", "call averge(rows, cols, more)\n", "a.txt", 1),
        (
            "x = average(rows, cols, more, last)\n",
            "x = averge(rows, cols, more, last)\n",
            "a.txt",
            1,
        ),
    ],
)
def test_a_misspelt_name_of_what_is_defined(file: str, text: str, path: str, places: int) -> None:
    assert len(hits(source(file + "\npass\n", path), text.encode())) == places


# Escapes


@pytest.mark.parametrize(
    ("variant", "text", "plain"),
    [
        ("letters unescaped", r"\u00e9\ud7ff\ue000", "\u00e9\ud7ff\ue000"),
        ("letters unescaped", r"\ud800\udfff", r"\ud800\udfff"),  # halves of a pair stay
        ("unescaped", r"\q\x41\n", "\\qA\n"),  # what means nothing stays
        ("unescaped", r"\ud800", r"\ud800"),
        ("gutter bar", "1| a 2| b\n2| c", "a 2| b\nc"),  # one number of each line
    ],
)
def test_a_text_without_its_escapes(variant: str, text: str, plain: str) -> None:
    found = varied(variant, text.encode(), text.encode())
    assert found == (plain.encode(), plain.encode())


def test_numbers_alone_are_no_listing() -> None:
    assert without_numbers(b"1|\n2|", b"1|\n2|") is None
    assert without_numbers(b"1|a\n2|b", b"1|a\n2|c") == (b"a\nb", b"a\nc")


# The change carried over, token by token


def carried(path: str, file: str, old: str, new: str) -> str:
    """The file after an edit that has one place to go."""
    read = source(file, path)
    (hit,) = find(read, old.encode(), new=new.encode()).occurrences
    merged = merge(read.data, hit, old.encode(), new.encode(), read)
    assert not isinstance(merged, Unmerged), merged
    return merged.apply(read.data).decode()


@pytest.mark.parametrize(
    ("file", "old", "new", "result"),
    [
        # A comma that only the caller has stays away before a bracket, and no other one does.
        ("f(\n  b,\n  a\n)\n", "f(b, a,)", "f(c, a,)", "f(\n  c,\n  a\n)\n"),
        ("f(a, [b])\n", "f(a, [b],)", "f(a, [b], c,)", "f(a, [b], c,)\n"),
        # Statements that the caller joins with `;` are on lines of their own, as deep as their block.
        # A line that is taken away between two that stay joined leaves no blanks at the end of the first.
        # Who joins lines that the file has joined already leaves the file's blanks.
        ("f(a,1)\n", "f(a,\n  1)", "f(z, 1)", "f(z,1)\n"),
        # New items are laid out as those before them, whatever part of the list the text shows.
        ("g(y,\n  f(1))\n", "g(y, f(", "g(y, f(a, b, ", "g(y,\n  f(a, b,1))\n"),
        ("a = [b,\n  c]\n", ", c]", ", c, d, e]", "a = [b,\n  c,\n  d,\n  e]\n"),
        # Links of a chain.
        ("x = a\n  .b()\n  .c()\n", "x = a.b().c()", "x = a.b().e().c()", "x = a\n  .b()\n  .e()\n  .c()\n"),
        (
            *("x(\n  y,\n  c\n    .b()\n    .d(),\n)\n", "x(y, c.b().d())"),
            *("x(c.b().d(), y)", "x(\n  c\n    .b()\n    .d(),\n  y,\n)\n"),
        ),
        # The caller's last comma is between two items now.
        ("f(a,\n  b)\n", "f(a, b,)", "f(a, b, c)", "f(a,\n  b,\n  c)\n"),
        # The file's last one has an item behind it, which does not stand as its bracket does.
        ("f(\n  x,\n)\n", "f(x,)", "f(x, y,)", "f(\n  x,\n  y,\n)\n"),
        ("f(\n  x,\n)\n", "f(x,)", "f(x,y\n)", "f(\n  x,\n  y\n)\n"),
        # What is written around a value that begins a line begins that line.
        ("x = y *\n  c;\n", "x = y * c;", "x = y * f(c);", "x = y *\n  f(c);\n"),
        # Another depth is asked for.
        ("{\n  f(a,\n    b)\n}\n", "  f(a, b)", "    z", "{\n    z\n}\n"),
        # New strings get the file's quotes, where a string of their line has other ones, if they may.
        ("f('a',\n  b)\n", 'f("a", b)', 'f("a", "it\'s")', "f('a',\n  \"it's\")\n"),
        ("f('a',\n  b)\n", 'f("a", b)', 'f("a", `c`)', "f('a',\n  `c`)\n"),
        ("f('a',\n  b)\n", 'f("a", b)', 'f("a", b)\ng("c")', "f('a',\n  b)\ng(\"c\")\n"),
        ("f('a', \"b\",\n  c)\n", 'f("a", "b", c)', 'f("a", "b", "d")', "f('a', \"b\",\n  \"d\")\n"),
        ("f('a', \"b\",\n  c)\n", "f(\"a\", 'b', c)", "f(\"a\", 'b', \"d\")", "f('a', \"b\",\n  \"d\")\n"),
        # Items change places in the file's indentation.
        (
            *("f(\n\tg(\n\t\ta,\n\t\tb,\n\t),\n)\n", "f(\n    g(\n        a,\n        b\n    ),\n)"),
            *("f(\n    g(\n        b,\n        a\n    ),\n)", "f(\n\tg(\n\t\tb,\n\t\ta,\n\t),\n)\n"),
        ),
        # New lines of a block are as deep as its other lines.
        (
            *("if (x) {\n\tf(a,\n\t\tb)\n}\n", "if (x) {\n    f(a, b)\n}"),
            *("if (x) {\n    f(a, b)\n    g()\n}", "if (x) {\n\tf(a,\n\t\tb)\n\tg()\n}\n"),
        ),
    ],
)  # fmt: skip
def test_a_change_in_another_layout(file: str, old: str, new: str, result: str) -> None:
    assert carried("a.js", file, old, new) == result


def test_a_line_with_the_blanks_of_the_file() -> None:
    assert merge_line(b"foo = 2", b"foo =  2", b"foo = bar") == b"foo =  bar"
    zero_width = "\ufeffa = 1".encode()
    assert merge_line(b"a  =  1", zero_width, b"a  =  2") == zero_width.replace(b"1", b"2")


def test_lines_of_a_text_with_both_of_its_edges() -> None:
    found = [(t.text, t.start, t.end, t.line) for t in lines_of(b"\na \n\n  b\n")]
    assert found == [
        *((b"", 0, 0, b""), (b"a", 1, 2, b"a "), (b"b", 7, 8, b"  b"), (b"", 9, 9, b"")),
    ]


def test_tokens_of_a_text_in_another_layout() -> None:
    read = source("x += f(\"a b\", 'c d',\n  e, /* why so */ g)\n", "a.js")
    old = b'x += f("a b", "c d", e, /* why so */ g)'
    (laid,) = laid_out(read, old)
    before = list(old_tokens(read, laid.span, laid.runs, old))
    after = new_tokens(read, old)
    # Signs of code alone, strings and comments whole.
    words = [
        "x",
        "+",
        "=",
        "f",
        "(",
        '"a b"',
        ",",
        '"c d"',
        ",",
        "e",
        ",",
        "/* why so */",
        "g",
        ")",
    ]
    assert [t.text.decode() for t in before] == [t.text.decode() for t in after] == words
    assert [t.file.of(read.data) for t in before if t.file] == [
        b"'c d'" if word == '"c d"' else word.encode() for word in words
    ]
    for tokens in (before, after):
        assert [t.text for t in tokens if t.comment] == [b"/* why so */"]


@pytest.mark.parametrize(
    ("file", "old", "new", "kept", "places"),
    [
        # By number, for each token of the new text: the old one that it is, and the one whose place it has.
        ("a b c d", "a b c d", "a x y d", "0 - - 3", "0 1 2 3"),
        ("a b d", "a b d", "a x y d", "0 - - 2", "0 - - 2"),  # two for one are in no place
        # What is added before a token that begins a line begins a line itself.
        ("x\n.a()\n.c()", ". a ( ) . c ( )", ". a ( ) . b ( ) . c ( )", "0 1 2 3 - - - - 4 5 6 7", "="),
        ("x .a() .c()", ". a ( ) . c ( )", ". a ( ) . b ( ) . c ( )", "0 1 2 3 4 - - - - 5 6 7", "="),
        (".c()", ". c ( )", ". b ( ) . c ( )", "- - - - 0 1 2 3", "="),
        ("a\nb", "a b", "b a b", "- 0 1", "="),
        (".\nx q", ". x q", ". y . q", "0 - - 2", "="),  # nothing is added, but written in its place
        # A closing bracket is what its opening one is.
        ("f(a)", "f ( a )", "g ( f ( a ) )", "- - 0 1 2 3 -", "="),
        ("f(g(a))", "f ( g ( a ) )", "g ( a )", "2 3 4 5", "="),
        ("(a)", "( a )", "a )", "1 -", "="),
        ("(a)", "( a", "( a )", "0 1 -", "="),
        ("(a) b c d", "( a ) b c d", "( b c d ) a", "0 3 4 5 - -", "="),  # unless others are between
    ],
)  # fmt: skip
def test_tokens_that_stay(file: str, old: str, new: str, kept: str, places: str) -> None:
    before, at = [], 0
    for word in old.split():
        at = file.find(word, at)
        before.append(Token(word.encode(), 0, 0, file=Span(at, at + len(word))))
        at += len(word)
    after = [Token(word.encode(), 0, 0) for word in new.split()]
    found = rests_of(file.encode(), tuple(before), after)
    shown = [
        " ".join("-" if n is None else str(n) for n in row)
        for row in zip(*[(r.old, r.place) for r in found], strict=True)
    ]
    assert shown == [kept, kept if places == "=" else places]


# Places of lines, blanks ignored


@pytest.mark.parametrize(
    ("text", "lines", "starts", "ends"),
    [
        ("", [""], False, False),
        ("  ", ["  "], False, False),
        ("a", ["a"], False, False),
        ("a\n", ["a"], False, True),
        ("\na", ["a"], True, False),
        ("\n", [""], False, True),
        ("\n\n", [""], True, True),
        ("\n\na\n\n", ["", "a", ""], True, True),
        (" \na\n ", ["a"], True, True),
    ],
)
def test_a_text_as_lines(text: str, lines: list[str], starts: bool, ends: bool) -> None:
    needle = read_needle(text.encode())
    assert [line.decode() for line in needle.lines] == lines
    assert (needle.starts_line, needle.ends_line) == (starts, ends)


@pytest.mark.parametrize(
    ("file", "text", "literal", "loose"),
    [
        # The caller's blanks, or all up to the edge of the line; inside of one, those at an edge with blanks.
        ("a\n  b  c  \nd\n", " b c ", " b  c ", "  b  c  "),
        ("x  b  c  y\n", " b c ", " b  c ", "  b  c  "),
        ("x  b  c  y\n", "b c", "b  c", "b  c"),
        ("x\u00a0b\n", "b", "b", "b"),
        ("\u00a0b\n", "b", "b", "\u00a0b"),
    ],
)
def test_the_edges_of_a_place(file: str, text: str, literal: str, loose: str) -> None:
    data = file.encode()
    (found,) = candidates(data, text.encode(), condense_folded, folded_places)
    for is_literal, part in ((True, literal), (False, loose)):
        ((_, span),) = row_spans(found, literal=is_literal)
        assert span.of(data).decode() == part


@pytest.mark.parametrize(
    ("file", "text", "place"),
    [
        ("x\n\n\n\na\n\n\n\ny\n", "a", "a"),
        ("x\n\n\n\na\n\n\n\ny\n", "a\n", "a"),
        ("x\n\n\n\na\n\n\n\ny\n", "a\n\n", "a\n"),
        ("x\n\n\n\na\n\n\n\ny\n", "a\n\n\n", "a\n\n"),
        ("x\n\n\n\na\n\n\n\ny\n", "\na", "\na"),
        ("x\n\n\n\na\n\n\n\ny\n", "\n\na", "\n\na"),
        ("\na\n", "\n\n\na\n\n\n", "\na"),
        ("x\na\ny\n", "\n\na\n\n", "a"),
    ],
)
def test_blank_lines_of_the_file_as_far_as_a_text_has_them(
    file: str, text: str, place: str
) -> None:
    (found,) = candidates(file.encode(), text.encode(), condense, places)
    span = hull(found, row_spans(found, literal=False))
    assert span.of(file.encode()).decode() == place


def test_blank_lines_around_two_lines() -> None:
    data = b"\n  \na\nb\n \n\nc\n"
    assert with_blank_lines(data, Span(4, 7), (2, 3), (0, 0)) == Span(4, 7)
    assert with_blank_lines(data, Span(4, 7), (2, 3), (1, 1)) == Span(1, 9)
    assert with_blank_lines(data, Span(4, 7), (2, 3), (9, 9)) == Span(0, 10)


@pytest.mark.parametrize(
    ("file", "text", "places"),
    [
        ("ab\n", "b", 1),
        ("ab\n", "\nb", 0),  # a line end before it, and the file has none
        ("ab\n", " \nb", 0),
        ("ab\n", "\u00a0\nb", 0),
        ("ab\n", "a", 1),
        ("ab\n", "a\n", 0),
        ("ab\n", "a\n\u00a0", 0),
        ("a\nb", "\nb\n", 1),
        ("a\nb", "\na\n", 1),
        ("a\nb", "\n \n", 0),  # nothing is sought
        ("a\nb", "", 0),
        ("aaa", "aa", 2),
    ],
)
def test_places_of_a_text(file: str, text: str, places: int) -> None:
    assert len(candidates(file.encode(), text.encode(), condense_folded, folded_places)) == places


def test_offsets_of_a_text() -> None:
    assert list(positions(b"aaa", b"aa")) == [0, 1]
    assert list(positions(b"aaa", b"")) == []


# Lines that stand for others


@pytest.mark.parametrize(
    ("text", "old", "file", "line"),
    [
        ("a()\n# ... existing code ...\nb()", "", "", "# ... existing code ..."),
        ("a()\n# ... existing code ...\nb()", "# ... existing code ...", "", ""),
        # Where the file has it between the same lines, it was copied.
        ("a()\n# ... existing code ...\nb()", "", "a()\n# ... existing code ...\nb()\n", ""),
        ("a()\n# ... existing code ...\nb()", "", "x()\na()\n  # ... existing code ...\nb()", ""),
        ("z()\na()\n# ... existing code ...\nb()\nc()", "", "a()\n# ... existing code ...\nb()\nd()", ""),
        *[
            ("a()\n# ... existing code ...\nb()", "", file, "# ... existing code ...")
            for file in (
                "c()\n# ... existing code ...\nb()\n",
                "a()\n# ... existing code ...\nc()\n",
                "a()\n# ... existing code ...\n\nb()\n",
            )
        ],
        # At the edge of the text, or beside a blank line, nobody can tell.
        ("a()\n# ... existing code ...", "", "a()\n# ... existing code ...", "# ... existing code ..."),
        ("# ... existing code ...\nb()", "", "# ... existing code ...\nb()", "# ... existing code ..."),
        ("a()\n# ... existing code ...\n\nb", "", "a()\n# ... existing code ...\n\nb", "# ... existing code ..."),
    ],
)  # fmt: skip
def test_a_line_that_no_file_is_given(text: str, old: str, file: str, line: str) -> None:
    assert elision.elision_line(text, old, file.encode()) == line


NEXT_TO = "next to it, is not similar to exactly one line of the replaced text"


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [
        ("a = 1\nb = 2\nc = 3\n", "a = 1\n# ... rest unchanged\nc = 4\n", "a = 1\nb = 2\nc = 4\n"),
        ("a = 1\nb = 2\nc = 3", "# ... rest unchanged\nc = 4", "a = 1\nb = 2\nc = 4"),
        ("a = 1\nb = 2\nc = 3\n", "a = 0\n# ... rest unchanged", "a = 0\nb = 2\nc = 3"),
        # Two of them.
        ("one\ntwo\nsix\nten\n", "one\n# ... other code\nsix\n# ... other code\n", "one\ntwo\nsix\nten\n"),
        (
            *("one\ntwo\nsix\n", "one\n# ... other code\n\n# ... other code\nsix\n"),
            f"'six', {NEXT_TO}",
        ),
        ("one\ntwo\n", "one\n# ... other code\ntwo\n", "no lines are omitted between the lines next to it"),
        # A line next to it that is like no line of the old text, or indented otherwise, or stands twice.
        ("one\ntwo\nsix\n", "one\n# ... other code\nxyz\n", f"'xyz', {NEXT_TO}"),
        ("one\ntwo\nsix\n", "xyz\n# ... other code\nsix\n", f"'xyz', {NEXT_TO}"),
        ("one\ntwo\nsix\n", "one\n# ... other code\n  six\n", f"'six', {NEXT_TO}"),
        (
            *("one\ntwo\nsix\ntwo\n", "one\n# ... other code\ntwo\n"),
            "'two', next to it, may be line 2 (two) or line 4 (two) of the replaced text",
        ),
        (
            *("two\none\ntwo\nsix\n", "two\n# ... other code\nsix\n"),
            "'two', next to it, may be line 1 (two) or line 3 (two) of the replaced text",
        ),
        (
            *("one\n  two\nsix\ntwo\n", "one\n# ... other code\ntwo\n"),
            "'two', next to it, may be line 2 (two) or line 4 (two) of the replaced text",
        ),
        # A line that is changed, and like one line, like several, or not enough.
        ("one\nsix\nab\n", "one\n# ... other code\nac\n", "one\nsix\nac\n"),
        ("one\nsix\nabc\n", "one\n# ... other code\nade\n", f"'ade', {NEXT_TO}"),
        # Another line is as like if it is by less than 15 of 100: here 90 and 75 are.
        (
            *("one\nabcdef\nabcdefghix\n", "one\n# ... other code\nabcdefghij\n"),
            "one\nabcdef\nabcdefghij\n",
        ),
        (
            *("one\ntotal = 1\ntotal = 2\n", "one\n# ... other code\ntotal = 9\n"),
            "'total = 9', next to it, may be line 2 (total = 1) or line 3 (total = 2) of the replaced text",
        ),
        ("total = 1\n", "# ... other code\ntotal = 2\n", "no lines are omitted between the lines next to it"),
        ("one\ntwo\n", "two\n# ... other code\nxyz\n", f"'xyz', {NEXT_TO}"),
        # Blank lines beside it.
        ("one\ntwo\nsix\n", "one\n\n# ... other code\n\nsix\n", "one\n\ntwo\n\nsix\n"),
        ("one\ntwo", "one\n# ... other code\n\n", "one\ntwo\n\n"),
        # Lines of the old text that stand for others themselves.
        ("a\n# ... other code\nb\n", "a\n# ... existing code\nb\n", ""),
        ("", "a\n# ... existing code\nb\n", ""),
        ("a\nb\n", "a\nc\n", ""),
    ],
)  # fmt: skip
def test_a_new_text_with_the_lines_that_it_leaves_out(old: str, new: str, result: str) -> None:
    found = elision.completed(old.encode(), new.encode())
    assert (found if isinstance(found, str) else found.text.decode()) == result


def test_how_many_lines_stood_for_each() -> None:
    found = elision.completed(
        b"one\ntwo\nsix\nten\nend\n", b"one\n# ... other code\nsix\n# ... rest unchanged\n"
    )
    assert isinstance(found, elision.Completed)
    assert found.stood == ((b"# ... other code", 1), (b"# ... rest unchanged", 2))


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a\n...\nb", ["a\n", "\nb"]),
        ("a\n# ...\nb\n# ...\nc", ["a\n", "\nb\n", "\nc"]),
        ("# ...\nb", ["", "\nb"]),
        ("a\n# ...", ["a\n", ""]),
        ("a", None),
        ("# ...", None),
        ("a\n# ...\n# ...\nb", None),
        ("...\nb", None),  # dots at an edge may be code
        ("a\n...", None),
    ],
)
def test_a_text_in_pieces(text: str, pieces: list[str] | None) -> None:
    found = elision.readable(text.encode())
    assert (None if found is None else [piece.decode() for piece in found.pieces]) == pieces


def test_dots_may_be_code() -> None:
    found = elision.split(b"a\n...\n# ...\nb", bare=False)
    assert (found.pieces, found.marks) == ((b"a\n...\n", b"\nb"), (b"# ...",))


@pytest.mark.parametrize(
    ("old", "new", "changed", "asks_nothing"),
    [
        ("a\n# ...\nb", "a\n# ...\nc", ["\nb"], False),
        ("a\n# ...\nb", "a\n# ...\nb", [], True),
        ("a\n# ...\nb", "a\n# ...\nb\n...", ["\nb"], False),  # dots of a stub
        ("# ...\nb", "a\n# ...\nb", ["\nb"], False),  # text where the old one has none
        ("a\n# ...\nb", "a\nb", ["a\n", "\nb"], False),
        ("a\n# ...\nb", "# ...\nb", ["a\n"], False),
        ("a\n# ...\nb", "a\n# ...\nb\n# ...\nc", ["a\n", "\nb"], False),
        ("a\n# ...\nb", " \n", ["a\n", "\nb"], True),
        ("a\n# ...\nb", None, ["a\n", "\nb"], False),
        ("a", None, ["a"], False),
    ],
)
def test_pieces_that_a_change_touches(
    old: str, new: str | None, changed: list[str], asks_nothing: bool
) -> None:
    found = elision.changed(old.encode(), None if new is None else new.encode())
    pieces = [piece for piece in elision.split(old.encode()).pieces if piece]
    assert [pieces[number].decode() for number in sorted(found)] == changed
    if new is not None:
        assert elision.equal_but_for_elided(old.encode(), new.encode()) is asks_nothing


def sought(file: str, text: str) -> tuple[elision.Elided, list[list[Span]]]:
    """A text with omitted lines, and where the words of each piece stand in the file."""
    elided = elision.readable(text.encode())
    assert elided is not None
    pieces = [piece.strip() for piece in elided.pieces if piece]
    data = file.encode()
    return elided, [[Span(at, at + len(p)) for at in positions(data, p)] for p in pieces]


def read_in(file: str, text: str, directive: bytes = b"") -> list[tuple[int, ...]]:
    elided, hits = sought(file, text)
    return elision.readings(file.encode(), elided, hits, frozenset(range(len(hits))), directive)


FIRST = "one = first(a)\ntwo = second(b)\nsix = third(c)\n"
LAST = "ten = fourth(d)\nhat = fifth(e)\ncap = sixth(f)\n"
FIVE = "alpha()\nbravo()\ncharlie()\ndelta()\necho()\n"


def deep(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    ("file", "text", "changed", "certain"),
    [
        (FIRST + "middle()\n" + LAST, FIRST + "# ...\n" + LAST, 1, True),
        (FIRST + "\n\n" + LAST, FIRST + "# ...\n" + LAST, 1, True),
        (FIRST + LAST, FIRST + "# ...\n" + LAST, 1, True),
        (FIRST + "middle()\n" + LAST + LAST, FIRST + "# ...\n" + LAST, 1, False),  # it stands twice
        (LAST + "middle()\n" + FIRST, FIRST + "# ...\n" + LAST, 1, False),  # or before the other
        # A piece that says enough, or too little to be in another block: three lines, four words.
        (FIRST + "middle()\none1\ntwo2 six6\nten3\n", FIRST + "# ...\none1\ntwo2 six6\nten3\n", 1, True),
        (f"    a1\nm()\n{deep('b1')}{deep('c1 d1')}", f"    a1\n    # ...\n{deep('b1')}{deep('c1 d1')}", 1, False),
        (f"    a1\nm()\n{deep(LAST)}", f"    a1\n    # ...\n{deep(LAST)}", 1, True),
        (FIRST + "middle()\none1\ntwo2 s\nten3\n", FIRST + "# ...\none1\ntwo2 s\nten3\n", 1, True),
        (FIRST + "middle()\none1 two2\nsix6 ten3\n", FIRST + "# ...\none1 two2\nsix6 ten3\n", 0, True),
        # What is left out is like it.
        (FIRST + LAST.replace("d", "x") + "\n" + LAST, FIRST + "# ...\n" + LAST, 1, False),
        (FIRST + "alpha()\nbravo()\ncharlie()\n" + "\n" + FIVE, FIRST + "# ...\n" + FIVE, 1, False),
        (FIRST + "alpha()\nbravo()\n" + "\n" + FIVE, FIRST + "# ...\n" + FIVE, 1, True),
        # It belongs to what is left out, though something else is shown above it.
        ("def f():\n    x = 1\n" + deep(LAST), "def f():\n    # ...\n" + deep(LAST), 1, True),
        ("def f():\n    x = 1\ndef g():\n" + deep(LAST), "def f():\n    # ...\n" + deep(LAST), 1, False),
        ("def f():\n" + deep(FIRST) + "    m()\n" + deep(LAST), deep(FIRST) + "    # ...\n" + deep(LAST), 1, True),
        (FIRST + "def f():\n    x = 1\ndef g():\n" + deep(LAST), FIRST + "def f():\n    # ...\n" + deep(LAST), 0, True),
    ],
)  # fmt: skip
def test_a_text_with_one_place_whatever_its_blocks(
    file: str, text: str, changed: int, certain: bool
) -> None:
    elided, hits = sought(file, text)
    found = elision.certain_reading(file.encode(), elided, hits, frozenset({changed}))
    assert bool(found) is certain


def test_a_piece_that_is_not_changed_may_stand_in_several_places() -> None:
    file = "a\nx\na\ny\nb\nz\nb\n"
    elided, hits = sought(file, "a\n# ...\ny\n# ...\nb")
    assert elision.certain_reading(file.encode(), elided, hits, frozenset({1})) == [(1, 0, 0)]
    assert elision.readings(file.encode(), elided, hits, frozenset({1})) == [(1, 0, 0)]
    assert elision.certain_reading(file.encode(), elided, hits, frozenset({0})) == []
    assert elision.readings(file.encode(), elided, hits, frozenset({0})) == [(0, 0, 0), (1, 0, 0)]


def test_lines_of_a_preprocessor_have_no_depth() -> None:
    file, text = "    a\n#if x\n    c\n", "    a\n    ...\n    c"
    assert read_in(file, text, b"#") == [(0, 0)]
    assert read_in(file, text) == []


def test_a_text_that_takes_too_much_work_has_no_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elision, "_MOST_STEPS", 0)
    assert read_in("a\nb\nb\nc\n", "a\n...\nc") == []


@pytest.mark.parametrize(
    ("file", "text", "readings"),
    [
        ("a\nb\nc\n", "a\n...\nc", [(0, 0)]),
        ("c\na\n", "a\n...\nc", []),  # not in this order
        ("a\nc\nc\n", "a\n...\nc", [(0, 0), (0, 1)]),
        ("if x:\n    a\nelse:\n    c\n", "    a\n    ...\n    c", []),  # it leaves their block
        ("if x:\n    a\n    b\n    c\n", "    a\n    ...\n    c", [(0, 0)]),
        ("if x:\n    a\n    b\nc\n", "    a\n    ...\nc", [(0, 0)]),
        ("a\n    b\n    c\n", "a\n    ...\n    c", [(0, 0)]),
        ("a\nb\nc\n", "a\n    ...\nc", []),  # what is left out is deeper than both
        ("a\n    b\nc\n", "a\n    ...\nc", [(0, 0)]),
        # A first line that was copied without its indentation, but not out of a deeper block.
        ("if x:\n    a\n    b\n    c\n", "a\n    ...\n    c", [(0, 0)]),
        ("if x:\n        a\n    b\n    c\n", "a\n    ...\n    c", []),
        ("if x:\n    a\nb\nc\n", "a\n...\nc", []),
        ("    a\nb\n    x\n    c\n", "    a\nb\n...\n    c", [(0, 0)]),  # the last line above it counts
        ("a\nb\nc\n", "a\n...\n    c", []),
        ("a c\n", "a\n...\nc", []),  # both on one line
        ("a\n    b\n    x\n    c\n", "a\n    b\n    ...\n    c", [(0, 0)]),
        ("a\na\nc\n", "a\n...\nc", [(0, 0), (1, 0)]),
        # What stands at the edge of the text has no say in what is left out within.
        ("a\nb\nc\n", "# ...\na\n    # ...\nc", []),
        ("a\nb\nc\n", "    # ...\na\n# ...\nc", [(0, 0)]),
        # Dots of the file are code.
        ("a\n...\nb\nc\n", "a\n...\nc", []),
        ("a\n...\nb\nc\n", "a\n# ...\nc", [(0, 0)]),
    ],
)  # fmt: skip
def test_readings_of_a_text_that_leaves_lines_out(
    file: str, text: str, readings: list[tuple[int, ...]]
) -> None:
    assert read_in(file, text) == readings


# Tokens in another layout


@pytest.mark.parametrize(
    ("path", "file", "text"),
    [
        # A sign goes with the next one.
        ("a.js", "f(a,\n  b - --c)\n", "f(a, b ---c)"),
        # Part of a line of a comment.
        ("a.js", "/*\n * x why\n * and so\n */\nf(1,\n  2)\n", "why\n * and so\n */\nf(1, 2)"),
        # Lines that are as deep in the file, or deeper in it alone.
        ("a.py", "if x:\n    a()\n    b(1,\n      2)\n", "  a()\nb(1, 2)"),
        ("a.py", "if x:\n    a(1,\n      2)\n", "if x:\na(1, 2)"),
        # A part of what the file has in parentheses.
        ("a.py", "def f():\n    return (a + b)\n", "return a"),
    ],
)
def test_what_is_another_text(path: str, file: str, text: str) -> None:
    assert list(laid_out(source(file, path), text.encode())) == []


@pytest.mark.parametrize(
    ("path", "file", "text", "place"),
    [
        ("a.js", "x.f(a,\n  b)\n", "f(a, b)", "f(a,\n  b)"),  # behind another token
        ("a.js", "f(\n  a,\n  b)\n", "(a, b)", "(\n  a,\n  b)"),  # it begins with a sign
        ("a.js", "f(a,\n  b)\ng();\n", "f(a, b)", "f(a,\n  b)"),  # another statement's end stays out
        # It begins or ends inside of a comment, with whole lines of it.
        ("a.js", "f(1,\n  2)\n/* x why\n * and so\n */\n", "f(1, 2)\n/* x why", "f(1,\n  2)\n/* x why"),
        ("a.js", "f(1,\n  2)\n/* x why\n */\n", "f(1, 2)\n/* x", ""),
        ("a.js", "/*\n * x\n * why\n */\nf(1,\n  2)\n", "* why\n */\nf(1, 2)", "* why\n */\nf(1,\n  2)"),
        ("a.js", "/* x\n  (why)\n */\nf(1,\n  2)\n", "(why)\n*/\nf(1, 2)", "(why)\n */\nf(1,\n  2)"),
        ("a.js", "f(1,\n  2)\n/* x\n  (why)\n */\n", "f(1, 2)\n/* x\n(why)", "f(1,\n  2)\n/* x\n  (why)"),
        # Strings in other quotes, or with other line ends.
        ("a.js", "f(`a\r\nb`,\r\n  c)\r\n", "f(`a\nb`, c)", "f(`a\r\nb`,\r\n  c)"),
        ("a.js", "f(`a b`,\n  c)\n", "f(`ab`, c)", ""),
        ("a.js", "f('it\\'s',\n  b)\n", 'f("it\'s", b)', "f('it\\'s',\n  b)"),
        ("a.py", 'f("""ab""",\n  c)\n', "f('''ab''', c)", 'f("""ab""",\n  c)'),
        ("a.py", "f(r'ab',\n  c)\n", 'f(r"ab", c)', "f(r'ab',\n  c)"),
        ("a.c", "int x = f('a',\n  b);\n", 'int x = f("a", b);', ""),  # a letter is no string
        # Parentheses that one of the two has.
        ("a.js", "x = (a +\n  b);\ny();\n", "a + b;\ny();", ""),  # half of them
        # Commas and the ends of statements.
        ("a.js", "f(a,\n  b)\n", "f(a,, b)", ""),
        ("a.js", "a = b;\n`t`.f()\n", "a = b\n`t`.f()", ""),  # the next line would go on with it
        # Line ends that mean something, and depths where they do.
        ("a.js", "return\nf(a,\n  b)\n", "return f(a, b)", ""),
        ("a.py", "f(\n    a,\n    b)\ng()\n", "(a, b) g()", ""),
        (
            *("a.py", "if x:\n    if y:\n        f(a,\n          b)\n", "if y:\n    f(a, b)"),
            "if y:\n        f(a,\n          b)",
        ),
        ("a.py", "if t:\n    x = f(a,\n          b)\n    g()\n", "f(a, b)\n  g()", "f(a,\n          b)\n    g()"),
        ("a.js", "f(a,\n  b);\ng();\n", "f(a, b) g()", ""),
        ("a.js", "x = a++ +\n  b\n", "x = a+++b", ""),  # three signs in two ways
        ("a.c", "int f() {\n  g(a,\n    b);\n#if X\n  h();\n#endif\n}\n", "g(a, b);\n#if X\n", "g(a,\n    b);\n#if X"),
        ("a.c", "int f() {\n  g(a,\n    b);\n#if X\n  h();\n#endif\n}\n", "g(a, b); #if X\n", ""),
        # Blanks between words of text, and between text and tags, are seen unless a line ends there.
        ("a.jsx", "x = <p>a\n  b</p>\n", "x = <p>a b</p>", "x = <p>a\n  b</p>"),
        ("a.jsx", "x = <p>a\n  b</p>\n", "x = <p>ab</p>", ""),
        ("a.jsx", "x = <p>\n  a b\n</p>\n", "x = <p>a b</p>", "x = <p>\n  a b\n</p>"),
        ("a.jsx", "x = <p> a\n b</p>\n", "x = <p>a b</p>", ""),
    ],
)  # fmt: skip
def test_the_place_of_a_text_in_another_layout(path: str, file: str, text: str, place: str) -> None:
    read = source(file, path)
    places = [laid.span.of(read.data).decode() for laid in laid_out(read, text.encode())]
    assert places == [place] * bool(place)


def test_a_text_that_stands_too_often_or_in_a_file_without_a_grammar_has_no_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(token_alignment, "_MOST_PLACES", 2)
    for path, times, size in (("a.js", 1, 1), ("a.js", 2, 0), ("a.txt", 1, 0)):
        found = laid_out(source("f(a,\n  b)\n" * times, path), b"f(a, b)")
        assert len(list(found)) == size


@pytest.mark.parametrize(
    ("single", "double", "same"),
    [
        ("ab", "ab", True),
        ("ab", "ac", False),
        ('a"b', r"a\"b", True),
        (r"a\'b", "a'b", True),
        # In TOML and YAML a backslash in single quotes is one.
        (r"a\"b", r"a\"b", False),
        (r"a\nb", r"a\nb", False),
        (r"a\nb", "anb", False),
        # Interpolations of Ruby, PHP and Dart; other signs are plain text.
        ("a#{b}", "a#{b}", False),
        ("a$b", "a$b", False),
        ("#a costs $5", "#a costs $5", True),
    ],
)
def test_the_same_content_in_other_quotes(single: str, double: str, same: bool) -> None:
    contents = (single.encode(), double.encode())
    assert same_content(b"", (b"'", b'"'), contents) is same
    assert same_content(b"", (b'"', b"'"), contents[::-1]) is same


def test_a_string_with_a_prefix_has_the_same_content_without_quotes_in_it() -> None:
    marks = (b"'", b'"')
    assert same_content(b"r", marks, (b"ab", b"ab"))
    assert not same_content(b"r", marks, (b"ab", b"ac"))
    assert not same_content(b"r", marks, (b'a"b', b'a\\"b'))
