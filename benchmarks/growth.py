"""How the time of a call grows with its input.

    python -m benchmarks.growth [--only WORD …] [--jobs N] [--json FILE] [--before FILE]

A row is a call on a material: a file of n similar units. n is doubled (taken four times below 10 ms)
until one call takes 0.3 s of processor time, at least three times, and until the last three steps rise.
Each measurement runs in a forked process that remembers nothing of the text. Printed are

- the exponent: the slope of a line through the last three steps, time against bytes, both as
  logarithms. The target is at most 1.15;
- the time at the largest n in parses: tree-sitter alone on the same bytes, or a tenth of a
  microsecond a byte where the text has no grammar;
- microseconds for each item beyond 1.5 parses (a listing) or 2 parses (an edit): at most 25, or 200
  for each edit of a batch.

`--only` takes rows whose name contains one of the words; `--before` compares with an older `--json`.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from time import process_time

from tree_sitter import Parser

import structedit as se
from structedit.calls.operations import OPERATIONS
from structedit.disk import limits
from structedit.languages.grammars import grammar

CHECKOUT = Path(__file__).resolve().parents[1]
EXPONENT = 1.15
LISTING_PARSES, EDIT_PARSES = 1.5, 2.0
ITEM_MICROSECONDS, EDIT_MICROSECONDS = 25.0, 200.0
TEXT_SECONDS_PER_BYTE = 1e-7
PARSED_FOR = 0.06
"""Seconds for which parsing is repeated: some systems count a process's time in steps of 4 ms."""

ENOUGH, TOO_LONG, LEAST_STEPS = 0.3, 20.0, 4
SMALLEST, WARM = 8, 61
"""The n that warms up the process before the first measured step."""

MOST_BYTES = 16 << 20
MEMORY = 4 << 30
HOURS = 36_000.0
"""A timeout that never ends a call."""


# Materials


@dataclass(frozen=True, slots=True)
class Material:
    """A file of n units. `@` stands for the number of a unit.

    Attributes:
        unit: the text of a unit; `head`, `foot` and `between` are the texts around all units.
        name: the selector of a unit's definition; `inner` that of a block in it.
        line: a text that only one unit contains; `changed` is its replacement.
        common: a text that every unit contains once.
        items: definitions in a unit, `blocks` with anonymous blocks, `once` those around the units.
        statement: a line that fits into a unit's body; `top` one for the top of the file.
        nested: the text that closes a unit which contains the next one.
    """

    path: str
    unit: str
    head: str = ""
    foot: str = ""
    between: str = ""
    name: str = ""
    inner: str = ""
    line: str = ""
    changed: str = ""
    common: str = ""
    items: int = 1
    blocks: int = 1
    once: int = 0
    anchor: str = ""
    statement: str = ""
    top: str = ""
    query: str = ""
    header: str = ""
    faulty: bool = False
    nested: str | None = None

    def text(self, n: int) -> str:
        """Return the file of n units."""
        units = [self.unit.replace("@", str(i)) for i in range(n)]
        if self.nested is None:
            return self.head + self.between.join(units) + self.foot
        step = " " if self.path.endswith(".py") else ""
        opened = [re.sub("^(?=.)", step * i, u, flags=re.M) for i, u in enumerate(units)]
        closed = (self.nested.replace("@", str(i)) for i in reversed(range(n)))
        return self.head + "".join(opened) + self.foot + "".join(closed)


def _code(path: str, unit: str, **more: object) -> Material:
    """A unit that is a function with a comment, an assignment, an `if` and a `return`."""
    fields: dict[str, object] = {"name": "f@n", "inner": "f@n > if", "blocks": 2, **more}
    return Material(path, unit, **fields)  # type: ignore[arg-type]


