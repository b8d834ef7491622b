"""Retries: every call that is offered lands where the report says, and traps never get one."""

from __future__ import annotations

import pytest

import structedit
from cases_support import check_retry
from checkout import ROOT
from structedit.app import library
from structedit.calls.batches import limit_of
from structedit.calls.places import Hints, Selector
from structedit.calls.requests import Match, Options, StrReplace
from structedit.calls.statuses import Status
from structedit.explain import retries
from structedit.text.document import Document
from structedit.tree.source import Source

# Distorted texts: whatever is offered for them lands as the undistorted call does

FIXTURE = (ROOT / "fixtures" / "python" / "queue_worker.py").read_text()
LINES = FIXTURE.splitlines(keepends=True)
PLACES = [
    at
    for at in range(len(LINES) - 6)
    if all(line.strip() for line in LINES[at : at + 6])
    and FIXTURE.count("".join(LINES[at : at + 6])) == 1
]


def _dropped(lines):
    return [*lines[:3], *lines[4:]]


def _added(lines):
    return [*lines[:3], lines[3][: -len(lines[3].lstrip())] + "audit(self)\n", *lines[3:]]


def _fenced(lines):
    return ["```python\n", *lines, "```\n"]


def _shouted(lines):
    return [*lines[:3], lines[3].upper(), *lines[4:]]


def _joined(lines):
    return [*lines[:2], lines[2].rstrip("\n") + " " + lines[3].lstrip(), *lines[4:]]


def _gone(lines):
    return [f"{line.rstrip()} // gone\n" for line in lines]


def _bulleted(lines):
    return ["- " + lines[0].lstrip(), *lines[1:]]


DISTORTIONS = (_dropped, _added, _fenced, _shouted, _joined, _gone, _bulleted)


@pytest.mark.parametrize("match", ["exact", "syntax", None])
@pytest.mark.parametrize("distort", DISTORTIONS, ids=lambda function: function.__name__)
def test_what_is_offered_for_a_distorted_text_lands_as_meant(distort, match):
    document = Document.from_text(FIXTURE, path="queue_worker.py")
    offered = 0
    for at in PLACES[::4]:
        lines = LINES[at : at + 6]
        wanted = [lines[0].rstrip("\n") + "  # seen\n", *lines[1:]]
        meant = FIXTURE.replace("".join(lines), "".join(wanted))
        old, new = distort(lines), distort(wanted)
        found = library.str_replace(document, "".join(old), "".join(new), match=match)
        check_retry(found)
        retry = found.diagnosis.retry if found.diagnosis else None
        if retry is not None:
            offered += 1
            assert library.str_replace(document, **retry).text == meant
    unambiguous = match is None and distort in (_dropped, _added)  # lands as it is
    assert (offered == 0) == (distort is _gone or unambiguous)


