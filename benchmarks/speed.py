"""How fast structedit is beside its peers: one table of processor time, medians of interleaved rounds.

    python -m benchmarks.speed [--only WORD …] [--rounds N] [--quick] [--tree FOLDER …]

- edit, miss, outline: a library call on a real file of 100 to 400 KB with nothing cached, against one
  tree-sitter parse of the same bytes. Each measurement runs in a process forked from one that has
  loaded the modules and the language, but has not seen the file.
- rewrite: commands on fresh copies of trees, with one process, against ast-grep; the median over the
  trees. `--tree` names other trees; the language of a tree is the one that most of its files have.
- plain text, bad: commands on the tree with the most files, against a plain walk in Python and against `--help`.
- jobs: wall time with two processes against one; the only row that needs an idle machine.
- apply, undo: library calls on 1,000 edits of one file and of 1,000 files, against `git apply` of the same patch.
- start: small edits by a command and by the library, against a process that imports click.
- server: processor time of the server and its workers, for each call.

`--only` takes rows whose name contains one of the words. What is not installed and cannot be
fetched is skipped with the reason.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.campaign.cases import answered, memory_of
from benchmarks.corpus import UnavailableError, fetched
from benchmarks.patterns.theirs import program
from tree_sitter import Parser

import structedit as se
from structedit.languages.detection import language_of
from structedit.languages.grammars import grammar

STRUCTEDIT = [sys.executable, "-m", "structedit"]
QUIET = subprocess.DEVNULL
Work = Callable[[], float]
"""Something that is measured; it returns the seconds that count."""

MATERIALS = {
    "Python": (("stdlib", ".", "_pydecimal.py"), 2.2, 3),
    "TypeScript": (("npm", "zod@4.1.12", "src/v3/types.ts"), 2.2, 3),
    "Go": (("deb", "golang-1.19-src golang-1.22-src golang-1.24-src", "**/src/net/http/server.go"), 2.2, 3),
    "Rust": (("deb", "librust-clap-dev", "**/src/builder/command.rs"), 2.2, 3),
    "Java": (("source", "groovy", "**/groovy/lang/MetaClassImpl.java"), 2.2, 3),
    "Markdown": (("source", "flatbuffers", "**/docs/source/Tutorial.md"), 2.2, 3),
    "HTML": (("deb", "docutils-doc", "**/docs/user/latex.html"), 2.2, 3),
    "HTML with scripts": (("npm", "lodash@4.17.21", "_[a-z]*.js"), 2.2, 3),
    "JSON": (("source", "thrift", "thrift-*/package-lock.json"), 3, 8),
    "YAML": (("pip", "ansible-core", "**/ansible_builtin_runtime.yml"), 3, 8),
    "C": (("source", "redis", "redis-*/src/server.c"), 4, 8),
    "C header": (("source", "redis", "redis-*/src/server.h"), 4, 8),
    "C++": (("npm", "re2@1.21.4", "**/absl/synchronization/mutex.cc"), 4, 8),
}  # fmt: skip
"""Where a file comes from, and the targets in parses of an edit and of an outline."""

REWRITES = {
    "python": (("callable($A)", "can_call($A)"), ("isinstance($A, $B)", "is_a($A, $B)")),
    "typescript": (("isFunction($A)", "isStream($A)"), ("$O.subscribe($$$A)", "$O.listen($$$A)")),
    "rust": (("mem::replace($A, $B)", "mem::put($A, $B)"), ("$A.unwrap()", '$A.expect("set")')),
    "go": (("strings.Index($A, $B)", "strings.Find($A, $B)"), ("len($A)", "size($A)")),
    "java": (("Math.max($A, $B)", "Math.most($A, $B)"), ("$A.equals($B)", "$A.isEqual($B)")),
    "c": (("memmove($A, $B, $C)", "move($A, $B, $C)"), ("sizeof($A)", "size_of($A)")),
}
"""A rare and a dense rewrite of each language."""

NO_WORD = ("$A == $A", "true")
TREES = (
    ("pip", "Django==4.2.16"), ("pip", "SQLAlchemy==2.0.30"), ("pip", "ansible-core"),
    ("pip", "pydantic==2.10.6"), ("npm", "rxjs@7.8.1"), ("npm", "effect@3.12.0"),
    ("npm", "zod@4.1.12"), ("deb", "librust-clap-dev"), ("deb", "librust-syn-dev"),
    ("deb", "librust-tokio-dev"), ("source", "groovy"), ("source", "antlr4"), ("source", "redis"),
    ("source", "curl"), ("deb", "golang-1.19-src golang-1.22-src golang-1.24-src"),
)  # fmt: skip

FIXTURES = Path(__file__).parents[1] / "fixtures"
SMALL = "def total(*prices):\n    return sum(prices)\n\n\nclass Cart:\n    def add(self, price, count):\n        whole = price * count\n        return whole\n"  # noqa: E501
OLD, NEW = "price * count", "count * price"


@dataclass(frozen=True)
class Row:
    """A line of the table: medians in seconds, and the most that their ratio may be."""

    name: str
    ours: float
    peer: float
    target: float
    note: str = ""

    def __str__(self) -> str:
        ratio = self.ours / self.peer
        cells = (
            f"{1000 * self.ours:.2f}",
            f"{1000 * self.peer:.2f}",
            f"{ratio:.2f}",
            f"{self.target:g}",
        )
        return f"| {self.name} | {' | '.join(cells)} | {'yes' if ratio <= self.target else 'no'} | {self.note} |"


@dataclass(frozen=True)
class Asked:
    """What the command line asks for."""

    only: Sequence[str]
    rounds: int
    quick: bool
    trees: Sequence[Path]

    def wants(self, name: str) -> bool:
        return not self.only or any(word in name for word in self.only)


Rows = Iterator[Row]


def medians(rounds: int, *works: Work) -> list[float]:
    """Run each work in turn and return the median of each."""
    taken = [[work() for work in works] for _ in range(rounds)]
    return [statistics.median(column) for column in zip(*taken, strict=True)]


def spent() -> float:
    """Return the processor seconds of this process and of its children that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + ended.ru_utime + ended.ru_stime


