"""Line numbers read ten edits ago: carried through whatever happened since, or refused."""

from pathlib import Path

import pytest

import structedit as se
from structedit.calls.statuses import Reason, Status
from structedit.disk.workers import Pool

BEFORE = "".join(f"line_{n} = {n}\n" for n in range(1, 21))


@pytest.fixture
def session(tmp_path):
    (tmp_path / "app.py").write_text(BEFORE)
    return se.Session(tmp_path)


def text(session):
    return Path(session.root, "app.py").read_text()


def version(session):
    return session.get_region("app.py", lines="1").version


def test_lines_of_the_current_version_need_no_expected_content(session):
    v = version(session)
    out = session.replace_block("app.py", lines="3", version=v, new="three = 3")
    assert out.status is Status.APPLIED
    assert text(session) == BEFORE.replace("line_3 = 3", "three = 3")


def test_lines_are_carried_through_ten_edits_of_this_session(session):
    v = version(session)
    for n in range(10):
        assert session.insert("app.py", f"new_{n} = {n}", at="top").status is Status.APPLIED
    out = session.delete_block("app.py", lines="7-8", version=v)
    assert out.status is Status.APPLIED
    assert out.warnings[-1] == f"lines 7-8 of version {v} are lines 17-18 now"
    assert "line_6 = 6\nline_9 = 9\n" in text(session)


def test_lines_are_carried_through_an_outside_change_and_back(session, tmp_path):
    v = version(session)
    (tmp_path / "app.py").write_text("# one\n# two\n" + BEFORE.replace("line_2 = 2\n", ""))
    out = session.replace_block("app.py", lines="5", version=v, new="five = 5")
    assert out.status is Status.APPLIED
    session.insert("app.py", "more = 1", at="top")
    out = session.insert("app.py", "after_nine = 9", at="after", lines=9, version=v)
    assert out.status is Status.APPLIED
    assert "line_9 = 9\nafter_nine = 9\nline_10 = 10\n" in text(session)
    assert "line_4 = 4\nfive = 5\nline_6 = 6\n" in text(session)


def test_lines_that_were_touched_are_refused_and_shown_as_they_are(session):
    v = version(session)
    session.insert("app.py", "top = 1", at="top")
    session.str_replace("app.py", "line_5 = 5", "five = 5")
    out = session.replace_block("app.py", lines="4-6", version=v, new="x = 1")
    assert (out.status, out.reason) == (Status.REFUSED, Reason.STALE)
    report = out.report()
    assert "line_4 = 4" in report and "five = 5" in report
    assert "send those with version" in report
    assert "x = 1" not in text(session)
    again = session.replace_block("app.py", lines="5-7", version=out.version_before, new="x = 1")
    assert again.status is Status.APPLIED


def test_equal_lines_of_which_one_is_gone_are_refused(session, tmp_path):
    (tmp_path / "app.py").write_text("x = 1\nx = 1\nx = 1\n")
    v = version(session)
    (tmp_path / "app.py").write_text("x = 1\nx = 1\n")
    out = session.delete_block("app.py", lines="2", version=v)
    assert (out.status, out.reason) == (Status.REFUSED, Reason.STALE)


def test_a_version_that_was_never_served_is_refused(session):
    out = session.replace_block("app.py", lines="3", version="0" * 16, new="x")
    assert (out.status, out.reason) == (Status.REFUSED, Reason.STALE)
    assert "is not known here" in out.report()
    assert text(session) == BEFORE


def test_expected_version_still_refuses(session):
    v = version(session)
    session.insert("app.py", "top = 1", at="top")
    out = session.replace_block("app.py", lines="3", version=v, expected_version=v, new="x = 1")
    assert (out.status, out.reason) == (Status.REFUSED, Reason.STALE)


def test_lines_without_version_need_expected_content(session):
    out = session.replace_block("app.py", lines="3", new="x")
    assert out.reason is Reason.CONTENT_MISMATCH
    assert "`version`" in out.report()


