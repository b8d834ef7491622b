"""Looks for calls that grow faster than their input, on inputs that it makes itself.

    python -m benchmarks.growth_hunt [--minutes N] [--seed N] [--only WORD …]
    python -m benchmarks.growth_hunt --seed N --trial N

A trial takes a small real snippet of a language that is fully supported (the inputs of `tests/cases`
and the files of `fixtures`), makes a file of n pieces of it, and measures one call on that file while
n is doubled (`benchmarks/growth.py` says how). The pieces are made of what the profile of the
language finds in the snippet:

| shape | the file of n |
|---|---|
| siblings | a definition n times beside itself, numbered |
| equal | the same, all alike |
| deep | a definition in itself, n deep |
| long | a line of a body n times |
| wide | an item of a line n times, on that line |
| broken | siblings that lost a bracket, a quote or a line each |
| conflicts | siblings, each in the marks of a merge that did not work out |
| embedded | the snippet n times in a Markdown or HTML file, as code of its language |

What the call answers does not matter, only how long it takes. Printed is each trial with an exponent
above 1.3 in its last three steps, with the command that runs it again. The seed is a fresh one.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path

from benchmarks import growth
from benchmarks.growth import Case, Step

import structedit as se
from structedit.calls.places import quote_name
from structedit.disk import limits
from structedit.languages.detection import extensions_of
from structedit.languages.known import computed_support
from structedit.languages.profiles import Layout
from structedit.tree.nodes import Block

SUSPICIOUS = 1.3
ENOUGH, LEAST_SECONDS, TRIAL_SECONDS = 0.15, 0.1, 20
"""Processor time up to which a trial goes on doubling, from which its exponent says anything, and that
of all its steps together. Chosen by judgement: shorter than for rows, so that more trials are made.
"""

MOST_SNIPPET = 3_000

_SECTION = re.compile(r"^-- input --\n(.*?)(?=^-- \w+ --$)", re.DOTALL | re.MULTILINE)
_PATH = re.compile(r"^path: (\S+)$", re.MULTILINE)
_NAME = re.compile(r"\w+\Z")
_WORD = re.compile(r"\w{3,}")
_ITEM = re.compile(r",[ ]?[\w.\"']+(?=[,)\]}])")


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of real code: the file that it is from, and how its own file would be called."""

    language: str
    origin: str
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Shape:
    """A file of n pieces: `text` of n, the text of one piece, and the names that are numbered in it."""

    name: str
    path: str
    text: Callable[[int], str]
    piece: str
    names: tuple[str, ...]

    def numbered(self, text: str, number: int) -> str:
        return numbered(text, self.names, number)


def numbered(text: str, names: tuple[str, ...], number: int) -> str:
    """A text with a number behind each of the names.

    >>> numbered("def f(): g()", ("f",), 3)
    'def f3q(): g()'
    """
    if not names:
        return text
    words = "|".join(map(re.escape, names))
    return re.sub(rf"(?<!\w)({words})(?!\w)", rf"\g<1>{number}q", text)


@cache
def snippets() -> tuple[Snippet, ...]:
    """All snippets of languages with full support, in a fixed order."""
    found = []
    full = sorted(name for name, (support, _) in computed_support().items() if support == "full")
    for language in full:
        usual = f"example{(extensions_of(language) or ('.txt',))[0]}"
        for file in sorted((growth.CHECKOUT / "tests/cases" / language).rglob("*.txt")):
            case = file.read_bytes().decode()
            if "newline:" in case or "escaped:" in case or not (match := _SECTION.search(case)):
                continue
            path = given[1] if (given := _PATH.search(case)) else usual
            found.append(Snippet(language, _relative(file), Path(path).name, match[1]))
        for file in sorted((growth.CHECKOUT / "fixtures" / language).glob("*")):
            found.append(Snippet(language, _relative(file), file.name, file.read_text()))
    return tuple(one for one in found if 20 < len(one.text) < MOST_SNIPPET)


