"""The rows of `benchmarks/growth.py` measure what they say: each runs at its smallest n. Nothing is timed."""

import pytest
from benchmarks import growth
from benchmarks.growth import CALLS, MATERIALS, ROWS, SMALLEST, Row, Step


def test_the_list_of_rows():
    names = [row.name for row in ROWS]
    assert len(names) == len(set(names)) >= 60
    assert {row.way for row in ROWS} == set(CALLS)
    assert {row.material for row in ROWS} == set(MATERIALS)


@pytest.mark.parametrize("way", CALLS)
def test_each_row_gets_the_answer_that_it_expects(way, tmp_path, monkeypatch):
    for number, row in enumerate(row for row in ROWS if row.way == way):
        case = row.case(SMALLEST)
        folder = tmp_path / str(number) / "root"
        folder.mkdir(parents=True)
        monkeypatch.setenv("XDG_STATE_HOME", str(folder.parent / "state"))
        assert growth.wrong(case, growth.prepared(case, folder)()) == "", row.name


def test_an_unexpected_answer_is_noticed():
    case = Row("str_replace exact", "python functions").case(SMALLEST)
    (path,) = case.texts
    other = growth.replace(case, texts={path: MATERIALS["python functions"].text(2)})
    found = growth.run_once(other, with_parse=False)
    assert str(found["error"]).startswith("refused, not applied")


def test_a_file_of_n_units():
    assert MATERIALS["yaml items"].text(1) == "key0n:\n  - a: i0e\n    b: plain\n"
    nested = MATERIALS["python nested"].text(2)
    assert nested == "def f0n(a):\n v0e = a\n def f1n(a):\n  v1e = a\n"
    assert MATERIALS["json nested"].text(2) == '{"k0n":\n{"k1n":\n0\n}\n}\n'


def steps(power, parse=0.1, pieces=1):
    return [
        Step(n, seconds=0.1 * (n / 100) ** power, parse=parse, size=40 * n, pieces=pieces)
        for n in (100, 200, 400)
    ]


@pytest.mark.parametrize(("power", "met"), [(1.0, True), (1.1, True), (1.2, False), (2.0, False)])
def test_the_exponent_is_that_of_the_steps(power, met):
    found = growth.figures(Row("str_replace exact", "python functions"), steps(power, parse=1.0))
    assert found.exponent == pytest.approx(power)
    assert found.met is met


def test_n_is_doubled_until_three_steps_rise(monkeypatch):
    """Above some size a call may do less work; a line through both sides of it says nothing."""
    taken = {16: 0.01, 32: 0.06, 64: 0.31, 128: 0.2, 256: 0.4, 512: 0.8, 1024: 1.6}
    monkeypatch.setattr(
        growth, "step_of", lambda made, n, *, with_parse: Step(n, seconds=taken[n], size=n)
    )
    case = Row("outline", "python functions").case
    assert [step.n for step in growth.steps_of(case)] == [16, 32, 64, 128, 256, 512]


def test_time_beyond_the_parses_is_shared_among_the_items():
    row = Row("outline", "python functions")
    found = growth.figures(row, steps(1.0, pieces=10_000))
    assert found.parses == pytest.approx(4)
    assert found.each == pytest.approx(25)
    assert not growth.figures(row, steps(1.0, pieces=5_000)).met


def test_a_row_that_ends_with_an_error_meets_nothing():
    ended = [*steps(1.0, parse=1.0), Step(800, error="RecursionError: too deep")]
    found = growth.figures(Row("outline", "python functions"), ended)
    assert found.ends == "at n = 800: RecursionError: too deep"
    line = growth.line_of("outline: python functions", found)
    assert "RecursionError" in line and "**no**" in line


def test_a_process_that_fails_is_reported():
    def fail():
        raise RecursionError("too deep")

    assert growth.in_a_process(lambda: {"a": 1}) == {"a": 1}
    assert growth.in_a_process(fail) == "RecursionError: too deep"
