"""Random calls: every operation, on damaged texts, with arguments that rarely fit.

    python -m benchmarks.fuzz --minutes 10 --seed 1    # ten minutes of calls
    python -m benchmarks.fuzz --seed 1 --only 4711     # one call of that run, with its traceback

The texts are those of fixtures/ and tests/cases, damaged at random. The arguments are valid ones for
the text, or values of every JSON type. The calls go through the library (documents, files, batches,
formats of edits), the command in this process, and the tools of the server.

A failure is an exception other than a `StructEditError`, the code `internal`, a result that cannot be
printed or sent as JSON, a file that changed though nothing landed or a dry run was asked for, and an
undo that does not restore the file. Each is printed once, and the program ends with 1. A call that
takes longer than 5 s is counted as slow. The calls of a seed are the same in each run.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

import structedit as se
from structedit.calls.operations import (
    EDITING,
    FILE_OPERATIONS,
    READING,
    parameters_of,
    tool_parameters_of,
)
from structedit.calls.parameters import ALIASES, Parameter
from structedit.faces import readings, tools
from structedit.faces.command.cli import program
from structedit.languages.detection import extensions_of

ROOT = Path(__file__).parents[1]
MOST_BYTES = 20_000
SLOW_SECONDS = 5.0

TOOLS = (
    *("outline", "get_region", "find", "str_replace", "insert", "replace_block", "delete_block"),
    *("apply_edits", "undo", "get_edit_stats"),
)
FORMATS = ("search_replace", "unified", "v4a", "json", "whole_file")
WAYS = ("document",) * 5 + ("file",) * 4 + ("command",) * 3 + ("tools",) * 4 + ("batch",) * 4


class SlowError(BaseException):
    """A call took longer than it may."""


class BrokenPromiseError(AssertionError):
    """A call did what it may not do; the message begins with the broken promise."""


@dataclass(frozen=True)
class Call:
    """One call: the way in, the operation, the file's name and bytes, and the arguments."""

    way: str
    operation: str
    name: str
    raw: bytes
    arguments: dict[str, Any]


@dataclass
class Found:
    """The results of a run of calls."""

    statuses: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)
    times: Counter[str] = field(default_factory=Counter)
    slow: list[str] = field(default_factory=list)
    calls: int = 0


# Texts


@cache
def texts() -> tuple[tuple[str, bytes], ...]:
    """Return the texts that calls are made on, each with a file name."""
    found = [
        (f.name, f.read_bytes()) for f in sorted((ROOT / "fixtures").glob("*/*")) if f.is_file()
    ]
    cases = ROOT / "tests" / "cases"
    found += [(f.name, f.read_bytes()) for f in sorted(cases.glob("*/inputs/*"))]
    for file in sorted(cases.rglob("*.txt")):
        endings = extensions_of(file.relative_to(cases).parts[0])
        for case in re.split(r"^== \w+ ==\n", file.read_text("utf-8"), flags=re.MULTILINE):
            head, inline, rest = case.partition("-- input --\n")
            if not inline:
                continue
            named = re.search(r"^path:\s*(\S.*)$", head, re.MULTILINE)
            name = Path(named[1]).name if named else f"example{endings[0] if endings else '.txt'}"
            found.append((name, (rest.partition("\n-- ")[0] + "\n").encode()))
    return tuple((name, raw[:MOST_BYTES]) for name, raw in found)


ODD_BYTES = (
    *(b"{", b"}", b"(", b")", b"[", b"]", b'"', b"'", b"`", b'"""', b"\\", b"\r", b"\x0b", b"\x0c"),
    *(b"\x85", "\u2028".encode(), b"\x1a", b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80"),
)
LINE_ENDS = (b"\r\n", b"\r", b"\n\n", b"\r\r\n", b"\x0c\n")
MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0")
ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "utf-8-sig")
NESTED = (b"(", b"[", b"{", b"<div>", b"if (a) {", b"- ", b'{"a": ', b"> ", b"begin ", b"f(", b"!")