TRAPS = {
    "twin in another function": (
        "def load(path):\n    return 1\n\n\ndef save(rows):\n    total = len(rows)\n    check(rows)\n"
        "    return total\n",
        "def store(rows):\n    total = len(rows)\n    check(rows)\n    return total\n",
        "def store(rows):\n    total = len(rows)\n    check(rows)\n    return total + 1\n",
    ),
    "another word in the context": (
        "def load(path):\n    open(path)\n    read(path)\n    parse(path)\n    return path\n",
        "def load(path):\n    open(path)\n    read(name)\n    parse(path)\n    return path\n",
        "def load(path):\n    open(path)\n    read(name)\n    parse(path)\n    return None\n",
    ),
    "another number": (
        "first = 1\nsecond = compute(2)\nthird = 3\nfourth = 4\nfifth = 5\n",
        "first = 1\nsecond = compute(7)\nthird = 3\nfourth = 4\nfifth = 5\n",
        "first = 1\nsecond = compute(7)\nthird = 3\nfourth = 4\nfifth = 6\n",
    ),
    "the change is in the line that is wrong": (
        "open(path)\nrows = read(path, mode)\nparse(rows)\nclose(path)\n",
        "open(path)\nrows = read(path)\nparse(rows)\nclose(path)\n",
        "open(path)\nrows = read(path, 1)\nparse(rows)\nclose(path)\n",
    ),
    "what is added is there": (
        "open(path)\nrows = read(path)\nparse(rows)\ncount(rows)\nclose(path)\nnotify(all)\n",
        "open(path)\nrows = read(path)\ncount(rows)\nclose(path)\n",
        "open(path)\nrows = read(path)\ncount(rows)\nclose(path)\nnotify(all)\n",
    ),
    "two places lack the same line": (
        "open(a)\nread(b)\nparse(c)\nclose(d)\n\n\nopen(a)\nread(b)\nskip(c)\nclose(d)\n",
        "open(a)\nread(b)\nclose(d)\n",
        "open(a)\nread(b)\nclose(e)\n",
    ),
    "another number of a list": (
        "  1) hello\n     code: first\n  2) world (Hello)\n     code: second\n",
        "  1) world (Hello)\n     code: second\n",
        "  1) world (Hello)\n     code: third\n",
    ),
}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("{0}", "\nLexcial facts\n", "\nLexical facts"),
        ("\n{0}", "\n{0}!", "{1}!"),
    ],
)
def test_blank_lines_that_a_change_adds_are_in_its_retry(old, new, told):
    texts = ["Above it\nLexcial facts", "Above it\nLexical facts"]
    text = "one\n\n" + texts[1] + "\n\nother facts\n"
    found = library.str_replace(
        Document.from_text(text, path="x.txt"),
        old.format(*texts),
        new.format(*texts),
        match="syntax",
    )
    assert found.diagnosis.retry["old"] == texts[1]
    assert found.diagnosis.retry["new"] == told.format(*texts)


@pytest.mark.parametrize("match", ["exact", "syntax", None])
@pytest.mark.parametrize("name", TRAPS)
def test_traps_get_no_retry(name, match):
    text, old, new = TRAPS[name]
    found = library.str_replace(Document.from_text(text, path="x.py"), old, new, match=match)
    assert not found.landed or found.status is not Status.APPLIED
    assert found.diagnosis.retry is None, found.report()


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        ("replace_block", {"selector": "loader", "new": "x"}),
        ("replace_block", {"selector": "Basket.load", "new": "x"}),
        ("replace_block", {"selector": "load1", "new": "x"}),
        ("delete_block", {"selector": "loda_rows"}),
        ("str_replace", {"old": "return 1", "new": "return 2", "within": "store"}),
    ],
)
def test_names_that_may_be_others_get_no_retry(call, arguments):
    text = "def load():\n    return 1\n\n\ndef load_rows():\n    return 1\n\n\ndef load2():\n    pass\n"
    found = getattr(library, call)(Document.from_text(text, path="x.py"), **arguments)
    assert found.status is Status.NOT_FOUND
    assert found.diagnosis.retry is None, found.report()


BESIDE = """steps:
  - name: Fetch
    with:
      pattern: "*-wheels"
      path: wheelhouse/
      merge-multiple: true
      overwrite: false
  - name: Publish
"""


@pytest.mark.parametrize(
    ("above", "below", "offered"),
    [("", "", True), ("    with:\n", "", False), ("", "  - name: Publish\n", False)],
)
def test_a_call_that_doubles_a_line_beside_its_place_is_not_offered(above, below, offered):
    old = "".join(BESIDE.splitlines(keepends=True)[3:7]).replace("multiple", "mutliple")
    new = above + old.replace("wheelhouse", "dist") + below
    out = library.str_replace(Document.from_text(BESIDE, path="ci.yml"), old, new)
    assert not out.landed
    assert (out.diagnosis.retry is not None) == offered


CODE = "def f():\n    a = 1\n    return a\n\n\ndef g():\n    b = 1\n    return b\n"


