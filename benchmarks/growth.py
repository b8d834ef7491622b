"""How the time of every operation grows with its input, each row in processes of its own.

    python -m benchmarks.growth [--only WORD …] [--jobs N] [--json FILE] [--before FILE] [--write]
    python -m benchmarks.growth --profile "outline: python classes"

A row is a call on a material: a file of n units. n is doubled (taken four times below 10 ms) until one
call takes 0.3 s of processor time, at least three times unless a call takes 20 s, and until the last
three steps rise. Each time is the best of two runs, each in a forked process that has nothing remembered
of the text. Given are

- the exponent: the slope of a line through the last three steps, time against bytes, both as
  logarithms. The bytes are those of the files, of the call and of the selectors that a listing
  answers with. It is to be at most 1.15;
- the time at the largest n in parses: tree-sitter alone on the same bytes in the same process, or,
  for texts without a grammar, a tenth of a microsecond a byte, what most grammars need;
- for calls that list, microseconds an item listed beyond 1.5 parses, at most 25; for calls that edit
  or refuse, microseconds a piece beyond 2 parses, at most 25. Pieces are the places that are written,
  shown or asked for; where a batch has n edits, an edit may take 200.

`--only` takes rows that hold one of the words; `--before` prints the figures of an older `--json`
beside the new ones, `--write` puts a line for each way of calling into RESULTS.md. `--profile` runs a row once more at
the largest n of up to five seconds and prints the functions that it spends its time in.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import json
import math
import os
import pstats
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from time import process_time

from tree_sitter import Parser

import structedit as se
from structedit.calls.operations import OPERATIONS
from structedit.disk import limits
from structedit.languages.detection import language_of
from structedit.languages.grammars import grammar, queries
from structedit.tree.newer_grammars import profile_in_use

CHECKOUT = Path(__file__).resolve().parents[1]
RESULTS = CHECKOUT / "benchmarks" / "RESULTS.md"

EXPONENT = 1.15
LISTING_PARSES, EDIT_PARSES = 1.5, 2.0
ITEM_MICROSECONDS, EDIT_MICROSECONDS = 25.0, 200.0
TEXT_SECONDS_PER_BYTE = 1e-7
"""What most grammars need a byte (measured: 4 to 24 MB a second)."""

PARSED_FOR = 0.06
"""Seconds for which parsing is repeated: some systems count a process's time in steps of 4 ms."""

ENOUGH, TOO_LONG, LEAST_STEPS = 0.3, 20.0, 4
SMALLEST, WARM = 8, 61
"""What a row is tried with, and is warmed up with before it is measured; no step is of either."""

MOST_BYTES = 16 << 20
MEMORY = 4 << 30
HOURS = 36_000.0
"""A timeout that never comes: what is measured here is not to be cut short."""


# Materials


