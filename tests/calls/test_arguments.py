"""An operation is declared once, and all that shows it agrees; other names mean one thing each."""

import inspect
import typing
from collections.abc import Collection, Mapping, Sequence

import pytest

import structedit as se
from structedit.app import library
from structedit.calls import arguments, outcomes, requests
from structedit.calls.aliases import table
from structedit.calls.arguments import normalise
from structedit.calls.fields import Mark
from structedit.calls.hooks import Hooks
from structedit.calls.operations import (
    EDITING,
    FILE_OPERATIONS,
    OPERATIONS,
    READING,
    TOOL_OPERATIONS,
    arguments_of,
    parameters_of,
    request_of,
    tool_parameters_of,
)
from structedit.calls.parameters import ALIASES, PARAMETERS
from structedit.calls.requests import REQUESTS, Match, Options
from structedit.calls.shared_options import EditOptions, InsertOptions, Wish
from structedit.faces.command import cli
from structedit.plan import reading
from structedit.text.errors import UsageError

LATER = {**vars(reading), **vars(outcomes), "Mark": Mark, "Hooks": Hooks, "Wish": Wish}
"""Names in signatures that the library imports for type checkers only."""

HELD = {
    **dict.fromkeys(("text", "name", "word"), str),
    "integer": int,
    "flag": bool,
    "program": bool | str | Sequence[str],
    "lines": str | int,
    "names": Collection[str] | None,
    "mark": Mark,
    "pair": tuple[Mark, Mark] | Mapping[str, Mark],
}
"""What Python calls the values of each kind of argument."""


def options_of(function):
    """Name the type of a function's `**options`, with the types in it."""
    hints = typing.get_type_hints(function, localns=LATER)
    (shared,) = typing.get_args(hints["options"])
    return shared, typing.get_type_hints(shared, localns=LATER)


def held(parameter):
    """Give the type of an argument of the library, which may be None unless there is a default."""
    kind = HELD[parameter.kind]
    return kind if parameter.needed or parameter.default is not None else kind | None


@pytest.mark.parametrize("operation", EDITING)
def test_the_signature_of_an_editing_function_is_what_is_declared(operation):
    """Names, order, defaults and types; those who read the code, and type checkers, go by it."""
    function = getattr(library, operation)
    hints = typing.get_type_hints(function, localns=LATER)
    first, *own, last = inspect.signature(function).parameters.values()
    assert (first.name, last.name, last.kind) == ("subject", "options", last.VAR_KEYWORD)

    declared = [p for p in OPERATIONS[operation].parameters if p.name != "path"]
    kind, shared = options_of(function)
    assert kind is (InsertOptions if operation == "insert" else EditOptions)
    mine = [p for p in declared if p.name in {one.name for one in own}]
    by_place = [one.name for one in own if one.kind is one.POSITIONAL_OR_KEYWORD]
    by_name = [one.name for one in own if one.kind is one.KEYWORD_ONLY]
    assert by_place == [p.name for p in mine if p.name in by_place]
    assert by_name == [p.name for p in mine if p.name in by_name]

    optional = False
    for one in own:
        parameter = next(p for p in mine if p.name == one.name)
        is_keyword_alone = one.kind is one.KEYWORD_ONLY and one.default is one.empty
        optional = (optional or not parameter.needed) and not (
            parameter.needed and is_keyword_alone
        )
        # what is needed can have no place before it that may be left out, or is checked later
        left_out = parameter.default if optional else one.empty
        kind = held(parameter) | None if optional and parameter.needed else held(parameter)
        assert (one.default, hints[one.name]) == (left_out, kind), one.name

    rest = {p.name: p for p in declared if p not in mine}
    assert [*rest] == [name for name in rest if name in shared]
    assert shared.keys() - rest.keys() == {"hooks", "timeout"}
    assert (shared["hooks"], shared["timeout"]) == (Hooks | None, float | None)
    for name, parameter in rest.items():
        assert shared[name] == held(parameter), name


SAMPLES = {
    "text": "a",
    "name": "f",
    "mark": "m",
    "pair": ("m", "n"),
    "lines": "1-2",
    "integer": 3,
    "names": ["read_back"],
    "program": True,
}


