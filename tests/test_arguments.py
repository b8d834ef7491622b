"""The tables of arguments agree with the library; aliases mean one thing each."""

import inspect
import typing

import pytest

import structedit as se
from structedit import api, reading
from structedit.errors import UsageError
from structedit.faces import cli
from structedit.model import arguments, outcomes
from structedit.model.arguments import ALIASES, normalise
from structedit.model.parameters import FILE_OPERATIONS, OPERATIONS, PARAMETERS, parameters_of

EDITING = [name for name in OPERATIONS if name not in ("outline", "get_region", "find", "check")]


LATER = {**vars(reading), **vars(outcomes)}
"""Names in signatures that the library imports for type checkers only."""


def names_of(function):
    """Name the arguments of a library function, those of its `**common` too."""
    found = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            hints = typing.get_type_hints(function, localns=LATER)
            (common,) = typing.get_args(hints[name])
            found |= dict.fromkeys(typing.get_type_hints(common))
        else:
            found[name] = parameter
    return found


@pytest.mark.parametrize("operation", EDITING)
def test_editing_operations_take_what_the_library_takes(operation):
    known = set(parameters_of(operation)) - {"path"}
    assert known == set(names_of(getattr(api, operation))) - {"subject", "hooks"}  # callables


@pytest.mark.parametrize("operation", [name for name in OPERATIONS if name not in EDITING])
def test_reading_operations_take_only_what_the_library_takes(operation):
    known = set(parameters_of(operation)) - {"path", "paths"}
    assert known <= set(names_of(getattr(api, operation)))


def test_every_operation_is_a_command():
    assert {name.replace("_", "-") for name in OPERATIONS} <= set(cli.COMMANDS)


def test_aliases_lead_to_arguments_and_hide_none():
    for alias, names in ALIASES.items():
        assert set(names) <= set(PARAMETERS)
        assert alias not in PARAMETERS or alias in names


@pytest.mark.parametrize("alias", ALIASES)
def test_aliases_are_known_in_both_spellings(alias):
    first, *rest = alias.split("_")
    hump = first + "".join(word.capitalize() for word in rest)
    tables = OPERATIONS | FILE_OPERATIONS
    (operation,) = [o for o in tables if set(ALIASES[alias]) & set(tables[o])][:1]
    value = {"pair": ["a", "b"], "integer": 1, "word": "exact"}
    for spelling in (alias, hump):
        known = parameters_of(operation)
        (name,) = {name for name in ALIASES[alias] if name in known}
        found = normalise({spelling: value.get(known[name].kind, "a")}, known)
        assert set(found) == {name}


def test_null_is_left_out():
    assert normalise({"old": "a", "within": None}, parameters_of("str_replace")) == {"old": "a"}


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ({"between": {"start": "a", "end": "b"}}, {"between": ("a", "b")}),
        (
            {"betweenHint": ["a", {"text": "b", "occurrence": -1}]},
            {"between": ("a", {"text": "b", "occurrence": -1})},
        ),
        ({"fuzzyWhitespace": False}, {"match": "exact"}),
        ({"fuzzy_whitespace": True}, {"match": "whitespace"}),
        ({"expected_replacements": 3}, {"expected_count": 3, "replace_all": True}),
        ({"expectedReplacements": 1}, {"expected_count": 1}),
        ({"expected_count": 3}, {"expected_count": 3}),
        (
            {"expected_replacements": 3, "replaceAll": False},
            {"expected_count": 3, "replace_all": False},
        ),
        ({"lineHint": 4}, {"near_line": 4}),
        ({"after_hint": {"text": "x"}}, {"after": {"text": "x", "occurrence": None}}),
    ],
)
def test_values_become_the_librarys(sent, found):
    assert normalise(sent, parameters_of("str_replace")) == found


def test_an_alias_means_what_the_operation_calls_it():
    assert normalise({"old_str": "a"}, parameters_of("replace_all")) == {"pattern": "a"}
    assert normalise({"new_str": "a"}, parameters_of("insert")) == {"text": "a"}
    assert normalise({"regex": True}, parameters_of("replace_all")) == {"regex": True}
    assert normalise({"regex": "a+"}, parameters_of("find")) == {"regex": "a+"}
    assert normalise({"paths": "a"}, parameters_of("find")) == {"paths": ("a",)}


@pytest.mark.parametrize("key", ["OLD", "Old", "olds", "old str", "", "__class__"])
def test_other_spellings_are_errors(key):
    with pytest.raises(UsageError):
        normalise({key: "a"}, parameters_of("str_replace"))


def test_every_kind_says_what_it_wants():
    kinds = {parameter.kind for parameter in PARAMETERS.values()}
    assert kinds == set(arguments._SHAPES)


@pytest.mark.parametrize(
    ("call", "near"),
    [
        (lambda path: se.str_replace(path, "a = 1", "a = 2", ocurrence=2), "occurrence"),
        (lambda path: se.str_replace(path, "a = 1", "a = 2", dryrun=True), "dry_run"),
        (lambda path: se.insert(path, "b = 1", at="top", dry_runs=True), "dry_run"),
        (lambda path: se.delete_block(path, "a", back_up=False), "backup"),
        (lambda path: se.get_region(path, wihtin="f"), "within"),
        (lambda path: se.find(path, text="a", witin="f"), "within"),
        (lambda path: se.Session(path.parent).str_replace("x.py", "a", "b", dryrun=1), "dry_run"),
    ],
)
def test_a_misspelt_argument_of_a_function_is_an_error_and_nothing_is_done(tmp_path, call, near):
    path = tmp_path / "x.py"
    path.write_text("a = 1\n")
    with pytest.raises(UsageError, match=f"did you mean '{near}'"):
        call(path)
    assert path.read_text() == "a = 1\n"