@dataclass(frozen=True, slots=True)
class Material:
    """A file of n units; `@` stands for the number of a unit (and `@+`, in names, for the next).

    Attributes:
        path: the file's name, from which its language comes.
        unit: the text of a unit.
        head: what stands before all units; `foot` after them, `between` between two of them.
        name: the selector of a unit's definition.
        line: a text that stands in one unit alone; `changed` what it is edited to.
        common: a text that stands once in every unit.
        items: definitions that an outline lists of a unit, `blocks` with anonymous blocks,
            `once` those of head and foot.
        inner: the selector of a block in a unit, that can be unwrapped; `anchor` a text that opens a block.
        statement: a line that can stand in a unit's body; `top` one that can stand at the file's top.
        local: a local name of the unit's definition.
        query: a tree-sitter query that each unit has one hit of.
        header: what a unit can be wrapped in.
        faults: units of which each has a syntax error, and so `check` is not clean.
        whole: the part of a unit that is not broken, where another part is.
        sought: a text that stands once in the file.
        nested: what closes a unit that holds the next one; `step` is the indentation of that.
    """

    path: str
    unit: str
    head: str = ""
    foot: str = ""
    between: str = ""
    name: str = ""
    line: str = ""
    changed: str = ""
    common: str = ""
    items: int = 1
    blocks: int = 1
    once: int = 0
    inner: str = ""
    anchor: str = ""
    statement: str = ""
    top: str = ""
    local: str = ""
    query: str = ""
    header: str = ""
    faults: bool = False
    nested: str | None = None
    step: str = ""
    sought: str = ""
    whole: str = ""

    def text(self, n: int) -> str:
        """The file of n units; what is `sought`, if anything, stands after the middle one."""
        if self.nested is not None:
            return self._nested(n)
        units = [self.unit.replace("@", str(i)) for i in range(n)]
        if self.sought:
            units.insert(n // 2 + 1, self.sought)
        return self.head + self.between.join(units) + self.foot

    def _nested(self, n: int) -> str:
        def indented(text: str, depth: int) -> str:
            return re.sub("^(?=.)", self.step * depth, text, flags=re.MULTILINE)

        opened = (indented(self.unit.replace("@", str(i)), i) for i in range(n))
        closed = (indented(str(self.nested).replace("@", str(i)), i) for i in reversed(range(n)))
        return self.head + "".join(opened) + self.foot + "".join(closed)

    def middle(self, text: str, n: int) -> str:
        """A text about units as one about the middle unit."""
        return text.replace("@+", str(n // 2 + 1)).replace("@", str(n // 2))


LEDGER = '''\
def settle_ledger_entries(ledger, entries):
    """Post all entries that are open, and give their sum."""
    # walk through the entries and add up what they are worth
    total = sum(entry.amount for entry in entries)
    for entry in entries:
        if entry.has_flag("open", total, ledger):
            ledger.post(entry, total, reason="carry")
            ledger.mark(entry)
    ledger.close(total)
    return total


'''
LEDGER_JS = """\
function settleLedgerEntries(ledger, entries) {
  // walk through the entries and add up what they are worth
  let total = sumOf(entries.map((entry) => entry.amount));
  for (const entry of entries) {
    if (entry.hasFlag("open", total, ledger)) {
      ledger.post(entry, total, "carry");
      ledger.mark(entry);
    }
  }
  ledger.close(total);
  return total;
}

"""
LEDGER_TEXT = """\
The ledger is settled at the end of a month.
  * walk through the entries and add up what they are worth
  * take the amount of each, and "open" it, total, ledger
  * post(entry, total, carry) where it is asked for
  * mark what was posted with a cross
Close the books, and ledger.close(total) is all.
The sum goes to whoever asked for it.

"""
PYTHON = Material(
    "module.py",
    "def f@n(a, b):\n    # step @ of many\n    total = a + v@e(b)\n    if total > b:\n"
    '        total = w@e(total, "at @")\n    return total - b\n\n\n',
    name="f@n",
    line="total = a + v@e(b)",
    changed="total = a + b + v@e(b)",
    common="if total > b:",
    blocks=2,
    inner="f@n > if",
    anchor="def f@n(a, b):",
    statement="checked = True",
    top="import os",
    local="total",
    query="(function_definition) @f",
    header="with locked:",
)
TYPESCRIPT = Material(
    "module.ts",
    "function f@n(a: number, b: number): number {\n  // step @ of many\n  let total = a + v@e(b);\n"
    '  if (total > b) {\n    total = w@e(total, "at @");\n  }\n  return total - b;\n}\n\n',
    name="f@n",
    line="let total = a + v@e(b);",
    changed="let total = a + b + v@e(b);",
    common="if (total > b) {",
    blocks=2,
    inner="f@n > if",
    anchor="function f@n(a: number, b: number): number {",
    statement="checked = true;",
    top='import fs from "fs";',
    local="total",
    query="(function_declaration) @f",
    header="if (locked) {",
)
RUBY = Material(
    "module.rb",
    "def f@n(a, b)\n  # step @ of many\n  total = a + v@e(b)\n  if total > b\n"
    '    total = w@e(total, "at @")\n  end\n  total - b\nend\n\n',
    name="f@n",
    line="total = a + v@e(b)",
    changed="total = a + b + v@e(b)",
    common="if total > b",
    blocks=2,
    inner="f@n > if",
    anchor="def f@n(a, b)",
    statement="checked = true",
    top='require "set"',
    local="total",
    query="(method) @f",
    header="if locked",
)
CLOJURE = Material(
    "module.clj",
    '(defn f@n\n  "Step @ of many."\n  [a b]\n  (let [total (+ a (v@e b))]\n'
    '    (if (> total b)\n      (w@e total "at @")\n      (- total b))))\n\n',
    name="f@n",
    line="(let [total (+ a (v@e b))]",
    changed="(let [total (+ a b (v@e b))]",
    common="(if (> total b)",
    blocks=3,
    anchor="(defn f@n",
    statement="(println a)",
    top="(require 'clojure.set)",
    query="(list_lit) @f",
)
JAVA = Material(
    "Module.java",
    "    /** Step @ of many. */\n    int f@n(int a, int b) {\n        int total = a + v@e(b);\n"
    '        if (total > b) {\n            total = w@e(total, "at @");\n        }\n'
    "        return total - b;\n    }\n\n",
    head="package shop;\n\nclass Module {\n",
    foot="}\n",
    name="Module.f@n",
    line="int total = a + v@e(b);",
    changed="int total = a + b + v@e(b);",
    common="if (total > b) {",
    blocks=2,
    once=1,
    inner="f@n > if",
    anchor="int f@n(int a, int b) {",
    statement="checked = true;",
    top="import java.util.List;",
    local="total",
    query="(method_declaration) @f",
    header="if (locked) {",
)
C = Material(
    "module.c",
    "/* step @ of many */\nstatic int f@n(int a, int b)\n{\n    int total = a + v@e(b);\n"
    '    if (total > b) {\n        total = w@e(total, "at @");\n    }\n    return total - b;\n}\n\n',
    head="#include <stdio.h>\n\n",
    name="f@n",
    line="int total = a + v@e(b);",
    changed="int total = a + b + v@e(b);",
    common="if (total > b) {",
    blocks=2,
    inner="f@n > if",
    anchor="static int f@n(int a, int b)",
    statement="checked = 1;",
    local="total",
    query="(function_definition) @f",
)
RUST = Material(
    "module.rs",
    "impl Step@s {\n    /// Step @ of many.\n    pub fn f@n(&self, a: i64, b: i64) -> i64 {\n"
    '        let total = a + v@e(b);\n        if total > b {\n            return w@e(total, "at @");\n'
    "        }\n        total - b\n    }\n}\n\n",
    name="f@n",
    line="let total = a + v@e(b);",
    changed="let total = a + b + v@e(b);",
    common="if total > b {",
    items=2,
    blocks=3,
    query="(function_item) @f",
)
GO = Material(
    "module.go",
    "// F@n is step @ of many.\nfunc F@n(a, b int) int {\n\ttotal := a + v@e(b)\n\tif total > b {\n"
    '\t\ttotal = w@e(total, "at @")\n\t}\n\treturn total - b\n}\n\n',
    head="package shop\n\n",
    name="F@n",
    line="total := a + v@e(b)",
    changed="total := a + b + v@e(b)",
    common="if total > b {",
    blocks=2,
    query="(function_declaration) @f",
)
JSON = Material(
    "data.json",
    '  {\n    "name": "n@e",\n    "kind": "plain"\n  }',
    head="[\n",
    foot="\n]\n",
    between=",\n",
    name="[@].name",
    line='"name": "n@e"',
    changed='"name": "m@e"',
    common='"kind": "plain"',
    items=3,
    blocks=3,
    anchor='"name": "n@e"',
    query="(object) @o",
)
YAML = Material(
    "data.yaml",
    "key@n:\n  - a: i@e\n    b: plain\n",
    name="key@n",
    line="- a: i@e",
    changed="- a: j@e",
    common="b: plain",
    items=4,
    blocks=4,
    anchor="key@n:",
    query="(block_sequence) @s",
)
TOML = Material(
    "data.toml",
    '[table@n]\nname = "n@e"\nkind = "plain"\n\n',
    name="table@n",
    line='name = "n@e"',
    changed='name = "m@e"',
    common='kind = "plain"',
    items=3,
    blocks=3,
    anchor="[table@n]",
    statement="count = 3",
    query="(table) @t",
)
MARKDOWN = Material(
    "guide.md",
    "## Step s@e\n\nWhat s@e is for, at length.\n\nThe same in all.\n\n",
    head="# Guide\n\n",
    name="## Step s@e",
    line="What s@e is for, at length.",
    changed="What s@e is good for, at length.",
    common="The same in all.",
    once=1,
    anchor="## Step s@e",
    statement="One more line.",
    query="(atx_heading) @h",
)
HTML = Material(
    "page.html",
    '<div id="d@e"><p>text t@e</p></div>\n',
    head="<html><body>\n",
    foot="</body></html>\n",
    name="d@e",
    line="<p>text t@e</p>",
    changed="<p>other t@e</p>",
    common="<p>text ",
    items=2,
    blocks=2,
    once=2,
    anchor='<div id="d@e">',
    statement="<p>more</p>",
    query="(element) @e",
)
CSS = Material(
    "style.css",
    ".c@e {\n  color: red;\n  width: 1@px;\n}\n\n",
    name=".c@e",
    line="width: 1@px;",
    changed="height: 1@px;",
    common="color: red;",
    items=3,
    blocks=3,
    anchor=".c@e {",
    statement="top: 0;",
    query="(rule_set) @r",
)
TEXT = Material(
    "notes.unknown",
    "entry e@e {\n  what = w@e\n  kind plain\n}\n\n",
    line="what = w@e",
    changed="what = x@e",
    common="kind plain",
    anchor="entry e@e {",
    statement="more = 1",
    top="# notes",
)


def _like(material: Material, **other: object) -> Material:
    """A material with other fields."""
    fields = {name: getattr(material, name) for name in Material.__dataclass_fields__}
    return Material(**{**fields, **other})


MATERIALS: dict[str, Material] = {
    "python functions": PYTHON,
    "python classes": Material(
        "module.py",
        "class C@n:\n    limit = @\n\n    def get(self):\n        return self.limit\n\n"
        "    def set(self, value):\n        self.limit = value\n\n\n",
        name="C@n.get",
        line="limit = @\n",
        changed="limit = -@\n",
        common="return self.limit",
        items=4,
        blocks=4,
        query="(class_definition) @c",
    ),
    "python methods": _like(
        PYTHON,
        unit=re.sub("^(?=.)", "    ", PYTHON.unit.rstrip(), flags=re.MULTILINE) + "\n\n",
        head="class Module:\n",
        name="Module.f@n",
        once=1,
    ),
    "python defs": Material(
        "module.py",
        "def f@n(a):\n    b = a\n    c = b\n    d = c\n    return d\n\n",
        name="f@n",
        common="c = b",
    ),
    "python alike": Material(
        "module.py", "def f():\n    return v@e\n\n\n", name="f", line="return v@e", changed="return 0"
    ),
    "python elifs": Material(
        "module.py",
        "elif a == @:\n    b = v@e\n",
        head="if a == 'x':\n    b = 0\n",
        name="elif[@]",
        line="b = v@e",
        changed="b = 1 + v@e",
        items=0,
        blocks=1,
        once=1,
    ),
    "python nested": Material(
        "module.py",
        "def f@n(a):\n v@e = a\n",
        foot="",
        name="f@n",
        line="v@e = a",
        changed="v@e = a + 1",
        nested="",
        step=" ",
    ),
    "python comments": Material(
        "module.py",
        "# func_@\nvalue_@_ = x\n",
        line="value_@_ = x",
        changed="value_@_ = y",
        items=0,
        query="(comment) @c",
    ),
    "python conflicts": Material(
        "module.py",
        "<<<<<<< ours\na@e = 1\n=======\na@e = 2\n>>>>>>> theirs\n",
        head="def first():\n    return v0\n\n\n",
        foot="\n\ndef last():\n    return 1\n",
        line="a@e = 2",
        changed="a@e = 3",
        faults=True,
    ),
    "python calls": Material(
        "module.py", "    log(x@e)\n", head="def f():\n", foot="    return 0\n", name="f", common="log("
    ),
    "python assignments": Material("module.py", "x@e = log(@)\n", common="log(", name="x@e", items=1),
    "python equal": Material("module.py", "a = b\n", common="a = b\n"),
    "python values": Material(
        "module.py",
        "v@e, ",
        head="values = [",
        foot="]\n\n\ndef last():\n    return values\n",
        line="v@e,",
        changed="w@e,",
        items=0,
        once=2,
        common=", ",
    ),
    "python broken": _like(
        PYTHON,
        whole=PYTHON.unit,
        unit=PYTHON.unit + "def g@n(a:\n    return a\n\n\n",
        items=2,
        blocks=3,
        faults=True,
        line="total = a + v@e(b)",
    ),
    "python sought": _like(PYTHON, sought=LEDGER, once=1),
    "typescript functions": TYPESCRIPT,
    "typescript classes": Material(
        "module.ts",
        "export class C@n {\n  limit = @;\n\n  get(): number {\n    return this.limit;\n  }\n}\n\n",
        name="C@n.get",
        line="limit = @;",
        changed="limit = -@;",
        common="return this.limit;",
        items=3,
        blocks=3,
        query="(class_declaration) @c",
    ),
    "typescript nested": Material(
        "module.ts",
        "function f@n(a: number) {\nv@e = a;\n",
        name="f@n",
        line="v@e = a;",
        changed="v@e = a + 1;",
        nested="}\n",
    ),
    "typescript broken": _like(
        TYPESCRIPT,
        whole=TYPESCRIPT.unit,
        unit=TYPESCRIPT.unit + "function g@n(a {\n  return a;\n}\n\n",
        items=2,
        blocks=3,
        faults=True,
    ),
    "typescript sought": _like(TYPESCRIPT, sought=LEDGER_JS, once=1),
    "tsx elements": Material(
        "page.tsx",
        "      <Row key={v@e} name=\"n@e\" />\n",
        head="export function Page() {\n  return (\n    <Table>\n",
        foot="    </Table>\n  );\n}\n",
        name="Page",
        line='name="n@e"',
        changed='name="m@e"',
        common="<Row ",
        items=0,
        once=1,
    ),
    "java methods": JAVA,
    "c functions": C,
    "c macros": _like(C, unit="API_EXPORT(int)\n" + C.unit, faults=True, query=""),
    "c broken": _like(C, whole=C.unit, unit=C.unit + "static int g@n(int a\n{\n    return a;\n}\n\n", faults=True),
    "c alike broken": Material("module.c", "int f(void)\n{\n    return g(@;\n}\n\n", items=1, faults=True),
    "rust impls": RUST,
    "go functions": GO,
    "css rules": CSS,
    "ruby methods": RUBY,
    "ruby nested": Material(
        "module.rb",
        "module M@n\nV@e = a\n",
        name="M@n",
        line="V@e = a",
        changed="V@e = b",
        items=2,
        nested="end\n",
    ),
    "ruby broken": _like(
        RUBY, whole=RUBY.unit, unit=RUBY.unit + "def g@n(a\n  a\nend\n\n", items=2, blocks=3, faults=True
    ),
    "lua functions": Material(
        "module.lua",
        "local function f@n(a, b)\n  local total = a + v@e(b)\n  if total > b then\n    total = b\n  end\n"
        "  return total\nend\n\n",
        name="f@n",
        line="local total = a + v@e(b)",
        changed="local total = a + b + v@e(b)",
        common="if total > b then",
        blocks=2,
    ),
    "bash functions": Material(
        "tool.sh",
        'f@n() {\n  local total=v@e\n  if [ "$total" -gt 1 ]; then\n    echo "at @"\n  fi\n}\n\n',
        name="f@n",
        line="local total=v@e",
        changed="local total=w@e",
        common='if [ "$total" -gt 1 ]; then',
        blocks=2,
    ),
    "clojure functions": CLOJURE,
    "clojure nested": Material(
        "module.clj",
        "(defn f@n [a] (v@e a)\n",
        name="f@n",
        line="(v@e a)",
        changed="(v@e a b)",
        nested=")\n",
    ),
    "json objects": JSON,
    "json keys": Material(
        "data.json",
        '  "key@n": "v@e"',
        head="{\n",
        foot="\n}\n",
        between=",\n",
        name="key@n",
        line='"key@n":',
        changed='"lock@n":',
    ),
    "json nested": Material(
        "data.json",
        '{"k@n":\n',
        foot="0\n",
        name="k@n",
        line='"k@n"',
        changed='"l@n"',
        nested="}\n",
    ),
    "yaml items": YAML,
    "toml tables": TOML,
    "markdown sections": MARKDOWN,
    "markdown fences": Material(
        "guide.md",
        "## Step s@e\n\n```python\ndef f@n(a):\n    return v@e\n```\n\n",
        head="# Guide\n\n",
        name="## Step s@e",
        line="return v@e",
        changed="return 1 + v@e",
        common="```python",
        anchor="## Step s@e",
        statement="One more line.",
        items=3,
        blocks=3,
        once=1,
    ),
    "markdown quotes": _like(MARKDOWN, unit="> quoted s@e\n> - item\n\n", line="quoted s@e", items=0),
    "markdown sought": _like(MARKDOWN, sought=LEDGER_TEXT),
    "html divs": HTML,
    "html nested": Material(
        "page.html",
        '<div id="d@e">\n',
        foot="text\n",
        name="d@e",
        line='<div id="d@e">',
        changed='<div id="e@e">',
        nested="</div>\n",
    ),
    "html scripts": Material(
        "page.html",
        "<script>\nfunction f@n(a) {\n  return v@e;\n}\n</script>\n",
        head="<html><body>\n",
        foot="</body></html>\n",
        name="html.body.script[@+] > f@n",
        line="return v@e;",
        changed="return 1 + v@e;",
        items=2,
        blocks=2,
        once=2,
    ),
    "vue functions": Material(
        "App.vue",
        "function f@n(a) {\n  return v@e;\n}\n\n",
        head="<template>\n  <p>text</p>\n</template>\n\n<script>\n",
        foot="</script>\n",
        name="script > f@n",
        line="return v@e;",
        changed="return 1 + v@e;",
        once=3,
    ),
    "latex sections": Material(
        "paper.tex",
        "\\section{Step s@e}\n\nWhat s@e is for, at length.\n\n",
        head="\\documentclass{article}\n\\begin{document}\n",
        foot="\\end{document}\n",
        name="Step s@e",
        line="What s@e is for, at length.",
        changed="What s@e is good for, at length.",
        once=1,
    ),
    "text entries": TEXT,
    "text sought": _like(TEXT, sought=LEDGER_TEXT),
    "text equal": Material("notes.unknown", "all lines are equal\n", common="all lines are equal"),
    "text one line": Material(
        "notes.txt", "w@e of many ", foot="\n", line="w@e of many", changed="x@e of many", common="of many"
    ),
    "text conflicts": Material(
        "notes.txt",
        "<<<<<<< ours\na@e is 1\n=======\na@e is 2\n>>>>>>> theirs\n",
        line="a@e is 2",
        changed="a@e is 3",
    ),
}  # fmt: skip


# Calls


@dataclass(frozen=True, slots=True)
class Case:
    """One call of a row: what it works on, and what has to come of it, so that no error is measured.

    Attributes:
        texts: the files by path.
        operation: the name of a function of the library.
        arguments: what it is called with; for batches, `edits`.
        expects: what `answer_of` has to return; empty where anything will do.
        holds: a text that the result has to hold.
        pieces: what the call lists, or the places that it writes, shows or is asked for.
        edits: the edits of a batch.
        before: a batch that is applied beforehand.
    """

    texts: dict[str, str]
    operation: str
    arguments: dict[str, object] = field(default_factory=dict)
    expects: str = "applied"
    holds: str = ""
    pieces: int = 1
    edits: int = 0
    before: object = None

    @property
    def size(self) -> int:
        """Bytes of the files and of the call; of statistics, the calls that are counted."""
        if self.operation == "get_edit_stats":
            return self.edits
        told = len(str(self.arguments.get("edits", ""))) + len(str(self.arguments.get("old", "")))
        return sum(map(len, self.texts.values())) + told


Way = Callable[[Material, int], Case]
WAYS: dict[str, tuple[Way, tuple[str, ...]]] = {}
"""The ways of calling, by name, each with the operations that it is about."""


def _way(name: str, *operations: str) -> Callable[[Way], Way]:
    def added(made: Way) -> Way:
        WAYS[name] = made, operations
        return made

    return added


def _on(
    m: Material, n: int, operation: str, /, *, expects: str = "applied", **more: object
) -> Case:
    """A call on the material's own file; arguments about units are about the middle one."""
    own = {name: more.pop(name) for name in ("holds", "pieces", "edits") if name in more}
    text = str(more.pop("file", "")) or m.text(n)
    arguments = {
        name: m.middle(value, n) if isinstance(value, str) and name != "query" else value
        for name, value in more.items()
    }
    if isinstance(own.get("holds"), str):
        own["holds"] = m.middle(str(own["holds"]), n)
    return Case({m.path: text}, operation, arguments, expects=expects, **own)  # type: ignore[arg-type]


def _listing(name: str, expects: Callable[[Material, int], int], **arguments: object) -> None:
    def made(m: Material, n: int) -> Case:
        count = expects(m, n)
        return _on(m, n, "outline", expects=f"{count} items", pieces=count, **arguments)

    WAYS[name] = made, ("outline",)


_listing("outline", lambda m, n: m.items * n + m.once)
_listing("outline blocks", lambda m, n: m.blocks * n + m.once, blocks=True)


@_way("outline top", "outline")
def _top(m: Material, n: int) -> Case:
    count = 1 if m.once else n  # what stands around all units
    return _on(m, n, "outline", depth=1, expects=f"{count} items", pieces=count)


@_way("outline broken", "outline")
def _outline_broken(m: Material, n: int) -> Case:
    return _on(m, n, "outline", expects="some items", pieces=m.items * n)


@_way("definitions", "outline")
def _definitions(m: Material, n: int) -> Case:
    return _on(m, n, "definitions", expects=f"{m.items * n + m.once} items", pieces=n)


def _reading(
    name: str, arguments: Callable[[Material, int], dict[str, object]], **more: object
) -> None:
    def made(m: Material, n: int) -> Case:
        return _on(m, n, "get_region", **{"expects": "unchanged", **more, **arguments(m, n)})

    WAYS[name] = made, ("get_region",)


_reading("region name", lambda m, n: {"selector": m.name})
_reading("region anchor", lambda m, n: {"anchor": m.anchor})
_reading("region alike", lambda m, n: {"selector": m.name, "expects": "ambiguous"})
_reading("region lines", lambda m, n: {"lines": _line_of(m, n, m.common), "holds": m.common})
_reading("region within", lambda m, n: {"anchor": m.common, "within": m.name})
_reading("region folded", lambda m, n: {"fold": True, "holds": m.common, "pieces": n})
_reading("region missing", lambda m, n: {"selector": "nowhere", "expects": "not_found"})


def _line_of(m: Material, n: int, text: str) -> int:
    """The number of the line at which a text stands in the middle unit."""
    file = m.text(n)
    start = file.index(m.middle(m.unit[:12], n)) if n else 0
    return file.count("\n", 0, file.index(m.middle(text, n), start)) + 1


@_way("find text", "find")
def _find_text(m: Material, n: int) -> Case:
    return _on(m, n, "find", text=m.common, expects=f"{n} hits", pieces=n)


@_way("find lines", "find")
def _find_lines(m: Material, n: int) -> Case:
    return _on(m, n, "find", text=f"{m.unit.strip()}\n", expects="1 hits")


@_way("find regex", "find")
def _find_regex(m: Material, n: int) -> Case:
    pattern = re.sub(r"\\?@", r"\\d+", re.escape(m.line))
    return _on(m, n, "find", regex=pattern, expects=f"{n} hits", pieces=n)


@_way("find query", "find")
def _find_query(m: Material, n: int) -> Case:
    return _on(m, n, "find", query=m.query, expects="some hits", pieces=n)


@_way("check", "check")
def _check(m: Material, n: int) -> Case:
    return _on(
        m, n, "check", expects="faults" if m.faults else "clean", pieces=n if m.faults else 1
    )


_FROM, _TO = "ledger.close(total)", "ledger.close(total, final=True)"


def _block(m: Material, n: int) -> str:
    """The middle unit with its line changed, without what is broken in it."""
    return (
        m.middle(m.whole or m.unit, n)
        .replace(m.middle(m.line, n), m.middle(m.changed, n))
        .strip("\n")
        + "\n"
    )


def _editing(
    name: str, operation: str, arguments: Callable[[Material, int], dict[str, object]]
) -> None:
    def made(m: Material, n: int) -> Case:
        return _on(m, n, operation, **arguments(m, n))

    WAYS[name] = made, (operation,)


_editing(
    "replace_block name", "replace_block", lambda m, n: {"selector": m.name, "new": _block(m, n)}
)
_editing(
    "replace_block value",
    "replace_block",
    lambda m, n: {"selector": m.name, "new": '"name": "m@e"'},
)
_editing(
    "replace_block anchor", "replace_block", lambda m, n: {"anchor": m.anchor, "new": _block(m, n)}
)
_editing(
    "replace_block lines",
    "replace_block",
    lambda m, n: {
        "lines": _line_of(m, n, m.line),
        "expected": m.line,
        "new": m.changed + "\n" + m.statement,
    },
)
_editing(
    "replace_function_body",
    "replace_function_body",
    lambda m, n: {"selector": m.name, "new": m.statement},
)
_editing("delete_block name", "delete_block", lambda m, n: {"selector": m.name})
_editing("delete_block anchor", "delete_block", lambda m, n: {"anchor": m.anchor})
_editing(
    "insert after name",
    "insert",
    lambda m, n: {"at": "after", "of": m.name, "text": m.unit.replace("@", f"{n}{n}").strip("\n")},
)
_editing(
    "insert before name",
    "insert",
    lambda m, n: {"at": "before", "of": m.name, "text": m.unit.replace("@", f"{n}{n}").strip("\n")},
)
_editing("insert start", "insert", lambda m, n: {"at": "start", "of": m.name, "text": m.statement})
_editing("insert end", "insert", lambda m, n: {"at": "end", "of": m.name, "text": m.statement})
_editing("insert after text", "insert", lambda m, n: {"after": m.line, "text": m.statement})
_editing("insert top", "insert", lambda m, n: {"at": "top", "text": m.top})
_editing("insert bottom", "insert", lambda m, n: {"at": "bottom", "text": m.top})
_editing("insert imports", "insert", lambda m, n: {"at": "imports", "text": m.top})
_editing(
    "insert after lines",
    "insert",
    lambda m, n: {
        "at": "after",
        "lines": _line_of(m, n, m.line),
        "expected": m.line,
        "text": m.statement,
    },
)
_editing(
    "move_block",
    "move_block",
    lambda m, n: {"selector": m.name, "at": "before", "of": m.name.replace("@", "1")},
)
_editing("wrap", "wrap", lambda m, n: {"selector": m.inner, "header": m.header})
_editing("unwrap", "unwrap", lambda m, n: {"selector": m.inner})
_editing(
    "rename_local",
    "rename_local",
    lambda m, n: {"selector": m.name, "old": m.local, "new": "amount", "pieces": 5},
)
_editing("str_replace exact", "str_replace", lambda m, n: {"old": m.line, "new": m.changed})
_editing(
    "str_replace within",
    "str_replace",
    lambda m, n: {"old": m.common, "new": m.changed, "within": m.name, "allow_errors": True},
)
_editing(
    "str_replace near",
    "str_replace",
    lambda m, n: {
        "old": m.common,
        "new": m.changed,
        "near_line": _line_of(m, n, m.common),
        "radius": 1,
        "allow_errors": True,
    },
)
_editing(
    "str_replace ambiguous",
    "str_replace",
    lambda m, n: {"old": m.common, "new": "another", "expects": "ambiguous", "pieces": n},
)
_editing(
    "str_replace all",
    "str_replace",
    lambda m, n: {
        "old": m.common, "new": m.common + " ", "replace_all": True, "force": True, "pieces": n,
        "allow_errors": True,
    },
)  # fmt: skip
_editing(
    "str_replace nowhere",
    "str_replace",
    lambda m, n: {"old": "zebras graze\nwhere quails jump\n", "new": "", "expects": "not_found"},
)
_editing(
    "str_replace done already",
    "str_replace",
    lambda m, n: {
        "old": m.sought.replace(_FROM, "close(it)\n    done(it)"),
        "new": m.sought,
        "expects": "already_applied",
    },
)
_editing(
    "str_replace misspelt",
    "str_replace",
    lambda m, n: {
        "old": m.line.replace("@e", "@f"),
        "new": m.changed,
        "expects": "refused near_twin",
    },
)
_editing(
    "replace_all text",
    "replace_all",
    lambda m, n: {
        "pattern": m.common, "new": m.common + " ", "force": True, "pieces": n, "allow_errors": True,
    },
)  # fmt: skip


@_way("replace_all regex", "replace_all")
def _replace_all_regex(m: Material, n: int) -> Case:
    return _on(
        m, n, "replace_all", pattern=r"v(\d+)e", new=r"u\1e", regex=True, force=True, pieces=n
    )


@_way("str_replace absent", "str_replace")
def _absent(m: Material, n: int) -> Case:
    """Lines of the file, a third of them otherwise: like it, but not it."""
    lines = m.text(n).split("\n")
    at = int(0.7 * len(lines))
    old = [f"{line}  {i}x" if i % 3 == 1 else line for i, line in enumerate(lines[at : at + 60])]
    return _on(
        m,
        n,
        "str_replace",
        old="\n".join(old) + "\n",
        new="changed\n",
        expects="not_found",
        pieces=60,
    )


@_way("str_replace long old", "str_replace")
def _long_old(m: Material, n: int) -> Case:
    """A text of n units that is sought in a file of four."""
    old = m.text(n)
    return _on(m, n, "str_replace", file=m.text(4), old=old, new="x", expects="not_found", pieces=n)


DISTORTED: dict[str, Callable[[str], str]] = {
    "exact": lambda text: text,
    "newline": lambda text: text.replace("\n", "\r\n"),
    "trailing-space": lambda text: re.sub("worth$", "worth  ", text, flags=re.MULTILINE),
    "indent": lambda text: "\n".join("  " + line if line else "" for line in text.split("\n")),
    "whitespace": lambda text: text.replace("(entry, total, ", "(entry,total,  "),
    "unicode": lambda text: text.replace('"open"', "“open”"),
    "escape": lambda text: text.replace('"', '\\"'),
    "syntax": lambda text: text.replace("(entry, total, ", "(\n                entry,\n                total, "),
    "elision": lambda text: re.sub(
        r"( +)(if|mark|\* post).*?(?= +ledger.close|Close)", r"\1# ... existing code ...\n", text, count=1, flags=re.S
    ),
    "fuzzy": lambda text: text.replace("amount", "amuont"),
}  # fmt: skip
"""How a text is misremembered so that the tier of that name is the first to find it."""


def _tier(name: str) -> None:
    def made(m: Material, n: int) -> Case:
        old = DISTORTED[name](m.sought.strip("\n") + "\n")
        new = DISTORTED[name](m.sought.strip("\n").replace(_FROM, _TO) + "\n")
        tier = f"applied {name}"
        return _on(m, n, "str_replace", old=old, new=new, expects=tier, holds=_TO, pieces=12)

    WAYS[f"str_replace tier {name}"] = made, ("str_replace",)


for _name in DISTORTED:
    _tier(_name)


# Batches


def _lines_of_units(m: Material, n: int) -> Iterator[tuple[str, str]]:
    for i in range(n):
        yield m.line.replace("@", str(i)), m.changed.replace("@", str(i))


def _blocks_text(m: Material, n: int) -> str:
    return "".join(
        f"{m.path}\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n\n"
        for old, new in _lines_of_units(m, n)
    )


def _diff_text(m: Material, n: int) -> str:
    """A unified diff that changes the line of every unit."""
    old = m.text(n).split("\n")
    pairs = dict(_lines_of_units(m, n))
    found = [f"--- a/{m.path}\n+++ b/{m.path}\n"]
    for at, line in enumerate(old):
        if (new := pairs.get(line.strip())) is not None:
            found.append(
                f"@@ -{at},3 +{at},3 @@\n {old[at - 1]}\n-{line}\n+{line.replace(line.strip(), new)}\n {old[at + 1]}\n"
            )
    return "".join(found)


def _batch(
    m: Material, n: int, edits: object, operation: str = "apply_edits", **more: object
) -> Case:
    texts = more.pop("texts", None) or {m.path: m.text(n)}
    arguments = {"edits": edits, **({} if operation != "apply_edits" else {"force": True})}
    expects = str(more.pop("expects", f"applied {n}"))
    return Case(texts, operation, arguments, expects=expects, pieces=n, edits=n, **more)  # type: ignore[arg-type]


@_way("apply blocks", "apply_edits")
def _apply_blocks(m: Material, n: int) -> Case:
    return _batch(m, n, _blocks_text(m, n))


@_way("apply spaced blocks", "apply_edits")
def _apply_spaced(m: Material, n: int) -> Case:
    """A block for every sixth unit or so: the file is larger than the edits."""
    spaced = _like(m, unit=m.unit + m.unit.replace("@", "@_").replace("v@_e", "x@_e"))
    return _batch(spaced, n, _blocks_text(spaced, n))


@_way("apply diff", "apply_edits", "patch")
def _apply_diff(m: Material, n: int) -> Case:
    return _batch(m, n, _diff_text(m, n), expects="applied 1")


@_way("apply json names", "apply_edits")
def _apply_names(m: Material, n: int) -> Case:
    edits = [
        {"op": "replace_block", "path": m.path, "selector": m.name.replace("@", str(i)),
         "new": m.unit.replace(m.line, m.changed).replace("@", str(i)).strip("\n") + "\n"}
        for i in range(n)
    ]  # fmt: skip
    return _batch(m, n, edits)


@_way("apply inserts", "apply_edits")
def _apply_inserts(m: Material, n: int) -> Case:
    edits = [
        {"op": "insert", "path": m.path, "after": m.line.replace("@", str(i)), "text": m.statement}
        for i in range(n)
    ]
    return _batch(m, n, edits)


@_way("apply one failing", "apply_edits")
def _apply_failing(m: Material, n: int) -> Case:
    text = _blocks_text(m, n).replace(m.middle(m.line, n), "zebras graze")
    return _batch(m, n, text, expects="not_found 0")


def _files(m: Material, n: int) -> dict[str, str]:
    stem, dot, suffix = m.path.partition(".")
    return {
        f"{stem}{i}{dot}{suffix}": m.head + m.unit.replace("@", str(i)) + m.foot for i in range(n)
    }


def _edits_of_files(m: Material, n: int) -> list[dict[str, object]]:
    pairs = zip(_files(m, n), _lines_of_units(m, n), strict=True)
    return [
        {"op": "str_replace", "path": path, "old": old, "new": new} for path, (old, new) in pairs
    ]


@_way("apply files", "apply_edits")
def _apply_files(m: Material, n: int) -> Case:
    return _batch(m, n, _edits_of_files(m, n), texts=_files(m, n))


@_way("create files", "create_file")
def _create(m: Material, n: int) -> Case:
    edits = [{"op": "create_file", "path": p, "text": t} for p, t in _files(m, n).items()]
    return _batch(m, n, edits, texts={m.path: m.unit})


@_way("append", "append")
def _append(m: Material, n: int) -> Case:
    edits = [
        {"op": "append", "path": m.path, "text": m.unit.replace("@", f"{i}_")} for i in range(n)
    ]
    return _batch(m, n, edits, texts={m.path: m.text(1)})


@_way("delete files", "delete_file")
def _delete_files(m: Material, n: int) -> Case:
    edits = [{"op": "delete_file", "path": path} for path in _files(m, n)]
    return _batch(m, n, edits, texts=_files(m, n))


@_way("move files", "move_file")
def _move_files(m: Material, n: int) -> Case:
    edits = [{"op": "move_file", "path": path, "to": f"moved/{path}"} for path in _files(m, n)]
    return _batch(m, n, edits, texts=_files(m, n))


@_way("patch op", "patch")
def _patch(m: Material, n: int) -> Case:
    hunks = _diff_text(m, n).split("\n", 2)[2]
    return _batch(m, n, [{"op": "patch", "path": m.path, "diff": hunks}], expects="applied 1")


@_way("undo", "undo")
def _undo(m: Material, n: int) -> Case:
    return _batch(m, n, "", "undo", before=_blocks_text(m, n), expects="applied")


@_way("redo", "redo")
def _redo(m: Material, n: int) -> Case:
    return _batch(m, n, "", "redo", before=_blocks_text(m, n), expects="applied")


@_way("history", "history")
def _history(m: Material, n: int) -> Case:
    return _batch(m, n, "", "history", before=_blocks_text(m, n), expects="1 hits")


@_way("undo files", "undo")
def _undo_files(m: Material, n: int) -> Case:
    before = _edits_of_files(m, n)
    return _batch(m, n, "", "undo", before=before, texts=_files(m, n), expects="applied")


@_way("find in files", "find")
def _find_in_files(m: Material, n: int) -> Case:
    arguments: dict[str, object] = {"text": m.common, "edits": ""}
    return Case(_files(m, n), "find in files", arguments, expects=f"{n} hits", pieces=n, edits=n)


@_way("rewrite pattern", "rewrite")
def _rewrite_pattern(m: Material, n: int) -> Case:
    arguments: dict[str, object] = {"pattern": "return $A", "template": "return [$A]", "edits": ""}
    return Case(_files(m, n), "rewrite", arguments, expects="applied", pieces=n, edits=n)


@_way("statistics", "get_edit_stats")
def _statistics(m: Material, n: int) -> Case:
    """Counting n calls that were made."""
    return Case({m.path: m.text(1)}, "get_edit_stats", expects=f"{n} calls", pieces=n, edits=n)


# Rows

FROZEN = """
outline: python defs · typescript functions · html divs · css rules · yaml items · json objects
outline: markdown fences · python nested · python functions · python classes · python methods
outline: python alike · python assignments · python values · typescript classes · typescript nested
outline: tsx elements · java methods · c functions · rust impls · go functions · ruby methods · ruby nested
outline: lua functions · bash functions · clojure functions · clojure nested · json keys · json nested
outline: toml tables · markdown sections · html nested · html scripts · vue functions · latex sections
outline broken: python broken · python conflicts · typescript broken · c macros · c broken · c alike broken
outline broken: ruby broken
outline blocks: python elifs · python functions · typescript functions · ruby methods · clojure functions
outline top: python functions · java methods · json keys
definitions: python defs · typescript functions · json objects
replace_block value: json objects
str_replace exact: python comments · python conflicts · python nested · python functions · python broken
str_replace exact: python values · typescript functions · typescript nested · typescript broken · tsx elements
str_replace exact: java methods · c functions · c macros · c broken · rust impls · css rules · ruby methods
str_replace exact: ruby broken · bash functions · clojure functions · json objects · json nested · yaml items
str_replace exact: toml tables · markdown sections · markdown fences · markdown quotes · html divs
str_replace exact: html nested · html scripts · vue functions · latex sections · text entries · text one line
str_replace exact: text conflicts
find text: python calls · python assignments · typescript functions · ruby methods · clojure functions
find text: json objects · markdown sections · html divs · text entries · text one line
region alike: python alike
apply blocks: python functions · typescript functions · ruby methods · clojure functions · json objects
apply blocks: markdown sections · text entries
apply spaced blocks: python functions
str_replace ambiguous: text equal · python equal · typescript functions · ruby methods · json objects
str_replace ambiguous: markdown sections · text one line
str_replace long old: text entries · python functions
region name: python functions · typescript functions · tsx elements · ruby methods · clojure functions
region name: json objects · yaml items · markdown sections · html divs · html scripts · python nested
region name: typescript nested · python elifs · vue functions
region anchor: python functions · typescript functions · ruby methods · clojure functions · yaml items
region anchor: markdown sections · html divs · text entries
region lines: python functions · text entries
region within: python functions · ruby methods
region folded: python functions · typescript functions · ruby methods
region missing: python functions · typescript functions · ruby methods · clojure functions · json objects
region missing: markdown sections
find lines: python functions · text entries
find regex: python functions · ruby methods · json objects · text entries
find query: python functions · typescript functions · ruby methods · clojure functions · json objects
find in files: python functions
rewrite pattern: python functions
check: python functions · python broken · python conflicts · typescript broken · c macros · c broken
check: c alike broken · ruby broken · json objects · markdown fences · html scripts
replace_block name: python functions · typescript functions · java methods · ruby methods · clojure functions
replace_block name: css rules · yaml items · markdown sections · html divs · python broken · typescript broken
replace_block name: c broken · ruby broken
replace_block anchor: python functions · typescript functions · ruby methods · clojure functions · text entries
replace_block lines: python functions · text entries
replace_function_body: python functions · typescript functions · ruby methods · clojure functions
delete_block name: python functions · typescript functions · ruby methods · clojure functions · json keys
delete_block name: yaml items · markdown sections · html divs
delete_block anchor: python functions · text entries
insert after name: python functions · typescript functions · ruby methods · clojure functions · yaml items
insert after name: markdown sections · html divs
insert before name: python functions · json keys
insert start: python functions · typescript functions
insert end: python functions · ruby methods · markdown sections
insert after text: python functions · typescript functions · ruby methods · text entries
insert top: python functions · text entries
insert bottom: python functions · text entries
insert imports: python functions · typescript functions · java methods
insert after lines: python functions · text entries
move_block: python functions · typescript functions · ruby methods · clojure functions · yaml items
move_block: markdown sections
wrap: python functions · typescript functions · ruby methods
unwrap: python functions · typescript functions · ruby methods
rename_local: python functions · typescript functions · java methods
str_replace tier exact: python sought
str_replace tier newline: python sought
str_replace tier trailing-space: python sought
str_replace tier indent: python sought
str_replace tier whitespace: python sought · typescript sought · text sought
str_replace tier unicode: python sought · text sought
str_replace tier escape: python sought · text sought
str_replace tier syntax: python sought · typescript sought
str_replace tier elision: python sought
str_replace tier fuzzy: python sought · typescript sought · markdown sought · text sought
str_replace within: python functions · typescript functions · ruby methods
str_replace near: python functions · text entries
str_replace all: python functions · typescript functions · markdown sections · text entries
str_replace absent: python functions · typescript functions · ruby methods · clojure functions · json objects
str_replace absent: markdown sections · text entries · python equal · python broken · c broken
str_replace nowhere: python functions · ruby methods · json objects · text entries · text one line
str_replace nowhere: python broken
str_replace done already: python sought · text sought
str_replace misspelt: python functions · typescript functions · text entries
replace_all text: python functions · typescript functions · markdown sections · text entries
replace_all regex: python functions · typescript functions · clojure functions
apply diff: python functions · typescript functions · text entries
apply json names: python functions · typescript functions
apply inserts: python functions
apply one failing: python functions · text entries
apply files: python functions · text entries
create files: python functions
append: python functions
delete files: python functions
move files: python functions
patch op: python functions
undo: python functions
redo: python functions
history: python functions
undo files: python functions
statistics: python functions
"""
"""All rows: a way of calling, and the materials on which it is measured.

The list was made before anything was done about what it shows. Rows are added, never taken away.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A way of calling on a material."""

    way: str
    material: str

    @property
    def name(self) -> str:
        return f"{self.way}: {self.material}"

    @property
    def operations(self) -> tuple[str, ...]:
        return WAYS[self.way][1]

    @property
    def lists(self) -> bool:
        """Whether the row is one of listings, whose target is by items."""
        return self.operations[0] in ("outline", "get_region", "find", "check", "get_edit_stats")

    def case(self, n: int) -> Case:
        return WAYS[self.way][0](MATERIALS[self.material], n)


def rows(text: str = FROZEN) -> tuple[Row, ...]:
    """The rows of a list as it is written above."""
    lines = (line.partition(": ") for line in text.strip().split("\n"))
    return tuple(Row(way, name) for way, _, names in lines for name in names.split(" · "))


ROWS = rows()


# One call


def written(case: Case, folder: Path) -> None:
    """Write the files of a case that works on files, and do what comes before it."""
    for path, text in case.texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, newline="")
    if case.before is not None:
        done = se.apply_edits(case.before, folder, force=True, timeout=HOURS)
        assert done.landed, done.report()
    if case.operation == "redo":
        assert se.undo(root=folder).landed
    if case.operation == "get_edit_stats":
        (path,) = case.texts
        for number in range(int(case.edits)):
            se.find(folder / path, text=f"w{number % 7}e")


def prepared(case: Case, folder: Path) -> Callable[[], object]:
    """The call of a case, its files being written where it needs any."""
    arguments = dict(case.arguments)
    if case.operation in (*OPERATIONS, "definitions"):
        ((path, text),) = case.texts.items()
        data = text.encode()
        if case.operation == "definitions":
            return lambda: _tree(se.Document.from_bytes(data, path)).definitions()
        call = getattr(se, case.operation)
        return lambda: _shown(call(se.Document.from_bytes(data, path), **arguments, timeout=HOURS))
    written(case, folder)
    if case.operation in ("undo", "redo"):
        again = getattr(se, case.operation)
        return lambda: _shown(again(root=folder))
    if case.operation == "history":
        return lambda: se.history(folder)
    if case.operation == "get_edit_stats":
        return lambda: se.get_edit_stats()
    if case.operation == "find in files":
        return lambda: se.find(folder, text=str(arguments["text"]), timeout=HOURS)
    if case.operation == "rewrite":
        wanted = {key: str(arguments[key]) for key in ("pattern", "template")}
        return lambda: _shown(se.rewrite(folder, root=folder, timeout=HOURS, **wanted).batch)
    return lambda: _shown(
        se.apply_edits(arguments.pop("edits"), folder, **arguments, timeout=HOURS)
    )


def _tree(document: se.Document) -> object:
    return se.Source.of(document).tree


def _shown(result: object) -> object:
    """The result, its report made: nobody calls without reading what came of it."""
    if isinstance(result, se.Outcome | se.BatchOutcome):
        result.report()
    return result


def answer_of(result: object, expects: str) -> str:
    """What came of a call, in the words of `Case.expects`."""
    match result:
        case se.Outline():
            count = sum(1 for _ in _flat(result.items))
            return f"{'some' if count and 'some' in expects else count} items"
        case se.Outcome():
            tier = f" {result.tier or result.reason}"
            return f"{result.status}{tier if ' ' in expects else ''}"
        case se.BatchOutcome():
            return f"{result.status}{f' {result.totals.applied}' if ' ' in expects else ''}"
        case se.Region():
            return str(result.status)
        case se.Check():
            return "clean" if result.clean else "faults"
        case se.EditStats():
            return f"{result.reads} calls"
        case tuple() | list():
            kind = "items" if "items" in expects else "hits"
            return f"{'some' if result and 'some' in expects else len(result)} {kind}"
    return type(result).__name__


def text_of(result: object) -> str:
    """The text that a result holds: the file after an edit, a region."""
    return getattr(result, "text", None) or ""


def _flat(items: Iterable[se.OutlineItem]) -> Iterator[se.OutlineItem]:
    waiting = list(items)
    while waiting:
        item = waiting.pop()
        yield item
        waiting += item.children


def wrong(case: Case, result: object) -> str:
    """What a result has that the case does not expect; empty when all is as expected."""
    if not case.expects:
        return ""
    answer = answer_of(result, case.expects)
    if answer != case.expects:
        report = result.report() if isinstance(result, se.Outcome | se.BatchOutcome) else ""
        return f"{answer}, not {case.expects} {report[:300]}".strip()
    if case.holds not in text_of(result):
        return f"{case.holds!r} is missing"
    return ""


def parse_seconds(texts: dict[str, str]) -> float | None:
    """Seconds that the parser alone takes for the files, a mean; None without a grammar."""
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
    """One n of a row: seconds of the call and of parsing, sizes; `error` where it did not work out.

    Parsing is not measured in the first steps, which nothing is made of.
    """

    n: int
    seconds: float = 0.0
    parse: float | None = None
    size: int = 0
    pieces: int = 1
    edits: int = 0
    error: str = ""


def in_a_process(work: Callable[[], object], seconds: int = 60) -> object:
    """What the work returns in a forked process with limits; a text where it ended otherwise."""
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
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    if not told:
        return f"killed by signal {status & 127}, after at most {seconds} s"
    return json.loads(told)


def run_once(case: Case, *, with_parse: bool) -> dict[str, object]:
    """Make the call of a case once; in a process of its own, since it changes what is remembered."""
    with tempfile.TemporaryDirectory(prefix="growth-") as name:
        folder = Path(name) / "root"
        folder.mkdir()
        os.environ["XDG_STATE_HOME"] = f"{name}/state"
        parse = parse_seconds(case.texts) if with_parse else None
        call = prepared(case, folder)
        gc.collect()
        start = process_time()
        result = call()
        seconds = process_time() - start
        size = case.size
        if isinstance(result, se.Outline):
            size += sum(len(item.selector) for item in _flat(result.items))
        if with_parse and parse is None:
            parse = TEXT_SECONDS_PER_BYTE * size
        return {"seconds": seconds, "parse": parse, "size": size, "error": wrong(case, result)}


def step_of(made: Callable[[int], Case], n: int, *, with_parse: bool = True) -> Step:
    """Measure a call of n units: the best of two runs, one where it takes very short or long."""
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
    return Step(n, pieces=case.pieces, edits=case.edits, **best)  # type: ignore[arg-type]


def rises(steps: list[Step]) -> bool:
    """Whether each step takes longer than the one before; above some sizes the work is another.

    Python's own parser reads a whole file up to 200 KB only, so that a larger one may take less.
    """
    return all(a.seconds < b.seconds for a, b in pairwise(steps))


def steps_of(
    made: Callable[[int], Case],
    n: int = 2 * SMALLEST,
    *,
    enough: float = ENOUGH,
    over: float = math.inf,
) -> list[Step]:
    """Double n until a call takes enough seconds, or all calls too many.

    The last step may hold why it went no further.
    """
    found: list[Step] = []
    while True:
        slow = any(step.seconds > enough / 10 for step in found)
        found.append(step_of(made, n, with_parse=slow or len(found) >= LEAST_STEPS - 1))
        last = found[-1]
        done = last.seconds >= enough and len(found) >= LEAST_STEPS and rises(found[-3:])
        long = last.seconds > TOO_LONG or sum(step.seconds for step in found) > over
        if last.error or done or long or 2 * last.size > MOST_BYTES:
            return found
        n *= 4 if last.seconds < enough / 30 else 2


def measured(row: Row) -> list[Step]:
    """Measure a row, in this process and those that it forks."""
    limits.can_be_killed()
    os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="growth-")
    warm = run_once(row.case(SMALLEST), with_parse=True)
    if not warm["error"]:  # what only longer files need is loaded and compiled too
        run_once(row.case(WARM), with_parse=False)
        compile_queries(row.case(SMALLEST).texts)
    gc.collect()
    gc.freeze()
    return [Step(SMALLEST, error=str(warm["error"]))] if warm["error"] else steps_of(row.case)


def compile_queries(texts: dict[str, str]) -> None:
    """Compile what a process compiles once, when it first asks for more than a few places."""
    for language in {language_of(path) for path in texts}:
        profile = profile_in_use(language) if language else None
        if profile is not None and profile.grammar:
            found = queries(profile)
            for patterns in (found.symbols, found.blocks, found.bindings):
                assert isinstance(patterns.all, tuple)


# Figures


@dataclass(frozen=True, slots=True)
class Figures:
    """What a row comes to, from its last steps."""

    n: int
    seconds: float
    exponent: float
    parses: float
    each: float
    met: bool
    ends: str = ""


def slope(steps: list[Step]) -> float:
    """The slope of the line through the steps, time against size, both as logarithms.

    >>> round(slope([Step(n, seconds=n * n, size=n) for n in (1, 2, 4)]), 6)
    2.0
    """
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
    last = good[-1]
    exponent = slope(good[-3:])
    parse = last.parse or math.nan
    free = (LISTING_PARSES if row.lists else EDIT_PARSES) * parse
    pieces = last.edits or last.pieces
    each = max(0.0, last.seconds - free) / max(1, pieces) * 1e6
    most = EDIT_MICROSECONDS if last.edits else ITEM_MICROSECONDS
    # A call that lists one item has no share in it: all that is beyond its parses is 25 ms at most.
    met = exponent <= EXPONENT and (each <= most or last.seconds - free <= 0.025) and not ended
    return Figures(last.n, last.seconds, exponent, last.seconds / parse, each, met, ended)


HEADING = (
    "| row | n | ms | exponent | parses | µs a piece beyond | met | |\n"
    "|---|---:|---:|---:|---:|---:|---|---|"
)


def line_of(name: str, now: Figures, before: Figures | None = None) -> str:
    """A row of the table; what it was before stands in front of an arrow."""

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


def badness(found: Figures) -> tuple[float, float]:
    """An order of rows, the worst first: by exponent in tenths, then by parses."""
    exponent = 9.0 if math.isnan(found.exponent) else found.exponent
    return (-round(exponent, 1), -found.parses)


def table(found: dict[str, list[Step]], before: dict[str, list[Step]] | None = None) -> str:
    """The table of all rows, the worst first, and a line that counts those that meet their targets."""
    older = before or {}
    now = {row: figures(row, found[row.name]) for row in ROWS if row.name in found}
    was = {row: figures(row, older[row.name]) for row in now if row.name in older}
    order = sorted(now, key=lambda row: badness(now[row]))
    lines = (line_of(row.name, now[row], was.get(row)) for row in order)
    return "\n".join((_counted(now), "", HEADING, *lines))


def summary(found: dict[str, list[Step]], before: dict[str, list[Step]] | None = None) -> str:
    """What RESULTS.md shows: a line for each way of calling, with its worst row."""
    older = before or {}
    lines = [
        "| call | rows | meet their targets | worst exponent | most parses | in the row |",
        "|---|---:|---:|---:|---:|---|",
    ]
    judged = {row: figures(row, found[row.name]) for row in ROWS if row.name in found}
    judged_before = {row: figures(row, older[row.name]) for row in judged if row.name in older}
    for way in dict.fromkeys(row.way for row in judged):
        now = {row: one for row, one in judged.items() if row.way == way}
        was = [judged_before[row] for row in now if row in judged_before]
        worst = min(now, key=lambda row: badness(now[row]))

        def cell(value: Callable[[list[Figures]], str], was=was, now=now) -> str:  # type: ignore[no-untyped-def]
            new = value(list(now.values()))
            return f"{value(was)} → {new}" if was else new

        cells = (
            cell(lambda all_: str(sum(one.met for one in all_))),
            cell(lambda all_: f"{max(one.exponent for one in all_):.2f}"),
            cell(lambda all_: f"{max(one.parses for one in all_):,.1f}"),
        )
        lines.append(f"| {way} | {len(now)} | {' | '.join(cells)} | {worst.material} |")
    return "\n".join((_counted(judged), "", *lines))


def _counted(judged: dict[Row, Figures]) -> str:
    met = sum(one.met for one in judged.values())
    fast = sum(not one.exponent <= EXPONENT for one in judged.values())
    return f"{met} of {len(judged)} rows meet their targets; {fast} grow faster than n^{EXPONENT}."


def loaded(path: Path) -> dict[str, list[Step]]:
    return {
        name: [Step(**step) for step in steps]
        for name, steps in json.loads(path.read_text()).items()
    }


# Profiles


def profile(row: Row, n: int, most: int = 8) -> str:
    """Where a row spends its time: functions by their own time, and who calls the first of them."""
    run_once(row.case(WARM if n > WARM else SMALLEST), with_parse=False)
    case = row.case(n)
    profiler = cProfile.Profile(process_time)
    with tempfile.TemporaryDirectory(prefix="growth-") as name:
        (folder := Path(name) / "root").mkdir()
        os.environ["XDG_STATE_HOME"] = f"{name}/state"
        call = prepared(case, folder)
        profiler.runcall(call)
    entries = pstats.Stats(profiler).stats  # type: ignore[attr-defined]
    worst = sorted(entries, key=lambda key: -entries[key][2])[:most]
    total = sum(entry[2] for entry in entries.values())
    lines = [f"## {row.name}, n = {n:,}: {total:.2f} s under the profiler", ""]
    for key in worst:
        calls, own, whole = entries[key][1], entries[key][2], entries[key][3]
        lines.append(f"{own:8.2f} s own {whole:8.2f} s in all {calls:11,} calls  {_function(key)}")
    chain, key = [worst[0]], worst[0]
    while callers := {k: v for k, v in entries[key][4].items() if k not in chain}:
        key = max(callers, key=lambda k: callers[k][3])
        chain.append(key)
    return "\n".join((*lines, "", "called by: " + " < ".join(map(_function, chain)), ""))


def _function(key: tuple[str, int, str]) -> str:
    path, line, name = key
    module = path.partition("/structedit/")[2] or Path(path).name
    return name if path == "~" else f"{module}:{line} {name}"


# The command


def alone(name: str) -> list[Step]:
    """Measure a row in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.growth", "--row", name]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT, env=environment)
    if done.returncode:
        return [
            Step(
                0,
                error=(done.stderr.strip().split("\n") or ["?"])[-1][:300] or str(done.returncode),
            )
        ]
    return [Step(**step) for step in json.loads(done.stdout)]


def write(text: str) -> None:
    """Put a table between its marks in RESULTS.md."""
    start, end = "<!-- growth -->\n", "\n<!-- end of growth -->"
    document = RESULTS.read_text(encoding="utf-8")
    before, _, rest = document.partition(start)
    RESULTS.write_text(before + start + text + end + rest.partition(end)[2], encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth")
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--before", type=Path, metavar="FILE")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--profile", metavar="ROW")
    parser.add_argument("--n", type=int)
    parser.add_argument("--row", help=argparse.SUPPRESS)
    given = parser.parse_args()
    by_name = {row.name: row for row in ROWS}
    if given.row:
        print(json.dumps([asdict(step) for step in measured(by_name[given.row])]))
        return 0
    if given.profile:
        row = by_name[given.profile]
        n = given.n or max(
            (s.n for s in alone(row.name) if not s.error and s.seconds < 5), default=SMALLEST
        )
        limits.can_be_killed()
        print(profile(row, n))
        return 0
    chosen = [r for r in ROWS if not given.only or any(word in r.name for word in given.only)]
    before = loaded(given.before) if given.before else None
    found: dict[str, list[Step]] = {}
    print(HEADING, flush=True)
    with ThreadPoolExecutor(given.jobs) as pool:
        for row, steps in zip(chosen, pool.map(lambda row: alone(row.name), chosen), strict=True):
            found[row.name] = steps
            old = figures(row, before[row.name]) if before and row.name in before else None
            print(line_of(row.name, figures(row, steps), old), flush=True)
            if given.json:
                kept = {name: [asdict(step) for step in steps] for name, steps in found.items()}
                given.json.write_text(json.dumps(kept, indent=1) + "\n")
    print(f"\n{table(found, before)}")
    if given.write:
        write(summary(found, before))
    return 0


if __name__ == "__main__":
    sys.exit(main())