def test_a_version_may_go_with_a_name(session):
    v = version(session)
    session.insert("app.py", "top = 1", at="top")
    out = session.replace_block("app.py", "line_3", "line_3 = 4", version=v)
    assert out.status is Status.APPLIED
    assert session.get_region("app.py", "line_3", version=v).text == "line_3 = 4"


def test_selectors_of_lines_are_carried_too(session):
    v = version(session)
    session.insert("app.py", "top = 1", at="top")
    out = session.replace_block("app.py", ":3", "x = 1", version=v)
    assert out.status is Status.APPLIED
    assert "line_2 = 2\nx = 1\n" in text(session)


def test_old_lines_can_be_read_where_they_are_now(session):
    v = version(session)
    session.insert("app.py", "top = 1", at="top")
    region = session.get_region("app.py", lines="3-4", version=v)
    assert (region.text, region.lines.first) == ("line_3 = 3\nline_4 = 4", 4)
    session.str_replace("app.py", "line_4 = 4", "four = 4")
    gone = session.get_region("app.py", lines="3-4", version=v)
    assert (gone.status, gone.reason) == (Status.REFUSED, Reason.STALE)


def test_a_batch_carries_lines_of_an_old_version_and_through_its_own_edits(session):
    v = version(session)
    session.insert("app.py", "top = 1", at="top")
    batch = session.apply_edits(
        [
            {"op": "delete_block", "path": "app.py", "lines": "2", "version": v},
            {"op": "replace_block", "path": "app.py", "lines": "9", "version": v, "new": "nine"},
        ]
    )
    assert batch.status is Status.APPLIED
    after = "top = 1\n" + BEFORE.replace("line_2 = 2\n", "").replace("line_9 = 9", "nine")
    assert text(session) == after
    out = session.delete_block("app.py", lines="20", version=v)
    assert out.status is Status.APPLIED
    assert text(session) == after.replace("line_20 = 20\n", "")


def test_a_batch_whose_own_edit_touched_the_lines_is_refused(session):
    v = version(session)
    batch = session.apply_edits(
        [
            {"op": "str_replace", "path": "app.py", "old": "line_5 = 5", "new": "five = 5"},
            {"op": "delete_block", "path": "app.py", "lines": "4-6", "version": v},
        ]
    )
    assert not batch.landed
    assert text(session) == BEFORE


def test_the_same_in_a_process_that_may_be_killed(tmp_path):
    (tmp_path / "app.py").write_text(BEFORE)
    pool = Pool(1)
    try:
        session = se.Session(tmp_path, run=pool.run)
        v = version(session)
        session.insert("app.py", "top = 1", at="top")
        out = session.delete_block("app.py", lines="7-8", version=v)
        assert out.status is Status.APPLIED
        with pytest.raises(se.UsageError, match="one target"):
            session.delete_block("app.py")
    finally:
        pool.close()


# A line number that decides between places

TWICE = "def f():\n    log(1)\n    return 1\n\n\ndef g():\n    log(1)\n    return 2\n"


def test_a_hit_on_the_line_of_a_known_version_is_the_one_meant():
    document = se.Document.from_text(TWICE, path="a.py")
    vague = se.str_replace(document, "log(1)", "log(2)", near_line=7)
    assert (vague.status, vague.reason) == ("ambiguous", "several_matches")
    assert "pass version" in vague.report()
    out = se.str_replace(document, "log(1)", "log(2)", near_line=7, version=document.version)
    assert out.text == TWICE.replace("log(1)\n    return 2", "log(2)\n    return 2")
    assert "chosen by a line number: of 2 places, the one at line 7" in out.report()


@pytest.mark.parametrize("line", [1, 3, 6])
def test_a_line_beside_the_hits_decides_nothing(line):
    document = se.Document.from_text(TWICE, path="a.py")
    out = se.str_replace(document, "log(1)", "log(2)", near_line=line, version=document.version)
    assert out.reason == "several_matches"


def test_a_line_of_another_version_is_refused_where_that_is_not_remembered():
    document = se.Document.from_text(TWICE, path="a.py")
    out = se.str_replace(document, "log(1)", "log(2)", near_line=7, version="0123456789abcdef")
    assert out.reason == "stale"
    out = se.str_replace(document, "log(1)", "log(2)", version="0123456789abcdef")
    assert out.reason == "stale"


