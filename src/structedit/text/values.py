"""`dataclass` for frozen, slotted values, made in a tenth of the time.

The standard library compiles six methods for every such class, one by one; a command that starts
pays for a hundred classes, most of which it never uses. Here a class gets its slots and methods that
all share. Its `__init__` is compiled when the first value is made, and what the standard library
keeps of a dataclass is worked out when somebody asks. What comes out behaves the same: `fields`,
`replace`, `match`, equality, hashing, ordering, copying and pickling. Type checkers are shown the
standard one.
"""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool, slots: bool, order: bool = False) -> Any:
        """Make a class a frozen, slotted dataclass."""
        if not (frozen and slots):
            raise TypeError("for frozen, slotted classes; the standard one makes all others")
        return _ordered if order else _made


class _Later:
    """An attribute of a class that is worked out when somebody first asks for it."""

    def __init__(self, name: str, work_out: Callable[[], object]) -> None:
        self._name, self._work_out = name, work_out

    def __get__(self, instance: object, owner: type) -> object:
        value = self._work_out()
        setattr(owner, self._name, value)
        return value


def _made(cls: type) -> type:
    names = tuple(cls.__annotations__)
    defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
    _check(cls, defaults)
    left_out = (*defaults, "__dict__", "__weakref__")
    body: dict[str, Any] = {k: v for k, v in cls.__dict__.items() if k not in left_out}
    made: Any = type(cls)(cls.__name__, (), {**body, "__slots__": names, "__match_args__": names})
    made.__qualname__ = cls.__qualname__
    values = attrgetter(*names)

    def equal(self: object, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is made else NotImplemented

    def first(self: object, *args: object, **kwargs: object) -> None:
        made.__init__ = _initialiser(made, names, defaults)
        made.__init__(self, *args, **kwargs)

    made.__init__ = first
    made.__setattr__ = made.__delattr__ = _refuse
    made.__eq__, made.__hash__, made.__repr__ = equal, lambda self: hash(values(self)), _shown
    made.__getstate__, made.__setstate__ = _state, _restore
    for name in ("__dataclass_fields__", "__dataclass_params__"):
        setattr(made, name, _Later(name, partial(_ask, cls, name)))
    signature = _Later("__signature__", lambda: _signature(made, names, defaults))
    made.__signature__ = signature
    return made  # type: ignore[no-any-return]


def _check(cls: type, defaults: dict[str, object]) -> None:
    if cls.__bases__ != (object,):
        raise TypeError("values do not inherit; the standard dataclass does")
    for name, default in defaults.items():
        if default.__class__.__hash__ is None:
            raise ValueError(f"the default of {name} can be changed; use default_factory")


def _ordered(cls: type) -> type:
    made: Any = _made(cls)
    values = attrgetter(*made.__match_args__)
    for compare in (operator.lt, operator.le, operator.gt, operator.ge):

        def method(self: object, other: object, compare: Any = compare) -> Any:
            same = other.__class__ is made
            return compare(values(self), values(other)) if same else NotImplemented

        setattr(made, f"__{compare.__name__}__", method)
    return made  # type: ignore[no-any-return]


def _initialiser(made: Any, names: tuple[str, ...], defaults: dict[str, Any]) -> Any:
    """Compile `__init__`, with the defaults and the check that the class may have."""
    scope: dict[str, Any] = {"_set": object.__setattr__}
    parameters, lines = ["self"], []
    for name in names:
        parameter = value = name
        if name in defaults:
            parameter, value = _with_default(name, defaults[name], scope)
        parameters.append(parameter)
        lines.append(f"_set(self, {name!r}, {value})")
    if hasattr(made, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def __init__({', '.join(parameters)}): {'; '.join(lines)}", scope)
    return scope["__init__"]


def _with_default(name: str, default: Any, scope: dict[str, Any]) -> tuple[str, str]:
    """Put a default into the scope; returns the parameter, and the expression of its value."""
    parameter, missing = f"{name}=default_{name}", dataclasses.MISSING
    scope[f"default_{name}"] = default
    if not isinstance(default, dataclasses.Field):
        return parameter, name
    scope[f"default_{name}"] = default.default
    if default.default_factory is missing:
        return (name if default.default is missing else parameter), name
    scope[f"make_{name}"] = default.default_factory
    return parameter, f"make_{name}() if {name} is default_{name} else {name}"


def _ask(cls: type, attribute: str) -> object:
    """Make the standard dataclass of the same fields and read one of its attributes."""
    names = ("__annotations__", "__module__", *cls.__annotations__)
    body = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
    bare = type(cls.__name__, (), {**body, "__doc__": cls.__name__})
    standard: Any = dataclasses.dataclass(eq=False, repr=False, init=False)(bare)
    standard.__dataclass_params__.frozen = True
    return getattr(standard, attribute)


def _signature(made: Any, names: tuple[str, ...], defaults: dict[str, Any]) -> object:
    import inspect

    found = inspect.signature(_initialiser(made, names, defaults))
    return found.replace(parameters=[*found.parameters.values()][1:])


def _refuse(self: object, name: str, *value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _shown(self: Any) -> str:
    shown = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _state(self: Any) -> list[object]:
    return [getattr(self, name) for name in self.__match_args__]


def _restore(self: Any, state: list[object]) -> None:
    for name, value in zip(self.__match_args__, state, strict=True):
        object.__setattr__(self, name, value)
