"""Read the cases under `tests/cases`, run them, and compare. `tests/cases/README.md` describes their format.

A case is text. A variant turns that text into a `Trial`: the bytes of a file, a call, and the expected
result. `check` makes the call through the library, `check_command` through the command.
"""

import contextlib
import difflib
import io
import itertools
import json
import math
import re
import sys
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from unittest import mock

from structedit.app import library
from structedit.calls import operations
from structedit.calls.operations import EDITING, OPERATIONS, READING, parameters_of
from structedit.calls.outcomes import Outcome
from structedit.calls.parameters import PARAMETERS
from structedit.calls.report import report as report_of
from structedit.calls.statuses import Status
from structedit.explain.repeated_failures import PATIENCE, insisted
from structedit.faces import readings
from structedit.faces.command import known_languages
from structedit.faces.command.cli import main
from structedit.languages.detection import extensions_of
from structedit.languages.known import fresh_languages, fresh_profile, profile
from structedit.text.document import Document
from structedit.text.errors import StructEditError
from structedit.tree import source
from structedit.tree.newer_grammars import profile_in_use
from structedit.tree.probes import versions_of

CASES = Path(__file__).parent / "cases"

FLAGS = (
    *("operation", "path", "input", "newline", "bom", "encoding", "no_final_newline", "escaped"),
    *("tabs", "wish", "grammar"),
)
OF_CASES = frozenset({"input", "request", "outcome", "expected", "diff", "output", "report"})
STANDING = "standing"
"""The section of the argument `expected`, whose name is taken."""

SECTIONS = OF_CASES | {STANDING, *PARAMETERS}
PLAIN_FACTS = ("status", "reason", "tier")
LISTED_FACTS = ("kept", "attached", "warning")
OTHER_FACTS = ("method", "language", "selector", "risk", "replacements", "raises")