LOOPS = "for x in a:\n    p()\nfor x in a:\n    q()\n"
METHODS = "class A:\n    def f(self):\n        p()\n\nclass B:\n    def f(self):\n        q()\n"

BY_LINE = {
    "insert after": (TWICE, "insert", {"text": "log(9)", "after": "log(1)"}, 7, 8, "    log(9)"),
    "insert before": (TWICE, "insert", {"text": "log(9)", "before": "log(1)"}, 7, 7, "    log(9)"),
    "replace a text": (TWICE, "replace_block", {"start": "log(", "end": ")", "new": "x"}, 7, 7, "    x"),
    "delete a text": (TWICE, "delete_block", {"start": "log(1)", "end": "(1)"}, 7, 7, "    return 2"),
    "delete a block": (LOOPS, "delete_block", {"anchor": "for x in a:"}, 3, 3, None),
    "replace a block": (LOOPS, "replace_block", {"anchor": "for x", "new": "while y:\n    r()"}, 3, 3, "while y:"),
    "replace a body": (METHODS, "replace_function_body", {"anchor": "def f(", "new": "r()"}, 6, 7, "        r()"),
    "unwrap": (LOOPS, "unwrap", {"anchor": "for x in a:"}, 3, 3, "q()"),
    "wrap": (LOOPS, "wrap", {"anchor": "for x in a:", "header": "if y:"}, 3, 3, "if y:"),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_LINE)
def test_a_line_of_a_known_version_decides_between_anchors(name):
    """The number of the file's line that it changes, and what stands there then; None past the end."""
    text, operation, given, near, line, there = BY_LINE[name]
    document = se.Document.from_text(text, path="a.py")
    call = getattr(se, operation)
    assert call(document, **given).reason == "ambiguous_anchor"
    vague = call(document, **given, near_line=near)
    assert vague.reason == "ambiguous_anchor"
    assert f"you read line {near}: then that line decides" in vague.report()
    out = call(document, **given, near_line=near, version=document.version)
    assert out.landed, out.report()
    assert f"chosen by a line number: of 2 places, the one at line {near}" in out.report()
    lines = out.text.splitlines()
    assert lines[: line - 1] == document.text.splitlines()[: line - 1]
    assert (lines[line - 1] if line <= len(lines) else None) == there
    beside = call(document, **given, near_line=near + 1, version=document.version)
    assert beside.reason == "ambiguous_anchor"


def test_a_region_is_the_one_on_the_line_of_a_known_version(tmp_path):
    (tmp_path / "a.py").write_text(LOOPS)
    session = se.Session(tmp_path)
    version = session.get_region("a.py").version
    asked = {"anchor": "for x in a:", "near_line": 3, "version": version}
    assert session.get_region("a.py", **asked).text.endswith("q()")
    assert session.insert("a.py", "import os\n", at="top").landed
    assert session.get_region("a.py", **asked).text.endswith("q()")
    assert session.get_region("a.py", lines="4", near_line=4, version=version).text == "    q()"


def test_the_line_of_a_place_and_the_line_near_it_are_both_carried(tmp_path):
    (tmp_path / "a.py").write_text(TWICE)
    session = se.Session(tmp_path)
    version = session.get_region("a.py").version
    assert session.insert("a.py", "import os\n\n\n", at="top").landed
    asked = {"lines": "8", "near_line": 7, "version": version}
    out = session.replace_block("a.py", new="    return 3", **asked, dry_run=True)
    assert out.text.endswith("log(1)\n    return 3\n"), out.report()
    edit = {"op": "replace_block", "path": "a.py", "new": "    return 3", **asked}
    assert session.apply_edits([edit]).landed
    assert session.get_region("a.py").text.endswith("log(1)\n    return 3\n")


