"""Calls that nobody means to make: every operation, on texts that are hardly texts, with arguments that fit nothing.

    python -m benchmarks.fuzz --minutes 10 --seed 1    # what ten minutes of calls come to
    python -m benchmarks.fuzz --seed 1 --only 4711     # one call of that run, with its traceback

Texts are those of fixtures/ and tests/cases, torn; arguments are valid ones for the text, and mutated, and
values of every JSON type. The ways in are the library (on documents, files, sessions, batches, scripts,
requests as values), the command in this process, the tools, and the adapters of other makers' tools.

A failure is whatever the caller may not get: an exception that is no `StructEditError`, the code `internal`,
an outcome that cannot be told (`report`, `to_dict`, JSON), and a promise that is cheap to check: a file that
changed though nothing landed, or a dry run was asked for; an undo that does not give back what was there. Each
is printed once, made small, and the program ends with 1. A call that takes too long is noted, and no failure.

The calls of a seed are the same in each run; `--minutes` only says how many of them are made.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import structedit as se
from structedit.calls.operations import (
    EDITING,
    FILE_OPERATIONS,
    READING,
    parameters_of,
    tool_parameters_of,
)
from structedit.calls.parameters import ALIASES, Parameter

ROOT = Path(__file__).parents[1]
MOST_BYTES = 20_000
SLOW_SECONDS = 5.0
SHRINKING_SECONDS = 20.0
MOST_DEPTH = 3000

TOOLS = (
    *("outline", "get_region", "find", "str_replace", "insert", "replace_block", "delete_block"),
    *("apply_edits", "undo", "get_edit_stats"),
)
FORMATS = ("auto", "search_replace", "unified", "v4a", "json", "whole_file")


class Slow(BaseException):
    """A call took longer than it may here."""


class BrokenPromiseError(AssertionError):
    """A call did what it may not do; the message begins with what is broken."""


@dataclass(frozen=True)
class Call:
    """One call: the way in, the operation, the file that it is about, and its arguments."""

    way: str
    operation: str
    name: str
    raw: bytes
    arguments: tuple[tuple[str, Any], ...]

    def given(self) -> dict[str, Any]:
        return dict(self.arguments)


@dataclass
class Found:
    """What a run of calls came to."""

    statuses: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    failures: dict[str, tuple[int, Call, str]] = field(default_factory=dict)
    times: Counter[str] = field(default_factory=Counter)
    slow: list[tuple[int, str]] = field(default_factory=list)
    calls: int = 0


# Texts


@cache
def texts() -> tuple[tuple[str, bytes], ...]:
    """Give the texts that calls are made on, each with the name of its file."""
    found = []
    for file in sorted((ROOT / "fixtures").glob("*/*")):
        if file.is_file():
            found.append((file.name, file.read_bytes()[:MOST_BYTES]))
    for file in sorted((ROOT / "tests" / "cases").glob("*/*/*.txt")):
        head, _, rest = file.read_text("utf-8").partition("-- input --\n")
        text = rest.partition("\n-- ")[0] + "\n"
        named = [line[5:].strip() for line in head.splitlines() if line.startswith("path:")]
        name = named[0].rsplit("/", 1)[-1] if named else f"example{_suffix(file.parts[-3])}"
        found.append((name, text.encode()[:MOST_BYTES]))
    return tuple(found)


@cache
def _suffix(language: str) -> str:
    from structedit.languages.detection import extensions_of

    found = extensions_of(language)
    return found[0] if found else ".txt"


def torn(rng: random.Random, raw: bytes) -> bytes:
    """Mutate a text as files are torn, and as nobody would write them."""
    lines = raw.splitlines(keepends=True)
    at = rng.randrange(len(raw) + 1)
    end = min(len(raw), at + rng.choice((1, 1, 2, 8, 60)))
    match rng.randrange(17):
        case 0:
            return raw[:at]
        case 1:
            return raw[at:]
        case 2:
            return raw[:at] + raw[end:]
        case 3:
            return raw[:at] + raw[at:end] * rng.choice((2, 2, 3, 40)) + raw[end:]
        case 4 if lines:
            line = rng.randrange(len(lines))
            return b"".join(
                (*lines[:line], *lines[line:][:1] * rng.choice((2, 3)), *lines[line + 1 :])
            )
        case 5 if lines:
            rng.shuffle(lines)
            return b"".join(lines)
        case 6:
            return (
                raw[:at]
                + rng.choice((b"{", b"}", b"(", b")", b"[", b"]", b'"', b"'", b"`", b'"""'))
                + raw[at:]
            )
        case 7:
            return raw.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"\r\r\n", b"\x0c\n")))
        case 8:
            return (
                raw[:at]
                + rng.choice((b"\r", b"\x0b", b"\x0c", b"\x85", "\u2028".encode(), b"\x1a"))
                + raw[at:]
            )
        case 9:
            return (
                raw[:at]
                + rng.choice((b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"))
                + raw[at:]
            )
        case 10:
            return rng.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0")) + raw
        case 11:
            return raw.rstrip() + rng.choice((b"", b" ", b"\t", b"\n ", b"\n\n\n", b"\\"))
        case 12:
            return rng.choice(
                (b"", b"\n", b" ", b"\r", b"\r\n", b"\n\n", b"\t", b"\xef\xbb\xbf", b"\\")
            )
        case 13:
            return raw.replace(b"    ", rng.choice((b"\t", b"", b" ", b"  \t"))) or b"x"
        case 14:
            return nested(rng, raw)
        case 15:
            encoding = rng.choice(
                ("utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "utf-8-sig")
            )
            return raw.decode("utf-8", "replace").encode(encoding, "replace")
    # The last line alone, without its end: what comes after it is nothing.
    return lines[-1].rstrip() + rng.choice((b"", b" ")) if lines else b""


def nested(rng: random.Random, raw: bytes) -> bytes:
    """Put something into itself, many times over."""
    depth = rng.choice((20, 120, 400, 1100, MOST_DEPTH))
    one = rng.choice(
        (
            b"(",
            b"[",
            b"{",
            b"<div>",
            b"if (a) {",
            b"- ",
            b"{'a': ",
            b'{"a": ',
            b"> ",
            b"do ",
            b"begin ",
            b"f(",
            b"!",
        )
    )
    indented = rng.choice(
        (b"def f():", b"class A:", b"if a:", b"a:", b"- a:", b"do", b"begin", b"f = function() {")
    )
    match rng.randrange(4):
        case 0:
            return (one * depth)[:MOST_BYTES]
        case 1:
            closer = {
                b"(": b")",
                b"[": b"]",
                b"{": b"}",
                b"<div>": b"</div>",
                b"if (a) {": b"}",
                b'{"a": ': b"}",
            }
            return (one * depth + b"1" + closer.get(one, b"") * depth)[:MOST_BYTES]
        case 2:
            depth = min(depth, 500)
            return (
                b"".join(b" " * level + indented + b"\n" for level in range(depth))
                + b" " * depth
                + b"1\n"
            )
    at = rng.randrange(len(raw) + 1)
    return (raw[:at] + one * min(depth, 400) + raw[at:])[:MOST_BYTES]


def text_of(rng: random.Random) -> tuple[str, bytes]:
    """Draw a file: its name and its bytes."""
    name, raw = rng.choice(texts())
    for _ in range(rng.choice((0, 0, 1, 1, 1, 2, 3))):
        raw = torn(rng, raw)[:MOST_BYTES]
    if rng.random() < 0.05:
        name = rng.choice(
            ("x", "x.txt", "x.py", "x.unknown", "é.md", "a b.json", "-x.go", "Makefile", "x.yaml")
        )
    return name, raw


# Arguments


@dataclass(frozen=True)
class Facts:
    """What a caller may know of a file: selectors, lines, and its version."""

    name: str
    selectors: tuple[str, ...]
    lines: tuple[str, ...]
    version: str
    text: str


def facts_of(name: str, raw: bytes) -> Facts:
    """Look at a file as its caller would; what goes wrong here goes wrong in calls, too."""
    selectors: list[str] = []
    text, version = raw.decode("utf-8", "replace"), "0" * 16
    with contextlib.suppress(Exception):
        document = se.Document.from_bytes(raw, name)
        text, version = document.text, document.version
        with contextlib.suppress(Exception):
            tree = se.parse(document)
            selectors = [node.selector for node in (*tree.definitions(), *tree.blocks())][:200]
    return Facts(
        name, tuple(selectors), tuple(text.splitlines(keepends=True)[:2000]), version, text
    )


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
# fmt: on


class Odd:
    """No value of any type that an argument has."""

    def __repr__(self) -> str:
        return "Odd()"


# fmt: off
FOREIGN: tuple[Any, ...] = (
    b"a", bytearray(b"a"), (), ("a",), ("a", "b"), (1, 2), {"a"}, frozenset(), Odd(), Odd, print, 1j, range(3),
    Path("a"), Path("/"), se.Selector("a"), se.Landmark("a"), se.Landmark(1), se.Landmark("a", "b"),  # type: ignore[arg-type]
    se.LineRange(1, 2), se.Part.BODY, se.Hints(), 10**5000, "\ud800" * 3,
)
"""Values that only Python has."""
# fmt: on


def deep(depth: int) -> Any:
    """Give lists in lists."""
    value: Any = "a"
    for _ in range(depth):
        value = [value]
    return value


def piece(rng: random.Random, facts: Facts) -> str:
    """Draw a piece of the file: lines, a part of one, or what is nearly one."""
    if not facts.lines or rng.random() < 0.08:
        return rng.choice(
            ("a", "\n", " ", "", "x = 1\n", "}\n", "{\n", "    pass", "\r\n", "\n\n\n")
        )
    first = rng.randrange(len(facts.lines))
    text = "".join(facts.lines[first : first + rng.choice((1, 1, 1, 2, 3, 8))])
    match rng.randrange(7):
        case 0:
            return text.rstrip("\r\n")
        case 1:
            return text.strip()
        case 2:
            at = rng.randrange(len(text) + 1)
            return text[at : at + rng.choice((1, 3, 10, 50))]
        case 3:
            return slipped(rng, text)
    return text


def slipped(rng: random.Random, text: str) -> str:
    """Misremember a text."""
    if not text:
        return rng.choice((" ", "\n", "x"))
    at = rng.randrange(len(text))
    match rng.randrange(8):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + text[at] * 2 + text[at + 1 :]
        case 2:
            return text.replace("    ", "\t")
        case 3:
            return text.replace("\n", rng.choice(("\r\n", "\r", "", "\n\n", "\\n")))
        case 4:
            return text[:at] + rng.choice("{}()[]\"'`#\\ \n\t") + text[at:]
        case 5:
            return "".join(f"  {line}" for line in text.splitlines(keepends=True))
        case 6:
            return text.upper()
    return text[:at] + "...\n" + text[at:]


def selector_of(rng: random.Random, facts: Facts) -> str:
    """Draw a selector of the file, or what is nearly one."""
    if not facts.selectors or rng.random() < 0.1:
        return rng.choice(
            (
                "a",
                "main",
                "f",
                ":1",
                ":2-3",
                "if",
                "for[1]",
                "# A",
                "a > b",
                "[0]",
                ".a",
                "#a",
                "region",
            )
        )
    found = rng.choice(facts.selectors)
    match rng.randrange(9):
        case 0:
            return f"{found}[{rng.choice((0, 1, 2, -1, 99))}]"
        case 1:
            return f"{found} > {rng.choice(facts.selectors)}"
        case 2:
            return slipped(rng, found)
        case 3:
            return f"{found}@{rng.randrange(1, len(facts.lines) + 2)}"
    return found


def valid(rng: random.Random, name: str, parameter: Parameter, facts: Facts) -> Any:
    """Draw a value that an argument may have in a call on this file."""
    count = max(1, len(facts.lines))
    match parameter.kind:
        case "text":
            if name == "query":
                return rng.choice(
                    ("(_) @x", "(identifier) @a", "(comment) @c", "(ERROR) @e", "(string) @target")
                )
            if name in ("regex", "pattern") and rng.random() < 0.4:
                return rng.choice(
                    (
                        r"\w+",
                        r"^",
                        r"$",
                        r"\b",
                        r"(\w)(\w)",
                        r"a|b",
                        r"\s*",
                        r".",
                        r"(?m)^\s+",
                        r"\n",
                    )
                )
            if name == "diff":
                return answer_of(rng, facts)[1]
            return piece(rng, facts)
        case "name":
            if name in ("expected_version", "version"):
                return facts.version
            if name == "language":
                return rng.choice(
                    (
                        "python",
                        "go",
                        "markdown",
                        "json",
                        "text",
                        "yaml",
                        "html",
                        "c",
                        "Ruby",
                        "nothing",
                    )
                )
            if name == "format":
                return rng.choice(FORMATS)
            if name == "id":
                return "0c02589c"
            return (
                rng.choice(("new.py", "sub/new.txt", facts.name))
                if name == "to"
                else selector_of(rng, facts)
            )
        case "mark":
            text = piece(rng, facts)
            return (
                text
                if rng.random() < 0.7
                else {"text": text, "occurrence": rng.choice((1, 2, -1, 0))}
            )
        case "pair":
            return {"start": piece(rng, facts), "end": piece(rng, facts)}
        case "lines":
            first = rng.randrange(1, count + 1)
            last = min(count, first + rng.randrange(6))
            return rng.choice(
                (first, f"{first}-{last}", str(count), f"{first}-{count + 1}", f"{count}")
            )
        case "integer":
            return rng.choice((1, 2, 3, -1, count, count + 1, rng.randrange(1, count + 1)))
        case "flag":
            return rng.random() < 0.5
        case "word":
            return rng.choice(parameter.words)
        case "names":
            return [rng.choice(("function", "class", "section", "method", "if", "."))]
        case "edits":
            return answer_of(rng, facts)[1] if rng.random() < 0.6 else operations_of(rng, facts)


_WAYS_OF_NAMING = (("selector",),) * 4 + (
    ("anchor",),
    ("start", "end"),
    ("lines",),
    ("anchor", "occurrence"),
)
_NAMING = frozenset(
    (
        "selector",
        "anchor",
        "start",
        "end",
        "lines",
        "occurrence",
        "expected",
        "version",
        "inclusive",
    )
)


def drawn(
    rng: random.Random, operation: str, known: Mapping[str, Parameter], facts: Facts
) -> dict[str, Any]:
    """Draw arguments of a call, valid ones for the most part."""
    names = [name for name, p in known.items() if p.needed and name != "path"]
    if "selector" in known and "anchor" in known:
        names += [name for name in rng.choice(_WAYS_OF_NAMING) if name in known]
        rest = [name for name in known if name not in _NAMING]
    else:
        rest = list(known)
    if operation == "find":
        names.append(rng.choice(("text", "text", "regex", "query")))
    if operation == "insert":
        names += rng.choice(
            (["at"], ["at", "of"], ["at", "of"], ["after"], ["before"], ["at", "lines"])
        )
        rest = [
            name
            for name in rest
            if name not in ("at", "of", "after", "before", "lines", "version", "expected")
        ]
    names += [name for name in rest if rng.random() < 0.07]
    return {
        name: valid(rng, name, known[name], facts)
        for name in dict.fromkeys(names)
        if name not in ("path", "paths")
    }


def spoiled(
    rng: random.Random, arguments: dict[str, Any], known: Mapping[str, Parameter], foreign: bool
) -> None:
    """Put a value that does not fit into the arguments of a call."""
    pool = (*MALFORMED, *FOREIGN) if foreign else MALFORMED
    for _ in range(rng.choice((1, 1, 2))):
        name = rng.choice([n for n in known if n not in ("path", "paths")] or ["x"])
        if arguments and rng.random() < 0.7:
            name = rng.choice(list(arguments))
        arguments[name] = rng.choice(pool) if rng.random() < 0.99 else deep(rng.choice((2, 900)))


def operations_of(rng: random.Random, facts: Facts) -> list[dict[str, Any]]:
    """Draw a list of operations as objects."""
    found = []
    for _ in range(rng.choice((1, 1, 2, 4))):
        operation = rng.choice((*EDITING, *EDITING, *FILE_OPERATIONS))
        known = {
            n: p
            for n, p in parameters_of(operation).items()
            if n not in ("dry_run", "language", "backup")
        }
        arguments = drawn(rng, operation, known, facts) if operation in EDITING else {}
        if operation in FILE_OPERATIONS:
            arguments = {
                n: valid(rng, n, p, facts) for n, p in known.items() if n not in ("path", "diff")
            }
            if "diff" in known:
                arguments["diff"] = diff_of(rng, facts)
        if rng.random() < 0.15:
            spoiled(rng, arguments, known, foreign=False)
        path = rng.choice(
            (
                facts.name,
                facts.name,
                facts.name,
                facts.name,
                "other.txt",
                "sub/new.py",
                "",
                "..",
                "\0",
            )
        )
        found.append({"op": operation, "path": path, **arguments})
    return found


def diff_of(rng: random.Random, facts: Facts) -> str:
    """Write some lines of the file as a hunk in which something changes."""
    count = len(facts.lines)
    first = rng.randrange(count) if count else 0
    lines = [line.rstrip("\r\n") for line in facts.lines[first : first + 6]] or [""]
    at = rng.randrange(len(lines))
    changed = [f" {line}" for line in lines]
    changed[at : at + 1] = [
        f"-{lines[at]}",
        *(f"+{line}" for line in piece(rng, facts).splitlines()),
    ]
    head = f"@@ -{first + 1},{len(lines)} +{first + 1},{len(lines)} @@"
    return "\n".join((head, *changed)) + "\n"


def answer_of(rng: random.Random, facts: Facts) -> tuple[str, str]:
    """Write edits in one of the formats, and tear the text of some."""
    old, new, name = piece(rng, facts), piece(rng, facts), facts.name
    format = rng.choice(FORMATS[1:])
    match format:
        case "search_replace":
            text = f"{name}\n<<<<<<< SEARCH\n{old.rstrip()}\n=======\n{new.rstrip()}\n>>>>>>> REPLACE\n"
        case "unified":
            text = f"--- a/{name}\n+++ b/{name}\n{diff_of(rng, facts)}"
        case "v4a":
            hunk = diff_of(rng, facts).partition("\n")[2]
            text = f"*** Begin Patch\n*** Update File: {name}\n@@\n{hunk}*** End Patch\n"
        case "json":
            text = json.dumps(operations_of(rng, facts))
        case _:
            text = f"{name}\n```\n{new}\n```\n"
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
        text = slipped(rng, text)
    return format, text


# Calls


def call_of(seed: int, number: int) -> Call:
    """Draw one call; those of a seed do not depend on each other."""
    rng = random.Random(f"{seed}:{number}")
    name, raw = text_of(rng)
    facts = facts_of(name, raw)
    way = rng.choice(WAYS)
    spoil, operation = rng.random() < 0.35, rng.choice((*EDITING, *READING))
    arguments: dict[str, Any]
    match way:
        case "document" | "file" | "session" | "command":
            known = parameters_of(operation)
            arguments = drawn(rng, operation, known, facts)
            if spoil:
                spoiled(rng, arguments, known, foreign=way != "command")
        case "tools":
            operation = rng.choice(TOOLS)
            known = tool_parameters_of(operation)
            arguments = drawn(rng, operation, known, facts)
            if spoil:
                spoiled(rng, arguments, known, foreign=False)
            if rng.random() < 0.02 and arguments:
                del arguments[rng.choice(list(arguments))]
            if rng.random() < 0.1:
                arguments[rng.choice((*ALIASES, "nothing", "", "\ud800", "oldStr"))] = rng.choice(
                    MALFORMED
                )
            arguments = {"path": name, **arguments} if "path" in known else arguments
            if "path" in arguments and rng.random() < 0.05:
                arguments["path"] = rng.choice(MALFORMED)
        case "requests":
            operation = rng.choice(REQUESTS)
            values = [rng.choice((*MALFORMED, *FOREIGN)) for _ in range(4)]
            arguments = {"new": piece(rng, facts), "values": values[: rng.randrange(1, 5)]}
        case "batch":
            operation, arguments = "multi_edit", {"edits": operations_of(rng, facts)}
            if rng.random() < 0.2:
                spoiled(
                    rng, arguments, {"partial": parameters_of("str_replace")["force"]}, foreign=True
                )
        case "answer":
            format, text = answer_of(rng, facts)
            operation = "apply_edits"
            arguments = {
                "edits": text,
                "format": rng.choice(("auto", "auto", format, rng.choice(FORMATS))),
            }
            if rng.random() < 0.2:
                spoiled(rng, arguments, tool_parameters_of("apply_edits"), foreign=True)
        case "script":
            operation = rng.choice(("find", "definitions", "query", "rewrite", "run"))
            odd = rng.choice((*MALFORMED, *FOREIGN))
            arguments = {
                "selector": odd if spoil else selector_of(rng, facts),
                "query": odd
                if rng.random() < 0.1
                else valid(rng, "query", parameters_of("find")["query"], facts),
                "new": odd if rng.random() < 0.1 else piece(rng, facts),
                "pick": rng.randrange(10**6),
            }
        case "adapter":
            operation = rng.choice(
                ("view", "create", "str_replace", "insert", "undo_edit", "apply_patch")
            )
            arguments = {
                "command": operation,
                "path": name,
                "old_str": piece(rng, facts),
                "new_str": piece(rng, facts),
            }
            arguments |= {
                "view_range": [1, 3],
                "insert_line": 1,
                "file_text": "a\n",
                "insert_text": piece(rng, facts),
            }
            if operation == "apply_patch":
                arguments = {
                    "type": rng.choice(("update_file", "create_file", "delete_file", "x")),
                    "path": name,
                }
                arguments["diff"] = "@@\n" + diff_of(rng, facts).partition("\n")[2]
            if spoil:
                arguments[rng.choice(list(arguments))] = rng.choice(MALFORMED)
        case _:
            operation = rng.choice(tuple(VALUES))
            arguments = {"value": rng.choice((*MALFORMED, *FOREIGN))}
    return Call(way, operation, name, raw, tuple(arguments.items()))


REQUESTS = ("str_replace", "replace_block", "insert", "hunks", "file", "edit")
WAYS = (
    *("document",) * 5,
    *("file",) * 3,
    *("session",) * 2,
    *("command",) * 3,
    *("tools",) * 4,
    *("batch",) * 2,
    *("answer",) * 2,
    *("script", "adapter", "requests", "value"),
)
VALUES: dict[str, Callable[[Any], object]] = {
    "from_text": lambda value: se.Document.from_text(value, path="x.py"),
    "from_bytes": lambda value: se.Document.from_bytes(value),
    "from_path": lambda value: se.Document.from_path(value),
    "selector": lambda value: se.Selector.parse(value),
    "subject": lambda value: se.outline(value),
    "subject_of_edit": lambda value: se.str_replace(value, "a", "b"),
    "subjects": lambda value: se.find(value, text="a"),
    "undo": lambda value: se.undo(value),
    "redo": lambda value: se.redo(value),
    "show": lambda value: se.show(value),
    "history": lambda value: se.history(most=value),
    "root": lambda value: se.multi_edit(value, [{"op": "create_file", "path": "y", "text": "a"}]),
    "edits": lambda value: se.multi_edit(".", value),
    "parse_edits": lambda value: se.parse_edits(value),
    "format": lambda value: se.parse_edits("a", value),
    "stats": lambda value: se.get_edit_stats(value),
    "parse": lambda value: se.parse(value),
    # What a function of the caller's own raises is the caller's; what it gives is checked.
    "rewrite": lambda value: se.rewrite(
        ".",
        query="(_) @a",
        template=(lambda node: value) if callable(value) else value,
        dry_run=True,
    ),
    "session": lambda value: se.Session(value).outline("x.py"),
    "jobs": lambda value: se.rewrite(
        ".",
        query="(_) @a",
        template="a",
        jobs=value if value is None or not isinstance(value, int) or value < 2 else 1,
    ),
}
"""What takes one value that may be anything."""


def made(call: Call, folder: Path) -> str:
    """Make a call in an empty folder and give the word for what came of it.

    Raises:
        Exception: what the caller may not get.
    """
    file = folder / call.name
    file.write_bytes(call.raw)
    given = call.given()
    with contextlib.chdir(folder):
        try:
            status = _MAKERS[call.way](call, given, file)
        except se.StructEditError as error:
            require_told(str(error))
            if error.code == "internal":
                raise BrokenPromiseError(f"internal: {error}") from error
            return f"raised {error.code}"
    return status


def _document(call: Call, given: dict[str, Any], file: Path) -> str:
    document = se.Document.from_bytes(call.raw, call.name)
    found = getattr(se, call.operation)(document, **given)
    if call.operation in READING:
        return _read(found)
    if found.edits and found.edits.apply(found.before.data) != found.result.data:
        raise BrokenPromiseError("the edits do not give the result")
    return _told(found)


def _file(call: Call, given: dict[str, Any], file: Path) -> str:
    found = getattr(se, call.operation)(call.name, **given)
    if call.operation in READING:
        return _read(found)
    return _judged(call, found, file, bool(given.get("dry_run")))


def _session(call: Call, given: dict[str, Any], file: Path) -> str:
    with se.Session(file.parent) as session:
        found = getattr(session, call.operation)(call.name, **given)
        if call.operation in READING:
            return _read(found)
        return _judged(call, found, file, bool(given.get("dry_run")))


def _batch(call: Call, given: dict[str, Any], file: Path) -> str:
    return _judged(call, se.multi_edit(".", **given), file, bool(given.get("dry_run")))


def _answer(call: Call, given: dict[str, Any], file: Path) -> str:
    return _judged(call, se.apply_edits(**given), file, bool(given.get("dry_run")))


def _tools(call: Call, given: dict[str, Any], file: Path) -> str:
    session = se.Session(file.parent)
    from structedit.faces import tools

    return _replied(call, tools.dispatch(call.operation, given, session), file)


def _adapter(call: Call, given: dict[str, Any], file: Path) -> str:
    from structedit.faces.adapters import anthropic_editor, openai_patch

    session = se.Session(file.parent)
    if call.operation == "apply_patch":
        return _replied(call, openai_patch.call(given, session), file)
    return _replied(call, anthropic_editor.call(given, session), file)


def _replied(call: Call, reply: Any, file: Path) -> str:
    require_told(reply.text, reply.data)
    if reply.data.get("reason") == "internal":
        raise BrokenPromiseError(f"internal: {reply.text}")
    if not reply.landed and file.read_bytes() != call.raw:
        raise BrokenPromiseError("the file changed though nothing landed")
    return str(reply.data.get("status", "ok"))


def _command(call: Call, given: dict[str, Any], file: Path) -> str:
    import click
    from click.testing import CliRunner

    from structedit.faces.command.cli import program

    arguments = [call.operation.replace("_", "-"), "--call", "--json"]
    sent = json.dumps(
        {("paths" if call.operation in ("find", "check") else "path"): call.name, **given}
    ).encode()
    if len(given) % 2:  # as options, where all of them can be written so
        words = _as_options(call, given)
        if words is not None:
            arguments, sent = words, b""
    found = CliRunner().invoke(program, arguments, input=sent, standalone_mode=False)
    error = found.exception
    if isinstance(error, click.ClickException | click.exceptions.Exit | click.Abort):
        return f"raised {type(error).__name__}"
    if isinstance(error, SystemExit):
        return "exit"
    if error is not None:
        raise error
    if '"reason": "internal"' in found.stdout:
        raise BrokenPromiseError(f"internal: {found.stdout[:200]}")
    if found.return_value not in (0, 1) and file.read_bytes() != call.raw:
        raise BrokenPromiseError("the file changed though nothing landed")
    return f"exit {found.return_value}"


def _as_options(call: Call, given: dict[str, Any]) -> list[str] | None:
    """Write arguments as options of a command; None where one of them cannot be."""
    words = [call.operation.replace("_", "-"), f"./{call.name}"]
    for name, value in given.items():
        option = f"--{name.replace('_', '-')}"
        if name == "selector":
            words.append(
                str(value) if isinstance(value, str) and not value.startswith("-") else "a"
            )
        elif isinstance(value, bool):
            words += [option] if value else []
        elif isinstance(value, str | int | float):
            words += [
                option,
                str(value) if not isinstance(value, int) or abs(value) < 10**4000 else "9",
            ]
        elif isinstance(value, Mapping) and set(value) == {"start", "end"}:
            words += [option, str(value["start"]), str(value["end"])]
        else:
            return None
    try:
        [word.encode("utf-8", "surrogateescape") for word in words]
    except UnicodeEncodeError:
        return None
    return None if any("\0" in word for word in words) else words


def _requests(call: Call, given: dict[str, Any], file: Path) -> str:
    """Pass requests that were made by hand, out of values of any type."""
    values, new = list(given["values"]), given["new"]
    first, rest = values[0], values[1:]
    edit: Any
    match call.operation:
        case "str_replace":
            edit = se.EditFile(call.name, se.StrReplace(new, first, *rest))
        case "replace_block":
            edit = se.EditFile(call.name, se.ReplaceBlock(first, new, *rest))
        case "insert":
            edit = se.EditFile(call.name, se.Insert(new, first, *rest))
        case "hunks":
            edit = se.EditFile(call.name, se.ApplyHunks(first))
        case "file":
            edit = se.CreateFile(first, new, *rest[:1])
        case _:
            edit = first
    return _judged(call, se.multi_edit(".", [edit]), file, dry_run=False)


def _script(call: Call, given: dict[str, Any], file: Path) -> str:
    rng = random.Random(given["pick"])
    if call.operation == "rewrite":
        return _judged(
            call, se.rewrite(".", query=given["query"], template=given["new"]), file, dry_run=False
        )
    if call.operation == "run":
        return _judged(
            call, se.run(lambda tree: _edits(rng, tree, given), "."), file, dry_run=False
        )
    tree = se.parse(se.Document.from_bytes(call.raw, call.name))
    if call.operation == "find":
        found: Any = tree.find(given["selector"])
    elif call.operation == "query":
        found = tree.query(given["query"])
    else:
        found = [_edits(rng, tree, given), *tree.blocks()]
    return "ok" if found else "nothing"


def _edits(rng: random.Random, tree: se.ScriptTree, given: dict[str, Any]) -> list[Any]:
    """Let nodes of a tree make edits, as a script does."""
    nodes = [*tree.definitions(), *tree.blocks()]
    if not nodes:
        return []
    one, other, new = rng.choice(nodes), rng.choice(nodes), given["new"]
    ways: tuple[Callable[[], Any], ...] = (
        lambda: one.replace(new),
        lambda: one.replace(body=new),
        lambda: one.replace(new, attach=given["selector"]),
        one.delete,
        one.unwrap,
        lambda: one.insert_before(new),
        lambda: one.insert_at_end(new),
        lambda: one.wrap(new),
        lambda: one.move_before(other),
    )
    return [rng.choice(ways)()]


def _value(call: Call, given: dict[str, Any], file: Path) -> str:
    VALUES[call.operation](given["value"])
    return "ok"


_MAKERS: dict[str, Callable[[Call, dict[str, Any], Path], str]] = {
    "document": _document,
    "file": _file,
    "session": _session,
    "batch": _batch,
    "answer": _answer,
    "tools": _tools,
    "adapter": _adapter,
    "command": _command,
    "requests": _requests,
    "script": _script,
    "value": _value,
}


# What is promised


def _read(found: Any) -> str:
    """Show what a reading operation gave, as the command does."""
    from structedit.faces import readings

    match found:
        case se.Outline():
            require_told(readings.outline_text(found), readings.outline_dict(found))
        case se.Region():
            require_told(found.text, readings.region_dict(found))
            return found.status.value
        case se.Check():
            require_told(readings.checks_text([found]), readings.checks_dict([found]))
            return "clean" if found.clean else "errors"
        case tuple():
            require_told(readings.hits_text(found), readings.hits_dict(found))
            return "hits" if found else "no hits"
    return "ok"


def _told(found: Any) -> str:
    require_told(found.report(), found.to_dict())
    return str(found.status.value)


def require_told(text: str, data: object = None) -> None:
    """What is told can be printed and sent."""
    text.encode("utf-8", "surrogateescape")
    json.dumps(data, ensure_ascii=False, allow_nan=False).encode()


def _judged(call: Call, found: Any, file: Path, dry_run: bool) -> str:
    """Hold an outcome against the file that it is about."""
    status = _told(found)
    now = file.read_bytes() if file.exists() else None
    if now != call.raw and (dry_run or found.status is not se.Status.APPLIED):
        raise BrokenPromiseError(
            "the file changed though nothing landed" if not dry_run else "a dry run wrote"
        )
    if now != call.raw and found.undo_id is not None:
        back = se.undo(found.undo_id, file.parent)
        if back.status is not se.Status.APPLIED or file.read_bytes() != call.raw:
            raise BrokenPromiseError("undo does not give back what was there")
    return status


# A run


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `Slow` where something takes longer; without limit where there are no such signals."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return

    def ring(number: int, frame: object) -> None:
        raise Slow

    kept = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, kept)


@contextlib.contextmanager
def elsewhere() -> Iterator[Path]:
    """Give a folder for files, and a state folder of its own beside it."""
    top = Path(tempfile.mkdtemp(prefix="structedit-fuzz-"))
    kept = os.environ.get("XDG_STATE_HOME")
    os.environ["XDG_STATE_HOME"] = str(top / "state")
    (top / "root").mkdir()
    try:
        yield top / "root"
    finally:
        if kept is None:
            del os.environ["XDG_STATE_HOME"]
        else:
            os.environ["XDG_STATE_HOME"] = kept
        shutil.rmtree(top, ignore_errors=True)


def tried(call: Call) -> tuple[str, str | None, str]:
    """Make a call; give its status, what identifies its failure (None without one), the traceback."""
    with elsewhere() as folder:
        try:
            with alarm(SLOW_SECONDS):
                return made(call, folder), None, ""
        except Slow:
            return "slow", None, ""
        except Exception as error:
            return "failed", _key(error), "".join(traceback.format_exception(error, limit=-12))


def _key(error: BaseException) -> str:
    """Name a failure, so that the same one has the same name whatever called it."""
    if isinstance(error, BrokenPromiseError):
        return str(error).partition(":")[0]
    source = f"{os.sep}structedit{os.sep}"
    frames = [
        f
        for f in traceback.extract_tb(error.__traceback__)
        if source in f.filename and "fuzz" not in f.filename
    ]
    places = [f"{frame.filename.rpartition(source)[2]}:{frame.name}" for frame in frames] or ["?"]
    place = (
        Counter(places).most_common(1)[0][0] if isinstance(error, RecursionError) else places[-1]
    )
    return f"{type(error).__name__} in {place}"


def smaller(call: Call, key: str) -> Call:
    """Leave out what a failure does not need: arguments, lines, bytes, letters."""
    until = time.monotonic() + SHRINKING_SECONDS

    def fails(candidate: Call) -> bool:
        return time.monotonic() < until and tried(candidate)[1] == key

    for name, _ in call.arguments:
        without = replace(call, arguments=tuple(pair for pair in call.arguments if pair[0] != name))
        if fails(without):
            call = without
    for parts in (call.raw.splitlines(keepends=True), None):
        pieces = list(parts) if parts is not None else [bytes([byte]) for byte in call.raw]
        kept = fewest(pieces, lambda left, call=call: fails(replace(call, raw=b"".join(left))))
        call = replace(call, raw=b"".join(kept))
    for name, value in call.arguments:
        if isinstance(value, str):
            letters = fewest(
                list(value),
                lambda left, call=call, name=name: fails(_with(call, name, "".join(left))),
            )
            call = _with(call, name, "".join(letters))
    return call


def _with(call: Call, name: str, value: object) -> Call:
    return replace(call, arguments=tuple((n, value if n == name else v) for n, v in call.arguments))


def fewest(pieces: list[Any], fails: Callable[[list[Any]], bool]) -> list[Any]:
    """Leave out pieces, many at a time and then fewer, while it still fails."""
    size = max(1, len(pieces) // 2)
    while pieces and size:
        at, left_out = 0, False
        while at < len(pieces):
            fewer = pieces[:at] + pieces[at + size :]
            if fails(fewer):
                pieces, left_out = fewer, True
            else:
                at += size
        if not left_out or size > 1:
            size //= 2
    return pieces


def run(
    seed: int, *, minutes: float | None = None, calls: int | None = None, shrink: bool = True
) -> Found:
    """Make calls for some minutes, or so many of them."""
    found = Found()
    until = time.monotonic() + minutes * 60 if minutes is not None else None
    with no_flushing():
        while (calls is None or found.calls < calls) and (
            until is None or time.monotonic() < until
        ):
            number = found.calls
            call = call_of(seed, number)
            status, key, _ = tried(call)
            found.calls += 1
            found.statuses[call.way, call.operation, status] += 1
            if status == "slow":
                found.slow.append((number, f"{call.way} {call.operation} {call.name}"))
            if key is not None:
                found.times[key] += 1
                if key not in found.failures:
                    small = smaller(call, key) if shrink else call
                    found.failures[key] = number, small, tried(small)[2]
                    if shrink:
                        print(f"\n{shown(key, *found.failures[key])}", flush=True)
    return found


@contextlib.contextmanager
def no_flushing() -> Iterator[None]:
    """Keep the disk out of it: what a crash would leave is asked elsewhere."""
    kept = os.fsync
    os.fsync = lambda file: None
    try:
        yield
    finally:
        os.fsync = kept


def shown(key: str, number: int, call: Call, told: str) -> str:
    given = ", ".join(f"{name}={_short(value)}" for name, value in call.arguments)
    where = f"call {number}: {call.way} {call.operation} on {call.name!r} = {_short(call.raw)}"
    return f"FAILED {key}\n  {where}\n  with {given or 'no arguments'}\n{told}"


def _short(value: object) -> str:
    try:
        shown = repr(value)
    except (ValueError, RecursionError):
        return f"a {type(value).__name__} too large to show"
    return shown if len(shown) < 500 else f"{shown[:250]} … {shown[-250:]}"


def _summary(found: Found) -> str:
    rows: dict[str, Counter[str]] = {}
    for (way, operation, status), count in sorted(found.statuses.items()):
        rows.setdefault(f"{way} {operation}", Counter())[status] += count
    lines = []
    for name, counts in rows.items():
        told = ", ".join(f"{status} {count}" for status, count in counts.most_common())
        lines.append(f"  {name:32} {sum(counts.values()):6}  {told}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Make calls that nobody means to make.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--calls", type=int, help="so many calls, instead of minutes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, metavar="N", help="one call of the run")
    asked = parser.parse_args()
    if asked.only is not None:
        call = call_of(asked.seed, asked.only)
        with no_flushing():
            status, key, told = tried(call)
        print(shown(key or f"nothing: {status}", asked.only, call, told))
        return int(key is not None)
    print(f"seed {asked.seed}", flush=True)
    found = run(asked.seed, minutes=None if asked.calls else asked.minutes, calls=asked.calls)
    print(_summary(found))
    for number, what in found.slow:
        print(f"slow: call {number}, {what}")
    for key, (number, _, _) in found.failures.items():
        print(f"failed: {key}, {found.times[key]} times, first in call {number}")
    operations = len({(way, operation) for way, operation, _ in found.statuses})
    print(
        f"seed {asked.seed}: {found.calls} calls of {operations} operations, {len(found.slow)} slow,",
        end=" ",
    )
    print(f"{sum(found.times.values())} failed in {len(found.failures)} ways")
    return int(bool(found.failures))


if __name__ == "__main__":
    sys.exit(main())
