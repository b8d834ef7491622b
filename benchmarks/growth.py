"""How the time of a call grows with its input.

    python -m benchmarks.growth [--only WORD …] [--jobs N]

A row is a call on a material: a file of n similar units. n is doubled (taken four times below 10 ms)
until one call takes 0.3 s of processor time, at least three times, and until the last three steps rise.
Each measurement runs in a forked process that has parsed nothing yet. Printed are

- the exponent: the slope of a line through the last three steps, time against bytes, both as
  logarithms. The target is at most 1.15;
- the time at the largest n in parses: tree-sitter alone on the same bytes, or a tenth of a
  microsecond a byte where the text has no grammar;
- microseconds for each item beyond 1.5 parses (a listing) or 2 parses (an edit): at most 25, or 200
  for each edit of a batch.

`--only` takes rows whose name contains one of the words.
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
        name: the selector of a unit's definition; `anchor` is the line that opens it.
        line: a text that only one unit contains; `changed` is its replacement.
        common: a text that every unit contains once.
        items: definitions in a unit; `once` those around the units.
        nested: the text that closes a unit which contains the next one.
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
    once: int = 0
    anchor: str = ""
    query: str = ""
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


PYTHON = Material(
    "module.py",
    "def f@n(a, b):\n    # step @ of many\n    total = a + v@e(b)\n    if total > b:\n"
    '        total = w@e(total, "at @")\n    return total - b\n\n\n',
    name="f@n", line="total = a + v@e(b)", changed="total = a + b + v@e(b)", common="if total > b:",
    anchor="def f@n(a, b):", query="(function_definition) @f",
)  # fmt: skip
TYPESCRIPT = Material(
    "module.ts",
    "function f@n(a: number, b: number): number {\n  // step @ of many\n  let total = a + v@e(b);\n"
    '  if (total > b) {\n    total = w@e(total, "at @");\n  }\n  return total - b;\n}\n\n',
    name="f@n", line="let total = a + v@e(b);", changed="let total = a + b + v@e(b);",
    common="if (total > b) {", query="(function_declaration) @f",
)  # fmt: skip
C = Material(
    "module.c",
    "/* step @ of many */\nstatic int f@n(int a, int b)\n{\n    int total = a + v@e(b);\n"
    '    if (total > b) {\n        total = w@e(total, "at @");\n    }\n    return total - b;\n}\n\n',
    head="#include <stdio.h>\n\n", name="f@n", line="int total = a + v@e(b);",
    changed="int total = a + b + v@e(b);", common="if (total > b) {",
)  # fmt: skip
MATERIALS = {
    "python functions": PYTHON,
    "typescript functions": TYPESCRIPT,
    "c functions": C,
    "ruby methods": Material(
        "module.rb",
        "def f@n(a, b)\n  # step @ of many\n  total = a + v@e(b)\n  if total > b\n"
        '    total = w@e(total, "at @")\n  end\n  total - b\nend\n\n',
        name="f@n", line="total = a + v@e(b)", changed="total = a + b + v@e(b)", anchor="def f@n(a, b)",
    ),
    "clojure functions": Material(
        "module.clj",
        '(defn f@n\n  "Step @ of many."\n  [a b]\n  (let [total (+ a (v@e b))]\n'
        '    (if (> total b)\n      (w@e total "at @")\n      (- total b))))\n\n',
        name="f@n", line="(let [total (+ a (v@e b))]", changed="(let [total (+ a b (v@e b))]",
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
    "python broken": replace(PYTHON, unit=PYTHON.unit + "def g@n(a:\n    return a\n\n\n"),
    "typescript broken": replace(TYPESCRIPT, unit=TYPESCRIPT.unit + "function g@n(a {\n  return a;\n}\n\n"),
    "c macros": replace(C, unit="API_EXPORT(int)\n" + C.unit),
    "json objects": Material(
        "data.json", '  {\n    "name": "n@e",\n    "kind": "plain"\n  }', head="[\n", foot="\n]\n",
        between=",\n", line='"name": "n@e"', changed='"name": "m@e"', common='"kind": "plain"', items=3,
        query="(object) @o",
    ),
    "yaml items": Material(
        "data.yaml", "key@n:\n  - a: i@e\n    b: plain\n", name="key@n", line="- a: i@e",
        changed="- a: j@e", items=4, anchor="key@n:",
    ),
    "markdown sections": Material(
        "guide.md", "## Step s@e\n\nWhat s@e is for, at length.\n\nThe same in all.\n\n",
        head="# Guide\n\n", name="## Step s@e", line="What s@e is for, at length.",
        changed="What s@e is good for, at length.", common="The same in all.", once=1,
    ),
    "html divs": Material(
        "page.html", '<div id="d@e"><p>text t@e</p></div>\n', head="<html><body>\n",
        foot="</body></html>\n", name="d@e", line="<p>text t@e</p>", changed="<p>other t@e</p>",
        items=2, once=2,
    ),
    "text entries": Material(
        "notes.unknown", "entry e@e {\n  what = w@e\n  kind plain\n}\n\n", line="what = w@e",
        changed="what = x@e", common="kind plain", anchor="entry e@e {",
    ),
}  # fmt: skip


# Calls


@dataclass(frozen=True, slots=True)
class Call:
    """A way of calling, as a template: `{field}` is a field of the material.

    Attributes:
        operation: the name of a library function.
        given: its arguments; for a batch, `each` is the edit of one unit.
        expects: the answer (see `answer_of`), where `{n}` counts units and `{items}` definitions.
        pieces: the number of things that the answer lists or writes: `n`, `items`, or 1.
        files: the batch has a file for each unit instead of one file.
    """

    operation: str
    given: dict[str, object] = field(default_factory=dict)
    expects: str = "applied"
    pieces: str = "1"
    each: str | None = None
    files: bool = False


_BLOCK = "{path}\n<<<<<<< SEARCH\n{line}\n=======\n{changed}\n>>>>>>> REPLACE\n\n"
_NOWHERE = "zebras graze\nwhere quails jump\n"
CALLS = {
    "outline": Call("outline", {}, "{items} items", "items"),
    "outline broken": Call("outline", {}, "some items", "items"),
    "region name": Call("get_region", {"selector": "{name}"}, "unchanged"),
    "region anchor": Call("get_region", {"anchor": "{anchor}"}, "unchanged"),
    "find text": Call("find", {"text": "{common}"}, "{n} hits", "n"),
    "find query": Call("find", {"query": "{query}"}, "some hits", "n"),
    "check": Call("check", {}, "clean", "n"),
    "str_replace exact": Call("str_replace", {"old": "{line}", "new": "{changed}"}),
    "str_replace ambiguous": Call("str_replace", {"old": "{common}", "new": "another"}, "ambiguous", "n"),
    "str_replace nowhere": Call("str_replace", {"old": _NOWHERE, "new": ""}, "not_found"),
    "str_replace absent": Call("str_replace", {"old": "{absent}", "new": "x\n"}, "not_found", "60"),
    "replace_block name": Call("replace_block", {"selector": "{name}", "new": "{block}"}),
    "delete_block": Call("delete_block", {"selector": "{name}"}),
    "insert after name": Call("insert", {"at": "after", "of": "{name}", "text": "{another}"}),
    "move_block": Call("move_block", {"selector": "{name}", "at": "before", "of": "{first}"}),
    "apply blocks": Call("apply_edits", expects="applied {n}", pieces="n", each=_BLOCK),
    "apply files": Call("apply_edits", expects="applied {n}", pieces="n", each=_BLOCK, files=True),
    "undo files": Call("undo", pieces="n", each=_BLOCK, files=True),
}  # fmt: skip

ROWS_BY_CALL = """
outline: python functions · typescript functions · c functions · ruby methods · clojure functions
outline: python nested · typescript nested · json objects · json nested · yaml items
outline: markdown sections · html divs · html nested
outline broken: python broken · typescript broken · c macros
region name: python functions · typescript functions · ruby methods · clojure functions · markdown sections
region name: python nested · yaml items
region anchor: python functions · ruby methods · yaml items · text entries
find text: python functions · json objects · text entries
find query: python functions · typescript functions · json objects
check: python functions · json objects
str_replace exact: python functions · typescript functions · c functions · ruby methods · clojure functions
str_replace exact: json objects · yaml items · markdown sections · html divs · text entries
str_replace exact: python nested · typescript nested · json nested · python broken · typescript broken · c macros
str_replace ambiguous: python functions · json objects · markdown sections
str_replace nowhere: python functions · json objects · text entries
str_replace absent: python functions · typescript functions · clojure functions · json objects · text entries
replace_block name: python functions · typescript functions · ruby methods · clojure functions
replace_block name: yaml items · markdown sections · html divs
delete_block: python functions · typescript functions · clojure functions · yaml items · markdown sections
insert after name: python functions · typescript functions · ruby methods · clojure functions · yaml items
move_block: python functions · typescript functions · clojure functions
apply blocks: python functions · typescript functions · json objects · text entries
apply files: python functions · text entries
undo files: python functions
"""
LISTINGS = ("outline", "get_region", "find", "check")


@dataclass(frozen=True, slots=True)
class Case:
    """One call with its files, its arguments, and the answer that shows that it did its work."""

    texts: dict[str, str]
    operation: str
    arguments: dict[str, object]
    expects: str
    pieces: int
    edits: str | None = None

    @property
    def size(self) -> int:
        """Return the bytes of the files and of the call."""
        asked = len(self.edits or "") + len(str(self.arguments.get("old", "")))
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
        texts, edits = {m.path: m.text(n)}, None
        if call.files:
            texts = {
                f"{i}/{m.path}": m.head + m.unit.replace("@", str(i)) + m.foot for i in range(n)
            }
        if call.each is not None:
            units = [dict(words, **words_of(m, n, i)) for i in range(n)]
            for i, unit in enumerate(units):
                unit["path"] = f"{i}/{m.path}" if call.files else m.path
            edits = "".join(filled(call.each, unit) for unit in units)
        given = {name: filled(str(value), words) for name, value in call.given.items()}
        pieces = int(call.pieces) if call.pieces.isdigit() else int(words[call.pieces])
        return Case(texts, call.operation, given, filled(call.expects, words), pieces, edits)


def words_of(m: Material, n: int, unit: int | None = None) -> dict[str, str]:
    """Return what the fields of a template stand for, `@` being a unit, the middle one by default."""
    number = str(n // 2 if unit is None else unit)
    fields = {name: getattr(m, name) for name in Material.__dataclass_fields__}
    texts = {name: value for name, value in fields.items() if isinstance(value, str)}
    words = {k: v if k == "query" else v.replace("@", number) for k, v in texts.items()}
    if unit is None:
        own = m.unit.replace("@", number).strip("\n") + "\n"
        words["block"] = own.replace(words["line"], words["changed"])
        words["another"] = m.unit.replace("@", f"{n}{n}").strip("\n")
        words["first"] = m.name.replace("@", "1")
        words |= {"n": str(n), "items": str(m.items * n + m.once)}
        lines = m.text(n).split("\n")
        some = enumerate(lines[int(0.7 * len(lines)) :][:60])
        # A third of the lines differ: the text is similar to the file, but is not in it.
        words["absent"] = "\n".join(f"{t}  {i}x" if i % 3 == 1 else t for i, t in some) + "\n"
    return words


def filled(template: str, words: dict[str, str]) -> str:
    """Return a template with the material's texts in the place of `{field}`."""
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
    raise LookupError(case.operation)


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
    """Return what the work returns in a forked process with limits, or a text if it failed."""
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
    os.waitpid(child, 0)
    return json.loads(answer) if answer else f"killed after at most {seconds} s"


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


def line_of(name: str, now: Figures) -> str:
    """Return a row of the table."""
    ends = now.ends.split("\n")[0][:100].replace("|", "¦")
    return (
        f"| {name} | {now.n:,} | {now.seconds * 1000:,.0f} | {now.exponent:.2f} | {now.parses:,.1f}"
        f" | {now.each:,.0f} | {'yes' if now.met else '**no**'} | {ends} |"
    )


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
    parser.add_argument("--row", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.row:
        row = next(row for row in ROWS if row.name == given.row)
        print(json.dumps([asdict(step) for step in measured(row)]))
        return 0
    chosen = [r for r in ROWS if not given.only or any(word in r.name for word in given.only)]
    judged: list[Figures] = []
    print(HEADING, flush=True)
    with ThreadPoolExecutor(given.jobs) as pool:
        for row, steps in zip(chosen, pool.map(lambda row: alone(row.name), chosen), strict=True):
            judged.append(figures(row, steps))
            print(line_of(row.name, judged[-1]), flush=True)
    fast = sum(not one.exponent <= EXPONENT for one in judged)
    print(f"\n{sum(one.met for one in judged)} of {len(judged)} rows meet their targets;", end=" ")
    print(f"{fast} grow faster than n^{EXPONENT}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
