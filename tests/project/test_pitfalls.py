"""What went wrong in other tools: every row of the table has its cases or tests."""

import importlib
import inspect
import pkgutil
import re
import tomllib
from types import CodeType

import pytest

import structedit
from cases_support import CASES, all_cases
from checkout import ROOT
from structedit import Document, Status, edits, judge, search
from structedit.app import library
from structedit.calls.operations import OPERATIONS
from structedit.calls.parameters import PARAMETERS
from structedit.calls.statuses import Reason
from structedit.disk import journal
from structedit.text.errors import FileError

NAMES = {case.name for case in all_cases("pitfalls")}
ROWS = tomllib.loads((CASES / "pitfalls" / "ROWS.toml").read_text("utf-8"))["row"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["says"])
def test_a_row_has_cases_or_tests(row):
    assert row.keys() <= {"group", "says", "cases", "tests"}
    assert row.get("cases") or row.get("tests")
    for case in row.get("cases", ()):
        assert f"pitfalls/{case}" in NAMES, case
    for test in row.get("tests", ()):
        file, _, name = test.partition("[")[0].partition("::")
        assert f"def {name}" in (ROOT / "tests" / file).read_text("utf-8")


def test_every_case_belongs_to_a_row():
    assert {f"pitfalls/{case}" for row in ROWS for case in row.get("cases", ())} == NAMES


# Rows that no case can hold


def test_a_file_is_read_and_parsed_each_time(tmp_path):
    file = tmp_path / "cart.py"
    for text in ("def total():\n    return 1\n", "# moved\n\n\ndef total():\n    return 1\n"):
        file.write_text(text)
        assert structedit.replace_function_body(str(file), "total", "return 2").landed
        assert file.read_text() == text.replace("return 1", "return 2")


def test_a_write_that_fails_is_an_outcome(tmp_path, monkeypatch):
    def full(*_, **__):
        raise FileError("no space is left", hint="make some", code="write_failed")

    monkeypatch.setattr(journal, "commit", full)
    file = tmp_path / "cart.py"
    file.write_text("a = 1\n")
    out = structedit.str_replace(str(file), "a = 1", "a = 2")
    assert (out.status, out.reason, out.landed) == (Status.ERROR, Reason.WRITE_FAILED, False)


def test_left_out_is_not_one():
    document = Document.from_text("a = 1\na = 1\n", path="cart.py")
    assert library.str_replace(document, "a = 1", "a = 2").status is Status.AMBIGUOUS
    assert library.str_replace(document, "a = 1", "a = 2", occurrence=1).text == "a = 2\na = 1\n"


_CALLED = re.compile(r"\b(?:use|with|of) ([a-z]+_[a-z_]+)\b")
_PASSED = re.compile(r"\b([a-z_]+)=(?:[\"'0-9]|true|false|$)")


def texts_of(code):
    """Give the texts in the code of a module, without docstrings."""
    for constant in code.co_consts[code.co_flags & inspect.CO_OPTIMIZED :]:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from texts_of(constant)


def test_messages_name_what_there_is():
    """An operation or parameter in a text for callers is one that exists."""
    unknown = []
    for package in (judge, edits, search):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            code = importlib.import_module(module.name).__spec__.loader.get_code(module.name)
            for text in texts_of(code):
                named = {*_CALLED.findall(text)} - OPERATIONS.keys() - PARAMETERS.keys()
                passed = {*_PASSED.findall(text)} - PARAMETERS.keys()
                unknown += [(module.name, word) for word in named | passed]
    assert not unknown