def _relative(file: Path) -> str:
    return file.relative_to(growth.CHECKOUT).as_posix()


def source_of(text: str, path: str) -> se.Source:
    return se.Source.of(se.Document.from_text(text, path=path))


# Shapes


def shape_of(name: str, snippet: Snippet, chance: random.Random) -> Shape | None:
    """A shape made of a snippet; None where the snippet has nothing for it."""
    if name == "embedded":
        return _embedded(snippet, chance)
    if name == "wide":
        return _wide(snippet, chance)
    source = source_of(snippet.text, snippet.path)
    blocks = (
        [b for b in source.tree.definitions() if _is_whole_lines(snippet.text, b)]
        if source.tree
        else []
    )
    if name in ("deep", "long"):
        blocks = [b for b in blocks if b.body is not None and len(b.body)]
    if not blocks:
        return None
    block = chance.choice(blocks)
    made = _deep if name == "deep" else _long if name == "long" else _siblings
    return made(name, snippet, block, chance)


def _is_whole_lines(text: str, block: Block) -> bool:
    data, span = text.encode(), block.span
    before = data[data.rfind(b"\n", 0, span.start) + 1 : span.start]
    after = data[span.end :].split(b"\n")[0]
    return not before.strip() and after.strip() in (b"", b",", b";")


def _names(block: Block) -> tuple[str, ...]:
    return (block.path[-1],) if block.path and _NAME.fullmatch(block.path[-1]) else ()


def _parts(text: str, block: Block) -> tuple[str, str, str]:
    """What is before the lines of a block, these lines, and what is after."""
    data = text.encode()
    start = data.rfind(b"\n", 0, block.span.start) + 1
    end = data.find(b"\n", max(block.span.end - 1, start)) + 1 or len(data)
    return data[:start].decode(), data[start:end].decode(), data[end:].decode()


def _siblings(name: str, snippet: Snippet, block: Block, chance: random.Random) -> Shape | None:
    before, piece, after = _parts(snippet.text, block)
    names = () if name == "equal" else _names(block)
    if name != "equal" and not names:
        return None
    if not piece.endswith("\n"):
        piece += "\n"
    between = ""
    if source_of(before + piece * 2 + after, snippet.path).faults():
        comma = piece.rstrip("\n").rstrip(",") + ",\n"
        if not source_of(before + comma + piece + after, snippet.path).faults():
            between, piece = ",", piece.rstrip("\n").rstrip(",")
    if name == "broken":
        piece = _without_a_sign(piece, chance)
    if name == "conflicts":
        piece = f"<<<<<<< ours\n{piece}=======\n{piece}>>>>>>> theirs\n"

    def text(n: int) -> str:
        pieces = (numbered(piece, names, number) for number in range(n))
        joined = f"{between}\n".join(pieces) if between else "".join(pieces)
        return before + joined + ("\n" if between else "") + after

    return Shape(name, snippet.path, text, piece, names)


def _without_a_sign(piece: str, chance: random.Random) -> str:
    places = [match.start() for match in re.finditer(r"[(){}\[\]\"':]", piece)]
    if places:
        at = chance.choice(places)
        return piece[:at] + piece[at + 1 :]
    lines = piece.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def _deep(name: str, snippet: Snippet, block: Block, chance: random.Random) -> Shape | None:
    before, piece, after = _parts(snippet.text, block)
    assert block.body is not None
    data = snippet.text.encode()
    start = len(before.encode())
    opening = data[start : block.body.start].decode()
    body = block.body.of(data).decode()
    closing = data[block.body.end : start + len(piece.encode())].decode()
    names = _names(block)
    step = " " if block.layout is Layout.INDENT else ""

    def indented(text: str, depth: int) -> str:
        return re.sub("^(?=.)", step * depth, text, flags=re.MULTILINE) if step else text

    def text(n: int) -> str:
        around = "\n" if not opening.endswith("\n") else ""
        opened = (indented(numbered(opening, names, i), i) + around for i in range(n))
        closed = (indented(closing, i) for i in reversed(range(n)))
        end = "" if body.endswith("\n") else "\n"
        return before + "".join(opened) + indented(body, n) + end + "".join(closed) + after

    if source_of(text(3), snippet.path).faults():
        return None
    return Shape(name, snippet.path, text, opening, names)