@pytest.mark.parametrize("operation", EDITING)
def test_every_argument_of_an_editing_function_reaches_its_request(operation, monkeypatch):
    """What a caller passes is not lost between the signature and the request."""
    asked = {}

    def keep(kind, arguments):
        asked.update(arguments)
        raise UsageError("kept")

    monkeypatch.setattr(library, "requested", keep)
    declared = [p for p in OPERATIONS[operation].parameters if p.name != "path"]
    passed = {p.name: p.words[-1] if p.kind == "word" else SAMPLES.get(p.kind) for p in declared}
    passed |= {p.name: not p.default for p in declared if p.kind == "flag"}
    with pytest.raises(UsageError, match="kept"):
        getattr(library, operation)("a = 1\n", **passed)
    assert asked.keys() == passed.keys()
    for p in declared:
        assert asked[p.name] == passed[p.name] or p.kind == "names", p.name


@pytest.mark.parametrize("operation", READING)
def test_a_reading_function_takes_what_is_declared_and_in_its_order(operation):
    function = getattr(library, operation)
    known = [
        name for name in tool_parameters_of(operation) if name not in ("path", "paths", "most")
    ]
    first, *own = inspect.signature(function).parameters
    assert first in ("subject", "subjects")
    mine = [name for name in own if name not in ("options", "timeout")]
    assert mine == [name for name in known if name in mine]
    if "options" in own:
        mine += options_of(function)[1]
    assert set(known) <= set(mine)


def test_the_package_exports_what_is_declared():
    assert set(library.__all__) == set(OPERATIONS)
    assert set(requests.__all__) == {kind.__name__ for kind in (*REQUESTS, Match, Options)}
    assert set(library.__all__) | set(requests.__all__) <= set(se.__all__)
    scope = {}
    exec("from structedit import *", scope)
    assert scope["unwrap"] is library.unwrap and scope["Unwrap"] is requests.Unwrap


@pytest.mark.parametrize("kind", REQUESTS)
def test_every_field_of_a_request_is_made_of_arguments(kind):
    """With nothing given but what is needed, fields have the defaults of the class."""
    needed = {"old": "a", "new": "b", "pattern": "c", "text": "d", "header": "if x:"}
    needed |= {"selector": "f", "at": "before", "of": "g"}
    known = parameters_of(kind.operation.name)
    given = {name: value for name, value in needed.items() if name in known}
    request = kind(**{n: v for f in kind.operation.fields for n, v in f.read(given).items()})
    signature = inspect.signature(kind)
    for name, parameter in signature.parameters.items():
        if parameter.default is not parameter.empty and name != "target":
            assert getattr(request, name) == parameter.default, name


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        ("replace_block", {"lines": "1-2", "expected": "a", "new": ""}),
        ("unwrap", {"selector": ":1-2"}),  # which takes no lines, nor what they hold
        ("rename_local", {"selector": ":1-2", "old": "a", "new": "b"}),
        ("move_block", {"selector": ":1-2", "at": "after", "of": ":4"}),
        ("wrap", {"start": "a", "end": {"text": "b", "occurrence": -1}, "header": "if x:"}),
        ("insert", {"text": "a", "before": {"text": "b", "occurrence": 2}}),
        ("insert", {"text": "a", "at": "end", "of": "f", "between": {"start": "x", "end": "y"}}),
        ("str_replace", {"old": "a", "new": "", "whole_words": False}),
        ("replace_all", {"pattern": "a", "new": "b", "whole_words": True, "expected_count": 0}),
        (
            "delete_block",
            {"anchor": "f(", "occurrence": 2, "part": "body", "near_line": 3, "radius": 25},
        ),
    ],
)
def test_a_request_is_written_as_the_arguments_that_it_came_from(operation, arguments):
    request = request_of(operation, normalise(arguments, parameters_of(operation)))
    assert arguments_of(request) == arguments
    assert (
        request_of(operation, normalise(arguments_of(request), parameters_of(operation))) == request
    )


def test_the_words_of_an_argument_are_those_of_its_enumeration():
    assert PARAMETERS["match"].words == tuple(member.value for member in requests.Match)


def test_every_operation_is_a_command_and_a_method():
    assert {name.replace("_", "-") for name in OPERATIONS} <= set(cli.COMMANDS)
    assert all(hasattr(se.Session, name) for name in OPERATIONS)
    assert all(operation.words for operation in OPERATIONS.values())