PYTHON = _code(
    "module.py",
    "def f@n(a, b):\n    # step @ of many\n    total = a + v@e(b)\n    if total > b:\n"
    '        total = w@e(total, "at @")\n    return total - b\n\n\n',
    line="total = a + v@e(b)", changed="total = a + b + v@e(b)", common="if total > b:",
    anchor="def f@n(a, b):", statement="checked = True", top="import os",
    query="(function_definition) @f", header="with locked:",
)  # fmt: skip
TYPESCRIPT = _code(
    "module.ts",
    "function f@n(a: number, b: number): number {\n  // step @ of many\n  let total = a + v@e(b);\n"
    '  if (total > b) {\n    total = w@e(total, "at @");\n  }\n  return total - b;\n}\n\n',
    line="let total = a + v@e(b);", changed="let total = a + b + v@e(b);", common="if (total > b) {",
    anchor="function f@n(a: number, b: number): number {", statement="checked = true;",
    top='import fs from "fs";', query="(function_declaration) @f", header="if (locked) {",
)  # fmt: skip
RUBY = _code(
    "module.rb",
    "def f@n(a, b)\n  # step @ of many\n  total = a + v@e(b)\n  if total > b\n"
    '    total = w@e(total, "at @")\n  end\n  total - b\nend\n\n',
    line="total = a + v@e(b)", changed="total = a + b + v@e(b)", common="if total > b",
    anchor="def f@n(a, b)", statement="checked = true", top='require "set"', query="(method) @f",
    header="if locked",
)  # fmt: skip
C = _code(
    "module.c",
    "/* step @ of many */\nstatic int f@n(int a, int b)\n{\n    int total = a + v@e(b);\n"
    '    if (total > b) {\n        total = w@e(total, "at @");\n    }\n    return total - b;\n}\n\n',
    head="#include <stdio.h>\n\n", line="int total = a + v@e(b);",
    changed="int total = a + b + v@e(b);", common="if (total > b) {",
)  # fmt: skip
MATERIALS = {
    "python functions": PYTHON,
    "typescript functions": TYPESCRIPT,
    "ruby methods": RUBY,
    "c functions": C,
    "java methods": _code(
        "Module.java",
        "    /** Step @ of many. */\n    int f@n(int a, int b) {\n        int total = a + v@e(b);\n"
        '        if (total > b) {\n            total = w@e(total, "at @");\n        }\n'
        "        return total - b;\n    }\n\n",
        head="package shop;\n\nclass Module {\n", foot="}\n", name="Module.f@n", once=1,
        line="int total = a + v@e(b);", changed="int total = a + b + v@e(b);",
    ),
    "go functions": _code(
        "module.go",
        "// F@n is step @ of many.\nfunc F@n(a, b int) int {\n\ttotal := a + v@e(b)\n\tif total > b {\n"
        '\t\ttotal = w@e(total, "at @")\n\t}\n\treturn total - b\n}\n\n',
        head="package shop\n\n", name="F@n",
    ),
    "clojure functions": _code(
        "module.clj",
        '(defn f@n\n  "Step @ of many."\n  [a b]\n  (let [total (+ a (v@e b))]\n'
        '    (if (> total b)\n      (w@e total "at @")\n      (- total b))))\n\n',
        blocks=3, line="(let [total (+ a (v@e b))]", changed="(let [total (+ a b (v@e b))]",
        common="(if (> total b)", anchor="(defn f@n", statement="(println a)", query="(list_lit) @f",
    ),
    "python nested": Material(
        "module.py", "def f@n(a):\n v@e = a\n", name="f@n", line="v@e = a", changed="v@e = a + 1",
        nested="",
    ),
    "typescript nested": Material(
        "module.ts", "function f@n(a: number) {\nv@e = a;\n", name="f@n", line="v@e = a;",
        changed="v@e = a + 1;", nested="}\n",
    ),
    "json nested": Material(
        "data.json", '{"k@n":\n', foot="0\n", name="k@n", line='"k@n"', changed='"l@n"', nested="}\n"
    ),
    "html nested": Material("page.html", '<div id="d@e">\n', foot="text\n", name="d@e", nested="</div>\n"),
    "python broken": replace(
        PYTHON, unit=PYTHON.unit + "def g@n(a:\n    return a\n\n\n", items=2, faulty=True
    ),
    "typescript broken": replace(
        TYPESCRIPT, unit=TYPESCRIPT.unit + "function g@n(a {\n  return a;\n}\n\n", items=2, faulty=True
    ),
    "c broken": replace(C, unit=C.unit + "static int g@n(int a\n{\n    return a;\n}\n\n", items=2, faulty=True),
    "c macros": replace(C, unit="API_EXPORT(int)\n" + C.unit, faulty=True),
    "json objects": Material(
        "data.json", '  {\n    "name": "n@e",\n    "kind": "plain"\n  }', head="[\n", foot="\n]\n",
        between=",\n", name="[@].name", line='"name": "n@e"', changed='"name": "m@e"',
        common='"kind": "plain"', items=3, blocks=3, anchor='"name": "n@e"', query="(object) @o",
    ),
    "yaml items": Material(
        "data.yaml", "key@n:\n  - a: i@e\n    b: plain\n", name="key@n", line="- a: i@e",
        changed="- a: j@e", common="b: plain", items=4, blocks=4, anchor="key@n:",
    ),
    "markdown sections": Material(
        "guide.md", "## Step s@e\n\nWhat s@e is for, at length.\n\nThe same in all.\n\n",
        head="# Guide\n\n", name="## Step s@e", line="What s@e is for, at length.",
        changed="What s@e is good for, at length.", common="The same in all.", once=1,
        anchor="## Step s@e", statement="One more line.",
    ),
    "html divs": Material(
        "page.html", '<div id="d@e"><p>text t@e</p></div>\n', head="<html><body>\n",
        foot="</body></html>\n", name="d@e", line="<p>text t@e</p>", changed="<p>other t@e</p>",
        common="<p>text ", items=2, blocks=2, once=2, anchor='<div id="d@e">', statement="<p>more</p>",
    ),
    "css rules": Material(
        "style.css", ".c@e {\n  color: red;\n  width: 1@px;\n}\n\n", name=".c@e", line="width: 1@px;",
        changed="height: 1@px;", common="color: red;", items=3, blocks=3,
    ),
    "text entries": Material(
        "notes.unknown", "entry e@e {\n  what = w@e\n  kind plain\n}\n\n", line="what = w@e",
        changed="what = x@e", common="kind plain", anchor="entry e@e {", statement="more = 1",
    ),
    "text one line": Material(
        "notes.txt", "w@e of many ", foot="\n", line="w@e of many", changed="x@e of many", common="of many"
    ),
}  # fmt: skip