def _deep(rng: random.Random, raw: bytes) -> bytes:
    depth, one = rng.choice((20, 400, 3000)), rng.choice(NESTED)
    if rng.random() < 0.3:
        return b"".join(b" " * level + b"if a:\n" for level in range(min(depth, 190)))
    at = rng.choice((0, rng.randrange(len(raw) + 1)))
    return raw[:at] + one * depth + raw[at:]


def _shuffled(rng: random.Random, raw: bytes) -> bytes:
    lines = raw.splitlines(keepends=True)
    return b"".join(rng.sample(lines, len(lines)))


def _span(rng: random.Random, raw: bytes) -> tuple[int, int]:
    at = rng.randrange(len(raw) + 1)
    return at, min(len(raw), at + rng.choice((1, 1, 2, 8, 60)))


def _without(rng: random.Random, raw: bytes) -> bytes:
    at, end = _span(rng, raw)
    return raw[:at] + raw[end:]


def _repeated(rng: random.Random, raw: bytes) -> bytes:
    at, end = _span(rng, raw)
    return raw[:at] + raw[at:end] * rng.choice((2, 3, 40)) + raw[end:]


def _inserted(rng: random.Random, raw: bytes) -> bytes:
    at, _ = _span(rng, raw)
    return raw[:at] + rng.choice(ODD_BYTES) + raw[at:]


DAMAGES: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    lambda rng, raw: raw[: _span(rng, raw)[0]],
    lambda rng, raw: raw[_span(rng, raw)[0] :],
    *(_without, _repeated, _inserted, _inserted, _shuffled, _deep),
    lambda rng, raw: raw.replace(b"\n", rng.choice(LINE_ENDS)),
    lambda rng, raw: rng.choice(MARKS) + raw,
    lambda rng, raw: raw.rstrip() + rng.choice((b"", b" ", b"\t", b"\n ", b"\n\n\n", b"\\")),
    lambda rng, raw: rng.choice((b"", b"\n", b" ", b"\r", b"\n\n", b"\t", b"\\", *MARKS)),
    lambda rng, raw: raw.replace(b"    ", rng.choice((b"\t", b"", b" ", b"  \t"))),
    lambda rng, raw: raw.decode("utf-8", "replace").encode(rng.choice(ENCODINGS), "replace"),
)


def text_of(rng: random.Random) -> tuple[str, bytes]:
    """Draw a file: its name and its bytes."""
    name, raw = rng.choice(texts())
    for _ in range(rng.choice((0, 0, 1, 1, 1, 2, 3))):
        raw = rng.choice(DAMAGES)(rng, raw)[:MOST_BYTES]
    if rng.random() < 0.05:
        name = rng.choice(("x", "x.txt", "x.unknown", "é.md", "a b.json", "-x.go", "Makefile"))
    return name, raw


# Arguments


@dataclass(frozen=True)
class Facts:
    """What a caller can know of a file: selectors, lines, and its version."""

    name: str
    selectors: tuple[str, ...]
    lines: tuple[str, ...]
    version: str


def facts_of(name: str, raw: bytes) -> Facts:
    """Read a file as its caller would; errors here are those that the calls report."""
    selectors: list[str] = []
    text, version = raw.decode("utf-8", "replace"), "0" * 16
    with contextlib.suppress(Exception):
        document = se.Document.from_bytes(raw, name)
        text, version = document.text, document.version
        tree = se.parse(document)
        selectors = [node.selector for node in (*tree.definitions(), *tree.blocks())][:200]
    return Facts(name, tuple(selectors), tuple(text.splitlines(keepends=True)[:2000]), version)