def test_other_names_hide_no_argument():
    """A name that is an argument of an operation never means another argument of it."""
    for operation in (*OPERATIONS.values(), *FILE_OPERATIONS.values(), *TOOL_OPERATIONS.values()):
        names = {parameter.name for parameter in operation.parameters}
        for name in names:
            known = {parameter.name: parameter for parameter in operation.parameters}
            assert arguments.accepted(name, known) == name
    for names in table()["suggested"].values():
        assert {*names.split()} <= set(PARAMETERS)


@pytest.mark.parametrize("alias", ALIASES)
def test_aliases_are_known_in_both_spellings(alias):
    first, *rest = alias.split("_")
    hump = first + "".join(word.capitalize() for word in rest)
    tables = {**OPERATIONS, **FILE_OPERATIONS, **TOOL_OPERATIONS}
    known = next(
        {p.name: p for p in operation.parameters}
        for operation in tables.values()
        if any(alias in p.aliases for p in operation.parameters)
    )
    name = arguments.accepted(alias, known)
    word = known[name].words[0] if known[name].words else ""
    value = {"pair": ["a", "b"], "integer": 1, "flag": True, "program": False, "word": word}
    for spelling in (alias, hump):
        found = normalise({spelling: value.get(known[name].kind, "a")}, known)
        assert name in found and set(found) <= {name, "replace_all"}


def table_of(operation):
    if operation in TOOL_OPERATIONS:
        return tool_parameters_of(operation)
    return parameters_of(operation)


@pytest.mark.parametrize(
    ("operation", "alias", "name"),
    [
        *(("replace_block", word, "selector") for word in "target symbol name_path block".split()),
        *(("replace_block", word, "new") for word in "content code text replacement".split()),
        ("replace_function_body", "body", "new"),
        ("replace_function_body", "function", "selector"),
        ("delete_block", "name", "selector"),
        ("get_region", "symbol_name", "selector"),
        ("get_region", "method", "selector"),
        ("unwrap", "target", "selector"),
        ("str_replace", "function_name", "within"),
        ("str_replace", "original", "old"),
        ("str_replace", "replacement", "new"),
        ("str_replace", "all", "replace_all"),
        ("insert", "insert_text", "text"),
        ("insert", "content", "text"),
        ("insert", "after_text", "after"),
        ("insert", "line", "lines"),
        ("find", "directory", "paths"),
        ("find", "function", "within"),
        ("find", "max_results", "most"),
        ("find", "context_lines", "around"),
        ("outline", "max_depth", "depth"),
        ("outline", "kind", "kinds"),
        ("apply_edits", "patch", "edits"),
        ("apply_edits", "diff", "edits"),
        ("patch", "patch", "diff"),
        ("undo", "undo_id", "id"),
    ],
)
def test_names_that_mean_one_thing_are_accepted(operation, alias, name):
    known = table_of(operation)
    value = {"integer": 3, "flag": True}.get(known[name].kind, "a")
    assert set(normalise({alias: value}, known)) == {name}


@pytest.mark.parametrize(
    ("operation", "name", "meant"),
    [
        ("str_replace", "content", "'new'"),  # of the file, or what is to be put there?
        ("str_replace", "target", "'within'"),
        ("str_replace", "pattern", "'old'"),
        ("str_replace", "regex", "'old'"),
        ("str_replace", "lines", "'near_line'"),
        ("str_replace", "count", "'expected_count' or 'occurrence'"),
        ("replace_block", "body", "'part' or 'new'"),  # in the place of the whole block?
        ("replace_block", "old", "'anchor' or 'expected'"),
        ("rename_local", "name", "'selector' or 'within'"),
        ("rename_local", "text", "'new'"),
        ("insert", "insert_line", "'lines' or 'near_line'"),
        ("insert", "anchor", "'of' or 'within'"),
        ("insert", "where", "'at'"),
        ("find", "symbol", "'within' or 'text'"),
        ("get_region", "start_line", "'lines' or 'near_line'"),
        ("get_region", "query", "'anchor'"),
        ("delete_block", "text", "'anchor'"),
        ("apply_edits", "atomic", "'partial'"),
        ("get_edit_stats", "since", "'scope'"),
        ("str_replace", "oldd_str", "'old'"),  # spelt nearly as another name of it
    ],
)
def test_names_that_may_mean_several_things_are_errors_that_say_so(operation, name, meant):
    with pytest.raises(UsageError) as caught:
        normalise({name: "a"}, table_of(operation))
    assert caught.value.hint == f"did you mean {meant}?"


