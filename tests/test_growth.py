"""The rows of `benchmarks/growth.py` measure what they say: each is run at its smallest n. Never timed."""

import random
import re

import pytest
from benchmarks import growth, growth_hunt
from benchmarks.growth import MATERIALS, ROWS, SMALLEST, Row, Step

from structedit.calls.operations import FILE_OPERATIONS, OPERATIONS, TOOL_OPERATIONS

FAMILIES = ("python", "typescript", "ruby", "clojure", "json", "markdown", "text")
"""By how blocks end: indentation, braces, closing words, Lisp; data, markup, and no grammar."""


def test_the_list_of_rows():
    names = [row.name for row in ROWS]
    assert len(names) >= 80
    assert len(set(names)) == len(names)
    assert {row.way for row in ROWS} == set(growth.WAYS)
    assert {row.material for row in ROWS} == set(MATERIALS)


def test_each_operation_has_a_row_and_each_family_has_one_of_what_all_can_do():
    measured = {operation for row in ROWS for operation in row.operations}
    assert measured == {*OPERATIONS, *FILE_OPERATIONS, *TOOL_OPERATIONS}
    for operation in ("find", "str_replace", "get_region", "apply_edits"):
        found = {row.material.split()[0] for row in ROWS if operation in row.operations}
        assert set(FAMILIES) <= found


@pytest.mark.parametrize("way", growth.WAYS)
def test_each_row_answers_as_it_says(way, tmp_path, monkeypatch):
    for number, row in enumerate(row for row in ROWS if row.way == way):
        case = row.case(SMALLEST)
        folder = tmp_path / str(number) / "root"
        folder.mkdir(parents=True)
        monkeypatch.setenv("XDG_STATE_HOME", str(folder.parent / "state"))
        result = growth.prepared(case, folder)()
        assert growth.wrong(case, result) == "", row.name


def test_an_answer_that_is_another_is_noticed():
    row = Row("str_replace exact", "python functions")
    case = row.case(SMALLEST)
    (path,) = case.texts
    shorter = {path: MATERIALS["python functions"].text(2)}
    other = growth.Case(shorter, case.operation, case.arguments, case.expects)
    found = growth.run_once(other, with_parse=False)
    assert str(found["error"]).startswith("refused, not applied")


def test_a_file_of_n_units():
    assert MATERIALS["json keys"].text(2) == '{\n  "key0n": "v0e",\n  "key1n": "v1e"\n}\n'
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
    """Above some size the work may be less: a line through both sides of it says nothing."""
    taken = {16: 0.01, 32: 0.06, 64: 0.31, 128: 0.2, 256: 0.4, 512: 0.8, 1024: 1.6}
    monkeypatch.setattr(
        growth, "step_of", lambda made, n, *, with_parse: Step(n, seconds=taken[n], size=n)
    )
    case = Row("outline", "python functions").case
    assert [step.n for step in growth.steps_of(case)] == [16, 32, 64, 128, 256, 512]
    assert not growth.rises([Step(1, seconds=2.0), Step(2, seconds=1.0)])


def test_what_is_beyond_the_parses_counts_for_each_piece():
    row = Row("outline", "python functions")
    found = growth.figures(row, steps(1.0, pieces=10_000))
    assert found.parses == pytest.approx(4)
    assert found.each == pytest.approx(25)
    assert not growth.figures(row, steps(1.0, pieces=5_000)).met


def test_a_row_that_ends_with_an_error_meets_nothing():
    ended = [*steps(1.0, parse=1.0), Step(800, error="RecursionError: too deep")]
    found = growth.figures(Row("outline", "python functions"), ended)
    assert not found.met
    assert found.ends == "at n = 800: RecursionError: too deep"
    line = growth.line_of("outline: python functions", found)
    assert "RecursionError" in line
    assert "**no**" in line


def test_the_worst_stands_first_and_what_was_before_beside_it():
    now = {ROWS[0].name: steps(1.0), ROWS[1].name: steps(2.0)}
    before = {ROWS[0].name: steps(1.5)}
    counted, _, _, _, first, second = growth.table(now, before).split("\n")
    assert counted.startswith("0 of 2 rows meet their targets; 1 grow faster")
    assert first.startswith(f"| {ROWS[1].name} | 400 ")
    assert second.startswith(f"| {ROWS[0].name} | 400 → 400 |")
    assert "1.50 → 1.00" in second
    assert "1.50 → 2.00" in growth.summary(now, before)


def test_work_that_dies_is_told():
    def die():
        raise RecursionError("too deep")

    assert growth.in_a_process(lambda: {"a": 1}) == {"a": 1}
    assert growth.in_a_process(die) == "RecursionError: too deep"


def test_a_profile_names_functions_and_their_callers(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))  # put back behind the profile's own
    told = growth.profile(Row("outline", "python functions"), 60)
    assert re.search(r"\b\w+/\w+\.py:\d+ \w+", told)  # which functions are slowest is chance
    assert "called by: " in told


def test_a_trial_is_the_same_again_and_its_file_grows():
    trials = [trial for number in range(12) if (trial := growth_hunt.trial_of(3, number))]
    assert len({trial.shape.name for trial in trials}) > 2
    for trial in trials:
        again = growth_hunt.trial_of(3, trial.number)
        assert again.case(6) == trial.case(6)
        assert trial.case(6).size > trial.case(3).size


@pytest.mark.parametrize("name", ["siblings", "deep", "long", "wide"])
def test_shapes_are_made_of_what_a_snippet_has(name):
    code = "def f(a, b):\n    if a:\n        return g(a, b)\n\n\nx = 1\n"
    snippet = growth_hunt.Snippet("python", "none", "example.py", code)
    shape = growth_hunt.shape_of(name, snippet, random.Random(1))
    source = growth_hunt.source_of(shape.text(5), shape.path)
    assert not source.faults()
    functions = [b for b in source.tree.definitions() if b.kind == "function"]
    assert len(functions) == (5 if name in ("siblings", "deep") else 1)


def test_only_what_grows_too_fast_is_told():
    trial = next(t for n in range(1, 99) if (t := growth_hunt.trial_of(1, n)))
    assert growth_hunt.verdict_of(trial, steps(1.1)) == ""
    assert growth_hunt.verdict_of(trial, steps(2.0)).startswith("2.00  16 parses")
    assert growth_hunt.verdict_of(trial, [Step(8, error="UsageError: no")]) == ""
    assert "MemoryError" in growth_hunt.verdict_of(trial, [Step(8, error="MemoryError: ")])
