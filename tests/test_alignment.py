"""The parts of the alignment, each on small texts: words, lines, edges, rivals, strings, comments."""

from itertools import product

import pytest

from structedit import Document, str_replace
from structedit.search.alignment import spelling
from structedit.search.alignment.change_edges import doubles, edges_of
from structedit.search.alignment.closest_region import NEEDLE_LIMIT, closest
from structedit.search.alignment.comments import blanked, comments_of, told_bare, without
from structedit.search.alignment.escapes import varied, without_numbers
from structedit.search.alignment.folding import contents
from structedit.search.alignment.line_alignment import aligned
from structedit.search.alignment.line_pairs import line_pairs
from structedit.search.alignment.line_tokens import as_the_file, line_tokens
from structedit.search.alignment.misspelt_text import hits
from structedit.search.alignment.occurrences import Occurrence
from structedit.search.alignment.quoted_lines import fragment_at, still_lines
from structedit.search.alignment.restated import Bridged, Conflict, bridge
from structedit.search.alignment.rivals import has_rival
from structedit.text.diff import opcodes
from structedit.text.document import Span
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


# Rivals


@pytest.mark.parametrize(
    ("lines", "file", "at", "slip", "has"),
    [
        ("retrun total(rows)", "return total(rows)|return total(cols)", 0, 1, False),
        ("retrun total(rows)", "return total(rows)|assert total(rows)", 0, 1, True),
        ("retrun total(rows)", "return total(rows)|assert total(rows)", 0, 0.5, False),
        ("retrun total(rows)", "assert total(rows)|return total(rows)", 1, 1, True),
        # The rival is told by its longest line, wherever that is.
        ("a|retrun total(rows)|b", "a|return total(rows)|b|a|assert total(rows)|b", 0, 1, True),
        ("a|retrun total(rows)|b", "a|assert total(rows)|b|a|return total(rows)|b", 3, 1, True),
        # One that would begin above the file or end below it is none.
        ("a|b|retrun total(rows)", "assert total(rows)|a|b|return total(rows)", 1, 1, False),
        ("retrun total(rows)|a|b", "return total(rows)|a|b|assert total(rows)", 0, 1, False),
        ("retrun total(rows)|a", "assert total(rows)|a|return total(rows)|a", 2, 1, True),
        ("a|retrun total(rows)", "a|return total(rows)|a|assert total(rows)", 0, 1, True),
        # More or fewer words than the text has are as many differences.
        ("retrun total(rows)", "return total(rows)|total(rows)", 0, 1, True),
        ("retrun total(rows)", "return total(rows)|not return total(rows)", 0, 1, False),
        ("f(averge, one)", "f(average, one)|f(averages, one)", 0, 0.5, True),
        ("retrun total(rows)", "return total(cols)|return total(rows)", 1, 1, False),
        # Of a text's last lines none stands below the file's.
        ("retrun total(rows)|x", "return total(rows)|y|return total(rows)", 0, 1, False),
        # A misspelt word in the middle counts as one at the front.
        ("x y averge z", "x y average z|x y other z", 0, 0.5, False),
        ("x y averge z", "x y average z|w y averge z", 0, 0.5, False),
        ("x y averge z", "x y average z|x y averages z", 0, 0.5, True),
        # Three letters of four are alike.
        ("first second abcd", "first second abcx|first second zbzz", 0, 0.5, False),
    ],
)
def test_another_region_that_is_as_like(
    lines: str, file: str, at: int, slip: float, has: bool
) -> None:
    own, text = (side.encode().split(b"|") for side in (file, lines))
    assert has_rival(text, own, at, slip=slip) is has


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


def test_edges_name_what_is_written_and_what_stands_there() -> None:
    file, theirs = b"above\none\nbelow\nlast\n", [b"above", b"one", b"more", b"below"]
    below, above = edges_of(file, Span(6, 9), opcodes([b"one"], theirs), theirs)
    assert (below.written, below.outside, below.below) == (
        *((b"more", b"below"), (b"below", b"last"), True),
    )
    assert (above.written, above.outside, above.below) == ((b"above",), (b"above",), False)
    assert (below.stands, below.overlaps, above.stands, above.overlaps) == (
        *(False, True, True, True),
    )