def _long(name: str, snippet: Snippet, block: Block, chance: random.Random) -> Shape | None:
    assert block.body is not None
    data = snippet.text.encode()
    text_of_body = block.body.of(data).decode()
    lines = [line for line in text_of_body.split("\n") if len(line.strip()) > 3]
    chance.shuffle(lines)
    for line in lines[:5]:
        at = snippet.text.index(line, len(data[: block.body.start].decode()))
        words = _WORD.findall(line)
        names = (chance.choice(words),) if words and chance.random() < 0.5 else ()
        around = snippet.text[:at], snippet.text[at + len(line) :]
        shape = Shape(
            name, snippet.path, partial(_repeated, around, line, "\n", names), line, names
        )
        if not source_of(shape.text(3), snippet.path).faults():
            return shape
    return None


def _wide(snippet: Snippet, chance: random.Random) -> Shape | None:
    items = list(_ITEM.finditer(snippet.text))
    chance.shuffle(items)
    for item in items[:5]:
        names = tuple(re.findall(r"[A-Za-z_]\w*", item[0])[-1:])
        around = snippet.text[: item.start()], snippet.text[item.end() :]
        text = partial(_repeated, around, item[0], "", names)
        if not source_of(text(3), snippet.path).faults():
            return Shape("wide", snippet.path, text, item[0], names)
    return None


def _repeated(
    around: tuple[str, str], piece: str, between: str, names: tuple[str, ...], n: int
) -> str:
    return around[0] + between.join(numbered(piece, names, i) for i in range(n)) + around[1]


def _embedded(snippet: Snippet, chance: random.Random) -> Shape | None:
    definitions = source_of(snippet.text, snippet.path).tree
    names = (
        tuple({name for b in definitions.definitions() for name in _names(b)})
        if definitions
        else ()
    )
    tag = {"javascript": "script", "css": "style"}.get(snippet.language)
    if tag is not None and chance.random() < 0.5:
        path, piece = "page.html", f"<{tag}>\n{snippet.text}</{tag}>\n"
    else:
        path, piece = "guide.md", f"## Part\n\n```{snippet.language}\n{snippet.text}\n```\n\n"

    def text(n: int) -> str:
        return "".join(numbered(piece, names, i) for i in range(n))

    return Shape("embedded", path, text, piece, names)


SHAPES = ("siblings", "equal", "deep", "long", "wide", "broken", "conflicts", "embedded")


# Calls


Call = Callable[[Shape, int, random.Random], tuple[str, dict[str, object]]]