DIGITS = "9" * 5000
# fmt: off
MALFORMED: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 1.5, -0.0, 1e300, float("inf"), float("nan"), 10**10, -(10**30),
    "", " ", "\n", "\r\n", "\r", "\n\n", "\t", "\0", "a\0b", "\ud800", "a\udfff", "\udcff", "\ufeff", "\u2028",
    "x" * 5000, DIGITS, ":" + DIGITS, f"a[{DIGITS}]", f"a@{DIGITS}", "a" * 300 + " > " + "b" * 300, "٣", "²",
    "(" * 3000, "[" * 3000, "a > " * 900 + "b", ">", " > ", "a >", "[", "]", "[0]", "a[0]", "a[-1]", "#", "# ",
    "'", '"', "`", 'a("', ":", ":0", ":0-0", ":5-2", ":-1", "1-", "-", "0", "-1", "5-2", "1-99999999999999", "a@0",
    ".", "..", "::", "a::", "::a", "a..b", "/", "../x", "kind:", "function:", "block:if", "\\", "\\1", "(?P<",
    "\\g<9>", "(a+)+", "(", "*", "(?i", "(a)|b", "$", "^", "(_) @x", "(identifier) @a (#eq? @a", "((", "(ERROR) @e",
    "whole", "body", "exact", "fuzzy", "any", "before", "top", "imports", "session", "json",
    [], {}, [1], ["a"], [None], [[]], ["a", "b"], [1, 2], [2, 1], [0, 0], ["a", 1], [10**20, 10**21], ["\ud800"],
    {"a": 1}, {"text": 1}, {"text": "a"}, {"text": "a", "occurrence": 0}, {"text": "a", "occurrence": 10**30},
    {"text": "a", "occurrence": "1"}, {"text": "\ud800"}, {"start": "a", "end": "b"}, {"start": 1, "end": []},
    {"start": "a"}, {"": ""}, {"op": "str_replace"}, [{}], [{"op": 1}], [{"op": "str_replace", "path": 1}],
)
"""Values of every JSON type that fit few places or none."""

FOREIGN: tuple[Any, ...] = (
    b"a", bytearray(b"a"), (), ("a",), (1, 2), {"a"}, frozenset(), object, print, 1j, range(3), Path("a"), Path("/"),
    se.Selector("a"), se.Landmark("a"), se.LineRange(1, 2), se.Part.BODY, se.Hints(), 10**5000, "\ud800" * 3,
)
"""Values that only Python has."""
# fmt: on

SLIPS: tuple[Callable[[random.Random, str, int], str], ...] = (
    lambda rng, text, at: text[:at] + text[at + 1 :],
    lambda rng, text, at: text[:at] + text[at : at + 1] * 2 + text[at + 1 :],
    lambda rng, text, at: text.replace("    ", "\t"),
    lambda rng, text, at: text.replace("\n", rng.choice(("\r\n", "\r", "", "\n\n", "\\n"))),
    lambda rng, text, at: text[:at] + rng.choice("{}()[]\"'`#\\ \n\t") + text[at:],
    lambda rng, text, at: re.sub("^", "  ", text, flags=re.MULTILINE),
    lambda rng, text, at: text[:at] + "...\n" + text[at:],
)


def slipped(rng: random.Random, text: str) -> str:
    """Change a text as a caller misremembers it."""
    return rng.choice(SLIPS)(rng, text, rng.randrange(len(text) + 1))


def piece(rng: random.Random, facts: Facts) -> str:
    """Draw lines of the file, a part of a line, or a similar text."""
    if not facts.lines or rng.random() < 0.08:
        return rng.choice(("a", "\n", " ", "", "x = 1\n", "}\n", "{\n", "    pass", "\n\n\n"))
    first = rng.randrange(len(facts.lines))
    text = "".join(facts.lines[first : first + rng.choice((1, 1, 1, 2, 3, 8))])
    at = rng.randrange(len(text) + 1)
    return rng.choice(
        (
            text,
            text,
            text,
            text.rstrip("\r\n"),
            text.strip(),
            text[at : at + 10],
            slipped(rng, text),
        )
    )


