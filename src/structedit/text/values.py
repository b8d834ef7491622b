"""`dataclass`, `field` and `replace` for values, without loading the standard library's.

The module `dataclasses` loads `inspect`, and with it Python's tokenizer and disassembler, and compiles six methods
for every class; a command pays for a hundred classes at its start, most of which it never uses. Here classes share
their methods and only get slots. `__init__` is compiled once a class makes many values, and the metadata of the
standard dataclass is computed on demand. Classes behave the same: `fields`, `replace`, `match`, equality, hashing,
ordering, copying and pickling. Type checkers see the standard one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
else:

    def dataclass(*, frozen: bool = False, slots: bool = False, order: bool = False) -> Any:
        """Make a class a dataclass; one without `slots` has room for cached properties."""
        return partial(_made, frozen=frozen, slots=slots, order=order)

    def field(**options: Any) -> _Field:
        """How a field is filled when it is left out, and whether it is compared and shown."""
        return _Field(options)

    def replace(value: Any, **changes: object) -> Any:
        """A value with other fields, made and checked as any other."""
        kind = value.__class__
        return kind(**{name: getattr(value, name) for name in kind.__match_args__} | changes)


_FIRST = 40
"""Values of a class that are made before its `__init__` is compiled.

Chosen by judgement: compiling takes as long as making about so many values, and most classes of a command make one to
five.
"""


_COMPARISONS = (operator.lt, operator.le, operator.gt, operator.ge)


class _Field:
    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options


class _Declaration:
    """A class as it is written: the source of what is computed when it is first used."""

    __slots__ = ("cls", "frozen", "given", "names")

    def __init__(
        self, cls: type, names: tuple[str, ...], given: dict[str, Any], frozen: bool
    ) -> None:
        self.cls, self.names, self.given, self.frozen = cls, names, given, frozen


class _Later:
    """An attribute of a class that is computed from its declaration when it is first read."""

    def __init__(self, name: str, work_out: Callable[[Any, str], object]) -> None:
        self._name, self._work_out = name, work_out

    def __get__(self, instance: object, owner: type) -> object:
        value = self._work_out(owner, self._name)
        setattr(owner, self._name, value)
        return value


def _made(cls: type, *, frozen: bool, slots: bool, order: bool) -> type:
    names = tuple(cls.__annotations__)
    given = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
    _check(cls, given)
    left_out = (*given, "__dict__", "__weakref__")
    body: dict[str, Any] = {k: v for k, v in cls.__dict__.items() if k not in left_out}
    compared = names
    for name, value in given.items():
        if value.__class__ is _Field and not value.options.get("compare", True):
            compared = tuple(n for n in compared if n != name)
    values = attrgetter(*compared)

    def equal(self: object, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is made else NotImplemented

    # All is in the body before the class is made: each special method that a class gets later makes
    # Python look through its slots again.
    body["__slots__"] = names if slots else (*names, "__dict__")
    body["__match_args__"] = names
    body["__qualname__"] = cls.__qualname__
    body["__eq__"] = equal
    body["__hash__"] = (lambda self: hash(values(self))) if frozen else None
    body.setdefault("__repr__", _as_text)
    body["__declaration__"] = _Declaration(cls, names, given, frozen)
    body |= _SHARED
    if frozen:
        body["__setattr__"] = body["__delattr__"] = _refuse
    for compare in _COMPARISONS if order else ():
        body[f"__{compare.__name__}__"] = _comparison(values, compare)
    body["__init__"] = _first_initialiser(names, given, "__post_init__" in body)
    made: Any = type(cls)(cls.__name__, (), body)
    return made  # type: ignore[no-any-return]


def _as_text(self: Any) -> str:
    given = self.__declaration__.given
    shown = (n for n in self.__match_args__ if _options(given.get(n)).get("repr", True))
    fields = (f"{name}={getattr(self, name)!r}" for name in shown)
    return f"{self.__class__.__qualname__}({', '.join(fields)})"


def _check(cls: type, given: dict[str, object]) -> None:
    if cls.__bases__ != (object,):
        raise TypeError("values do not inherit; the standard dataclass does")
    for name, default in given.items():
        if default.__class__.__hash__ is None:
            raise ValueError(f"the default of {name} can be changed; use default_factory")


def _comparison(values: Callable[[object], Any], compare: Any) -> Any:
    def method(self: object, other: object) -> Any:
        same = other.__class__ is self.__class__
        return compare(values(self), values(other)) if same else NotImplemented

    return method


def _first_initialiser(names: tuple[str, ...], given: dict[str, Any], checks: bool) -> Any:
    """Return an `__init__` for the first values; later values and wrong calls get a compiled one."""
    its = {name: value.options for name, value in given.items() if value.__class__ is _Field}
    made_anew = [(n, o["default_factory"]) for n, o in its.items() if "default_factory" in o]
    defaults = given
    if its:
        defaults = {name: value for name, value in given.items() if name not in its}
        defaults |= {name: o["default"] for name, o in its.items() if "default" in o}
    known, left, put = frozenset(names), [_FIRST], object.__setattr__

    def initialise(self: Any, *args: object, **kwargs: object) -> None:
        values = {**defaults, **dict(zip(names, args, strict=False)), **kwargs}
        for name, make in made_anew:
            if name not in values:
                values[name] = make()
        left[0] -= 1
        fits = len(args) <= len(names) and kwargs.keys().isdisjoint(names[: len(args)])
        if left[0] < 0 or not fits or values.keys() != known:
            made = self.__class__
            made.__init__ = _initialiser(made, names, given)
            made.__init__(self, *args, **kwargs)
            return
        for name, value in values.items():
            put(self, name, value)
        if checks:
            self.__post_init__()

    return initialise


def _options(given: object) -> dict[str, Any]:
    """Return the options of a field, from its default or from `field`."""
    return given.options if isinstance(given, _Field) else {"default": given}


def _initialiser(made: Any, names: tuple[str, ...], given: dict[str, Any]) -> Any:
    """Compile `__init__`, with the defaults and the check that the class may have."""
    scope: dict[str, Any] = {}
    parameters, lines = ["self"], []
    for name in names:
        value, default = name, f"default_{name}"
        options = _options(given[name]) if name in given else {}
        if "default_factory" in options:
            scope[f"make_{name}"], scope[default] = options["default_factory"], object()
            value = f"make_{name}() if {name} is {default} else {name}"
        elif "default" in options:
            scope[default] = options["default"]
        parameters.append(f"{name}={default}" if default in scope else name)
        scope[f"set_{name}"] = made.__dict__[name].__set__  # looks no name up, as `setattr` does
        lines.append(f"set_{name}(self, {value})")
    if hasattr(made, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def __init__({', '.join(parameters)}): {'; '.join(lines)}", scope)
    return scope["__init__"]


def _ask(made: Any, attribute: str) -> object:
    """Make the standard dataclass of the same fields and read one of its attributes."""
    import dataclasses

    cls, names = made.__declaration__.cls, made.__match_args__
    names = ("__annotations__", "__module__", *names)
    body = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
    fields = {n: dataclasses.field(**v.options) for n, v in body.items() if isinstance(v, _Field)}
    bare = type(cls.__name__, (), {**body, **fields, "__doc__": cls.__name__})
    standard: Any = dataclasses.dataclass(eq=False, repr=False, init=False)(bare)
    standard.__dataclass_params__.frozen = made.__declaration__.frozen
    return getattr(standard, attribute)


def _signature(made: Any, attribute: str) -> object:
    import inspect

    found = inspect.signature(_initialiser(made, made.__match_args__, made.__declaration__.given))
    return found.replace(parameters=[*found.parameters.values()][1:])


def _refuse(self: object, name: str, *value: object) -> None:
    import dataclasses

    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, name) for name in self.__match_args__]


def _restore(self: Any, state: list[object]) -> None:
    for name, value in zip(self.__match_args__, state, strict=True):
        object.__setattr__(self, name, value)


_SHARED = {
    "__getstate__": _state,
    "__setstate__": _restore,
    "__signature__": _Later("__signature__", _signature),
    "__dataclass_fields__": _Later("__dataclass_fields__", _ask),
    "__dataclass_params__": _Later("__dataclass_params__", _ask),
}
"""Attributes that all classes have in common."""