CRLF_MARK = "␍"
BOMS = {"utf-8": b"\xef\xbb\xbf", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
STRICT_TIERS = frozenset({"exact", "newline"})

INPUTS = "inputs"
"""The folder of a language that holds the inputs which several cases share."""

SHORT = 12
"""Lines of an input up to which a case gives the whole file after the edit instead of a diff."""

CONTEXT = 2
"""Lines that a diff shows above and below a change."""

_TITLE = re.compile(r"(?:^\n)?^== ([a-z0-9_]+) ==\n", re.MULTILINE)
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@\n")
_SECTION = re.compile(r"-- ([a-z_]+)((?:\.[a-z]+)?) --\n?")
_FLAG = re.compile(rf"({'|'.join(FLAGS)}): *(.*)")
_ESCAPE = re.compile(r"\\u\{([0-9a-fA-F]+)\}")


@dataclass(frozen=True, slots=True)
class Case:
    """One case: its file, its name, its sentence, its flags, and its sections in their order.

    The sections `input` and `expected` are whole texts, also where the case names a file or gives a diff.
    """

    file: Path
    name: str
    sentence: str
    flags: dict[str, str]
    sections: dict[str, str]
    misfit: str = ""
    """Why the diff does not apply to the input: a shared input was edited, say."""

    @property
    def title(self):
        return self.name.rpartition("/")[2]

    @property
    def folder(self):
        """The language, `pitfalls` or `text`."""
        return self.name.split("/")[0]

    @property
    def operation(self):
        return self.flags.get("operation") or self.name.split("/")[1]

    @property
    def grammar(self):
        """`pack` or `fresh` if the case is about that grammar of its language alone; else empty."""
        return self.flags.get("grammar", "").partition(" ")[0]

    @property
    def path(self):
        given = self.flags.get("path")
        return given or f"example{extensions_of(self.folder)[0]}"

    def facts(self):
        """Return the lines of the section `outcome`: each name with all its values."""
        found = {}
        for name, value in _pairs(self.sections.get("outcome", "")):
            assert name in (*PLAIN_FACTS, *LISTED_FACTS, *OTHER_FACTS), f"{self.name}: {name}"
            found.setdefault(name, []).append(value)
        return found


@dataclass(frozen=True, slots=True)
class Trial:
    """A case in one variant: the bytes of the file, the arguments of the call, the expected result."""

    case: Case
    variant: str
    before: bytes
    after: bytes
    arguments: dict[str, object]
    output: str | None = None
    blanks_differ: bool = field(default=False)

    @property
    def fresh(self):
        """True if the trial runs with the newer grammar of its language."""
        return self.variant == "fresh" or self.case.grammar == "fresh"

    @property
    def document(self):
        return Document.from_bytes(self.before, self.case.path)


# Reading cases


@cache
def all_cases(folder=""):
    """Return the cases whose names begin with a folder (`rust`, `rust/insert`), or all, by name."""
    files = sorted((CASES / folder.split("/")[0]).rglob("*.txt"))
    cases = [case for file in files if file.parent.name != INPUTS for case in cases_in(file)]
    cases.sort(key=lambda case: case.name)
    for case, following in itertools.pairwise(cases):
        assert case.name != following.name, f"two cases {case.name}: {case.file}, {following.file}"
    return tuple(case for case in cases if not folder or case.name.startswith(f"{folder}/"))


def cases_in(file):
    """Read the cases of a file; an unknown flag or section is an error."""
    return [read_case(file, title, text) for title, text in texts_in(file).items()]


def texts_in(file):
    """Return the text of each case in a file by its title; a file without titles is one case."""
    text = file.read_bytes().decode()
    above, *parts = _TITLE.split(text)
    if not parts:
        return {file.stem: text}
    assert not above.strip(), f"{file}: text above the first title"
    titles = parts[::2]
    assert len(titles) == len(set(titles)), f"{file}: two cases have the same title"
    return dict(zip(titles, parts[1::2], strict=True))


def read_case(file, title, text):
    """Read one case from its text."""
    sentence, flags, sections, section = [], {}, {}, None
    for line in _lines(text):
        marker = _SECTION.fullmatch(line)
        if marker and marker[1] in SECTIONS:
            section = marker[1] + marker[2]
            assert section not in sections, f"{file}: {title}: two sections {section}"
            sections[section] = ""
        elif section is not None:
            sections[section] += line
        elif flag := _FLAG.fullmatch(line.rstrip("\n")):
            flags[flag[1]] = flag[2]
        elif line.strip():
            sentence.append(line.strip())
    name = _name_of(file, title)
    if "input" in flags:
        assert "input" not in sections, f"{name}: names an input and has one"
        shared = CASES / name.split("/")[0] / INPUTS / flags["input"]
        sections = {"input": shared.read_bytes().decode(), **sections}
    misfit = ""
    if "diff" in sections:
        assert "expected" not in sections, f"{name}: has a diff and the whole text"
        try:
            sections["expected"] = patched(sections["input"], sections.pop("diff"))
        except ValueError as error:
            misfit = str(error)
    case = Case(file, name, " ".join(sentence), flags, sections, misfit)
    assert case.sentence.endswith("."), f"{name}: a case begins with a sentence"
    assert case.operation in OPERATIONS, f"{name}: no operation {case.operation!r}"
    return case


def _name_of(file, title):
    """Return `LANGUAGE/OPERATION/TITLE`, whether the file is `OPERATION.txt` or in a folder OPERATION."""
    path = file.relative_to(CASES).with_suffix("")
    whole_operation = len(path.parts) == 2 and path.name in OPERATIONS
    return ((path if whole_operation else path.parent) / title).as_posix()


def patched(before, diff):
    """Apply a unified diff. Raise ValueError where a line of context or a removed line is not in its place."""
    lines, after, read = _lines(before), [], 0
    for line in _lines(diff):
        if hunk := _HUNK.fullmatch(line):
            # The header of a hunk without old lines names the line above the hunk.
            start = int(hunk[1]) - (hunk[2] != "0")
            if start < read:
                raise ValueError(f"a hunk begins at line {start + 1}, inside the one above it")
            after += lines[read:start]
            read = start
            continue
        kind, text = (" ", line) if line == "\n" else (line[0], line[1:])
        if kind not in " +-":
            raise ValueError(f"not a line of a diff: {line!r}")
        if kind != "+":
            if lines[read : read + 1] != [text]:
                raise ValueError(f"line {read + 1} of the input is not {text!r}")
            read += 1
        if kind != "-":
            after.append(text)
    return "".join(after + lines[read:])


def diff_of(before, after):
    """Return what `patched` applies. An empty line of context gets no blank, which editors would drop."""
    rows = [*difflib.unified_diff(_lines(before), _lines(after), n=CONTEXT)][2:]
    return "".join("\n" if row == " \n" else row for row in rows)


def _lines(text):
    """Split at line feeds alone: a case may be about other line ends."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _pairs(text):
    """Read `key: value` lines."""
    for line in text.split("\n"):
        if line.strip():
            name, colon, value = line.partition(":")
            assert colon, f"no `key: value`: {line!r}"
            yield name.strip(), value.strip()


# Variants


def trial(case, variant):
    """Return a case in a variant; None if the variant would repeat another one."""
    match variant:
        case "plain" | "command":
            return _trial(case, variant)
        case "crlf":
            own = case.flags.keys() & {"newline"}
            return None if own else _trial(_flagged(case, newline="crlf"), variant)
        case "bom":
            own = case.flags.keys() & {"bom", "encoding"}
            return None if own else _trial(_flagged(case, bom="yes"), variant)
        case "tabs":
            return _with_tabs(case)
        case "fresh":
            newer = case.folder in fresh_languages() and not case.grammar
            return _trial(case, variant) if newer else None


VARIANTS = ("plain", "crlf", "bom", "tabs", "command", "fresh")


@contextlib.contextmanager
def grammars_of(*, fresh):
    """Parse with the grammars of the pack alone, or with newer ones where they are installed."""
    chosen = profile_in_use if fresh else profile
    with contextlib.ExitStack() as stack:
        for module in (source, known_languages):
            stack.enter_context(mock.patch.object(module, "profile_in_use", chosen))
        if not fresh:
            stack.enter_context(mock.patch.object(known_languages, "fresh_languages", dict))
        yield


def missing_wheel(language):
    """Return the name of the wheel with the newer grammar of a language; empty if it is installed."""
    versions = versions_of(fresh_profile(language))
    return "" if versions.found else versions.wheel


def _flagged(case, **flags):
    return replace(case, flags={**case.flags, **flags})


def _trial(case, variant):
    before = _encoded(case, "input")
    after = _encoded(case, "expected") if "expected" in case.sections else before
    output = _output(case) if "output" in case.sections else None
    return Trial(case, variant, before, after, arguments_of(case, before), output)


def _output(case):
    text = _text(case, "output")
    crlf = case.operation == "get_region" and case.flags.get("newline") == "crlf"
    return text.replace("\n", "\r\n") if crlf else text


def _encoded(case, section):
    """Return the bytes of a file, with the line ends and in the encoding of the flags."""
    text = _text(case, section)
    match case.flags.get("newline", "lf"):
        case "crlf":
            text = text.replace("\n", "\r\n")
        case "cr":
            text = text.replace("\n", "\r")
        case "mixed":
            text = text.replace(f"{CRLF_MARK}\n", "\r\n")
    encoding = case.flags.get("encoding", "utf-8")
    bom = BOMS[encoding] if case.flags.get("bom") == "yes" else b""
    return bom + text.encode(encoding, "surrogateescape")


def _text(case, section):
    text = case.sections[section]
    if section in case.flags.get("no_final_newline", "").split():
        assert text.endswith("\n")
        text = text[:-1]
    if section in case.flags.get("escaped", "").split():
        text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    return text


def arguments_of(case, before):
    """Return the arguments of the call, as the function of the library takes them."""
    known, found = parameters_of(case.operation), {}
    given = [*_pairs(case.sections.get("request", ""))]
    for name in case.sections:
        if name not in OF_CASES:
            given.append(("expected" if name == STANDING else name, _text(case, name)))
    for name, text in given:
        whole, _, part = name.partition(".")
        assert whole in known, f"{case.name}: {case.operation} has no argument {whole!r}"
        if text == "{version}":
            text = Document.from_bytes(before).version
        value = _value(known[whole].kind, part, text)
        if part:
            found.setdefault(whole, {})[part] = value
        else:
            found[whole] = value
    return found


def _value(kind, part, text):
    if kind == "integer" or part == "occurrence":
        return int(text)
    if kind == "flag":
        return {"yes": True, "no": False}[text]
    return tuple(text.split()) if kind == "names" else text


def _with_tabs(case):
    """Return the case with one tab for each step of indentation, in the file and in the call.

    An argument that is indented by another step stays as it is.
    """
    if "tabs" in case.flags or case.folder == "yaml" or case.path.endswith((".yaml", ".yml")):
        return None
    if case.operation in READING and case.operation != "get_region":
        return None
    unit = _unit(case)
    if not unit:
        return None
    sections = {name: _tabbed(name, text, unit) for name, text in case.sections.items()}
    return replace(_trial(replace(case, sections=sections), "tabs"), blanks_differ=True)


def _tabbed(name, text, unit):
    if name in ("request", "outcome", "report"):
        return text
    if any(len(blanks) % unit for blanks in re.findall(r"^( *)\S", text, re.M)):
        return text

    def tabs(match):
        width = len(match[0])
        return "\t" * (width // unit) + " " * (width % unit)

    return re.sub(r"^ +", tabs, text, flags=re.MULTILINE)


def _unit(case):
    """Return the number of spaces in a step of indentation; 0 if there is no single step."""
    before, after = (case.sections.get(name, "") for name in ("input", "expected"))
    blanks, more = (
        [m[1] for m in re.finditer(r"^([ \t]+)\S", text, re.M)] for text in (before, after)
    )
    if any("\t" in blank for blank in (*blanks, *more)):
        return 0
    unit = math.gcd(*map(len, blanks))
    return unit if unit > 1 and not any(len(blank) % unit for blank in more) else 0


# Checking


def check(tried):
    """Make the call on a document, and compare its result with every section of the case."""
    case, facts = tried.case, tried.case.facts()
    document = tried.document
    assert document.encode() == tried.before, "the file does not survive being read"
    if "raises" in facts:
        check_raises(tried, facts["raises"])
        return
    found = run(case.operation, document, tried.arguments)
    if case.operation in READING:
        _check_reading(tried, facts, document, found)
        return
    if tried.variant == "plain":
        check_arguments(tried)
    _check_facts(tried, facts, found)
    _check_bytes(tried, found)
    _check_report(tried, report_of(found))
    assert report_of(found).count("\n") < 60 and json.dumps(found.to_dict())
    _check_inverse(tried, found)
    check_retry(found)
    check_advice(found)
    if tried.variant == "plain":
        check_choices(found, tried.arguments)


def run(operation, document, arguments):
    """Call the function of the library."""
    return getattr(library, operation)(document, **arguments)


def check_arguments(tried):
    """Check that the arguments of the request, written as JSON and read again, make an equal request."""
    asked, kind = [], type(library.str_replace.__self__)
    with mock.patch.object(
        kind, "perform", lambda self, subject, request, _: asked.append(request)
    ):
        run(tried.case.operation, tried.document, tried.arguments)
        again = json.loads(json.dumps(operations.arguments_of(asked[0])))
        run(tried.case.operation, tried.document, again)
    assert asked[0] == asked[1]


def check_raises(tried, codes):
    try:
        run(tried.case.operation, tried.document, tried.arguments)
    except StructEditError as error:
        assert [error.code] == codes
        _check_report(tried, str(error))
    else:
        raise AssertionError("nothing was raised")


def _check_facts(tried, facts, found):
    said = {name: (values[0] if values else None) for name, values in facts.items()}
    seen = facts_of(found)
    names = ("status", "reason") if tried.blanks_differ else PLAIN_FACTS
    for name in (*names, *(name for name in OTHER_FACTS if name in said)):
        wanted, got = said.get(name), seen[name]
        near = name == "tier" and tried.variant != "plain" and {wanted, got} <= STRICT_TIERS
        assert near or got == wanted, f"{name}: {got}, not {wanted}\n{report_of(found)}"
    assert list(found.kept) == facts.get("kept", [])
    assert list(found.attached) == facts.get("attached", [])
    _check_warnings(facts.get("warning", []), found.warnings)


def facts_of(found):
    """Return those fields of an outcome that a case can name, as texts."""
    names = (*PLAIN_FACTS, *OTHER_FACTS)
    values = {name: getattr(found, name, None) for name in names}
    return {name: None if value is None else str(value) for name, value in values.items()}


def _check_warnings(wanted, got):
    """Check that every warning is expected, and that no expected warning is missing."""
    for part in wanted:
        assert any(part in warning for warning in got), f"no warning {part!r} in {got}"
    for warning in got:
        assert any(part in warning for part in wanted), f"unexpected warning: {warning}"


def _check_bytes(tried, found):
    got = found.data if found.landed else tried.before
    assert _shown(got) == _shown(tried.after)
    assert got == tried.after
    if found.status is Status.APPLIED:
        assert got != tried.before, "applied, and nothing changed"
    else:
        assert tried.before == tried.after, f"the case expects a change\n{report_of(found)}"


def _check_report(tried, text):
    if tried.variant != "plain":
        return
    for line in tried.case.sections.get("report", "").split("\n"):
        assert line.strip() in text, f"{line!r} is not in the report:\n{text}"


def _check_inverse(tried, found):
    """Check that undoing the edits restores the file."""
    if found.result is None or not found.edits:
        return
    inverse = found.edits.invert(found.before.data)
    assert found.before.encode(inverse.apply(found.result.data)) == tried.before


def check_retry(found):
    """Check that the retry in an outcome lands, in lines that the report shows."""
    retry = found.diagnosis.retry if found.diagnosis else None
    if retry is None:
        return
    again = run(found.operation, found.before, json.loads(json.dumps(retry)))
    assert again.landed, f"the retry {retry} does not land:\n{report_of(again)}"
    told = {number for lines in _told(found.diagnosis) for number in lines}
    for span in again.spans:
        first, last = span.lines_before.first, span.lines_before.last
        assert told & {first, last}, f"the retry lands at {first}-{last}:\n{report_of(found)}"


def check_advice(found):
    """Check that the next calls which a refusal suggests work: regions to read, calls without a text."""
    if found.diagnosis is None or found.landed:
        return
    for selector in _SHOWN.findall(report_of(found)):
        bare = (
            selector[1:-1]
            if selector[:1] in ("'", '"') and selector[:1] == selector[-1:]
            else selector
        )
        region = library.get_region(found.before, bare)
        assert region.reason is None, f"get_region {selector}: {region.diagnosis.message}"
    told = insisted(source.Source.of(found.before), found, PATIENCE + 1).diagnosis
    if told.instead is not None:
        call = {k: v for k, v in told.instead.items() if k not in ("op", "path")}
        again = run(told.instead["op"], found.before, json.loads(json.dumps(call)))
        assert again.landed, f"{told.instead} does not land:\n{report_of(again)}"
        place = told.hits[0] if told.hits else told.closest
        region = library.get_region(found.before, call.get("selector") or f":{call['lines']}")
        assert region.lines.first <= place.lines.first <= place.lines.last <= region.lines.last
        assert told.hits or place.similarity in (0, 100) or place.similarity >= 75


def check_choices(found, arguments):
    """Check that an argument which a refusal suggests helps: the call lands or fails for another reason."""
    for words, added in _choices(found.diagnosis):
        again = run(found.operation, found.before, {**arguments, **added})
        said = f"{words!r} does not help:\n{report_of(again)}"
        assert again.landed or again.reason not in (None, found.reason), said


def _choices(diagnosis):
    """Yield the arguments that a diagnosis suggests, with its words."""
    for words in (diagnosis.fix, *diagnosis.notes) if diagnosis else ():
        if words.endswith(" to choose one"):
            for selector in re.findall(r'"([^"]+)"', words):
                yield words, {"within": selector}
        if match := re.search(r"name it by its line, ([^;\n]+);", words):
            yield words, {"selector": match[1]}
        if match := re.search(r'pass match: "(\w+)"', words):
            yield words, {"match": match[1]}
        if "or pass occurrence" in words:
            yield words, {"occurrence": 1}
            yield words, {"occurrence": -1}
        if match := re.search(r"pass expected_count=(\d+)", words):
            yield words, {"expected_count": int(match[1])}
        if "whole_words: false" in words:
            yield words, {"whole_words": False}


_SHOWN = re.compile(r"""^get_region ("[^"\n]+"|'[^'\n]+'|\S+) shows""", re.MULTILINE)