def _line(shape: Shape, n: int, chance: random.Random) -> str:
    """A line of the piece in the middle of the file."""
    lines = [line.strip() for line in shape.piece.split("\n") if len(line.strip()) > 2]
    return shape.numbered(chance.choice(lines or ["x"]), n // 2)


def _name(shape: Shape, n: int, chance: random.Random) -> str:
    """The name of the piece in the middle."""
    name = shape.names[0] if shape.names else (_WORD.findall(shape.piece) or ["x"])[0]
    return quote_name(shape.numbered(name, n // 2))


def _replacing(shape: Shape, n: int, chance: random.Random) -> tuple[str, dict[str, object]]:
    line = _line(shape, n, chance)
    new = re.sub(r"\w+", "other", line, count=1)
    return "str_replace", {"old": line, "new": new, "allow_errors": True}


def _misspelt(shape: Shape, n: int, chance: random.Random) -> tuple[str, dict[str, object]]:
    """A piece with two neighbouring letters of a word in each other's place."""
    piece = shape.numbered(shape.piece, n // 2)
    words = [w for w in _WORD.finditer(piece) if w[0][0] != w[0][1]]
    if words:
        at = chance.choice(words).start()
        piece = piece[:at] + piece[at + 1] + piece[at] + piece[at + 2 :]
    return "str_replace", {"old": piece, "new": "other\n"}


def _absent(shape: Shape, n: int, chance: random.Random) -> tuple[str, dict[str, object]]:
    lines = shape.text(n).split("\n")
    at = len(lines) // 2
    old = [f"{line} {i}x" if i % 3 == 1 else line for i, line in enumerate(lines[at : at + 40])]
    return "str_replace", {"old": "\n".join(old), "new": "other\n"}


def _blocks(shape: Shape, n: int, chance: random.Random) -> tuple[str, dict[str, object]]:
    line = _line(shape, 0, chance)
    lines = [line] + [shape.numbered(_unnumbered(line), i) for i in range(1, min(n, 300))]
    edits = "".join(
        f"{shape.path}\n<<<<<<< SEARCH\n{one}\n=======\n{one} \n>>>>>>> REPLACE\n" for one in lines
    )
    return "apply_edits", {"edits": edits, "force": True, "partial": True}


def _unnumbered(line: str) -> str:
    return re.sub(r"0q\b", "", line)


CALLS: dict[str, Call] = {
    "outline": lambda shape, n, chance: ("outline", {}),
    "outline blocks": lambda shape, n, chance: ("outline", {"blocks": True}),
    "check": lambda shape, n, chance: ("check", {}),
    "region name": lambda shape, n, chance: ("get_region", {"selector": _name(shape, n, chance)}),
    "region anchor": lambda shape, n, chance: ("get_region", {"anchor": _line(shape, n, chance)}),
    "region folded": lambda shape, n, chance: ("get_region", {"fold": True}),
    "find": lambda shape, n, chance: ("find", {"text": _line(shape, n, chance)[:5]}),
    "find regex": lambda shape, n, chance: ("find", {"regex": r"\w+q\b"}),
    "str_replace": _replacing,
    "str_replace all": lambda shape, n, chance: (
        "str_replace",
        {**_replacing(shape, n, chance)[1], "replace_all": True, "force": True},
    ),
    "str_replace misspelt": _misspelt,
    "str_replace absent": _absent,
    "replace_all": lambda shape, n, chance: (
        "replace_all",
        {"pattern": (_WORD.findall(shape.piece) or ["x"])[-1], "new": "other", "force": True},
    ),
    "replace_block": lambda shape, n, chance: (
        "replace_block",
        {"selector": _name(shape, n, chance), "new": shape.numbered(shape.piece, n // 2) + "\n"},
    ),
    "delete_block": lambda shape, n, chance: (
        "delete_block",
        {"selector": _name(shape, n, chance)},
    ),
    "insert after": lambda shape, n, chance: (
        "insert",
        {"at": "after", "of": _name(shape, n, chance), "text": shape.numbered(shape.piece, 9 * n)},
    ),
    "insert end": lambda shape, n, chance: (
        "insert",
        {"at": "end", "of": _name(shape, n, chance), "text": _line(shape, n, chance)},
    ),
    "insert text": lambda shape, n, chance: (
        "insert",
        {"after": _line(shape, n, chance), "text": shape.numbered(shape.piece, 9 * n)},
    ),
    "move_block": lambda shape, n, chance: (
        "move_block",
        {"selector": _name(shape, n, chance), "at": "before", "of": _name(shape, 0, chance)},
    ),
    "wrap": lambda shape, n, chance: (
        "wrap",
        {"selector": _name(shape, n, chance), "header": "if x {"},
    ),
    "unwrap": lambda shape, n, chance: ("unwrap", {"selector": _name(shape, n, chance)}),
    "rename_local": lambda shape, n, chance: (
        "rename_local",
        {
            "selector": _name(shape, n, chance),
            "old": chance.choice(_WORD.findall(shape.piece) or ["x"]),
            "new": "other",
        },
    ),
    "apply blocks": _blocks,
}


# Trials


@dataclass(frozen=True, slots=True)
class Trial:
    """What one number of a seed chooses; the same again each time."""

    seed: int
    number: int
    snippet: Snippet
    shape: Shape
    call: str

    @property
    def name(self) -> str:
        return f"{self.call}: {self.shape.name} of {self.snippet.language}, {self.snippet.origin}"

    @property
    def command(self) -> str:
        return f"python -m benchmarks.growth_hunt --seed {self.seed} --trial {self.number}"

    def case(self, n: int) -> Case:
        chance = random.Random(f"{self.seed}:{self.number}:call")
        operation, arguments = CALLS[self.call](self.shape, n, chance)
        return Case({self.shape.path: self.shape.text(n)}, operation, arguments, expects="")


def trial_of(seed: int, number: int) -> Trial | None:
    """The trial of a number; None where its snippet cannot have the shape."""
    chance = random.Random(f"{seed}:{number}")
    language = chance.choice(sorted({one.language for one in snippets()}))
    snippet = chance.choice([one for one in snippets() if one.language == language])
    shape = shape_of(chance.choice(SHAPES), snippet, chance)
    call = chance.choice(list(CALLS))
    return Trial(seed, number, snippet, shape, call) if shape is not None else None


def steps_of(trial: Trial) -> list[Step]:
    """Measure a trial in a process of its own."""

    def work() -> object:
        limits.can_be_killed()
        try:
            growth.run_once(trial.case(4), with_parse=True)
        except se.StructEditError:
            return []
        return [
            asdict(step)
            for step in growth.steps_of(trial.case, 8, enough=ENOUGH, over=TRIAL_SECONDS)
        ]

    found = growth.in_a_process(work, 4 * TRIAL_SECONDS)
    if isinstance(found, str):
        return [Step(4, error=found)]
    return [Step(**step) for step in found]  # type: ignore[union-attr, arg-type]


def verdict_of(trial: Trial, steps: list[Step]) -> str:
    """What is to be said of a trial; nothing when it grows as its input does."""
    good = [step for step in steps if not step.error]
    ended = next((step for step in steps if step.error), None)
    exponent = growth.slope(good[-3:])
    times = ", ".join(f"{step.n} {step.seconds:.2f}" for step in good[-3:])
    if good and exponent > SUSPICIOUS and good[-1].seconds >= LEAST_SECONDS:
        ratio = good[-1].seconds / good[-1].parse if good[-1].parse else 0
        return f"{exponent:.2f}  {ratio:,.0f} parses  {trial.name}  (n and s: {times})"
    if ended is not None and not ended.error.startswith(_EXPECTED):
        return f"ends at n = {ended.n}: {ended.error[:120]}  {trial.name}"
    return ""


_EXPECTED = ("UsageError", "FormatError", "SelectorError", "AssertionError")
"""Errors of calls that make no sense on a shape."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth_hunt")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--trial", type=int)
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD")
    given = parser.parse_args()
    seed = random.SystemRandom().randrange(1_000_000) if given.seed is None else given.seed
    if given.trial is not None:
        trial = trial_of(seed, given.trial)
        if trial is None:
            print("the trial's snippet cannot have its shape")
            return 1
        steps = steps_of(trial)
        print(trial.name)
        for step in steps:
            print(f"n {step.n:8,}  {step.size:12,} bytes  {step.seconds:8.3f} s  {step.error}")
        print(verdict_of(trial, steps) or "grows as its input does")
        return 0
    print(f"seed {seed}", flush=True)
    until, number, tried, found = time.monotonic() + 60 * given.minutes, 0, 0, 0
    while time.monotonic() < until:
        number += 1
        trial = trial_of(seed, number)
        if trial is None or (given.only and not any(word in trial.name for word in given.only)):
            continue
        tried += 1
        if verdict := verdict_of(trial, steps_of(trial)):
            found += 1
            print(f"{verdict}\n    {trial.command}", flush=True)
    print(f"{tried} trials, {found} grow faster than n^{SUSPICIOUS} or end early")
    return 0


if __name__ == "__main__":
    sys.exit(main())