def test_of_equal_lines_the_one_at_the_edge_is_taken_for_the_new_one() -> None:
    steps = [("equal", 0, 1, 0, 1), ("insert", 1, 1, 1, 3), ("equal", 1, 2, 3, 4)]
    theirs = [b"a", b"b", b"b", b"b"]
    (below,) = edges_of(b"a\nb\nb\n", Span(0, 3), steps, theirs)
    assert below.step == ("replace", 2, 2, 2, 4)
    (above,) = edges_of(b"b\nb\na\n", Span(2, 5), steps, theirs[::-1])
    assert above.step == ("replace", 0, 0, 0, 2)


def test_an_edge_that_only_drops_lines_writes_nothing() -> None:
    file, theirs = b"one\ntwo\nthree\n", [b"two"]
    steps = opcodes([b"one", b"two", b"three"], theirs)
    assert edges_of(file, Span(0, 13), steps, theirs) == ()


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


def test_a_long_text_is_aligned_to_its_last_line() -> None:
    rows = [f"value_{n} = total({n}, rows)\n" for n in range(NEEDLE_LIMIT + 3)]
    assert region_of("".join(rows) + "\n\nlast()\n", "".join(rows)) == (1, len(rows))


# Comments


@pytest.mark.parametrize(
    ("text", "spans", "rest"),
    [
        ("a()\n# why\nb()\n", [(4, 9)], "a()\nb()\n"),  # with its line
        ("# why\nb()\n", [(0, 5)], "b()\n"),  # the first one
        ("a()\n# why", [(4, 9)], "a()\n"),  # the last one, without an end
        ("a()  # why\nb()\n", [(5, 10)], "a()\nb()\n"),  # behind code
        ("a()  # why", [(5, 10)], "a()"),
        ("a(/* x */ b)\n", [(2, 9)], "a(  b)\n"),  # before code
        ("/* x */ b\n", [(0, 7)], "  b\n"),
        ("\n# why\nb()\n", [(1, 6)], "\nb()\n"),  # below a blank line
        ("/* x */ /* y */ b\n", [(0, 7), (8, 15)], "   b\n"),
    ],
)
def test_a_text_without_comments(text: str, spans: list[tuple[int, int]], rest: str) -> None:
    found = without(text.encode(), [Span(*span) for span in spans])
    assert found.split() == rest.encode().split()
    assert found.count(b"\n") == rest.count("\n")


def test_comments_of_the_old_text_are_dropped_from_the_new_one_and_others_stay() -> None:
    profile = source("", "a.py").profile
    assert told_bare(b"a()  # one\n", b"a()  # one\nb()  # two\n", profile) == (
        *(b"a()\n", b"a()\nb()  # two\n"),
    )
    assert told_bare(b"a()  # one\n", b"a()\n", profile) is None
    assert [span.of(b"a  # b  \nc") for span in comments_of(b"a  # b  \nc", profile)] == [b"# b"]


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


def test_a_comment_that_differs_in_one_word_or_invents_a_number_is_anothers() -> None:
    one = RETOLD[11:].replace("every", "half")
    assert retry_of(RETOLD, one, one.replace("count)", "count, 1)")) is None
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
    assert still_lines(source(DOCUMENTED), at, text, ()) == {1, 2}
    assert still_lines(source(DOCUMENTED), at, text, {1}) == frozenset()
    assert still_lines(source(DOCUMENTED), at, text, {0, 3}) == {1, 2}
    documented = b'def g():\n    """A\n    B.\n    """\n'
    assert still_lines(source(DOCUMENTED), 0, documented, ()) == frozenset()


# Look-alikes


@pytest.mark.parametrize(
    ("pairs", "text", "told"),
    [
        ([("“a”", '"a"')], "“b”", '"b"'),  # as the file has them
        ([("“a”", "“a”")], "“b”", "“b”"),
        ([("“a", '"a')], "“b”", '"b"'),  # one not seen goes by its like
        ([("“a”", '"a"'), ("“c”", "“c”")], "“b”", "“b”"),  # the file has both
        ([("a – b", "a - b")], "c — d", "c - d"),
        ([("a – b", "a - b")], "“c”", "“c”"),  # none of its like
        ([("é“", 'é"')], "é“", 'é"'),  # letters are no look-alikes
        ([("a…b", "a...b")], "c…d", "c...d"),
        ([("plain", "plain")], "“b”", "“b”"),
    ],
)
def test_look_alikes_as_the_file_writes_them(
    pairs: list[tuple[str, str]], text: str, told: str
) -> None:
    found = as_the_file([(a.encode(), b.encode()) for a, b in pairs], text.encode())
    assert found == (told.encode(),)


