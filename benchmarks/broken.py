"""Edits of files with one syntax error, judged by the same edits of the unbroken files.

One break is put into one function of a real file that parses. Then

- definitions outside the broken function and what holds it (*neighbours*) are edited, half of them beside it. Where
  the edit lands, the result must be the one of the same edit in the unbroken file, with the break
  put in afterwards, byte by byte; anything else is WRONG. Refusals are counted by reason.
- the broken function and what holds it are edited. A landed edit must leave all text before the
  true start and after the true end of its target alone. Where a break may make another program, and
  the file parses all the same, nobody knows that end, and nothing in that function is edited.
- blocks are edited by the text that opens them, those without a name by their number in what holds them
  too (`total > for[1]`), and judged in the same two ways.

    python benchmarks/broken.py [--language L] [--breaks N] [--seed S] [--show K] [--jobs J] [FILE…]

With `--unreadable` real files and folders are asked in which a grammar fails in places: few of the items outside of
these may be refused.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import corpus
from breaking import (
    BODIED,
    BREAKS,
    FUNCTIONS,
    OTHER_PROGRAMS,
    Break,
    File,
    breaks_of,
    can_break,
    kinds_of,
)

from structedit import Document, Source
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Anchor, Part, Selector
from structedit.calls.requests import (
    DeleteBlock,
    ReplaceBlock,
    ReplaceFunctionBody,
    Request,
)
from structedit.calls.statuses import Status
from structedit.languages.detection import language_of
from structedit.languages.profiles import LanguageProfile, Layout
from structedit.plan.one_request import plan
from structedit.search.addresses import selector_of, selectors_of
from structedit.text.document import Span, to_bytes, to_text
from structedit.text.edit import Edit, EditSet
from structedit.tree.item_index import SpanChain
from structedit.tree.nodes import Block
from structedit.tree.syntax_tree import parse_as_it_is

LANGUAGES = (
    *("python", "javascript", "typescript", "tsx", "go", "rust", "c", "cpp", "java", "ruby"),
    *("csharp", "php", "kotlin", "swift", "bash", "lua", "cmake", "css", "scss"),
    *("proto", "glsl", "hlsl", "cuda", "perl", "objc", "zig", "elixir", "scala", "julia", "r"),
    *("erlang", "dart", "solidity", "powershell", "ocaml", "gdscript", "arduino", "graphql"),
    *("terraform", "haskell", "clojure", "verilog", "elisp", "elm"),
)
"""Left out are languages whose grammar is asked about files that parse only: Fortran and Make.

