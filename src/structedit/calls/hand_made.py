"""Values that a caller made by hand: whether what they hold is what their classes say.

Requests are made by this project from arguments that are checked; a caller who makes them may put
anything into them. `required` looks through one, field by field, before anything is planned with it.

Not here: arguments of calls (`calls.arguments`).
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from structedit.calls.arguments import content, whole_number
from structedit.text.errors import UsageError, shown

T = TypeVar("T")


def required(value: object, wanted: Any, name: str) -> Any:
    """Check that a value is of a type, all that it holds included, and return it.

    Raises:
        UsageError: naming the field, what it holds and what it should.

    >>> from structedit.calls.places import Landmark
    >>> required(Landmark("a", 2), Landmark, "after")
    Landmark(text='a', occurrence=2)
    """
    origin, inside = get_origin(wanted), get_args(wanted)
    if origin in (Union, UnionType):
        return _one_of(value, inside, name)
    if origin is tuple and isinstance(value, tuple):
        wanted_items = inside[:1] * len(value) if inside[1:] == (...,) else inside
        if len(wanted_items) == len(value):
            for item, kind in zip(value, wanted_items, strict=True):
                required(item, kind, name)
            return value
    elif origin is Literal and value in inside:
        return value
    elif wanted is str and isinstance(value, str):
        return content(name, value)
    elif wanted is int and type(value) is int:
        return whole_number(name, value, None)
    elif isinstance(wanted, type) and type(value) is wanted:
        held: Any = wanted
        for field, kind in _hints(held).items():
            required(getattr(value, field), kind, field)
        return value
    raise UsageError(f"{name} cannot be {shown(value)}", hint=f"pass {_words(wanted)}")


def _one_of(value: object, kinds: tuple[Any, ...], name: str) -> Any:
    fitting = [kind for kind in kinds if kind is type(value) or _holds(kind, value)]
    for kind in fitting:
        return required(value, kind, name)
    if value is None and NoneType in kinds:
        return None
    named = ", ".join(_words(kind) for kind in kinds if kind is not NoneType)
    raise UsageError(f"{name} cannot be {shown(value)}", hint=f"one of: {named}")


def _holds(kind: Any, value: object) -> bool:
    plain = get_origin(kind) or kind
    return isinstance(plain, type) and isinstance(value, plain) and not isinstance(value, bool)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return (
        {f.name: get_type_hints(kind)[f.name] for f in fields(kind)} if is_dataclass(kind) else {}
    )


def _words(wanted: Any) -> str:
    names = {str: "a text", int: "a whole number", bool: "True or False"}
    return names.get(wanted) or str(getattr(wanted, "__name__", wanted))