def test_what_is_like_nothing_lists_what_there_is():
    with pytest.raises(UsageError) as caught:
        normalise({"colour": "red"}, table_of("undo"))
    assert caught.value.hint == "there are: id, path, dry_run"


def test_lines_are_given_in_several_ways():
    known = parameters_of("get_region")
    assert normalise({"start_line": 3, "endLine": 9}, known) == {"lines": "3-9"}
    assert normalise({"lines": [3, 9]}, known) == {"lines": "3-9"}
    assert normalise({"line": 3}, known) == {"lines": 3}
    assert normalise({"start_line": "3", "end_line": "9"}, known) == {"lines": "3-9"}
    for wrong in ({"start_line": 3}, {"end_line": 3}, {"start_line": "x", "end_line": "9"}):
        with pytest.raises(UsageError, match="lines"):
            normalise(wrong, known)
    with pytest.raises(UsageError):
        normalise({"start_line": 3, "end_line": 9, "lines": 4}, known)


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
        ({"near_line": "4", "dryRun": "True"}, {"near_line": 4, "dry_run": True}),
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


# The border of the library: the same words whatever sends a call

DOC = se.Document.from_text("def f():\n    return 1\n", path="x.py")
HALF, NUL = "a\ud800", "a\0b"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"old": 5}, "'old' cannot be a number. pass a string"),
        ({"old": b"a"}, "'old' cannot be of type bytes. pass a string"),
        ({"old": None}, "old is missing. pass old"),
        ({"new": HALF}, "'new' contains half of a surrogate pair"),
        ({"new": NUL}, "'new' contains a NUL character"),
        ({"within": ["f"]}, "'within' cannot be a list. pass a string"),
        ({"within": "a[" + "9" * 5000 + "]"}, "is too large"),
        ({"within": "a@" + "9" * 5000}, "is too large"),
        ({"within": ":" + "9" * 5000}, "is not a line range"),
        ({"near_line": "five"}, "'near_line' cannot be a text. pass a whole number"),
        ({"near_line": True}, "'near_line' cannot be true or false"),
        ({"occurrence": 10**30}, "pass 1,000,000,000 or less"),
        ({"occurrence": -(10**5000)}, "a whole number of about 5,001 digits"),
        ({"after": 5}, "'after' cannot be a number. pass a string, or {text, occurrence}"),
        ({"after": se.Landmark("a", "b")}, "'after' cannot be"),
        ({"between": (1, 2)}, "'between' cannot be a number"),
        ({"between": "a"}, "'between' cannot be a text. pass {start, end}"),
        ({"match": [1]}, "'match' cannot be a list. pass one of its words"),
        ({"dry_run": "perhaps"}, "'dry_run' cannot be a text. pass true or false"),
        ({"timeout": "a"}, "timeout cannot be 'a'. pass seconds, above 0"),
        ({"timeout": float("nan")}, "timeout cannot be nan"),
        ({"timeout": -1}, "timeout cannot be -1"),
        ({"hooks": 1}, "'hooks' cannot be a number. pass Hooks(pre_edit=…)"),
    ],
)
def test_a_wrong_argument_of_the_library_is_named(asked, told):
    with pytest.raises(UsageError) as raised:
        se.str_replace(DOC, **{"old": "1", "new": "2", **asked})
    assert told in str(raised.value) and len(str(raised.value)) < 200


def test_none_means_left_out_in_the_library_as_in_a_call_as_data():
    found = se.str_replace(DOC, "1", "2", within=None, radius=None, dry_run=None, match=None)
    assert found.text == "def f():\n    return 2\n"
    assert se.get_region(DOC, lines=[1, 2]).lines == se.LineRange(1, 2)
    assert se.get_region(DOC, start=se.Landmark("def"), end="return").lines == se.LineRange(1, 2)


def test_a_reader_need_not_know_what_stands_in_the_lines_that_a_report_names():
    assert 'get_region ":1" shows it' in se.str_replace(DOC, "def g():", "x").report()
    assert se.get_region(DOC, ":1").text == "def f():"
    assert se.get_region(DOC, ":1-2").lines == se.LineRange(1, 2)
    past = se.get_region(DOC, ":3")
    assert (past.status, past.reason) == ("refused", "out_of_range")
    edit = se.replace_block(DOC, ":1", "def g():")
    assert (edit.status, edit.reason) == ("refused", "content_mismatch")