def test_a_session_knows_the_text_that_the_line_of_an_anchor_was_read_in(tmp_path):
    (tmp_path / "a.py").write_text(LOOPS)
    session = se.Session(tmp_path)
    assert session.get_region("a.py").text
    assert session.insert("a.py", "import os\n", at="top").landed
    out = session.delete_block("a.py", anchor="for x in a:", near_line=3)
    assert out.landed, out.report()
    assert (tmp_path / "a.py").read_text().endswith("for x in a:\n    p()\n")


@pytest.mark.parametrize(
    ("operation", "given"),
    [
        ("insert", {"text": "    x = 1", "after": "return 1"}),
        ("insert", {"text": "x", "at": "top"}),
        ("delete_block", {"selector": "f"}),
        ("replace_all", {"pattern": "log", "new": "lag"}),
    ],
)
def test_an_edit_of_another_version_is_refused_without_a_session(operation, given):
    document = se.Document.from_text(TWICE, path="a.py")
    assert getattr(se, operation)(document, **given, version=document.version).landed
    out = getattr(se, operation)(document, **given, version="0123456789abcdef")
    assert (out.status, out.reason) == (Status.REFUSED, Reason.STALE)


def test_a_session_carries_the_line_to_the_text_as_it_is(tmp_path):
    (tmp_path / "a.py").write_text(TWICE)
    session = se.Session(tmp_path)
    version = session.get_region("a.py").version
    assert session.insert("a.py", "import os\n\n\n", at="top").landed
    out = session.str_replace("a.py", "log(1)", "log(2)", near_line=7, version=version)
    assert out.landed, out.report()
    assert (tmp_path / "a.py").read_text().endswith("def g():\n    log(2)\n    return 2\n")
    assert any("are lines 8 now" in warning for warning in out.warnings)


def test_a_session_knows_the_text_that_a_line_was_read_in(tmp_path):
    (tmp_path / "a.py").write_text(TWICE)
    session = se.Session(tmp_path)
    assert session.str_replace("a.py", "log(1)", "log(2)", near_line=7).reason == "several_matches"
    assert session.get_region("a.py").text
    assert session.insert("a.py", "import os\n\n\n", at="top").landed
    out = session.str_replace("a.py", "log(1)", "log(2)", near_line=7, dry_run=True)
    assert out.landed, out.report()
    assert out.text.endswith("def g():\n    log(2)\n    return 2\n")


def test_a_session_decides_nothing_where_two_texts_that_it_showed_disagree(tmp_path):
    (tmp_path / "a.py").write_text("x\nlog(1)\ny\nlog(1)\nz\n")
    session = se.Session(tmp_path)
    assert session.get_region("a.py").text
    assert session.insert(
        "a.py", "a\nb\n", at="top"
    ).landed  # line 2 is line 4 now, and line 4 is 6
    assert session.str_replace("a.py", "log(1)", "log(2)", near_line=2, dry_run=True).landed
    out = session.str_replace("a.py", "log(1)", "log(2)", near_line=4)
    assert out.reason == "several_matches"


def test_in_a_batch_the_line_is_of_the_text_before_it(tmp_path):
    (tmp_path / "a.py").write_text(TWICE)
    version = se.get_region(tmp_path / "a.py").version
    edits = [
        {"op": "insert", "path": "a.py", "text": "import os\n\n\n", "at": "top"},
        {
            "op": "str_replace",
            "path": "a.py",
            "old": "log(1)",
            "new": "log(2)",
            "near_line": 2,
            "version": version,
        },
    ]
    assert se.multi_edit(tmp_path, edits).landed
    assert "def f():\n    log(2)" in (tmp_path / "a.py").read_text()
    assert se.multi_edit(tmp_path, [edits[1]]).reason == "stale"


@pytest.mark.parametrize("near", [0, -1])
def test_a_number_that_no_line_has_is_refused_with_a_version_too(session, near):
    v = version(session)
    for call in (
        lambda: session.delete_block("app.py", anchor="line_1", near_line=near),
        lambda: session.str_replace("app.py", "line_1", "x", near_line=near, version=v),
        lambda: session.str_replace(
            "app.py", "line", "x", near_line=near, version="0123456789abcdef"
        ),
    ):
        assert not call().landed
    assert text(session) == BEFORE
