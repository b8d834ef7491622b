"""Values behave as dataclasses of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from functools import cached_property

import pytest

from structedit.text.values import dataclass, field, replace


@dataclass(frozen=True, slots=True, order=True)
class Point:
    x: int
    y: int = 3

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("x is negative")


@dataclass(frozen=True, slots=True)
class Lone:
    names: dict[str, int] = field(default_factory=dict)
    keep: bool = True


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Standard:
    x: int
    y: int = 3


def test_made_from_positions_and_names_with_defaults_and_its_check() -> None:
    assert (Point(1).x, Point(1).y, Point(y=2, x=1).y) == (1, 3, 2)
    assert Lone().names == {} and Lone().names is not Lone().names
    with pytest.raises(ValueError, match="negative"):
        Point(-1)
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]


def test_equality_is_by_value_within_a_class() -> None:
    assert Point(1) == Point(1, 3) != Point(2)
    assert Point(1, 3) != Standard(1, 3) and Point(1, 3) != (1, 3)
    assert Lone({"a": 1}) == Lone({"a": 1}) != Lone()
    assert len({Point(1), Point(1), Point(2)}) == 2
    assert hash(Point(1)) == hash(Standard(1))


def test_order_is_that_of_the_fields() -> None:
    assert sorted([Point(2), Point(1, 9), Point(1, 4)]) == [Point(1, 4), Point(1, 9), Point(2)]
    assert Point(1) <= Point(1) >= Point(1) and Point(2) > Point(1)
    with pytest.raises(TypeError):
        _ = Point(1) < Standard(2)  # type: ignore[operator]
    with pytest.raises(TypeError):
        _ = Lone() < Lone()  # type: ignore[operator]


def test_nothing_can_be_changed_or_added() -> None:
    point = Point(1)
    for name in ("x", "z"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(point, name, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x
    assert not hasattr(point, "__dict__")


def test_the_tools_for_dataclasses_take_it() -> None:
    assert [field.name for field in dataclasses.fields(Point)] == ["x", "y"]
    assert dataclasses.replace(Point(1), x=4) == Point(4)
    assert dataclasses.asdict(Point(1)) == {"x": 1, "y": 3}
    match Point(5):
        case Point(x, y):
            assert (x, y) == (5, 3)
    assert repr(Point(1)) == repr(Standard(1)).replace("Standard", "Point")


def test_copies_and_pickles_are_equal() -> None:
    for value in (Point(1), Lone({"a": 1})):
        assert pickle.loads(pickle.dumps(value)) == value
        assert copy.deepcopy(value) == copy.copy(value) == value


@dataclass(slots=True)
class Draft:
    names: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Made:
    x: int
    known: str = field(default="", compare=False, repr=False)

    @cached_property
    def double(self) -> int:
        return 2 * self.x


def test_one_that_is_not_frozen_can_be_changed_and_has_no_hash() -> None:
    draft = Draft()
    draft.names = ["a"]
    assert draft == Draft(["a"]) != Draft()
    assert not hasattr(draft, "__dict__")
    with pytest.raises(TypeError, match="unhashable"):
        hash(draft)


def test_one_without_slots_keeps_what_is_worked_out() -> None:
    made = Made(2)
    assert made.double == 4 and vars(made) == {"double": 4}
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.x = 3  # type: ignore[misc]


def test_fields_can_be_left_out_of_comparing_and_showing() -> None:
    assert Made(1, "a") == Made(1, "b") != Made(2, "a")
    assert hash(Made(1, "a")) == hash(Made(1, "b"))
    assert repr(Made(1, "a")).endswith("Made(x=1)")
    assert [f.name for f in dataclasses.fields(Made) if f.compare] == ["x"]


def test_a_replaced_value_is_checked_and_must_have_the_field() -> None:
    assert replace(Point(1, 2), y=5) == Point(1, 5)
    with pytest.raises(ValueError, match="negative"):
        replace(Point(1), x=-1)
    with pytest.raises(TypeError, match="z"):
        replace(Point(1), z=1)  # type: ignore[call-arg]


def test_values_do_not_inherit_and_have_no_defaults_that_change() -> None:
    with pytest.raises(TypeError, match="do not inherit"):
        dataclass(frozen=True)(type("Child", (Made,), {"__annotations__": {"z": int}}))
    with pytest.raises(ValueError, match="default_factory"):
        dataclass(frozen=True)(type("Listed", (), {"__annotations__": {"z": list}, "z": []}))


def test_the_first_values_are_as_the_later_ones() -> None:
    @dataclass(frozen=True, slots=True)
    class Fresh:
        x: int
        names: list[str] = field(default_factory=list)
        keep: bool = True

    made = [Fresh(1, keep=False) for _ in range(20)]
    assert {(v.x, tuple(v.names), v.keep) for v in made} == {(1, (), False)}
    assert len({id(v.names) for v in made}) == 20


@pytest.mark.parametrize(
    ("given", "named", "message"),
    [
        ((), {}, "missing 1 required positional argument: 'x'"),
        ((1, 2, 3), {}, "takes from 2 to 3 positional arguments but 4 were given"),
        ((1,), {"x": 2}, "multiple values for argument 'x'"),
        ((), {"x": 1, "z": 2}, "unexpected keyword argument 'z'"),
        ((), {"z": 2}, "'[xz]'"),
    ],
)
def test_the_first_call_is_checked_as_any(given, named, message) -> None:
    @dataclass(frozen=True, slots=True)
    class Fresh:
        x: int
        y: int = 3

    for _ in range(2):
        with pytest.raises(TypeError, match=message):
            Fresh(*given, **named)
    assert Fresh(1) == Fresh(1, 3)