# Calls


@dataclass(frozen=True, slots=True)
class Call:
    """A way of calling, as a template: `{field}` is a field of the material.

    Attributes:
        operation: the name of a library function.
        given: its arguments; for a batch, `each` is the edit of one unit (a text or an object).
        expects: the answer (see `answer_of`), where `{n}` counts units and `{items}` definitions.
        pieces: what the answer lists or writes: `n`, `items`, or 1.
        files: the batch has a file for each unit instead of one file.
        on: the n of the file, where only the call itself grows.
    """

    operation: str
    given: dict[str, object] = field(default_factory=dict)
    expects: str = "applied"
    pieces: str = "1"
    each: object = None
    files: bool = False
    on: int = 0


_BLOCK = "{path}\n<<<<<<< SEARCH\n{line}\n=======\n{changed}\n>>>>>>> REPLACE\n\n"
_NOWHERE = "zebras graze\nwhere quails jump\n"
_HITS = {"expects": "{n} hits", "pieces": "n"}
_FORCED = {"force": True, "allow_errors": True}
CALLS = {
    "outline": Call("outline", {}, "{items} items", "items"),
    "outline blocks": Call("outline", {"blocks": True}, "{blocks} items", "items"),
    "outline broken": Call("outline", {}, "some items", "items"),
    "region name": Call("get_region", {"selector": "{name}"}, "unchanged"),
    "region anchor": Call("get_region", {"anchor": "{anchor}"}, "unchanged"),
    "region missing": Call("get_region", {"selector": "nowhere"}, "not_found"),
    "find text": Call("find", {"text": "{common}"}, **_HITS),
    "find regex": Call("find", {"regex": r"v\d+e"}, **_HITS),
    "find query": Call("find", {"query": "{query}"}, "some hits", "n"),
    "check": Call("check", {}, "clean", "n"),
    "check broken": Call("check", {}, "faults", "n"),
    "str_replace exact": Call("str_replace", {"old": "{line}", "new": "{changed}"}),
    "str_replace within": Call(
        "str_replace",
        {"old": "{common}", "new": "{changed}", "within": "{name}", "allow_errors": True},
    ),
    "str_replace ambiguous": Call(
        "str_replace", {"old": "{common}", "new": "another"}, "ambiguous", "n"
    ),
    "str_replace all": Call(
        "str_replace",
        {"old": "{common}", "new": "{common} ", "replace_all": True, **_FORCED},
        pieces="n",
    ),
    "str_replace nowhere": Call("str_replace", {"old": _NOWHERE, "new": ""}, "not_found"),
    "str_replace absent": Call("str_replace", {"old": "{absent}", "new": "x\n"}, "not_found", "60"),
    "str_replace long old": Call(
        "str_replace", {"old": "{text}", "new": "x"}, "not_found", "n", on=4
    ),
    "replace_all regex": Call(
        "replace_all",
        {"pattern": r"v(\d+)e", "new": r"u\1e", "regex": True, "force": True},
        pieces="n",
    ),
    "replace_block name": Call("replace_block", {"selector": "{name}", "new": "{block}"}),
    "replace_block anchor": Call("replace_block", {"anchor": "{anchor}", "new": "{block}"}),
    "replace_function_body": Call(
        "replace_function_body", {"selector": "{name}", "new": "{statement}"}
    ),
    "delete_block": Call("delete_block", {"selector": "{name}"}),
    "insert after name": Call("insert", {"at": "after", "of": "{name}", "text": "{another}"}),
    "insert after text": Call("insert", {"after": "{line}", "text": "{statement}"}),
    "insert imports": Call("insert", {"at": "imports", "text": "{top}"}),
    "move_block": Call("move_block", {"selector": "{name}", "at": "before", "of": "{first}"}),
    "wrap": Call("wrap", {"selector": "{inner}", "header": "{header}"}),
    "unwrap": Call("unwrap", {"selector": "{inner}"}),
    "rename_local": Call(
        "rename_local", {"selector": "{name}", "old": "total", "new": "sum_of"}, pieces="5"
    ),
    "apply blocks": Call("apply_edits", each=_BLOCK, expects="applied {n}", pieces="n"),
    "apply names": Call(
        "apply_edits",
        each={"op": "replace_block", "path": "{path}", "selector": "{name}", "new": "{block}"},
        expects="applied {n}",
        pieces="n",
    ),
    "apply files": Call(
        "apply_edits",
        each={"op": "str_replace", "path": "{path}", "old": "{line}", "new": "{changed}"},
        expects="applied {n}",
        pieces="n",
        files=True,
    ),
    "undo files": Call("undo", each=_BLOCK, pieces="n", files=True),
    "rewrite files": Call(
        "rewrite",
        {"pattern": "return $A", "template": "return [$A]"},
        each="",
        pieces="n",
        files=True,
    ),
    "find in files": Call("find in files", {"text": "{common}"}, **_HITS, each="", files=True),
}