Verilog is one of those without the wheel of its newer grammar.
"""
NEIGHBOURS, ANCHORS = 8, 3
MARKER = "marker8c1f"
CALLS = tuple("go kotlin swift lua elixir cmake scala julia r erlang gdscript".split())
STATEMENT = {
    **dict.fromkeys(("python", "ruby", "terraform"), f"{MARKER} = 1"),
    **dict.fromkeys(CALLS, f"{MARKER}()"),
    **dict.fromkeys(("css", "scss"), f"{MARKER}: 1;"),
    **dict.fromkeys(("bash", "powershell", "haskell", "elm"), MARKER),
    "ocaml": f"{MARKER} ()",
    "proto": f"int32 {MARKER} = 1;",
    "graphql": f"{MARKER}: Int",
    **dict.fromkeys(("clojure", "elisp"), f"({MARKER})"),
}


@dataclass
class Tally:
    """Counts of one language or one kind of break."""

    breaks: int = 0
    neighbours: Counter[str] = field(default_factory=Counter)
    own: Counter[str] = field(default_factory=Counter)
    anchors: Counter[str] = field(default_factory=Counter)
    numbers: Counter[str] = field(default_factory=Counter)


@dataclass
class Score:
    """All that was counted, by (language, break), and what is to be shown."""

    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def at(self, language: str, kind: str) -> Tally:
        return self.tallies.setdefault((language, kind), Tally())

    def add(self, other: Score) -> None:
        """Take in the counts of other languages."""
        self.tallies |= other.tallies
        self.wrong += other.wrong
        self.refused += other.refused


# Edits


def edits_of(language: str, block: Block, file: File) -> list[Callable[[Selector], Request]]:
    """Return the edits to try on a definition."""
    own = to_text(_dedented(file.source.data, block.span))
    comment = _comment(file.source.profile)
    statement = STATEMENT.get(language, f"{MARKER}();")
    made: list[Callable[[Selector], Request]] = [
        lambda selector: ReplaceBlock(selector, f"{comment}\n{own}"),
        DeleteBlock,
    ]
    if block.kind in BODIED.get(language, FUNCTIONS) and block.body is not None:
        made.insert(0, lambda selector: ReplaceFunctionBody(selector, statement))
    return made


def _comment(profile: LanguageProfile) -> str:
    """Write the marker as a comment."""
    if profile.line_comments:
        return f"{profile.line_comments[0]} {MARKER}"
    opening, closing = profile.block_comments[0]
    return f"{opening} {MARKER} {closing}"


def _dedented(data: bytes, span: Span) -> bytes:
    start = data.rfind(b"\n", 0, span.start) + 1
    lead = data[start : span.start]
    text = span.of(data)
    return text if lead.strip() else text.replace(b"\n" + lead, b"\n")


def run_break(
    file: File,
    language: str,
    found: Break,
    score: Score,
    rng: random.Random,
) -> None:
    data = file.source.data
    broken = Source.of(replace(file.source.document, data=EditSet((found.edit,)).apply(data)))
    tally = score.at(language, found.kind)
    tally.breaks += 1
    holders = (found.broken, *found.ancestors)
    is_program = found.kind in OTHER_PROGRAMS and _still_parses(file, found)
    outside = [
        (block, selector)
        for block, selector in zip(file.definitions, file.selectors, strict=True)
        if block not in holders and not found.broken.span.overlaps(block.span)
        if not found.edit.span.overlaps(block.span)
    ]
    for number, (block, selector) in enumerate(_picked(outside, found, rng)):
        if is_program and block.path == found.broken.path:
            continue  # of two overloads one may have another name now, and the other no number
        made = edits_of(language, block, file)
        request = made[number % len(made)](Selector.parse(selector))
        verdict = _as_unbroken(file, broken, found, request)
        _count(tally.neighbours, verdict, score, file, found, request, selector, neighbour=True)
    for block in () if is_program else holders:
        selector = file.selectors[file.definitions.index(block)]
        for make in edits_of(language, block, file):
            request = make(Selector.parse(selector))
            verdict = _outside_kept(file, broken, found, request, block.whole)
            _count(tally.own, verdict, score, file, found, request, selector)
    for request, block in _of_blocks(file, language, found, rng):
        is_held = block.core.overlaps(found.edit.span) or block.core.contains(found.edit.span)
        if is_program and block.core.overlaps(found.broken.core):
            continue
        by_text = isinstance(request.target, Anchor)
        if not by_text and _counts_anew(file, found, block):
            continue
        if is_held:
            verdict = _outside_kept(file, broken, found, request, block.whole)
        else:
            verdict = _as_unbroken(file, broken, found, request, by_text=by_text)
        counts = tally.anchors if by_text else tally.numbers
        _count(counts, verdict, score, file, found, request, str(request.target))


def _counts_anew(file: File, found: Break, block: Block) -> bool:
    """Return True if a break may have given a block another number, by code that is new or gone above it or in it.

    Half an arm that parses is one with the next: `| Empty` and below it `| Full -> true`; `12 | try {` may be a call.
    Where a line that lost its indentation or a letter of its first word leaves a file that parses, blocks are in
    other definitions. Half a file that parses has other clauses in what was cut.
    """
    is_cut = found.edit.span.end == len(file.source.data)
    if is_cut and _still_parses(file, found):
        return any(one.core.contains(block.core) for one in (found.broken, *found.ancestors))
    above = found.edit.span.start < block.core.start
    within = block.core.contains(found.edit.span) or block.core.overlaps(found.edit.span)
    anew = OTHER_PROGRAMS | {"half statement", "line numbers"}
    if found.kind in anew and _still_parses(file, found):
        return above or within
    lines = b"\n" in found.edit.new + found.edit.span.of(file.source.data)
    return (
        above and lines and found.kind in OTHER_PROGRAMS and found.broken.core.contains(block.core)
    )


def _picked(
    outside: list[tuple[Block, str]], found: Break, rng: random.Random
) -> list[tuple[Block, str]]:
    """Pick neighbours, up to half of them beside the broken function in what holds it."""
    holder = min(found.ancestors, key=lambda b: len(b.core), default=None)
    beside = [one for one in outside if holder is not None and holder.core.contains(one[0].core)]
    some = rng.sample(beside, min(NEIGHBOURS // 2, len(beside)))
    others = [one for one in outside if one not in some]
    return some + rng.sample(others, min(NEIGHBOURS - len(some), len(others)))


def _as_unbroken(
    file: File, broken: Source, found: Break, request: Request, *, by_text: bool = False
) -> str:
    """Compare with the same edit of the unbroken file, the break put in afterwards.

    What was done `by_text`, in lines that do not parse, may leave other blank lines and comments.
    """
    wanted = plan(file.source, request)
    if wanted.status is not Status.APPLIED:
        return ""
    if any(
        e.span.start < found.edit.span.end and found.edit.span.start < e.span.end
        for e in wanted.edits.edits
    ):
        return ""
    assert wanted.result is not None
    expected = _with_break(wanted, found.edit)
    got = plan(broken, request)
    if got.status is not Status.APPLIED or got.result is None:
        return _refusal(got)
    if got.result.data in (expected, _with_break(wanted, _slid(file, found.edit))):
        return "right"
    is_cut = found.edit.span.end == len(file.source.data)
    if is_cut or _leaves_blanks(broken, found):
        # Half a file, or blanks that a break left, may be laid out otherwise, and half a body emptied.
        emptied = to_bytes(file.source.profile.empty_body) if is_cut else b""
        if _marks(got.result.data, emptied) == _marks(expected, emptied):
            return "right"
    means_depth = file.source.profile.family is Layout.INDENT
    if not means_depth and _differs_in_blanks(got.result.data, expected, got.edits.new_hull()):
        return "blanks differ"  # by a habit of lines that the break hides, as where a brace stands
    if _full_lines(got.result.data) == _full_lines(expected):
        return "blanks differ"
    alike = by_text and _code(file, got.result.data) == _code(file, expected)
    return "blanks differ" if alike else "WRONG"


def _with_break(wanted: Outcome, edit: Edit) -> bytes:
    """What an edit of the unbroken file made, with a break put in afterwards."""
    assert wanted.result is not None
    at = wanted.edits.map_offset(edit.span.start)
    moved = Edit(Span(at, at + len(edit.span)), edit.new)
    return EditSet((moved,)).apply(wanted.result.data)


def _slid(file: File, edit: Edit) -> Edit:
    """A break that says once more what stands before it, as if it stood there: nobody knows which of the two is new."""
    start = max(0, edit.span.start - len(edit.new))
    is_doubled = not len(edit.span) and file.source.data[start : edit.span.start] == edit.new
    return replace(edit, span=Span(start, start)) if is_doubled else edit


def _marks(data: bytes, besides: bytes = b"") -> bytes:
    """A text without its blanks and line ends, and without one word."""
    marks = b"".join(data.split())
    return marks.replace(besides, b"") if besides else marks


def _full_lines(data: bytes) -> list[bytes]:
    """The lines of a text that are not blank."""
    return [line.rstrip() for line in data.splitlines() if line.strip()]


def _differs_in_blanks(data: bytes, expected: bytes, written: Span) -> bool:
    """Return True if two results are the same but for blanks in and around what an edit wrote."""
    before, behind = data[: written.start].rstrip(), data[written.end :].lstrip()
    same = expected.startswith(before) and expected.endswith(behind)
    return same and _marks(data) == _marks(expected)


def _leaves_blanks(broken: Source, found: Break) -> bool:
    """Return True if a break took the end of a line, so that blanks or nothing is left there."""
    rest = broken.data[found.edit.span.start + len(found.edit.new) :]
    line = rest.splitlines()[0] if rest.splitlines() else b""
    before = broken.data[: found.edit.span.start]
    return not found.edit.new and not line.strip() and before[-1:] in b" \t\r\n"


def _code(file: File, data: bytes) -> list[bytes]:
    """Return the lines that are neither blank nor all comment."""
    marks = (*file.source.profile.line_comments, "/*", "*")
    lines = (line.strip() for line in data.split(b"\n"))
    return [
        line for line in lines if line and not line.startswith(tuple(m.encode() for m in marks))
    ]


def _outside_kept(file: File, broken: Source, found: Break, request: Request, true: Span) -> str:
    """Tell whether an edit of what is broken leaves all text around its true extent alone.

    What the same edit of the unbroken file takes along is part of it, as a `where` with its last function.
    """
    got = plan(broken, request)
    if got.status is not Status.APPLIED or got.result is None:
        return _refusal(got)
    wanted = plan(file.source, request)
    if wanted.status is Status.APPLIED:
        hull = wanted.edits.old_hull()
        true = Span(min(true.start, hull.start), max(true.end, hull.end))
    before = broken.data[: true.start].rstrip(b" \t\r\n,")
    behind = max(true.end, found.edit.span.end) + found.edit.delta
    after = broken.data[behind:].lstrip(b" \t\r\n,;")
    kept = got.result.data.startswith(before) and got.result.data.rstrip().endswith(after.rstrip())
    return "right" if kept else "WRONG"


def _refusal(outcome: Outcome) -> str:
    return str(outcome.reason.value if outcome.reason else outcome.status.value)


def _of_blocks(
    file: File, language: str, found: Break, rng: random.Random
) -> Iterator[tuple[Request, Block]]:
    """Yield edits by the text that opens a block, or by its number: half of them in the broken function."""
    data, tree = file.source.data, file.source.tree
    assert tree is not None
    blocks = [b for b in (*tree.blocks(), *file.definitions) if b.body is not None]
    near = [b for b in blocks if found.broken.core.contains(b.core)]
    picked = rng.sample(near, min(ANCHORS, len(near))) + rng.sample(
        blocks, min(ANCHORS, len(blocks))
    )
    for number, block in enumerate(picked):
        start = block.span.start if block.is_definition else block.core.start
        end = data.find(b"\n", start)
        text = to_text(data[start : end if end >= 0 else None])
        targets: list[Anchor | Selector] = []
        if not block.is_definition:
            by_number = Selector.parse(selector_of(tree, block))
            if all(step.line is None for step in by_number.steps):  # a break moves lines
                targets.append(by_number)
        is_torn = Span(start, max(start, end)).overlaps(found.edit.span)
        if not is_torn and data.count(text.encode()) == 1:
            targets.append(Anchor(text))
        statement = STATEMENT.get(language, f"{MARKER}();")
        for target in targets:
            yield (
                DeleteBlock(target) if number % 2 else ReplaceBlock(target, statement, Part.BODY),
                block,
            )


def _count(
    counts: Counter[str],
    verdict: str,
    score: Score,
    file: File,
    found: Break,
    request: Request,
    target: str,
    *,
    neighbour: bool = False,
) -> None:
    if not verdict:
        return
    counts[verdict] += 1
    line = file.source.document.line_of(found.edit.span.start)
    text = (
        f"{file.path}:{line} [{found.kind}] in {'.'.join(found.broken.path)}:"
        f" {type(request).__name__} {target}: {verdict}"
    )
    if verdict == "WRONG":
        score.wrong.append(text)
    elif verdict != "right" and neighbour:
        score.refused.append(text)


# Files


def load(path: Path, language: str) -> File | None:
    """Read a file that parses and has a function with neighbours."""
    source = Source.of(Document.from_bytes(path.read_bytes(), str(path), language=language))
    if source.tree is None or not source.tree.clean:
        return None
    named = [b for b in source.tree.definitions() if b.kind not in source.profile.demoted]
    selectors = selectors_of(source.tree, named)
    file = File(path, source, tuple(named), selectors)
    return file if len(named) >= 3 and any(can_break(file, b) for b in named) else None


def run(
    language: str,
    files: Iterable[Path],
    breaks: int,
    seed: int,
    score: Score,
    *,
    most: int = 40,
    kinds: Sequence[str] = (),
) -> int:
    """Put breaks, of all kinds or these, into the files of a language, by turns; return the number of files."""
    rng = random.Random(f"{seed} {language}")
    paths = list(files)
    rng.shuffle(paths)
    loaded: list[File] = []
    for path in paths:
        file = load(path, language)
        if file is not None:
            loaded.append(file)
        if len(loaded) == most:
            break
    kinds, done = kinds or kinds_of(language), 0
    for turn in range(breaks * 4 if loaded else 0):
        if done == breaks:
            break
        # Each round begins one file later, so that every file gets every kind; not each has a place for it.
        file = loaded[(turn + turn // len(loaded)) % len(loaded)]
        found = breaks_of(file, language, kinds[turn % len(kinds)], rng)
        if found is not None:
            run_break(file, language, found, score, rng)
            done += 1
    return len(loaded)


def _still_parses(file: File, found: Break) -> bool:
    tree = parse_as_it_is(EditSet((found.edit,)).apply(file.source.data), file.source.profile)
    return not isinstance(tree, str) and tree.clean


def of_unreadable(files: Iterable[Path]) -> tuple[Counter[str], list[str]]:
    """Ask about the definitions of real files that the grammar cannot read in places; count, and say what is refused.

    An item is a definition that the parser's own recovery finds. It is `outside` where it overlaps no error.
    """
    from structedit.search.addresses import selector_of
    from structedit.tree.broken.doubt import refusal_of

    counts, refused = Counter[str](), []
    for path in files:
        source = Source.of(Document.from_bytes(path.read_bytes(), str(path)))
        counts["files"] += 1
        bare = parse_as_it_is(source.data, source.profile)
        if source.tree is None or isinstance(bare, str) or bare.clean:
            continue
        counts["with errors"] += 1
        faults = SpanChain([Span(f.span.start, f.span.end + 1) for f in bare.faults()])
        known = {block.name: block for block in source.tree.definitions()}
        for item in bare.definitions():
            if item.body is None or item.name is None or item.kind in source.profile.demoted:
                continue
            where = "inside" if faults.touching(item.whole) else "outside"
            counts[where] += 1
            block = known.get(item.name)
            why = "not read" if block is None else None
            if block is not None:
                steps = Selector.parse(selector_of(source.tree, block)).steps
                refusal = refusal_of(source.tree, block, steps)
                why = refusal.message if refusal is not None else None
            if why is not None:
                counts[f"{where} refused"] += 1
                if where == "outside":
                    refused.append(f"{path.name}: {'.'.join(item.path)}: {why}")
    return counts, refused


# What is printed


HEAD = (
    *("breaks", "neighbour edits", "landed right", "editable", "WRONG", "broken ones edited"),
    *("by anchor", "by number", "neighbours refused by reason"),
)


def _row(name: str, tallies: list[Tally]) -> str:
    neighbours, own, anchors, numbers = (
        sum((getattr(tally, part) for tally in tallies), Counter())
        for part in ("neighbours", "own", "anchors", "numbers")
    )
    tried, right = neighbours.total(), neighbours["right"]
    reasons = [row for row in neighbours.most_common() if row[0] not in ("right", "WRONG")]
    cells = (
        *(name, sum(t.breaks for t in tallies), tried, right),
        f"{100 * right / tried:.1f} %" if tried else "-",
        sum(counts["WRONG"] for counts in (neighbours, own, anchors, numbers)),
        *(f"{counts['right']} of {counts.total()}" for counts in (own, anchors, numbers)),
        ", ".join(f"{reason} {count}" for reason, count in reasons) or "none",
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def table(score: Score, by: int, title: str) -> str:
    """Return the table of all languages (0) or all kinds of breaks (1)."""
    groups: dict[str, list[Tally]] = {}
    for key, tally in score.tallies.items():
        groups.setdefault(key[by], []).append(tally)
    rows = [_row(name, tallies) for name, tallies in groups.items()]
    rows.append(_row("all", list(score.tallies.values())))
    lines = [f"| {title} | {' | '.join(HEAD)} |", "|---|" + "---:|" * 8 + "---|"]
    return "\n".join([*lines, *rows])


@dataclass(frozen=True)
class Task:
    """What one process does: one language, and what came of the command line."""

    language: str
    files: tuple[Path, ...]
    breaks: int
    seed: int
    cache: Path


def measured(task: Task) -> tuple[Task, Score, str]:
    """Break the files of a language; gives the score, and what to say of how it was made."""
    started = time.perf_counter()
    found = corpus.corpus(task.language, task.cache)
    score = Score()
    files = task.files or found.files
    count = run(task.language, files, task.breaks, task.seed, score)
    skipped = "".join(f"; skipped {reason}" for reason in found.missing)
    return task, score, f"{count} files, {time.perf_counter() - started:.0f} s{skipped}"


def report_breaks(tasks: Iterable[tuple[Task, Score, str]], show: int) -> None:
    """Print each language as it is done, then the tables of all."""
    whole = Score()
    for task, score, made in tasks:
        print(
            f"{task.language}: {made}", _row(task.language, list(score.tallies.values())), sep="\n"
        )
        print(*score.wrong, *score.refused[:show], "", sep="\n", flush=True)
        whole.add(score)
    whole.tallies = dict(sorted(whole.tallies.items(), key=_place))
    print(table(whole, 0, "language"), "", table(whole, 1, "break"), sep="\n")


def _place(item: tuple[tuple[str, str], Tally]) -> tuple[int, int]:
    language, kind = item[0]
    return LANGUAGES.index(language), tuple(BREAKS).index(kind)


def report_unreadable(arguments: argparse.Namespace, files: list[Path]) -> None:
    """Print how many items of real files are refused though the grammar can read them."""
    by_language: dict[str, list[Path]] = {}
    for path in files:
        name = language_of(path.name)
        if path.is_file() and name is not None and not (set(path.parts) & {"node_modules"}):
            by_language.setdefault(name, []).append(path)
    every = Counter[str]()
    for language, paths in sorted(by_language.items()):
        counts, refused = of_unreadable(paths)
        every += counts
        if counts["with errors"]:
            print(
                f"{language}: {_shares(counts)}", *refused[: arguments.show], sep="\n  ", flush=True
            )
    print(f"all: {_shares(every)}")


def _shares(counts: Counter[str]) -> str:
    parts = [f"{counts['with errors']} of {counts['files']} files do not parse"]
    for where in ("outside", "inside"):
        asked, refused = counts[where], counts[f"{where} refused"]
        share = 100 * refused / max(1, asked)
        parts.append(f"{refused} of {asked} items {where} of errors refused ({share:.1f} %)")
    return ", ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, help="with one --language: these files")
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--breaks", type=int, default=1000, help="in all, shared by the languages")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10, help="refusals to show of each language")
    parser.add_argument("--jobs", type=int, default=1, help="processes; each takes one language")
    parser.add_argument("--cache", type=Path, default=corpus.CACHE)
    parser.add_argument(
        "--unreadable",
        action="store_true",
        help="instead: refusals in real files or folders, named here",
    )
    arguments = parser.parse_args()
    if arguments.unreadable:
        files = [
            f
            for path in arguments.files
            for f in (sorted(path.rglob("*")) if path.is_dir() else [path])
        ]
        report_unreadable(arguments, files)
        return
    languages = tuple(arguments.language or LANGUAGES)
    each = -(-arguments.breaks // len(languages))
    tasks = [
        Task(language, tuple(arguments.files), each, arguments.seed, arguments.cache)
        for language in languages
    ]
    for language in languages:
        corpus.corpus(language, arguments.cache)  # fetched once, before there are several processes
    with multiprocessing.get_context("spawn").Pool(arguments.jobs) as pool:
        report_breaks(pool.imap_unordered(measured, tasks), arguments.show)


if __name__ == "__main__":
    main()