def selector_of(rng: random.Random, facts: Facts) -> str:
    """Draw a selector of the file, or a similar text."""
    if not facts.selectors or rng.random() < 0.1:
        return rng.choice(("a", "main", ":1", ":2-3", "if", "for[1]", "# A", "a > b", "[0]", ".a"))
    one, other = rng.choice(facts.selectors), rng.choice(facts.selectors)
    odd = (f"{one}[{rng.choice((0, 1, 2, -1, 99))}]", f"{one} > {other}", slipped(rng, one))
    return rng.choice((one, one, one, one, *odd, f"{one}@{rng.randrange(1, 50)}"))


VALID: dict[str, tuple[Any, ...]] = {
    "query": ("(_) @x", "(identifier) @a", "(comment) @c", "(ERROR) @e", "(string) @target"),
    "language": ("python", "go", "markdown", "json", "text", "yaml", "html", "Ruby", "nothing"),
    "format": ("auto", *FORMATS),
    "id": ("0c02589c",),
    "to": ("new.py", "sub/new.txt"),
}
PATTERNS = (r"\w+", r"^", r"$", r"\b", r"(\w)(\w)", r"a|b", r"\s*", r".", r"(?m)^\s+", r"\n")


def valid(rng: random.Random, name: str, parameter: Parameter, facts: Facts) -> Any:
    """Draw a value that an argument may have in a call on this file."""
    count = max(1, len(facts.lines))
    if name in VALID:
        return rng.choice(VALID[name])
    if name in ("expected_version", "version"):
        return facts.version
    if name in ("regex", "pattern") and rng.random() < 0.4:
        return rng.choice(PATTERNS)
    if name == "diff":
        return diff_of(rng, facts)
    first = rng.randrange(1, count + 1)
    match parameter.kind:
        case "text":
            return piece(rng, facts)
        case "name":
            return selector_of(rng, facts)
        case "mark":
            marked = {"text": piece(rng, facts), "occurrence": rng.choice((1, 2, -1, 0))}
            return rng.choice((piece(rng, facts), marked))
        case "pair":
            return {"start": piece(rng, facts), "end": piece(rng, facts)}
        case "lines":
            return rng.choice((first, f"{first}-{min(count, first + 3)}", f"{first}-{count + 1}"))
        case "integer":
            return rng.choice((1, 2, 3, -1, count, count + 1, first))
        case "flag":
            return rng.random() < 0.5
        case "word":
            return rng.choice(parameter.words)
        case "names":
            return [rng.choice(("function", "class", "section", "method", "if", "."))]
        case "edits":
            return rng.choice((answer_of(rng, facts), operations_of(rng, facts)))


TARGETS = (("selector",),) * 4 + (
    ("anchor",),
    ("start", "end"),
    ("lines",),
    ("anchor", "occurrence"),
)
PLACES = (("at",), ("at", "of"), ("at", "of"), ("after",), ("before",), ("at", "lines"))
FITTING = {"insert": PLACES, "find": (("text",), ("text",), ("regex",), ("query",))}
"""Arguments of which one group makes a call complete, by operation; others take one of TARGETS."""


def drawn(
    rng: random.Random, operation: str, known: Mapping[str, Parameter], facts: Facts
) -> dict[str, Any]:
    """Draw arguments of a call, most of them valid."""
    names = [name for name, p in known.items() if p.needed]
    groups = FITTING.get(operation, TARGETS)
    names += [name for name in rng.choice(groups) if name in known]
    # Two ways of naming the target contradict each other, so the rest leaves them out.
    alone = {name for group in groups for name in group} | {"expected", "version", "inclusive"}
    names += [name for name in known if name not in alone and rng.random() < 0.07]
    wanted = dict.fromkeys(name for name in names if name not in ("path", "paths"))
    return {name: valid(rng, name, known[name], facts) for name in wanted}