ROWS_BY_CALL = """
outline: python functions · typescript functions · java methods · c functions · go functions · ruby methods
outline: clojure functions · python nested · typescript nested · json objects · json nested · yaml items
outline: markdown sections · html divs · html nested · css rules
outline blocks: python functions · typescript functions · clojure functions
outline broken: python broken · typescript broken · c broken · c macros
region name: python functions · typescript functions · ruby methods · clojure functions · markdown sections
region name: python nested · yaml items
region anchor: python functions · ruby methods · yaml items · text entries
region missing: python functions · typescript functions · ruby methods · clojure functions
find text: python functions · json objects · text entries · text one line
find regex: python functions · ruby methods
find query: python functions · typescript functions · json objects
check: python functions · json objects
check broken: python broken · typescript broken · c broken · c macros
str_replace exact: python functions · typescript functions · java methods · c functions · ruby methods
str_replace exact: clojure functions · json objects · yaml items · markdown sections · html divs · css rules
str_replace exact: text entries · text one line · python nested · typescript nested · json nested
str_replace exact: python broken · typescript broken · c broken · c macros
str_replace within: python functions · typescript functions · ruby methods
str_replace ambiguous: python functions · json objects · markdown sections · text one line
str_replace all: python functions · typescript functions · markdown sections · text entries
str_replace nowhere: python functions · ruby methods · json objects · text entries · text one line
str_replace absent: python functions · typescript functions · clojure functions · json objects · text entries
str_replace absent: python broken · c broken
str_replace long old: python functions · text entries
replace_all regex: python functions · typescript functions
replace_block name: python functions · typescript functions · java methods · ruby methods · clojure functions
replace_block name: yaml items · markdown sections · html divs
replace_block anchor: python functions · typescript functions · text entries
replace_function_body: python functions · typescript functions · ruby methods
delete_block: python functions · typescript functions · ruby methods · clojure functions · yaml items
delete_block: markdown sections · html divs
insert after name: python functions · typescript functions · ruby methods · clojure functions · yaml items
insert after text: python functions · typescript functions · text entries
insert imports: python functions · typescript functions
move_block: python functions · typescript functions · ruby methods · clojure functions
wrap: python functions · typescript functions · ruby methods
unwrap: python functions · typescript functions · ruby methods
rename_local: python functions · typescript functions · java methods
apply blocks: python functions · typescript functions · ruby methods · json objects · text entries
apply names: python functions · typescript functions
apply files: python functions · text entries
undo files: python functions
rewrite files: python functions
find in files: python functions
"""
LISTINGS = ("outline", "get_region", "find", "check", "find in files")