def _told(diagnosis):
    """Return the lines that a diagnosis points at, with the line above and the line below."""
    places = [*diagnosis.hits, *diagnosis.candidates]
    places += [diagnosis.closest] if diagnosis.closest else []
    return [range(place.lines.first - 1, place.lines.last + 2) for place in places]


def _check_reading(tried, facts, document, found):
    if tried.case.operation == "get_region":
        seen = {"status": found.status.value, "reason": found.reason and found.reason.value}
        wanted = {"status": "unchanged", "reason": None, **{n: v[0] for n, v in facts.items()}}
        assert seen == wanted, found.diagnosis
    if tried.output is not None:
        assert _without_end(reading_text(tried.case.operation, found)) == _without_end(tried.output)
    else:
        assert facts.get("status", ["unchanged"]) != ["unchanged"], "the case expects no output"
    if "report" in tried.case.sections:
        _check_report(tried, reading_report(document, found))


def _without_end(text):
    """Drop the last line break: a section always has one, a region need not."""
    return text.removesuffix("\n").removesuffix("\r")


def reading_text(operation, found):
    """Return what the command of a reading operation prints, an outline without its first line."""
    match operation:
        case "outline":
            return readings.outline_text(found).partition("\n")[2]
        case "get_region":
            return found.text
        case "find":
            return readings.hits_text(found)
        case "check":
            return readings.checks_text([found])


