"""Work in processes that may be killed: its errors are of one call, never of the next."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import structedit as se
from structedit.calls.places import Selector
from structedit.calls.requests import StrReplace
from structedit.disk import limits
from structedit.disk.workers import Pool, StoppedError
from structedit.text import budget
from structedit.text.errors import FileError, FormatError, TooSlowError, UsageError
from structedit.tree import parsing


@pytest.fixture
def pool():
    pool = Pool(
        1, seconds=1.0, modules=("structedit.app.library", "structedit.calls.formats.detect")
    )
    yield pool
    pool.close()


def test_results_come_back(pool):
    assert pool.run(sorted, [3, 1, 2], reverse=True) == [3, 2, 1]


def test_errors_come_back_whole(pool):
    with pytest.raises(UsageError) as caught:
        pool.run(Selector.parse, "")
    assert caught.value.hint
    assert caught.value.code == "selector"
    with pytest.raises(FormatError) as caught:
        pool.run(se.parse_edits, "<<<<<<< SEARCH\nx\n")
    assert caught.value.line >= 1


def test_work_that_takes_too_long_is_stopped_and_the_next_goes_on(pool):
    with pytest.raises(StoppedError, match="took too long"):
        pool.run(time.sleep, 60)
    assert pool.run(len, "abc") == 3


def test_work_that_ends_its_process_is_an_error_of_its_own(pool):
    with pytest.raises(StoppedError, match="crashed its process"):
        pool.run(os.abort)
    assert pool.run(len, "abc") == 3


def test_memory_is_limited(pool):
    with pytest.raises(StoppedError, match="memory"):
        pool.run(bytes, 4 << 30)
    assert pool.run(len, "abc") == 3


def test_a_fault_of_ours_is_said_so(pool):
    with pytest.raises(se.StructEditError, match="internal error, ZeroDivisionError"):
        pool.run(divmod, 1, 0)


def test_a_worker_that_has_grown_large_is_not_used_again(pool):
    first = pool.run(os.getpid)
    assert pool.run(os.getpid) == first
    assert pool.run(len, bytes(450 << 20)) == 450 << 20
    assert pool.run(os.getpid) != first


def test_what_is_printed_does_not_get_into_answers(pool):
    pool.run(print, "not an answer")
    assert pool.run(len, "abc") == 3


def test_several_threads_share_the_workers():
    pool, found = Pool(2), []
    try:
        threads = [
            threading.Thread(target=lambda n=n: found.append(pool.run(abs, -n))) for n in range(20)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        pool.close()
    assert sorted(found) == list(range(20))
    with pytest.raises(se.FileError, match="shutting down"):
        pool.run(len, "")


# How long a call may take


class Clock:
    """A clock that is moved by hand."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def forever():
    while True:
        pass


def stubborn():
    """Take every failure for one that it can mend."""
    while True:
        try:
            forever()
        except Exception:
            continue


def code_of_limited(work):
    with pytest.raises(TooSlowError) as caught:
        limits.limited(work, timeout=0.05, name="a.py")
    return caught.value


def test_a_budget_grows_with_all_that_is_given():
    document = se.Document.from_text("x" * 300_000)
    request = StrReplace("y" * 500_000, "z" * 200_000)
    assert budget.size_of(document, [request]) == pytest.approx(1_000_000, abs=100)
    whole = budget.BASE_SECONDS + budget.SECONDS_PER_MEGABYTE
    assert budget.seconds_for(1_000_000) == whole


def test_a_budget_by_size_grows_with_files_and_one_of_the_caller_does_not():
    by_size, said = (budget.Budget(5.0, Clock(), by_size=flag) for flag in (True, False))
    for one in (by_size, said):
        one.grant(1_000_000)
    assert by_size.left() == 5.0 + budget.SECONDS_PER_MEGABYTE
    assert said.left() == 5.0


def test_the_parser_has_a_share_and_what_is_stopped_takes_no_time():
    clock = Clock()
    one = budget.Budget(10.0, clock)
    with one.parsing() as is_over:
        clock.now += 4
        assert not is_over()
        clock.now += 2
        assert is_over()
    with one.parsing() as is_over:
        assert is_over()
    assert one.left() == 4
    with one.stopped():
        clock.now += 100
    assert one.left() == 4


def test_after_a_parse_that_did_not_come_back_none_is_tried():
    asked = []
    one = budget.Budget(10.0, Clock(), lambda *given: bool(asked.append(given)))
    assert not one.can_parse("java", b"a")
    assert not one.can_parse("java", b"b")
    assert len(asked) == 1


WORK = {
    "a loop": forever,
    "a loop that takes every error": stubborn,
    "a regular expression": lambda: re.search("(a+)+$", "a" * 60 + "!"),
}


@pytest.mark.parametrize("name", WORK)
def test_work_ends_with_its_time(name):
    error = code_of_limited(WORK[name])
    assert error.code == "too_slow"
    assert "a.py" in error.message
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


@pytest.mark.parametrize("work", [forever, stubborn])
def test_work_in_another_thread_ends_with_its_time(work):
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(code_of_limited, work).result().code == "too_slow"
        assert pool.submit(lambda: [limits.limited(lambda: 7), sum(range(99_999))]).result()[0] == 7


def test_work_ends_where_the_alarm_is_someone_elses():
    own = signal.signal(signal.SIGALRM, print)
    try:
        assert code_of_limited(forever).code == "too_slow"
        assert signal.getsignal(signal.SIGALRM) is print
    finally:
        signal.signal(signal.SIGALRM, own)