@pytest.mark.parametrize(
    "call",
    [
        lambda root: se.Document.from_text(5),
        lambda root: se.Document.from_text(HALF),
        lambda root: se.Document.from_bytes("a"),
        lambda root: se.Selector.parse(None),
        lambda root: se.parse_edits(5),
        lambda root: se.parse_edits(NUL),
        lambda root: se.parse_edits("a", 5),
        lambda root: se.parse_edits('[{"op": "str_replace", "occurrence": ' + "9" * 5000 + "}]"),
        lambda root: se.parse_edits('{"edits": [' * 200 + "{}" + "]}" * 200),
        lambda root: se.move_block(DOC, "f", at=None, of="f"),
        lambda root: se.str_replace(DOC, "1"),
        lambda root: se.multi_edit(root, 5),
        lambda root: se.multi_edit(root, [5]),
        lambda root: se.multi_edit(root, [{5: 6}]),
        lambda root: se.multi_edit(root, [se.StrReplace("a", "b")]),
        lambda root: se.multi_edit(root, [se.EditFile("x.py", se.StrReplace("a", 5))]),
        lambda root: se.multi_edit(root, [se.EditFile("x.py", se.ReplaceBlock("a", "b"))]),
        lambda root: se.multi_edit(root, [se.EditFile("x.py", se.ApplyHunks(()))]),
        lambda root: se.multi_edit(root, [se.EditFile("x.py", se.StrReplace(None, "b"))]),
        lambda root: se.multi_edit(root, [se.EditFile(None, se.StrReplace("a", "b"))]),
        lambda root: se.multi_edit(root, [se.EditFile("x.py", se.StrReplace("a", "b", hints=5))]),
        lambda root: se.multi_edit(root, [se.EditFile("x.py", se.ApplyHunks((5,)))]),
        lambda root: se.multi_edit(root, [se.EditFile("x.py", se.ApplyHunks((), hints=5))]),
        lambda root: se.multi_edit(root, [se.CreateFile("y", HALF)]),
        lambda root: se.multi_edit(root, [se.CreateFile("y", None)]),
        lambda root: se.multi_edit(root, [se.CreateFile("y", "", overwrite=5)]),
        lambda root: se.multi_edit(root, [{"op": "patch", "path": "x.py", "diff": "\n"}]),
        lambda root: se.multi_edit(root, [], thresholds=5) or se.apply_edits("a", root, partial=5),
        lambda root: se.history(root, most="a"),
        lambda root: se.undo(5, root),
        lambda root: se.rewrite(root, query="(_) @a", template=5),
        lambda root: se.rewrite(root, query="(integer) @a", template=lambda node: 5),
        lambda root: se.rewrite(root, query="(_) @a", template="a", jobs="2"),
        lambda root: se.parse(DOC).definitions()[0].replace(5),
        lambda root: se.parse(DOC).definitions()[0].replace("a", attach="b"),
        lambda root: se.parse(DOC).query("(identifier) @a")[0].replace(HALF),
        lambda root: se.Session(root, most_versions="a"),
        lambda root: se.Session(root).find(".", text=["a"]),
        lambda root: se.Session(root).get_region("x.py", lines=1, version=5),
    ],
)
def test_what_no_call_can_mean_is_a_usage_error(tmp_path, call):
    (tmp_path / "x.py").write_text(DOC.text)
    with pytest.raises(UsageError):
        call(tmp_path)
    assert (tmp_path / "x.py").read_text() == DOC.text


@pytest.mark.parametrize("path", ["a\0b", HALF, HALF + "/x.py"])
def test_what_no_path_can_hold_is_a_file_error(path):
    for call in (se.outline, se.Document.from_path, lambda name: se.str_replace(name, "a", "b")):
        with pytest.raises(se.FileError):
            call(path)


@pytest.mark.parametrize("pattern", ["(", "(" * 5000, "a{99999999999999999999}"])
@pytest.mark.parametrize(
    "call",
    [
        lambda document, pattern: se.find(document, regex=pattern),
        lambda document, pattern: se.replace_all(document, pattern, "x", regex=True),
    ],
    ids=["find", "replace_all"],
)
def test_a_pattern_that_does_not_compile_is_an_error_of_the_call(call, pattern):
    with pytest.raises(se.UsageError, match="does not compile"):
        call(se.Document.from_text("a\n"), pattern)
