"""Texts of edits as data: `tests/formats/README.md` describes them."""

import dataclasses
import re
from dataclasses import dataclass

import pytest

from checkout import TESTS
from structedit.calls.batches import (
    ApplyHunks,
    CreateFile,
    DeleteFile,
    EditFile,
    ExtendFile,
    MoveFile,
)
from structedit.calls.formats import FORMATS, parse_edits
from structedit.calls.places import Hints
from structedit.calls.requests import StrReplace
from structedit.text.errors import FormatError, UsageError

FOLDER = TESTS / "formats"
_FLAG = re.compile(r"(format|path|newline|unended): (.*)")


@dataclass(frozen=True)
class Case:
    name: str
    flags: dict[str, str]
    text: str
    gives: str

    @property
    def answer(self):
        text = self.text.removesuffix("\n") if "unended" in self.flags else self.text
        return text.replace("\n", "\r\n") if self.flags.get("newline") == "crlf" else text


def cases_of(file):
    for part in file.read_text().split("%%%% ")[1:]:
        head, _, rest = part.partition("-- text --\n")
        name, *flags = head.splitlines()
        text, _, gives = rest.partition("-- gives --\n")
        found = dict(match.groups() for line in flags if (match := _FLAG.fullmatch(line)))
        assert len(found) == len(flags), f"{file.name}: {head}"
        yield Case(name, found, text, gives)


CASES = [(file, case) for file in sorted(FOLDER.glob("*.txt")) for case in cases_of(file)]


def given(case):
    """Say in lines what a text gives."""
    try:
        requests = parse_edits(
            case.answer, case.flags.get("format", "auto"), path=case.flags.get("path")
        )
    except FormatError as error:
        assert error.message.startswith(f"line {error.line}: ")
        message = error.message.partition(": ")[2]
        return f"error {error.line}: {message} / {error.hint}\n"
    except UsageError as error:
        return f"error: {error.message} / {error.hint}\n"
    return "".join(shown(request) for request in requests)


def shown(request):
    at = f"{request.line} {request.path}: "
    match request:
        case EditFile(request=StrReplace(old=old, new=new, hints=hints)):
            within = f" within {hints.within.text}" if hints.within else ""
            return f"{at}replace {old!r} by {new!r}{within}\n"
        case EditFile(request=ApplyHunks(hunks=hunks)):
            return f"{at}patch\n" + "".join(map(hunk_shown, hunks))
        case EditFile(request=other):
            return f"{at}{plainly(other)}\n"
        case CreateFile(text=text, overwrite=overwrite):
            return f"{at}{'write' if overwrite else 'create'} {text!r}\n"
        case ExtendFile(text=text):
            return f"{at}extend by {text!r}\n"
        case DeleteFile(expected=expected):
            return f"{at}delete" + (f" what holds {expected!r}\n" if expected is not None else "\n")
        case MoveFile(to=to):
            return f"{at}move to {to}\n"
    raise AssertionError(request)


def plainly(request):
    """Name a request with the fields that are not their defaults."""
    given = {f.name: getattr(request, f.name) for f in dataclasses.fields(request)}
    defaults = {f.name: f.default for f in dataclasses.fields(request)}
    rows = [f"{k}={worded(v)}" for k, v in given.items() if v != defaults[k]]
    return f"{type(request).__name__} {' '.join(rows)}"


def worded(value):
    if isinstance(value, Hints):
        return " ".join(f"{name}:{worded(getattr(value, name))}" for name in value.given())
    return repr(value.text) if hasattr(value, "text") else repr(str(value))


def hunk_shown(hunk):
    facts = [f"line {hunk.line}"] if hunk.line is not None else []
    facts += [f"under {name!r}" for name in hunk.context]
    facts += [f"section {hunk.section!r}"] if hunk.section else []
    facts += [word for word in ("at_end", "old_unended", "new_unended") if getattr(hunk, word)]
    rows = "".join(f"    {line.sign}{line.text!r}\n" for line in hunk.lines)
    return f"  hunk {', '.join(facts)}".rstrip() + "\n" + rows


@pytest.mark.parametrize(("file", "case"), CASES, ids=[f"{f.stem}: {c.name}" for f, c in CASES])
def test_what_a_text_gives(file, case, request):
    found = given(case)
    if request.config.getoption("--update-cases"):
        whole = file.read_text()
        head = f"%%%% {case.name}\n"
        before, _, rest = whole.partition(head)
        mine, mark, after = rest.partition("%%%% ")
        mine = mine.partition("-- gives --\n")[0] + "-- gives --\n" + found
        file.write_text(before + head + mine + mark + after)
        return
    assert found == case.gives


def test_there_are_many_cases_and_each_name_stands_once():
    names = [(file.stem, case.name) for file, case in CASES]
    assert len(names) == len(set(names)) >= 150


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_by_name_reads_what_is_detected(name):
    file = FOLDER / f"{name}.txt"
    for case in cases_of(file):
        if case.gives.startswith("error") or case.flags.get("format"):
            continue
        if "JSON" in case.name and name == "v4a":
            continue
        assert parse_edits(case.answer, name, path=case.flags.get("path")) == parse_edits(
            case.answer, path=case.flags.get("path")
        )