def test_limited_work_inside_other_shares_its_time():
    def outer():
        assert limits.limited(lambda: budget.current().seconds, timeout=9.0) == 60.0
        with limits.unlimited():
            assert limits.limited(lambda: 3, timeout=0.001) == 3
        return budget.current().seconds

    assert limits.limited(outer, timeout=60.0) == 60.0
    assert budget.current() is None


def test_hooks_take_no_time_of_the_work_around_them():
    def work():
        with limits.unlimited():
            time.sleep(0.3)
        return 5

    assert limits.limited(work, timeout=0.2) == 5


def test_an_import_is_not_interrupted(tmp_path, monkeypatch):
    (tmp_path / "slow_to_import.py").write_text("import time\ntime.sleep(0.3)\ndone = True\n")
    monkeypatch.syspath_prepend(tmp_path)

    def work():
        import slow_to_import  # noqa: F401

        forever()

    assert code_of_limited(work).code == "too_slow"
    assert sys.modules.pop("slow_to_import").done


def test_errors_and_results_pass_through():
    assert limits.limited(lambda: "found") == "found"
    with pytest.raises(KeyError):
        limits.limited(lambda: {}["a"])
    with pytest.raises(UsageError):
        limits.limited(lambda: 1, timeout=0)


HOSTILE = "class A { int x = " + "a<b<" * 15_000 + " }\n"


def test_a_parse_that_would_not_come_back_is_not_begun(monkeypatch):
    asked = []
    monkeypatch.setattr(limits, "rehearsed", lambda *given: bool(asked.append(given)))
    found = se.outline(se.Document.from_text(HOSTILE, path="A.java"))
    assert found.items == ()
    assert found.note == "parsing took too long"
    assert [given[0] for given in asked] == ["java"]


def test_a_parse_that_would_not_come_back_is_tried_in_another_process():
    assert not limits.rehearsed("java", HOSTILE.encode(), 1.0)
    assert limits.rehearsed("java", b"class A { int x = a < b; }\n", 30.0)


def test_text_is_edited_where_a_tree_cannot_be_had_in_time(monkeypatch):
    monkeypatch.setattr(limits, "rehearsed", lambda *given: False)
    document = se.Document.from_text(HOSTILE, path="A.java")
    outcome = se.str_replace(document, "int x", "int y")
    assert outcome.landed
    assert outcome.method == "text"
    assert any("took too long" in warning for warning in outcome.warnings)


def test_real_code_is_not_taken_for_a_parse_that_would_not_come_back(monkeypatch):
    monkeypatch.setattr(limits, "rehearsed", lambda *given: pytest.fail("tried elsewhere"))
    for module in ("tree/broken/hiding.py", "search/alignment/misspelt_text.py"):
        text = (Path(se.__file__).parent / module).read_text()
        assert se.outline(se.Document.from_text(text, path=module)).items


def test_an_edit_that_takes_too_long_is_refused_and_nothing_is_written(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("a" * 60 + "!\n")
    outcome = se.replace_all(path, "(a+)+$", "x", regex=True, timeout=0.2)
    assert (outcome.status, outcome.reason) == ("refused", "too_slow")
    assert path.read_text() == "a" * 60 + "!\n"
    assert "0.2 s" in outcome.message
    batch = [{"op": "replace_all", "path": "a.txt", "pattern": "(a+)+$", "new": "x", "regex": True}]
    done = se.apply_edits(batch, tmp_path, timeout=0.2)
    assert (done.status, done.reason) == ("refused", "too_slow")
    session = se.Session(tmp_path, timeout=0.2)
    outcome = session.replace_all("a.txt", "(a+)+$", "x", regex=True)
    assert (outcome.status, outcome.reason) == ("refused", "too_slow")


def test_reading_that_takes_too_long_is_an_error(tmp_path):
    (tmp_path / "a.txt").write_text("a" * 60 + "!\n")
    with pytest.raises(TooSlowError, match=r"a\.txt"):
        se.find(tmp_path, regex="(a+)+$", timeout=0.2)
    with pytest.raises(TooSlowError):
        se.Session(tmp_path).find(regex="(a+)+$", timeout=0.2)


def test_a_process_that_is_stuck_ends():
    script = (
        "from structedit.disk import limits\n"
        "limits._GRACE_SECONDS = 0.1\n"
        "limits.end_when_stuck()\n"
        "limits.limited(lambda: sum(range(10**12)), timeout=0.1)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=300)
    assert ran.returncode == -signal.SIGVTALRM


@pytest.mark.parametrize("handler", ["SIG_DFL", "SIG_IGN"])  # the alarm is free, or in use
def test_a_process_whose_work_has_ended_does_not_end_later(handler):
    script = (
        "import signal\n"
        "from structedit.disk import limits\n"
        f"signal.signal(signal.SIGALRM, signal.{handler})\n"
        "limits.end_when_stuck()\n"
        "limits.limited(lambda: limits.grant(1000))\n"
        "assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_workers_at_work_end_with_their_pool():
    pool = Pool(1, seconds=600.0)
    with ThreadPoolExecutor(1) as threads:
        started = threads.submit(pool.run, time.sleep, 600)
        while not pool._busy:
            time.sleep(0.01)
        pool.close()
        with pytest.raises((StoppedError, FileError)):
            started.result()


def test_an_interruption_while_the_parser_reads_comes_out_as_one(monkeypatch):
    """The binding does not look at what a read callable raises, and goes on to call others."""
    reads = []

    class Given(bytearray):
        def __setitem__(self, place, content):
            reads.append(place)
            if len(reads) == 5:
                raise budget.Interruption
            super().__setitem__(place, content)

    monkeypatch.setattr(parsing._lent, "given", Given())
    with pytest.raises(budget.Interruption):
        parsing.try_parse("java", b"class A { int x = 1; }\n" * 40_000)
