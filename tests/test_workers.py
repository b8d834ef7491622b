"""Work in processes that may be killed: its errors are of one call, never of the next."""

import os
import threading
import time

import pytest

import structedit as se
from structedit.disk.workers import Pool, StoppedError
from structedit.errors import FormatError, UsageError
from structedit.model.places import Selector


@pytest.fixture
def pool():
    pool = Pool(1, seconds=1.0, modules=("structedit.api", "structedit.formats.detect"))
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
    with pytest.raises(StoppedError, match="brought its process down"):
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
    with pytest.raises(se.FileError, match="ending"):
        pool.run(len, "")