@dataclass(frozen=True, slots=True)
class Case:
    """One call with its files, its arguments, and the answer that shows that it did its work."""

    texts: dict[str, str]
    operation: str
    arguments: dict[str, object]
    expects: str
    pieces: int
    edits: object = None

    @property
    def size(self) -> int:
        """Return the bytes of the files and of the call."""
        asked = len(str(self.edits or "")) + len(str(self.arguments.get("old", "")))
        return sum(map(len, self.texts.values())) + asked


@dataclass(frozen=True, slots=True)
class Row:
    """A way of calling on a material."""

    way: str
    material: str

    @property
    def name(self) -> str:
        return f"{self.way}: {self.material}"

    @property
    def call(self) -> Call:
        return CALLS[self.way]

    def case(self, n: int) -> Case:
        """Return the call on a file of n units."""
        m, call = MATERIALS[self.material], self.call
        words = words_of(m, n)
        texts = {m.path: m.text(call.on or n)}
        edits: object = None
        if call.files:
            texts = {
                f"{i}/{m.path}": m.head + m.unit.replace("@", str(i)) + m.foot for i in range(n)
            }
        if call.each is not None:
            units = [dict(words, **words_of(m, n, i)) for i in range(n)]
            for i, unit in enumerate(units):
                unit["path"] = f"{i}/{m.path}" if call.files else m.path
            made = [filled(call.each, unit) for unit in units]
            edits = "".join(made) if isinstance(call.each, str) else made  # type: ignore[arg-type]
        given = {name: filled(value, words) for name, value in call.given.items()}
        pieces = int(call.pieces) if call.pieces.isdigit() else int(words[call.pieces])
        return Case(texts, call.operation, given, str(filled(call.expects, words)), pieces, edits)