def spoiled(
    rng: random.Random, arguments: dict[str, Any], known: Mapping[str, Parameter], foreign: bool
) -> None:
    """Replace one or two arguments by values that do not fit."""
    pool = (*MALFORMED, *FOREIGN) if foreign else MALFORMED
    for _ in range(rng.choice((1, 1, 2))):
        names = list(arguments) if arguments and rng.random() < 0.7 else list(known)
        arguments[rng.choice([n for n in names if n not in ("path", "paths")] or ["x"])] = (
            rng.choice(pool)
        )


def operations_of(rng: random.Random, facts: Facts) -> list[dict[str, Any]]:
    """Draw a list of operations as objects."""
    found = []
    for _ in range(rng.choice((1, 1, 2, 4))):
        operation = rng.choice((*EDITING, *EDITING, *FILE_OPERATIONS))
        known = parameters_of(operation)
        arguments = drawn(rng, operation, known, facts)
        for name in ("dry_run", "language", "backup"):
            arguments.pop(name, None)
        if rng.random() < 0.15:
            spoiled(rng, arguments, known, foreign=False)
        path = rng.choice((*[facts.name] * 5, "other.txt", "sub/new.py", "", "..", "\0"))
        found.append({"op": operation, "path": path, **arguments})
    return found


def diff_of(rng: random.Random, facts: Facts) -> str:
    """Draw a hunk that changes one of some lines of the file."""
    first = rng.randrange(len(facts.lines)) if facts.lines else 0
    lines = [line.rstrip("\r\n") for line in facts.lines[first : first + 6]] or [""]
    at = rng.randrange(len(lines))
    changed = [f" {line}" for line in lines]
    changed[at : at + 1] = [f"-{lines[at]}", *(f"+{t}" for t in piece(rng, facts).splitlines())]
    head = f"@@ -{first + 1},{len(lines)} +{first + 1},{len(lines)} @@"
    return "\n".join((head, *changed)) + "\n"


def answer_of(rng: random.Random, facts: Facts) -> str:
    """Draw a text of edits in one of the formats, some of them damaged."""
    old, new, name = piece(rng, facts), piece(rng, facts), facts.name
    hunk = diff_of(rng, facts)
    text = {
        "search_replace": f"{name}\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n",
        "unified": f"--- a/{name}\n+++ b/{name}\n{hunk}",
        "v4a": f"*** Begin Patch\n*** Update File: {name}\n@@\n{hunk.partition(chr(10))[2]}*** End Patch\n",
        "json": json.dumps(operations_of(rng, facts)),
        "whole_file": f"{name}\n```\n{new}\n```\n",
    }[rng.choice(FORMATS)]
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
        text = slipped(rng, text)
    return text


# Calls


def call_of(seed: int, number: int) -> Call:
    """Draw one call; the calls of a seed do not depend on each other."""
    rng = random.Random(f"{seed}:{number}")
    name, raw = text_of(rng)
    facts, way = facts_of(name, raw), rng.choice(WAYS)
    operation = rng.choice(TOOLS if way == "tools" else (*EDITING, *READING))
    if way == "batch":
        operation = "apply_edits"
    known = tool_parameters_of(operation) if operation in TOOLS else parameters_of(operation)
    arguments = drawn(rng, operation, known, facts)
    if rng.random() < 0.35:
        spoiled(rng, arguments, known, foreign=way not in ("command", "tools"))
    if way == "tools":
        if rng.random() < 0.1:
            arguments[rng.choice((*ALIASES, "nothing", "", "\ud800"))] = rng.choice(MALFORMED)
        if "path" in known:
            arguments["path"] = rng.choice(MALFORMED) if rng.random() < 0.05 else name
    return Call(way, operation, name, raw, arguments)


def made(call: Call, folder: Path) -> str:
    """Make a call in an empty folder; return a word for its result.

    Raises:
        Exception: a failure.
    """
    file = folder / call.name
    file.write_bytes(call.raw)
    with contextlib.chdir(folder):
        try:
            return _MAKERS[call.way](call, file)
        except se.StructEditError as error:
            require_printable(str(error))
            if error.code == "internal":
                raise BrokenPromiseError(f"internal: {error}") from error
            return f"raised {error.code}"