def forked(work: Callable[[], object], prepare: Callable[[], object] = lambda: None) -> float:
    """Return the processor seconds of a work in a forked process, its children's included."""

    def seconds() -> str:
        prepare()
        start = spent()
        work()
        return repr(spent() - start)

    return float(answered(seconds))


def command(arguments: Sequence[str], folder: Path, codes: Sequence[int] = (0,)) -> float:
    """Return the processor seconds of a command and its children; its state is in the folder's parent."""
    state = str(folder.parent / "state")
    kept = {**os.environ, "XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state, "HOME": state}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled once
    process = subprocess.Popen(arguments, stdout=QUIET, stderr=QUIET, env=kept, cwd=folder)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in codes, (process.args, process.returncode)
    return used.ru_utime + used.ru_stime


# One large file


def read_material(name: str) -> tuple[str, bytes]:
    """Return the path and the bytes of a material."""
    client, package, glob = MATERIALS[name][0]
    found = sorted(fetched(client, package).glob(glob))
    if not found:
        raise UnavailableError(f"{package} has no {glob}")
    if "scripts" in name:
        pages = (
            f'<section id="{p.stem}">\n<script>\n{p.read_text()}</script>\n</section>\n'
            for p in found
        )
        return "page.html", f"<html><body>\n{''.join(pages)}</body></html>\n".encode()
    return found[0].name, found[0].read_bytes()


def targets_of(path: str, data: bytes) -> str:
    """Return, as JSON, a unique line in the middle, the selector of a block near it, and that block's new text."""
    lines = data.decode().split("\n")
    counts, half = Counter(map(str.strip, lines)), len(lines) // 2
    places = sorted(range(len(lines)), key=lambda i: abs(i - half))
    usable = (lines[i].strip() for i in places if counts[lines[i].strip()] == 1 and "a" in lines[i])
    for line in usable:
        changed = line.replace("a", "ab", 1)
        if (
            data.count(line.encode()) == 1
            and se.str_replace(se.Document(data, path), line, changed).landed
        ):
            break
    waiting, items = list(se.outline(se.Document(data, path)).items), []
    while waiting:
        item = waiting.pop()
        waiting += item.children
        items.append(item)
    for item in sorted(items, key=lambda item: abs(item.lines.first - half)):
        region = se.get_region(se.Document(data, path), item.selector)
        if (
            region.text
            and 0 < region.text.count("\n") < 60
            and counts[region.text.split("\n")[0].strip()] == 1
        ):
            return json.dumps([line, changed, item.selector, region.text])
    return json.dumps([line, changed, "", ""])


def large_files(asked: Asked) -> Rows:
    for name, (_, edit_target, outline_target) in MATERIALS.items():
        rows = {
            f"{way}: {name}": way for way in ("edit by text", "edit by name", "miss", "outline")
        }
        rows = {row: way for row, way in rows.items() if asked.wants(row)}
        if not rows:
            continue
        try:
            path, data = read_material(name)
        except UnavailableError as reason:
            say(f"{name}: skipped, {reason}")
            continue
        language = language_of(path)
        for warm in (FIXTURES / str(language)).iterdir():
            small = se.Document.from_bytes(warm.read_bytes(), warm.name)
            for item in se.outline(small).items[:1] * 2:
                region = se.get_region(small, item.selector).text
                (
                    se.str_replace(small, region, region.replace("a", "b")),
                    se.str_replace(small, "none here", "x"),
                )
                se.replace_block(small, item.selector, region)
        line, changed, selector, text = json.loads(answered(lambda: targets_of(path, data)))  # noqa: B023
        missing = "\n".join(["nowhere in this file", *data.decode().split("\n")[40:43], "nor this"])

        def fresh() -> se.Document:
            return se.Document(bytes(bytearray(data)), path)  # noqa: B023

        calls: dict[str, Callable[[], object]] = {
            "edit by text": lambda: landed(se.str_replace(fresh(), line, changed)),  # noqa: B023
            "edit by name": lambda: landed(se.replace_block(fresh(), selector, text)),  # noqa: B023
            "miss": lambda: se.str_replace(fresh(), missing, "x"),  # noqa: B023
            "outline": lambda: se.outline(fresh()),
        }
        parser = Parser(grammar(str(se.Source.of(se.Document(data, path)).profile.grammar)))
        for row, way in rows.items():
            if way == "edit by name" and not selector:
                say(f"{row}: skipped, no definition of less than 60 lines")
                continue
            works = partial(forked, calls[way]), partial(forked, lambda: parser.parse(data))  # noqa: B023
            ours, peer = medians(asked.rounds, *works)
            target = outline_target if way == "outline" else edit_target
            yield Row(row, ours, peer, target, f"{len(data) // 1000} KB")


BROKEN_LINE = re.compile(r" {4,}\w[^\"'#]*\([^\"'#]*\)[^\"'#]*")
FAULTS = 100


def broken_file(asked: Asked) -> Rows:
    """Edit 1 MB of Python's library of which a hundred lines have lost a closing parenthesis."""
    name = "edit by text: 1 MB with 100 faults"
    if not asked.wants(name):
        return
    library = sorted(
        Path(sysconfig.get_path("stdlib")).glob("*.py"), key=lambda p: p.stat().st_size
    )
    lines = b"\n".join(path.read_bytes() for path in library[-8:]).decode("latin-1").split("\n")
    counts, usable = (
        Counter(lines),
        [i for i, row in enumerate(lines) if BROKEN_LINE.fullmatch(row)],
    )
    for at in usable[:: len(usable) // FAULTS][:FAULTS]:
        lines[at] = lines[at].replace(")", "", 1)
    data = "\n".join(lines).encode("latin-1")
    old = next(
        row
        for row in lines[len(lines) // 2 :]
        if counts[row] == 1 and data.count(row.encode()) == 1 and "a" in row
    )
    parser = Parser(grammar("python"))

    def edit() -> None:
        document = se.Document(bytes(bytearray(data)), "broken.py")
        landed(se.str_replace(document, old, old.replace("a", "ab", 1)))

    edit()
    works = partial(forked, edit), partial(forked, lambda: parser.parse(data))
    ours, peer = medians(asked.rounds, *works)
    yield Row(name, ours, peer, 1.6, f"{len(data) // 1000} KB")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def landed(outcome: Any) -> None:
    assert outcome.status in (se.Status.APPLIED, se.Status.UNCHANGED), outcome.report()


# Trees


def trees(asked: Asked) -> list[Path]:
    """Return the folders of the rewrites, those with the fewest files first."""
    found = list(asked.trees)
    for client, package in () if found else TREES[:: 4 if asked.quick else 1]:
        try:
            found.append(fetched(client, package))
        except UnavailableError as reason:
            say(f"{package}: skipped, {reason}")
    return found


FEW = 250
"""Files of a tree that `--quick` takes for rewrites and jobs: all rows of these are then done in minutes."""


def copy_of(tree: Path, scratch: Path, most: int | None = None) -> tuple[str, Path, int]:
    """Copy files of a tree's main language, all or `most` of them; return the language, the copy, their number."""
    files = [path for path in tree.rglob("*") if path.is_file() and not path.is_symlink()]
    kinds = Counter(language for path in files if (language := language_of(path.name)) in REWRITES)
    if not kinds:
        raise UnavailableError(f"{tree} has no files in {', '.join(REWRITES)}")
    language = kinds.most_common(1)[0][0]
    copy = scratch / ("source" if most is None else "some")
    files = sorted(p for p in files if language_of(p.name) == language and p.suffix != ".pyi")
    files = files[:: -(-len(files) // most) if most else 1]
    for path in files:
        place = copy / path.relative_to(tree)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    return language, copy, len(files)


def ran_on_copy(arguments: Sequence[str], tree: Path) -> float:
    """Return the processor seconds of a command on a fresh copy of a tree."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(shutil.copytree(tree, Path(scratch) / "tree"))
        return command([*arguments, str(copy)], copy, (0, 1, 4))


def rewrites(asked: Asked) -> Rows:
    kinds = [kind for kind in ("rare", "dense", "no word") if asked.wants(f"rewrite: {kind}")]
    found: dict[str, list[tuple[float, float, float]]] = {kind: [] for kind in kinds}
    for tree in trees(asked) if kinds else ():
        with tempfile.TemporaryDirectory() as scratch:
            try:
                language, copy, count = copy_of(tree, Path(scratch), FEW if asked.quick else None)
                peer = [str(program()), "run", "-U", "-l", language, "-j", "1"]
            except UnavailableError as reason:
                say(f"rewrite: skipped, {reason}")
                continue
            pairs = dict(
                zip(("rare", "dense", "no word"), (*REWRITES[language], NO_WORD), strict=True)
            )
            for kind in kinds:
                pattern, template = pairs[kind]
                own = [
                    *STRUCTEDIT,
                    "rewrite",
                    "-p",
                    pattern,
                    "-r",
                    template,
                    "-l",
                    language,
                    "--jobs",
                    "1",
                ]
                works = [own, [*peer, f"--pattern={pattern}", f"--rewrite={template}"]]
                ours, its = medians(
                    1 if asked.quick else 3, *(partial(ran_on_copy, work, copy) for work in works)
                )
                found[kind].append((ours / its, ours, its))
                print(
                    f"  {kind}, {tree.name}, {count} files: {ours:.2f} s, {its:.2f} s, {ours / its:.2f}"
                )
    for kind, target in (("rare", 0.45), ("dense", 1.5), ("no word", 1.6)):
        if found.get(kind):
            _, ours, its = sorted(found[kind])[len(found[kind]) // 2]
            yield Row(f"rewrite: {kind}", ours, its, target, f"median of {len(found[kind])} trees")


WALK = """import os, sys
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        with open(os.path.join(folder, name), "rb") as file:
            b"nowhere_at_all" in file.read()
"""
BAD = {
    "query": "find --query (identifer)",
    "pattern": "rewrite -p f( -r x",
    "template": "rewrite -p f($A) -r g($B)",
    "rule": "scan --inline-rules",
}


def one_tree(asked: Asked) -> Rows:
    names = ["plain text: no hit", "jobs: dense", *(f"bad: {kind}" for kind in BAD)]
    if not any(map(asked.wants, names)):
        return
    tree = Path(sysconfig.get_path("stdlib"))
    if asked.trees or not asked.quick:
        tree = (asked.trees or trees(asked))[-1]
    with tempfile.TemporaryDirectory() as scratch:
        language, copy, count = copy_of(tree, Path(scratch))
        if asked.wants("plain text: no hit"):
            own = [
                *STRUCTEDIT,
                "rewrite",
                "--text",
                "nowhere_at_all",
                "-r",
                "x",
                "--jobs",
                "1",
                str(copy),
            ]
            walk = [sys.executable, "-c", WALK, str(copy)]
            ours, its = medians(
                asked.rounds, partial(command, own, copy, (0, 1)), partial(command, walk, copy)
            )
            yield Row("plain text: no hit", ours, its, 3, f"{count} files")
        for kind, words in BAD.items():
            if asked.wants(f"bad: {kind}"):
                rule = f"id: bad\nlanguage: {language}\nrule: {{pattern: 'f('}}\n"
                option = [rule] if kind == "rule" else ["-l", language]
                own = [*STRUCTEDIT, *words.split(), *option, str(copy)]
                code = subprocess.run(own, stdout=QUIET, stderr=QUIET, cwd=copy).returncode
                ours, its = medians(
                    asked.rounds,
                    partial(command, own, copy, (code,)),
                    partial(command, [*STRUCTEDIT, "--help"], copy),
                )
                yield Row(f"bad: {kind}", ours, its, 1.8, f"exit code {code}")
        if asked.wants("jobs: dense"):
            pattern, template = REWRITES[language][1]
            if asked.quick:
                _, copy, count = copy_of(tree, Path(scratch), FEW)

            def wall(jobs: str) -> float:
                own = [
                    *STRUCTEDIT,
                    "rewrite",
                    "-p",
                    pattern,
                    "-r",
                    template,
                    "-l",
                    language,
                    "--dry-run",
                ]
                start = perf_counter()
                command([*own, "--jobs", jobs, str(copy)], copy, (0, 1, 4))
                return perf_counter() - start

            ours, its = medians(1 if asked.quick else 3, partial(wall, "2"), partial(wall, "1"))
            load = f"{os.getloadavg()[0]:.1f}"
            yield Row("jobs: dense", ours, its, 0.6, f"wall time, {count} files, load {load}")


# Many edits

PLAIN = re.compile(r"( +(?:return|[\w.]+ =) )([\w.]+(?:\([\w., ]*\))?)\n")
MANY = 1000
BLOCK = "{}\n<<<<<<< SEARCH\n{}=======\n{}>>>>>>> REPLACE\n\n"


def many_edits(folder: Path, files: int) -> dict[str, str]:
    """Write files of Python's library into a folder; return 1,000 edits of them as blocks and as a patch."""
    library = sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py"))
    texts: list[str] = []
    for path in library:
        text = path.read_bytes().decode("latin-1").replace("\r", "")
        if text.isascii() and 1_000 < len(text) < (100_000 if files == 1 else 8_000):
            texts.append(text.rstrip() + "\n")
    if files == 1:  # as many modules as hold 1,000 lines to edit; imports of the future stand first
        texts = ["\n\n".join([text for text in texts if "__future__" not in text][:80])]
    blocks, patch, count = [], [], 0
    for text in texts:
        old, name = text.splitlines(keepends=True), f"p{count // 100}/m{count}.py"
        once = {
            line for line, n in Counter(old).items() if n == 1 and text.count(line.strip()) == 1
        }
        found = {i: PLAIN.fullmatch(line) for i, line in enumerate(old) if line in once}
        changed = {i: f"{m[1]}({m[2]})\n" for i, m in found.items() if m}
        places = sorted(changed)[:: max(1, len(changed) * files // MANY)][: MANY // files]
        if len(places) < MANY // files:
            continue
        new = [changed[i] if i in places else line for i, line in enumerate(old)]
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        blocks += [BLOCK.format(name, old[i], new[i]) for i in places]
        patch += difflib.unified_diff(old, new, f"a/{name}", f"b/{name}")
        count += 1
        if count == files:
            return {"blocks": "".join(blocks), "patch": "".join(patch)}
    raise UnavailableError(f"Python's library has too few edits for {files} files")


def batches(asked: Asked) -> Rows:
    for files, target in ((1, 20), (MANY, 5)):
        where = "one file" if files == 1 else f"{files:,} files"
        rows = {
            "blocks": f"apply: {where}, blocks",
            "patch": f"apply: {where}, patch",
            "undo": f"undo: {where}",
        }
        if not any(map(asked.wants, rows.values())):
            continue
        with tempfile.TemporaryDirectory() as scratch:
            source = Path(scratch) / "source"
            try:
                edits = many_edits(source, files)
                assert shutil.which("git"), "git is not installed"
            except (UnavailableError, AssertionError) as reason:
                say(f"batches: skipped, {reason}")
                continue
            (Path(scratch) / "patch").write_text(edits["patch"])
            copy = Path(scratch) / "copy"
            os.environ["XDG_STATE_HOME"] = str(Path(scratch) / "state")

            def renew(way: str = "") -> None:
                shutil.rmtree(copy, ignore_errors=True)  # noqa: B023
                shutil.copytree(source, copy)  # noqa: B023
                if way == "undo":
                    apply("blocks")

            def apply(way: str) -> None:
                if way == "undo":
                    assert se.undo(root=copy).landed  # noqa: B023
                else:
                    outcome = se.apply_edits(edits[way], copy, force=True, timeout=600)  # noqa: B023
                    assert outcome.landed, outcome.report()[:500]

            def git() -> float:
                renew()
                return command(["git", "apply", str(copy.parent / "patch")], copy)  # noqa: B023

            for way, row in rows.items():
                if asked.wants(row):
                    work = partial(forked, partial(apply, way), partial(renew, way))
                    ours, its = medians(1 if asked.quick else 3, work, git)
                    yield Row(row, ours, its, 2 if way == "undo" else target, f"{ours:.2f} ms each")


# Start-up


def start_up(asked: Asked) -> Rows:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "folder"
        folder.mkdir()
        file = folder / "module.py"
        library = f"import structedit; assert structedit.str_replace({str(file)!r}, {OLD!r}, {NEW!r}).landed"
        new = "def total(*prices, tax=0):\n    return sum(prices) + tax\n"
        works = {
            "start: --help": ([*STRUCTEDIT, "--help"], 1.3),
            "start: edit by the library": ([sys.executable, "-c", library], 1.8),
            "start: str-replace": (
                [*STRUCTEDIT, "str-replace", str(file), "--old", OLD, "--new", NEW],
                2.0,
            ),
            "start: replace-block": (
                [*STRUCTEDIT, "replace-block", str(file), "total", "--new", new],
                2.0,
            ),
        }

        def run(arguments: Sequence[str]) -> float:
            file.write_text(SMALL)
            return command(arguments, folder)

        for name, (arguments, target) in works.items():
            if asked.wants(name):
                run(arguments)
                clicked = [sys.executable, "-c", "import click"]
                yield Row(
                    name,
                    *medians(asked.rounds, partial(run, arguments), partial(run, clicked)),
                    target,
                )


# The server

LEAST_SERVER = """import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

async def listed(ctx, params):
    return types.ListToolsResult(tools=[])

async def main():
    server = Server("least", on_list_tools=listed)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())

anyio.run(main)
"""


class Served:
    """A server over pipes."""

    def __init__(self, arguments: Sequence[str], folder: Path) -> None:
        state = str(folder.parent / "state")
        kept = {**os.environ, "XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            arguments, stdin=pipe, stdout=pipe, stderr=QUIET, env=kept, cwd=folder
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._in, self._out, self._last = self.process.stdin, self.process.stdout, 0
        client = {"clientInfo": {"name": "speed", "version": "1"}, "capabilities": {}}
        self.ask("initialize", {"protocolVersion": "2025-06-18", **client})
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self.ask("tools/list", {})

    def _send(self, message: dict[str, object]) -> None:
        self._in.write(json.dumps(message).encode() + b"\n")
        self._in.flush()

    def ask(self, method: str, parameters: dict[str, object]) -> None:
        self._last += 1
        self._send({"jsonrpc": "2.0", "id": self._last, "method": method, "params": parameters})
        while (answer := json.loads(self._out.readline())).get("id") != self._last:
            pass
        assert "error" not in answer and not answer["result"].get("isError"), answer

    def call(self, tool: str, **arguments: object) -> float:
        """Call a tool; return the processor seconds of the server and its workers."""
        before = time_of(self.process.pid)
        self.ask("tools/call", {"name": tool, "arguments": arguments})
        return time_of(self.process.pid) - before

    def end(self) -> None:
        self._in.close()
        self.process.wait()


def time_of(process: int) -> float:
    """Return the processor seconds so far of a process and its living children."""
    total = 0.0
    for task in Path(f"/proc/{process}/task").iterdir():
        with suppress(OSError):
            total += int((task / "schedstat").read_text().split()[0]) / 1e9
            total += sum(time_of(int(child)) for child in (task / "children").read_text().split())
    return total


def first_answer(arguments: Sequence[str], folder: Path) -> float:
    served = Served(arguments, folder)
    seconds = time_of(served.process.pid)
    served.end()
    return seconds


def server(asked: Asked) -> Rows:
    names = ["server: first answer", "server: region of 500 KB", "server: write", "server: memory"]
    if not any(map(asked.wants, names)):
        return
    if find_spec("mcp") is None or not Path("/proc/self/schedstat").exists():
        print("server: skipped, it needs the MCP SDK and Linux")
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "folder"
        folder.mkdir()
        library = Path(sysconfig.get_path("stdlib"))
        sources = [
            library / name for name in ("_pydecimal.py", "turtle.py", "typing.py", "inspect.py")
        ]
        large = b"\n\n".join(path.read_bytes() for path in sources)[:500_000]
        large = large[: large.rindex(b"\n\n\ndef")] + b"\n\n\ndef the_last():\n    return 1\n"
        (folder / "large.py").write_bytes(large)
        text = (library / "shelve.py").read_text() + f"\n\n{SMALL}"
        (folder / "small.py").write_text(text)
        own = [*STRUCTEDIT, "mcp", "--root", str(folder)]
        least = [sys.executable, "-c", LEAST_SERVER]
        if asked.wants(names[0]):
            works = partial(first_answer, own, folder), partial(first_answer, least, folder)
            yield Row(names[0], *medians(asked.rounds, *works), 1.1, "against the SDK alone")
        served = Served(own, folder)

        def region() -> float:
            return served.call("get_region", path="large.py", selector="the_last")

        def write() -> float:
            text = (folder / "small.py").read_text()
            old, new = (OLD, NEW) if OLD in text else (NEW, OLD)
            return served.call("str_replace", path="small.py", old=old, new=new)

        def parse() -> float:
            parser, start = Parser(grammar("python")), process_time()
            parser.parse(large)
            return process_time() - start

        if asked.wants(names[1]):
            region()
            yield Row(
                names[1], *medians(20, region, parse), 0.1, f"unchanged, {len(large) // 1000} KB"
            )
        calls = 2_000 if asked.quick else 10_000
        if asked.wants(names[2]) or asked.wants(names[3]):
            warm = sorted(write() for _ in range(200))
            before = memory_of(served.process.pid)
            times = sorted(write() for _ in range(calls)) or warm
            after = memory_of(served.process.pid)
            half, slow = statistics.median(times), times[int(0.99 * len(times))]
            yield Row("server: write, p99 against p50", slow, half, 2.5, f"{len(text) // 1000} KB")
            grown = 1000 * (after - before) / calls
            print(
                f"memory of the server: {before:.1f} MB, {grown:.2f} KB more with each of {calls:,} writes"
            )
        served.end()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.formatter_class = argparse.RawTextHelpFormatter
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="fewer trees, rounds and calls")
    parser.add_argument("--tree", nargs="+", type=Path, default=[], metavar="FOLDER")
    given = parser.parse_args()
    asked = Asked(
        given.only, min(given.rounds, 3) if given.quick else given.rounds, given.quick, given.tree
    )
    print(
        "| work | our ms | peer's ms | ratio | target | met | on |\n|---|---:|---:|---:|---:|---|---|"
    )
    for part in (large_files, broken_file, start_up, batches, server, one_tree, rewrites):
        for row in part(asked):
            print(row, flush=True)


if __name__ == "__main__":
    main()