def words_of(m: Material, n: int, unit: int | None = None) -> dict[str, str]:
    """Return what the fields of a template stand for, `@` being a unit, the middle one by default."""
    number = str(n // 2 if unit is None else unit)
    fields = {name: getattr(m, name) for name in Material.__dataclass_fields__}
    texts = {name: value for name, value in fields.items() if isinstance(value, str)}
    words = {k: v if k == "query" else v.replace("@", number) for k, v in texts.items()}
    words["block"] = _function(m, number).replace(words["line"], words["changed"])
    if unit is None:
        words["another"] = _function(m, f"{n}{n}").strip("\n")
        words["first"] = m.name.replace("@", "1")
        counts = {"n": n, "items": m.items * n + m.once, "blocks": m.blocks * n + m.once}
        words |= {name: str(count) for name, count in counts.items()}
        words["text"] = m.text(n)
        lines = words["text"].split("\n")
        some = enumerate(lines[int(0.7 * len(lines)) :][:60])
        # A third of the lines differ: the text is similar to the file, but is not in it.
        words["absent"] = "\n".join(f"{t}  {i}x" if i % 3 == 1 else t for i, t in some) + "\n"
    return words


def _function(m: Material, number: str) -> str:
    whole = {"python broken": PYTHON, "typescript broken": TYPESCRIPT}
    unit = next((w.unit for k, w in whole.items() if MATERIALS[k] is m), m.unit)
    return unit.replace("@", number).strip("\n") + "\n"


def filled(template: object, words: dict[str, str]) -> object:
    """Return a template with the material's texts in the place of `{field}`."""
    if isinstance(template, dict):
        return {name: filled(value, words) for name, value in template.items()}
    if not isinstance(template, str):
        return template
    return re.sub(r"\{([a-z]+)\}", lambda m: words[m[1]], template)


ROWS = tuple(
    Row(way, material)
    for line in ROWS_BY_CALL.strip().split("\n")
    for way, _, names in [line.partition(": ")]
    for material in names.split(" · ")
)


# One call


def prepared(case: Case, folder: Path) -> Callable[[], object]:
    """Return the call of a case, after writing its files where it works on files."""
    given = case.arguments
    if case.operation in OPERATIONS:
        ((path, text),) = case.texts.items()
        call, data = getattr(se, case.operation), text.encode()
        return lambda: call(se.Document.from_bytes(data, path), **given, timeout=HOURS)
    for path, text in case.texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, newline="")
    match case.operation:
        case "apply_edits":
            return lambda: se.apply_edits(case.edits, folder, force=True, timeout=HOURS)
        case "undo":
            assert se.apply_edits(case.edits, folder, force=True, timeout=HOURS).landed
            return lambda: se.undo(root=folder)
        case "rewrite":
            return lambda: se.rewrite(folder, root=folder, timeout=HOURS, **given).batch  # type: ignore[arg-type]
    return lambda: se.find(folder, timeout=HOURS, **given)  # type: ignore[arg-type]


def answer_of(result: object, expects: str) -> str:
    """Return what a call answered, in the words of `Call.expects`."""
    match result:
        case se.Outline():
            count, waiting = 0, list(result.items)
            while waiting:
                count, waiting = count + 1, [*waiting[:-1], *waiting[-1].children]
            return f"{'some' if count and 'some' in expects else count} items"
        case se.BatchOutcome():
            return f"{result.status}{f' {result.totals.applied}' if ' ' in expects else ''}"
        case se.Outcome() | se.Region():
            return str(result.status)
        case se.Check():
            return "clean" if result.clean else "faults"
        case tuple() | list():
            return f"{'some' if result and 'some' in expects else len(result)} hits"
    return type(result).__name__


def wrong(case: Case, result: object) -> str:
    """Return how an answer differs from the expected one; empty if it does not."""
    answer = answer_of(result, case.expects)
    if answer == case.expects:
        return ""
    report = result.report()[:300] if isinstance(result, se.Outcome | se.BatchOutcome) else ""
    return f"{answer}, not {case.expects} {report}".strip()


def parse_seconds(texts: dict[str, str]) -> float | None:
    """Return the seconds in which the parser alone reads the files; None without a grammar."""
    made = [text.encode() for text in texts.values()]
    name = se.Source.of(se.Document.from_bytes(b"", next(iter(texts)))).profile.grammar
    if name is None:
        return None
    rounds, start = 0, process_time()
    while (spent := process_time() - start) < PARSED_FOR or not rounds:
        for data in made:
            Parser(grammar(str(name))).parse(data)
        rounds += 1
    return spent / rounds