def _document(call: Call, file: Path) -> str:
    document = se.Document.from_bytes(call.raw, call.name)
    found = getattr(se, call.operation)(document, **call.arguments)
    if call.operation in READING:
        return _read(found)
    if found.edits and found.edits.apply(found.before.data) != found.result.data:
        raise BrokenPromiseError("the edits do not give the result")
    require_printable(found.report(), found.to_dict())
    return str(found.status)


def _file(call: Call, file: Path) -> str:
    found = getattr(se, call.operation)(call.name, **call.arguments)
    return _read(found) if call.operation in READING else _judged(call, found, file)


def _batch(call: Call, file: Path) -> str:
    return _judged(call, se.apply_edits(**call.arguments), file)


def _tools(call: Call, file: Path) -> str:
    reply = tools.dispatch(call.operation, call.arguments, se.Session(file.parent))
    require_printable(reply.text, reply.data)
    if reply.data.get("reason") == "internal":
        raise BrokenPromiseError(f"internal: {reply.text}")
    if not reply.landed and file.read_bytes() != call.raw:
        raise BrokenPromiseError("the file changed though nothing landed")
    return str(reply.data.get("status", "ok"))


def _command(call: Call, file: Path) -> str:
    key = "paths" if call.operation in ("find", "check") else "path"
    sent = json.dumps({key: call.name, **call.arguments}).encode()
    words = [call.operation.replace("_", "-"), "--call", "--json"]
    found = CliRunner().invoke(program, words, input=sent, standalone_mode=False)
    error = found.exception
    if isinstance(error, click.ClickException | click.exceptions.Exit | click.Abort | SystemExit):
        return f"raised {type(error).__name__}"
    if error is not None:
        raise error
    if '"reason": "internal"' in found.stdout:
        raise BrokenPromiseError(f"internal: {found.stdout[:200]}")
    if found.return_value not in (0, 1) and file.read_bytes() != call.raw:
        raise BrokenPromiseError("the file changed though nothing landed")
    return f"exit {found.return_value}"


_MAKERS: dict[str, Callable[[Call, Path], str]] = {
    "document": _document,
    "file": _file,
    "batch": _batch,
    "tools": _tools,
    "command": _command,
}


def _read(found: Any) -> str:
    """Print what a reading operation returned, as the command does."""
    match found:
        case se.Outline():
            require_printable(readings.outline_text(found), readings.outline_dict(found))
        case se.Region():
            require_printable(found.text, readings.region_dict(found))
        case se.Check():
            require_printable(readings.checks_text([found]), readings.checks_dict([found]))
        case tuple():
            require_printable(readings.hits_text(found), readings.hits_dict(found))
    return "ok"


def require_printable(text: str, data: object = None) -> None:
    """Raise unless a result can be printed and sent as JSON."""
    text.encode("utf-8", "surrogateescape")
    json.dumps(data, ensure_ascii=False, allow_nan=False).encode()


def _judged(call: Call, found: Any, file: Path) -> str:
    """Compare an outcome with the file that it is about, and undo it."""
    require_printable(found.report(), found.to_dict())
    now = file.read_bytes() if file.exists() else None
    if now != call.raw and call.arguments.get("dry_run"):
        raise BrokenPromiseError("a dry run wrote")
    if now != call.raw and found.status is not se.Status.APPLIED:
        raise BrokenPromiseError("the file changed though nothing landed")
    if now != call.raw and found.undo_id is not None:
        back = se.undo(found.undo_id, file.parent)
        if back.status is not se.Status.APPLIED or file.read_bytes() != call.raw:
            raise BrokenPromiseError("undo does not restore the file")
    return str(found.status)


# A run


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `SlowError` after some seconds; only the main thread can do that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: object) -> None:
        raise SlowError

    kept = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, kept)


