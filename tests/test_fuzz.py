"""Random calls, a few of the many that `python -m benchmarks.fuzz` makes."""

import random

import pytest
from benchmarks import fuzz


@pytest.mark.parametrize("seed", (1, 2))
def test_no_call_fails(seed):
    found = fuzz.run(seed, calls=100)
    assert not found.failures, "\n".join(found.failures.values())
    assert len({name.split()[0] for name, _ in found.statuses}) == len(set(fuzz.WAYS))


def test_the_calls_of_a_seed_are_the_same_in_each_run():
    def one(number):
        call = fuzz.call_of(7, number)
        return call.way, call.operation, call.name, call.raw, list(call.arguments)

    assert [one(n) for n in range(20)] == [one(n) for n in range(20)]


def test_a_failure_is_noticed(monkeypatch):
    """An exception of another kind, a result that cannot be sent, a dry run that writes."""

    def broken(*args, **kwargs):
        raise IndexError("not a StructEditError")

    call = fuzz.Call("document", "outline", "x.py", b"a = 1\n", {})
    assert fuzz.tried(call) == ("ok", None, "")
    monkeypatch.setattr(fuzz.se, "outline", broken)
    assert fuzz.tried(call)[:2] == ("failed", "IndexError in ?")
    with pytest.raises(ValueError):
        fuzz.require_printable("a", float("nan"))
    real = fuzz.se.str_replace
    monkeypatch.setattr(
        fuzz.se, "str_replace", lambda *given, dry_run=False, **more: real(*given, **more)
    )
    arguments = {"old": "a", "new": "b", "dry_run": True}
    call = fuzz.Call("file", "str_replace", "x.py", b"a = 1\n", arguments)
    assert fuzz.tried(call)[1] == "a dry run wrote"


def test_damaged_texts_stay_small():
    rng = random.Random(1)
    assert all(len(fuzz.text_of(rng)[1]) <= fuzz.MOST_BYTES for _ in range(200))