def reading_report(document, found):
    """Return the report on a region that was not found, or the first line of an outline."""
    if hasattr(found, "items"):
        return readings.outline_text(found).partition("\n")[0]
    status, reason, diagnosis = found.status, found.reason, found.diagnosis
    return report_of(
        Outcome(
            status, "get_region", document, reason, language=found.language, diagnosis=diagnosis
        )
    )


def _shown(raw):
    """Return bytes as lines, which pytest compares one by one."""
    return [repr(line)[2:-1] for line in raw.splitlines(keepends=True)]


# The command


def check_command(tried, folder):
    """Make the call through the command, on a file, and compare the file and the result."""
    case, facts = tried.case, tried.case.facts()
    file = folder / case.path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(tried.before)
    sent = json.dumps({**_subject(case), **tried.arguments})
    code, said = in_process(folder, sent, case.operation.replace("_", "-"), "--call", "--json")
    found = json.loads(said)
    if "raises" in facts:
        assert (code, found["status"]) == (2, "error")
        return
    if case.operation == "get_region" and tried.output is not None:
        assert _without_end(found["text"]) == _without_end(readings.json_text(tried.output))
    if "status" in facts and case.operation not in ("outline", "find", "check"):
        dry = found.get("dry_run") and facts["status"] == ["applied"]
        assert [found["status"]] == (["would_apply"] if dry else facts["status"])
        assert found["reason"] == facts.get("reason", [None])[0]
    stays = case.operation in READING or tried.arguments.get("dry_run")
    assert file.read_bytes() == (tried.before if stays else tried.after)
    if stays and tried.output is not None:
        code, said = in_process(folder, sent, case.operation.replace("_", "-"), "--call")
        assert _printed(case.operation, said) == tried.output