# Measuring


@dataclass(frozen=True, slots=True)
class Step:
    """One n of a row: seconds of the call and of parsing, sizes; `error` if the call failed."""

    n: int
    seconds: float = 0.0
    parse: float | None = None
    size: int = 0
    pieces: int = 1
    edits: bool = False
    error: str = ""


def in_a_process(work: Callable[[], object], seconds: int = 60) -> object:
    """Return what the work returns in a forked process with limits; a text if the process failed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        told: object = "ended"
        try:
            os.close(reading)
            for kind, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, MEMORY)):
                resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))
            told = work()
        except BaseException as error:
            told = f"{type(error).__name__}: {error}"[:300]
        finally:
            os.write(writing, json.dumps(told).encode())
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if not answer:
        return f"killed by signal {status & 127}, after at most {seconds} s"
    return json.loads(answer)


def run_once(case: Case, *, with_parse: bool) -> dict[str, object]:
    """Make the call of a case once and measure it."""
    with tempfile.TemporaryDirectory(prefix="growth-") as name:
        folder = Path(name) / "root"
        folder.mkdir()
        os.environ["XDG_STATE_HOME"] = f"{name}/state"
        parse = parse_seconds(case.texts) if with_parse else None
        call = prepared(case, folder)
        gc.collect()
        start = process_time()
        result = call()
        if isinstance(result, se.Outcome | se.BatchOutcome):
            result.report()  # every caller reads the report, so its time counts
        seconds = process_time() - start
        if with_parse and parse is None:
            parse = TEXT_SECONDS_PER_BYTE * case.size
        return {"seconds": seconds, "parse": parse, "size": case.size, "error": wrong(case, result)}


def step_of(made: Callable[[int], Case], n: int, *, with_parse: bool = True) -> Step:
    """Measure a call of n units: the better of two runs, one run if it is very short or long."""
    case = made(n)
    best: dict[str, object] = {}
    for first in (True, False):
        found = in_a_process(lambda first=first: run_once(case, with_parse=first and with_parse))
        if not isinstance(found, dict):
            return Step(n, error=str(found))
        if found["error"]:
            return Step(n, error=str(found["error"]))
        best = {**found, **best, "seconds": min(found["seconds"], best.get("seconds", math.inf))}
        if not 0.03 < found["seconds"] < 3:
            break
    return Step(n, pieces=case.pieces, edits=bool(case.edits), **best)  # type: ignore[arg-type]


def rises(steps: list[Step]) -> bool:
    """Return True if each step takes longer than the one before."""
    return all(a.seconds < b.seconds for a, b in pairwise(steps))


def steps_of(made: Callable[[int], Case], n: int = 2 * SMALLEST) -> list[Step]:
    """Double n until a call takes long enough; the last step may say why it went no further."""
    found: list[Step] = []
    while True:
        slow = any(step.seconds > ENOUGH / 10 for step in found)
        found.append(step_of(made, n, with_parse=slow or len(found) >= LEAST_STEPS - 1))
        last = found[-1]
        done = last.seconds >= ENOUGH and len(found) >= LEAST_STEPS and rises(found[-3:])
        if last.error or done or last.seconds > TOO_LONG or 2 * last.size > MOST_BYTES:
            return found
        n *= 4 if last.seconds < ENOUGH / 30 else 2


def measured(row: Row) -> list[Step]:
    """Measure a row, in this process and in processes forked from it."""
    limits.can_be_killed()
    # Two warm-up calls load modules and compile queries, which a process does once.
    for n in (SMALLEST, WARM):
        if error := run_once(row.case(n), with_parse=True)["error"]:
            return [Step(n, error=str(error))]
    gc.collect()
    gc.freeze()
    return steps_of(row.case)


# Figures


@dataclass(frozen=True, slots=True)
class Figures:
    """The result of a row, from its last steps."""

    n: int
    seconds: float
    exponent: float
    parses: float
    each: float
    met: bool
    ends: str = ""


def slope(steps: list[Step]) -> float:
    """Return the slope of the line through the steps, time against size, both as logarithms."""
    points = [(math.log(step.size), math.log(max(step.seconds, 1e-6))) for step in steps]
    if len(points) < 2:
        return math.nan
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    spread = sum((a - x) ** 2 for a, _ in points)
    return sum((a - x) * (b - y) for a, b in points) / spread if spread else math.nan


def figures(row: Row, steps: list[Step]) -> Figures:
    """Judge a row by its targets; a row that ends with an error meets none."""
    ended = next((f"at n = {step.n}: {step.error}" for step in steps if step.error), "")
    good = [step for step in steps if not step.error]
    if not good:
        return Figures(0, 0, math.nan, math.nan, math.nan, False, ended)
    last, exponent = good[-1], slope(good[-3:])
    parse = last.parse or math.nan
    lists = row.call.operation in LISTINGS
    beyond = max(0.0, last.seconds - (LISTING_PARSES if lists else EDIT_PARSES) * parse)
    each = beyond / max(1, last.pieces) * 1e6
    most = EDIT_MICROSECONDS if last.edits else ITEM_MICROSECONDS
    # A call that lists one item cannot share its start-up among items: 25 ms beyond parsing are allowed.
    met = exponent <= EXPONENT and (each <= most or beyond <= 0.025) and not ended
    return Figures(last.n, last.seconds, exponent, last.seconds / parse, each, met, ended)


HEADING = (
    "| row | n | ms | exponent | parses | µs an item beyond | met | |\n"
    "|---|---:|---:|---:|---:|---:|---|---|"
)


def line_of(name: str, now: Figures, before: Figures | None = None) -> str:
    """Return a row of the table, as `old → new` if there is an older figure."""

    def cell(value: Callable[[Figures], str]) -> str:
        return value(now) if before is None else f"{value(before)} → {value(now)}"

    cells = (
        cell(lambda f: f"{f.n:,}"),
        cell(lambda f: f"{f.seconds * 1000:,.0f}"),
        cell(lambda f: f"{f.exponent:.2f}"),
        cell(lambda f: f"{f.parses:,.1f}"),
        cell(lambda f: f"{f.each:,.0f}"),
        cell(lambda f: "yes" if f.met else "**no**"),
        now.ends.split("\n")[0][:100].replace("|", "¦"),
    )
    return f"| {name} | {' | '.join(cells)} |"


def alone(name: str) -> list[Step]:
    """Measure a row in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.growth", "--row", name]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT, env=environment)
    if done.returncode:
        return [Step(0, error=(done.stderr.strip().split("\n") or ["?"])[-1][:300])]
    return [Step(**step) for step in json.loads(done.stdout)]


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.growth",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--before", type=Path, metavar="FILE")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.row:
        row = next(row for row in ROWS if row.name == given.row)
        print(json.dumps([asdict(step) for step in measured(row)]))
        return 0
    chosen = [r for r in ROWS if not given.only or any(word in r.name for word in given.only)]
    older = json.loads(given.before.read_text()) if given.before else {}
    found: dict[str, list[Step]] = {}
    judged: list[Figures] = []
    print(HEADING, flush=True)
    with ThreadPoolExecutor(given.jobs) as pool:
        for row, steps in zip(chosen, pool.map(lambda row: alone(row.name), chosen), strict=True):
            found[row.name] = steps
            judged.append(figures(row, steps))
            old = [Step(**step) for step in older.get(row.name, ())]
            print(line_of(row.name, judged[-1], figures(row, old) if old else None), flush=True)
            if given.json:
                kept = {name: [asdict(step) for step in steps] for name, steps in found.items()}
                given.json.write_text(json.dumps(kept, indent=1) + "\n")
    fast = sum(not one.exponent <= EXPONENT for one in judged)
    print(f"\n{sum(one.met for one in judged)} of {len(judged)} rows meet their targets;", end=" ")
    print(f"{fast} grow faster than n^{EXPONENT}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