@contextlib.contextmanager
def own_folder() -> Iterator[Path]:
    """Yield a folder for files, with a state folder beside it."""
    top, kept = Path(tempfile.mkdtemp(prefix="structedit-fuzz-")), dict(os.environ)
    os.environ["XDG_STATE_HOME"] = str(top / "state")
    (top / "root").mkdir()
    try:
        yield top / "root"
    finally:
        os.environ.clear()
        os.environ.update(kept)
        shutil.rmtree(top, ignore_errors=True)


def tried(call: Call) -> tuple[str, str | None, str]:
    """Make a call; return its status, the name of its failure (None without one), the traceback."""
    with own_folder() as folder:
        try:
            with alarm(SLOW_SECONDS):
                return made(call, folder), None, ""
        except SlowError:
            return "slow", None, ""
        except Exception as error:
            return "failed", _name_of(error), "".join(traceback.format_exception(error, limit=-12))


def _name_of(error: BaseException) -> str:
    """Name a failure by its error and the function of structedit that raised it."""
    if isinstance(error, BrokenPromiseError):
        return str(error).partition(":")[0]
    source = f"{os.sep}structedit{os.sep}"
    frames = [f for f in traceback.extract_tb(error.__traceback__) if source in f.filename]
    places = [f"{frame.filename.rpartition(source)[2]}:{frame.name}" for frame in frames] or ["?"]
    deep = isinstance(error, RecursionError)
    place = Counter(places).most_common(1)[0][0] if deep else places[-1]
    return f"{type(error).__name__} in {place}"


def run(seed: int, *, minutes: float | None = None, calls: int | None = None) -> Found:
    """Make calls for some minutes, or a number of them."""
    found, real_fsync = Found(), os.fsync
    until = time.monotonic() + minutes * 60 if minutes is not None else None
    os.fsync = lambda file: None  # a crash of the machine is not tested here
    try:
        while (calls is None or found.calls < calls) and (not until or time.monotonic() < until):
            call = call_of(seed, found.calls)
            status, failure, told = tried(call)
            found.statuses[f"{call.way} {call.operation}", status] += 1
            if status == "slow":
                found.slow.append(f"call {found.calls}: {call.way} {call.operation} {call.name}")
            if failure is not None:
                found.times[failure] += 1
                found.failures.setdefault(failure, shown(failure, found.calls, call, told))
            found.calls += 1
    finally:
        os.fsync = real_fsync
    return found


def shown(failure: str, number: int, call: Call, told: str) -> str:
    """Return the description of one call with its traceback."""

    def short(value: object) -> str:
        try:
            text = repr(value)
        except (ValueError, RecursionError):
            return f"a {type(value).__name__} too large to show"
        return text if len(text) < 500 else f"{text[:250]} … {text[-250:]}"

    given = ", ".join(f"{name}={short(value)}" for name, value in call.arguments.items())
    where = f"call {number}: {call.way} {call.operation} on {call.name!r} = {short(call.raw)}"
    return f"FAILED {failure}\n  {where}\n  with {given or 'no arguments'}\n{told}"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fuzz",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--calls", type=int, help="a number of calls, instead of minutes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, metavar="N", help="one call of the run")
    asked = parser.parse_args()
    if asked.only is not None:
        call = call_of(asked.seed, asked.only)
        status, failure, told = tried(call)
        print(shown(failure or f"nothing: {status}", asked.only, call, told))
        return int(failure is not None)
    found = run(asked.seed, minutes=None if asked.calls else asked.minutes, calls=asked.calls)
    for (name, status), count in sorted(found.statuses.items()):
        print(f"  {name:32} {count:6}  {status}")
    print(*(f"slow: {call}" for call in found.slow), *found.failures.values(), sep="\n")
    operations = len({name for name, _ in found.statuses})
    print(f"seed {asked.seed}: {found.calls} calls of {operations} operations,", end=" ")
    print(f"{len(found.slow)} slow, {found.times.total()} failed in {len(found.failures)} ways")
    return int(bool(found.failures))


if __name__ == "__main__":
    sys.exit(main())