def _subject(case):
    single = "path" in parameters_of(case.operation)
    return {"path": case.path} if single else {"paths": [case.path]}


def _printed(operation, said):
    return said.partition("\n")[2] if operation == "outline" else said


def in_process(folder, sent, *arguments):
    """Run the command in this process; return its exit code and its output."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
    kept = sys.argv, sys.stdin
    sys.argv = ["structedit", *arguments]
    sys.stdin = io.TextIOWrapper(io.BytesIO(sent.encode()))
    errors = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    try:
        with (
            contextlib.chdir(folder),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(errors),
        ):
            code = main()
            out.flush()
    finally:
        sys.argv, sys.stdin = kept
    return code, out.buffer.getvalue().decode("utf-8", "surrogateescape")


# Writing cases


def update(tried):
    """Write the result of the call into the file of the case, for a person to review."""
    case = tried.case
    sections = {n: t for n, t in case.sections.items() if n not in ("expected", "output")}
    flags = dict(case.flags)
    if "raises" in case.facts():
        return
    found = run(case.operation, tried.document, tried.arguments)
    if case.operation in READING:
        failed = getattr(found, "reason", None)
        if failed:
            sections["outcome"] = f"status: {found.status}\nreason: {failed}\n"
        else:
            sections.pop("outcome", None)
            sections["output"] = reading_text(case.operation, found)
            if sections["output"] and not sections["output"].endswith("\n"):
                sections["output"] += "\n"
    else:
        sections["outcome"] = _outcome_text(case, found)
        if found.status is Status.APPLIED:
            sections["expected"] = _section_of(case, flags, found.text)
    order = [*(n for n in sections if n not in ("outcome", "expected", "output", "report"))]
    order += [n for n in ("outcome", "expected", "output", "report") if n in sections]
    text = written_case(_head(case), flags, {n: sections[n] for n in order})
    write_cases(case.file, {**texts_in(case.file), case.title: text})
    again = _trial(read_case(case.file, case.title, text), "plain")
    if case.operation in EDITING and found.status is Status.APPLIED:
        assert again.after == found.data, f"{case.name}: write the expected text by hand"


def _outcome_text(case, found):
    seen, said = facts_of(found), case.facts()
    names = [*PLAIN_FACTS, *(name for name in OTHER_FACTS if name in said)]
    rows = [f"{name}: {seen[name]}" for name in names if seen[name] is not None]
    rows += [f"kept: {text}" for text in found.kept]
    rows += [f"attached: {text}" for text in found.attached]
    rows += [f"warning: {text}" for text in found.warnings]
    return "".join(f"{row}\n" for row in rows)


def _section_of(case, flags, text):
    match case.flags.get("newline"):
        case "crlf":
            text = text.replace("\r\n", "\n")
        case "cr":
            text = text.replace("\r", "\n")
        case "mixed":
            text = text.replace("\r\n", f"{CRLF_MARK}\n")
    if "expected" in case.flags.get("escaped", "").split():
        text = re.sub(r"[^\n -~]", lambda match: f"\\u{{{ord(match[0]):x}}}", text)
    if text and not text.endswith("\n"):
        text += "\n"
        _flag_without_newline(flags, "expected")
    return text


def _flag_without_newline(flags, section):
    named = flags.get("no_final_newline", "").split()
    flags["no_final_newline"] = " ".join(dict.fromkeys([*named, section]))


def write_cases(file, texts):
    """Write the cases of a file, by their titles; a single one that the file is named after has none."""
    if [*texts] == [file.stem]:
        text = texts[file.stem]
    else:
        text = "\n".join(f"== {title} ==\n{text}" for title, text in texts.items())
    file.write_bytes(text.encode())


def written_case(sentence, flags, sections):
    """Return the text of a case: a shared input by its name, a change of a long input as a diff."""
    rows = [sentence, *(f"{name}: {value}\n" for name, value in flags.items())]
    for name, text in sections.items():
        if name == "input" and "input" in flags:
            continue
        if name == "expected":
            name, text = _change(sections["input"], text)
        rows.append(f"-- {name} --\n{text}")
    return "".join(rows)


def _change(before, after):
    """Return the section that says how the file changes: the shorter one where the input is long."""
    if before.count("\n") > SHORT:
        diff = diff_of(before, after)
        ambiguous = any(_SECTION.fullmatch(line) for line in _lines(diff))
        if len(diff) < len(after) and not ambiguous:
            return "diff", diff
    return "expected", after


def _head(case):
    """Return the lines of the sentence as they are in the file."""
    lines = []
    for line in _lines(texts_in(case.file)[case.title]):
        if _SECTION.fullmatch(line) or _FLAG.fullmatch(line.rstrip("\n")):
            break
        lines.append(line)
    return "".join(lines).rstrip("\n") + "\n"