@pytest.mark.parametrize(
    ("old", "new", "options", "expected"),
    [
        ("a = 1", "a = 2", {}, True),
        ("a  = 1", "a  = 2", {}, True),
        ("", "x", {}, False),
        ("a = 1", "a = 1", {}, False),
        ("= 1", "= 2", {}, False),
        ("a = 1", "a = 2", {"occurrence": 1}, True),
        ("a = 1", "a = 2", {"occurrence": -1}, True),
        ("a = 1", "a = 2", {"occurrence": 2}, False),
        ("a = 1", "a = 2", {"occurrence": -2}, False),
        ("= 1", "= 2", {"occurrence": 1}, False),
        ("a = 1", "a = 2", {"expected_count": 1}, True),
        ("a = 1", "a = 2", {"expected_count": 2}, False),
        ("a = 1", "a = 2", {"hints": Hints(within=Selector.parse("f"))}, True),
        ("a = 1", "a = 2", {"hints": Hints(within=Selector.parse("g"))}, False),
        ("a = 1", "a = 2", {"hints": Hints(within=Selector.parse("nobody"))}, False),
        ("def f():\n    a = 1\n    retrun a\n", "def f():\n    a = 2\n    retrun a\n", {}, False),
    ],
)
def test_a_call_lands_where_it_has_one_place(
    old: str, new: str, options: dict[str, object], expected: bool
) -> None:
    source = Source.of(Document.from_text(CODE, path="a.py"))
    assert retries.lands(source, StrReplace(old, new, **options)) is expected  # type: ignore[arg-type]


def test_all_places_are_not_offered_as_one() -> None:
    source = Source.of(Document.from_text(CODE, path="a.py"))
    assert retries.offer(source, StrReplace("a = 1", "a = 2")) == {"old": "a = 1", "new": "a = 2"}
    assert retries.offer(source, StrReplace("a = 1", "a = 2", replace_all=True)) is None


@pytest.mark.parametrize(
    ("new", "match", "limit"),
    [("x", None, "fuzzy"), ("", None, "syntax"), ("", "exact", "exact"), ("x", "exact", "exact")],
)
def test_what_is_deleted_is_not_guessed(new: str, match: str | None, limit: str) -> None:
    options = Options(match=Match(match) if match else None)
    assert limit_of(StrReplace("a", new, options=options)) is Match(limit)


def test_a_call_that_adds_lines_which_are_there_already_is_no_retry() -> None:
    added = "rows.each { row ->\n  show(row)\n  if (last) {\n    count(row)\n  }\n}\n"
    below = "report(count)\n"
    source = Source.of(Document.from_text(added + below, path="a.groovy"))
    old = "  }\n}\n" + below
    assert not retries.lands(source, StrReplace(old, "  }\n}\n" + added + below))
    assert retries.lands(source, StrReplace(old, "  }\n}\nother(row)\nanother(row)\n" + below))


def test_no_retry_for_one_of_two_places_of_which_one_is_a_definition() -> None:
    """The comment of the text is that of neither place; the header names one, and the other is in a string."""
    place = """\
def apply(request, options, conf):
    size = int(request.header("Content-Length"))
    # {}
    if size < 1000000 or options.get("body_as_string"):
        conf["fields"] = request.body()
        remove_header("Content-Length", conf)
    else:
        conf["upload"] = True
"""
    one, other = place.format("a legacy quantity"), place.format("the order of parts")
    old = place.format("send the body as a string")
    for text, is_alone in ((one, True), (f'{one}\n\nEXAMPLE = """\n{other}"""\n', False)):
        out = structedit.str_replace(
            Document.from_text(text, path="a.py"), old, old.replace("True", "False")
        )
        assert out.landed is is_alone
        assert out.diagnosis is None or out.diagnosis.retry is None


@pytest.mark.parametrize(
    ("text", "new", "is_there"),
    [
        ("alpha = 1\nbeta = 2\n\ngamma = 3\n", "alhpa = 1\nbeta = 2\ngamma = 3", True),
        ("gamma = 3\nalpha = 1\nbeta = 2\n", "gamma = 3\nalhpa = 1\nbeta = 2", True),
        ("alpha = 1\nbeta = 2\nother()\ngamma = 3\n", "alhpa = 1\nbeta = 2\ngamma = 3", False),
        ("gamma = 3\nother()\nalpha = 1\nbeta = 2\n", "gamma = 3\nalhpa = 1\nbeta = 2", False),
    ],
)
def test_no_retry_adds_what_stands_beside_its_place(text: str, new: str, is_there: bool) -> None:
    document = Document.from_text(text, path="a.py")
    out = structedit.str_replace(document, "alhpa = 1\nbeta = 2", new)
    assert out.diagnosis is not None
    offered = {"old": "alpha = 1\nbeta = 2", "new": new.replace("alhpa", "alpha")}
    assert out.diagnosis.retry == (None if is_there else offered)