@pytest.mark.parametrize(
    ("old", "ours", "stands"),
    [
        ("f(a, b)", "f( a,b )", ["f", "(", "a", ",", "b", ")"]),
        ("say(“hi”)", 'say("hi")', ["say", "(", '"', "hi", '"', ")"]),
        ("a...b", "a…b", ["a", "…", "b"]),  # three signs of one character are one token
        ("a…b", "a...b", ["a", "...", "b"]),
        ("x...y...z", "x…y…z", ["x", "…", "y", "…", "z"]),
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


def test_other_lines_have_no_tokens_in_common() -> None:
    assert line_tokens(b"f(a)", b"f(b)", b"f(a)") is None
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
        # A misspelt word, and another line that differs from the text in two words, or in one.
        *[
            (
                f"return total(rows, cols, more)\n\nassert total(rows, cols, {other})\n",
                *("retrun total(rows, cols, more)\n", places),
            )
            for other, places in (("other", 1), ("more", 0))
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


# The change in the file's words


def bridged(file: str, pairs: str, old: str, new: str) -> Bridged | Conflict:
    """Both texts in the words of a file of one word a line; `pairs` has the file's word for each of `old`, or `-`."""
    data, spans, at = file.replace(" ", "\n").encode(), [], 0
    for number, word in enumerate(pairs.split()):
        if word != "-":
            at = data.index(word.encode(), at)
            spans.append((number, Span(at, at + len(word))))
            at += len(word)
    hit = Occurrence(Span(spans[0][1].start, spans[-1][1].end), "fuzzy", tuple(spans))
    texts = [text.replace(" ", "\n").encode() for text in (old, new)]
    return bridge(data, hit, *texts)


@pytest.mark.parametrize(
    ("file", "pairs", "old", "new", "told"),
    [
        ("one average two", "one average two", "one averge two", "one averge six", "one average six"),
        # A line that only the old text has is in neither, and what is below it stays.
        ("one two six", "one - two six", "one odd two six", "one odd two ten", "one two ten"),
        ("one two six", "one - two six", "one odd two six", "one two ten", "one two ten"),
        # A line that only the file has stays where both of its neighbours do.
        ("one own two six", "one two six", "one two six", "one two ten", "one two ten"),
        # It is there already, if the caller adds it.
        ("one own two six", "one two six", "one two six", "one own two ten", "one two ten"),
        # A word of a line that is told otherwise is no slip: it may be written elsewhere.
        ("one blue two", "one blue two", "one red two", "one red two red", "one blue two red"),
    ],
)  # fmt: skip
def test_texts_in_the_words_of_the_file(
    file: str, pairs: str, old: str, new: str, told: str
) -> None:
    found = bridged(file, pairs, old, new)
    assert isinstance(found, Bridged)
    assert found.new.split() == told.encode().split()


@pytest.mark.parametrize(
    ("file", "pairs", "old", "new", "ours", "theirs"),
    [
        # What is misremembered is changed, with a line that the file lacks, or beside one that only it has.
        ("one two six", "one - two six", "one odd two six", "one other two six", "", "other"),
        ("one two six", "one - two six", "one odd two six", "one six", "two", ""),
        ("one own two six", "one two six", "one two six", "ten two six", "one own", "ten"),
        ("one own two six", "one two six", "one two six", "one ten six", "two", "ten"),
        ("one own two six", "one two six", "one two six", "one new two six", "one own two", "new"),
        # Lines are added at the front of which the first stands above already.
        ("top one average", "one average", "one averge", "top new one averge", "one", "top new"),
    ],
)  # fmt: skip
def test_a_change_where_the_file_is_otherwise_shows_both_sides(
    file: str, pairs: str, old: str, new: str, ours: str, theirs: str
) -> None:
    found = bridged(file, pairs, old, new)
    assert isinstance(found, Conflict)
    assert (found.ours.split(), found.theirs.split()) == (
        *(ours.encode().split(), theirs.encode().split()),
    )


def test_blank_lines_above_what_the_file_lacks_go_with_it() -> None:
    found = bridged("one two", "one two -", "one two  odd", "one six  odd")
    assert isinstance(found, Bridged)
    assert (found.old, found.new) == (b"one\ntwo", b"one\nsix")


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


def test_a_comment_of_one_letter_at_the_front_of_a_file_is_blanked() -> None:
    assert blanked(source("#\nx = 1\n")).data == b" \nx = 1\n"
