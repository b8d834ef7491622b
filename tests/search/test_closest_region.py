"""The closest region: always there, at the right place, beside a runner-up that is another."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from structedit.search.alignment.closest_region import LINE_LIMIT, Window, closest
from structedit.text.document import LineRange, Span


def near(data: str, needle: str, scope: tuple[Span, ...] | None = None) -> Window:
    window = closest(data.encode(), needle.encode(), scope=scope)
    assert window is not None
    return window


def code(seed: int, count: int) -> list[str]:
    pick = random.Random(seed)
    names = [f"{a}_{b}" for a in ("load", "save", "merge", "parse") for b in ("row", "tree", "key")]
    return [
        f"    {pick.choice(names)} = {pick.choice(names)}({pick.randint(0, 99)}, {pick.choice(names)})"
        for _ in range(count)
    ]


def test_the_nearest_lines_are_paired() -> None:
    window = near("a = 1\n\nfor x in y:\n\n    use(x)\nb\n", "for z in y:\n    use(z)\n")
    assert window.lines == LineRange(3, 5)
    assert window.pairs == ((0, 2), (1, 4))
    assert 80 <= window.similarity < 100


def test_a_twin_is_the_runner_up() -> None:
    window = near("total_a = f(1)\nx\ny\nz\ntotal_b = f(1)\n", "total_a = f(1)")
    assert (window.lines.first, window.similarity) == (1, 100)
    assert window.runner_up is not None
    assert window.runner_up.lines == LineRange(5, 5)


@pytest.mark.parametrize("seed", range(12))
def test_a_distorted_block_is_found(seed: int) -> None:
    pick = random.Random(seed)
    lines = code(seed, 1500)
    start, length = pick.randint(0, 1400), pick.randint(5, 40)
    block = [line for line in lines[start : start + length] if pick.random() > 0.1]
    block = [line.replace("_", "") if pick.random() < 0.2 else line for line in block]
    window = near("\n".join(lines), "\n".join(block))
    assert abs(window.lines.first - 1 - start) <= 2
    assert abs(window.lines.last - start - length) <= 2


def test_the_scope_binds() -> None:
    data = "a = f(1)\nb\na = f(2)\n"
    assert near(data, "a = f(1)", (Span(9, 20),)).lines == LineRange(3, 3)
    assert closest(data.encode(), b"a", scope=(Span(9, 9),)) is None


@pytest.mark.parametrize("needle", ["}", "zzzz", "a" * 10_000])
def test_there_is_always_a_region(needle: str) -> None:
    assert near("\n\nfoo(bar)\n", needle).lines == LineRange(3, 3)


def test_a_blank_file_has_none() -> None:
    assert closest(b"\n  \n\t\n", b"a") is None


def test_long_lines_are_compared_by_their_beginning() -> None:
    assert near("x" * (LINE_LIMIT + 5) + "\n", "x" * (LINE_LIMIT + 9)).similarity == 100


@given(st.text("ab(}\n \t“", max_size=60), st.text("ab(}\n \t“", max_size=30))
def test_the_window_is_a_region_of_the_file(data: str, needle: str) -> None:
    window = closest(data.encode(), needle.encode())
    if window is None:
        assert not data.strip(" \t\n") or not needle.strip(" \t\n")
        return
    assert 0 <= window.similarity <= 100
    assert window.span.of(data.encode()).strip()
    assert list(window.pairs) == sorted(set(window.pairs))
    if window.runner_up is not None:
        assert not window.span.overlaps(window.runner_up.span)