@pytest.mark.parametrize(
    ("new", "retry"),
    [
        ("fisrt(3)\nlast(2)", {"old": "first(1)\nlast(2)", "new": "first(3)\nlast(2)"}),
        ("first(3)\nlast(2)", None),
    ],
)
def test_a_misspelt_word_is_mended_in_both_texts_or_in_none(
    new: str, retry: dict[str, str] | None
) -> None:
    document = Document.from_text("first(1)\nlast(2)\n", path="a.py")
    out = structedit.str_replace(document, "fisrt(1)\nlast(2)", new)
    assert out.diagnosis is not None
    assert out.diagnosis.retry == retry


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("show(average, rows)\n", True),
        ("show(average, rows)\nshow(averages, rows)\n", False),
        ("show(average, rows)\naverge = 1\n", False),
    ],
)
def test_a_misspelt_word_must_have_one_meaning(text: str, offered: bool) -> None:
    document = Document.from_text(text, path="a.py")
    out = library.str_replace(document, "show(averge, rows)", "show(averge, rows, 1)")
    assert out.diagnosis is not None
    assert (out.diagnosis.retry is not None) == offered


@pytest.mark.parametrize(
    ("remark", "offered"),
    [("Until the counters end", True), ("Until the 32-bit counters end", False)],
)
def test_a_comment_told_with_another_number_is_another(remark: str, offered: bool) -> None:
    text = "configure(port)\n# Waits for 64-bit counters to wrap.\nwait(port)\nclose(port)\n"
    old = f"configure(port)\n# {remark}\nwait(port)\nclose(port)"
    out = library.str_replace(
        Document.from_text(text, path="a.py"), old, old.replace("wait(port)", "wait(port, 1)")
    )
    assert out.diagnosis is not None
    assert (out.diagnosis.retry is not None) == offered


def test_a_comment_behind_code_that_differs_in_a_word_is_the_files_in_a_retry() -> None:
    text = (
        "rows = read(path)\ntotal = count(rows)  # the rows that stay in the table\nclose(path)\n"
    )
    old = text.replace("stay", "move").strip()
    out = library.str_replace(
        Document.from_text(text, path="a.py"), old, old.replace("close(path)", "close(path, 1)")
    )
    assert out.diagnosis is not None and out.diagnosis.retry is not None
    assert out.diagnosis.retry["new"] == text.replace("close(path)", "close(path, 1)").strip()


@pytest.mark.parametrize(
    ("anchor", "text", "selector"),
    [
        ("first", "def third():\n    return 3\n", "first"),
        ("def first", "    print(1)\n", None),
        ("last", "import os\n", "last"),
        ("return", "x = 1\n", None),
        ("ALL", "    x = 1\n", None),
    ],
)
def test_a_name_as_an_anchor_may_mean_the_place_behind_its_block(
    anchor: str, text: str, selector: str | None
) -> None:
    document = Document.from_text(
        "ALL = ['first', 'last']\n\n\ndef first():\n    return 1\n\n\ndef last():\n    return 2\n",
        path="a.py",
    )
    out = library.insert(document, text, after=anchor)
    retry = (out.diagnosis.retry if out.diagnosis else None) or {}
    assert retry.get("of") == selector
    if retry:
        again = library.insert(document, **retry)
        assert again.landed
        assert again.text.index(text) > again.text.index(f"def {anchor}():\n    return")


def test_text_below_half_a_header_is_the_first_of_its_block() -> None:
    document = Document.from_text("class A:\n    x = 1\n\n\nB = 2\n", path="a.py")
    out = library.insert(document, "y = 3", after="class A")
    assert out.text == "class A:\n    y = 3\n    x = 1\n\n\nB = 2\n"


def test_text_refused_below_the_line_of_a_block_may_be_meant_behind_the_block() -> None:
    document = Document.from_text("package p\n\nfunc a() {\n\twork()\n}\n", path="a.go")
    out = library.insert(document, "func b() {\n\trest()\n}", after="func a() {")
    retry = (out.diagnosis.retry if out.diagnosis else None) or {}
    assert (out.reason, retry.get("at"), retry.get("of")) == ("new_syntax_error", "after", "a")
    again = library.insert(document, **retry)
    assert again.text == document.text + "\nfunc b() {\n\trest()\n}\n"
