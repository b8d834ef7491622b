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
    assert "not one that is remembered" in out.report()
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


def test_a_version_without_lines_is_a_wrong_call(session):
    with pytest.raises(se.UsageError, match="there are none"):
        session.replace_block("app.py", "line_3", "x = 1", version=version(session))


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
