"""Calls that nobody means to make, a few of the many that `python -m benchmarks.fuzz` makes."""

import random

import pytest
from benchmarks import fuzz

CALLS = 150


@pytest.mark.parametrize("seed", (1, 2))
def test_no_call_comes_to_what_its_caller_may_not_get(seed):
    found = fuzz.run(seed, calls=CALLS, shrink=False)
    assert not found.failures, "\n".join(
        fuzz.shown(key, *failure) for key, failure in found.failures.items()
    )
    assert len({way for way, _, _ in found.statuses}) > 8


def test_the_calls_of_a_seed_are_the_same_in_each_run():
    def one(number):
        call = fuzz.call_of(7, number)
        return call.way, call.operation, call.name, call.raw, [name for name, _ in call.arguments]

    assert [one(n) for n in range(20)] == [one(n) for n in range(20)]


def test_what_a_failure_does_not_need_is_left_out(monkeypatch):
    pieces = list(range(40))
    assert fuzz.fewest(pieces, lambda left: {3, 31} <= set(left)) == [3, 31]


def test_a_fault_is_found(monkeypatch):
    """The fuzzer notices an exception that is none of ours, an untrue report, a broken promise."""

    def broken(*args, **kwargs):
        raise IndexError("of ours")

    monkeypatch.setattr(fuzz.se, "parse_edits", broken)
    call = fuzz.Call("value", "parse_edits", "x.py", b"", (("value", "a"),))
    assert fuzz.tried(call)[:2] == ("failed", "IndexError in ?")
    monkeypatch.setitem(fuzz.VALUES, "edits", lambda value: fuzz.require_told("a", float("nan")))
    call = fuzz.Call("value", "edits", "x.py", b"", (("value", "a"),))
    assert fuzz.tried(call)[0] == "failed"


def test_torn_texts_stay_small():
    rng = random.Random(1)
    assert all(len(fuzz.text_of(rng)[1]) <= fuzz.MOST_BYTES for _ in range(200))
