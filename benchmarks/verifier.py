"""What the verifier catches, and what it refuses for nothing.

    python -m benchmarks.verifier mutants [--language L…] [--each N] [--seed N]
    python -m benchmarks.verifier hunks [--most N]

- mutants: random edits of real files that parse. The language's own parser says whether code that the edit
  did not write plays another role then (`benchmarks.judges.roles`): such an edit is to be refused, or to land
  with a warning; any other one that the verifier refuses is a false alarm. Laws: R1 roles, R2 edges of
  tokens, R3 whole nodes of rewrites, R4 places of insertions and deletions, R5 clauses; `invalid` is a
  result that the own parser does not read.
- hunks: differences between releases of packages, as `str_replace`, as a unified diff and, where lines are added, as
  `insert`: none is to be refused.
"""

from __future__ import annotations

import argparse
import difflib
import json
import random
import re
import sys
import tempfile
import tomllib
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import corpus, formats
from benchmarks.corpus import is_wanted
from benchmarks.judges import roles
from benchmarks.judges.roles import Comparison, Tree
from benchmarks.laws.items import File, sample
from tree_sitter import Parser

import structedit as se
from structedit.calls.outcomes import Outcome
from structedit.languages.detection import language_of
from structedit.languages.grammars import grammar
from structedit.plan.batch.whole import plan_batch
from structedit.text.errors import StructEditError

SMALLEST, LARGEST = 1_500, 14_000
"""Bytes of a file that is mutated; chosen for the time of the judges."""

TRIES = 60
"""Changes that are tried for one that parses."""

ALARMS = frozenset(("read_back", "lost_definition", "broken_target", "new_syntax_error"))
"""Reasons that say a result is damaged."""

UNASKED = frozenset(("not_found", "ambiguous", "error"))
"""Statuses of edits that the verifier never saw."""

# Mutants


class Answer(NamedTuple):
    """What the library says: a status, the reason in words, and the content where it lands."""

    status: str
    words: str
    data: bytes | None
    warns: bool = False

    @classmethod
    def of(cls, out: Outcome) -> Answer:
        words = f"{out.reason}: {out.message}".split("\n")[0] if out.reason else ""
        return cls(str(out.status), words, out.data if out.landed else None, bool(out.warnings))


@dataclass
class Mutant:
    """An edit of a file: its kind, the content that it plainly makes, and the call that asks for it.

    `put` and `beside` are the spans in `after` of an inserted line and of the block beside it; `hit` and
    `capture` those in the old content of a rewritten call and of its argument. `became` is `refused`, `warned`,
    `landed`, or `landed rightly` where the library made another content of it.
    """

    kind: str
    after: bytes
    call: Callable[[se.Document], Answer]
    put: tuple[int, int] | None = None
    beside: tuple[int, int] | None = None
    hit: tuple[int, int] | None = None
    capture: tuple[int, int] | None = None
    path: str = ""
    law: str = ""
    why: str = ""
    answer: str = ""
    became: str = ""


Mutants = Iterator[Mutant]


def by_text(kind: str, before: bytes, after: bytes) -> Mutant:
    """Return the edit that replaces the changed lines, with as many lines around as make them unique."""
    old, new = before.decode().splitlines(True), after.decode().splitlines(True)
    head, tail = roles.same_ends(old, new)
    for more in range(1, len(old) + 1):
        start, end = max(0, head - more), min(len(old), len(old) - tail + more)
        text = "".join(old[start:end])
        if before.decode().count(text) == 1:
            break
    changed = "".join(new[start : end + len(new) - len(old)])

    return Mutant(kind, after, lambda document: Answer.of(se.str_replace(document, text, changed)))


TOKEN = re.compile(r"\w+|[^\w\s]")
CODE = re.compile(r"[ \t]*(?!#|//|/?\*|<\?)\S")
ADDED = r"""{ } ( ) ; , : . [ ] # // /* */ " ' ` if else return not ! - async \\""".split()


OPENER = re.compile(r"([ \t]*).*([{(\[:|]|\b(do|then))\s*$")
CLOSER = re.compile(r"[ \t]*([})\]]|end\b)")
HEADER = re.compile(r"\s*(\} )?(if|for|while|el|with|try|case|when|switch|catch|func|def|class|@)")
SEMICOLON = re.compile(r".*;\s*$")
COMMENT = re.compile(r"\s*[^\s#/*].*\s(#|//) ")
LINES: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(
        ("line gone", "token gone", "half gone", "lines swapped", "tokens swapped"), CODE
    ),
    **dict.fromkeys(("token added", "lines joined", "comment opened"), CODE),
    **dict.fromkeys(("opener gone", "pair gone", "brackets gone"), OPENER),
    **dict.fromkeys(("closer gone", "closer moved"), CLOSER),
    "header gone": HEADER,
    "semicolon gone": SEMICOLON,
    "comment joined": COMMENT,
}
"""Kinds of changes, and the lines that they fit."""


def of_lines(data: bytes, chance: random.Random) -> Iterator[tuple[str, bytes]]:
    """Yield random changes of lines and tokens, each kind in turn."""
    lines = data.decode().splitlines(True)
    code = [n for n, line in enumerate(lines[:-1]) if n and CODE.match(line)]
    fitting = {kind: [n for n in code if form.match(lines[n])] for kind, form in LINES.items()}
    while any(fitting.values()):
        for kind in filter(fitting.__getitem__, LINES):
            at = chance.choice(fitting[kind])
            yield kind, "".join(changed(kind, lines, at, chance)).encode()


def changed(kind: str, lines: list[str], at: int, chance: random.Random) -> list[str]:
    """Return lines with a change of a kind at one of them."""
    line, new = lines[at], list(lines)
    tokens = list(TOKEN.finditer(line))
    one, start = chance.choice(tokens), tokens[0].start()
    match kind:
        case "token gone":
            new[at] = line[: one.start()] + line[one.end() :]
        case "half gone":
            halves = line[:start] + line[one.start() :], line[: one.start()].rstrip(" ") + "\n"
            new[at] = chance.choice(halves)
        case "lines swapped":
            new[at : at + 2] = lines[at + 1], line
        case "tokens swapped":
            other = tokens[(tokens.index(one) + 1) % len(tokens)]
            if other.start() > one.start():
                middle = line[one.end() : other.start()]
                new[at] = line[: one.start()] + other[0] + middle + one[0] + line[other.end() :]
        case "token added":
            word = chance.choice((chance.choice(ADDED), chance.choice(tokens)[0]))
            place = chance.choice((one.start(), one.end()))
            new[at] = f"{line[:place]} {word} {line[place:].lstrip(' ')}"
        case "lines joined" | "comment joined":
            new[at : at + 2] = [f"{line.rstrip()} {lines[at + 1].lstrip()}"]
        case "comment opened":
            new[at] = f"{line.rstrip()} /*\n"
        case "semicolon gone":
            new[at] = line.rstrip()[:-1] + "\n"
        case "closer moved":
            place = at + chance.choice((-3, -2, 2, 3, 4))
            new.insert(max(0, place), new.pop(at))
        case "pair gone" | "brackets gone":
            lead = line[:start]
            ends = (
                n
                for n in range(at + 1, min(at + 40, len(lines)))
                if lines[n].startswith(lead + "}") or lines[n].startswith(lead + "end")
            )
            end = next(ends, at)
            header = line.rstrip()[:-1].rstrip() + "\n"
            new[at : end + 1] = [
                *([header] if kind == "brackets gone" else []),
                *lines[at + 1 : end],
            ]
        case _:  # the line is gone
            del new[at]
    return new


CLAUSE = re.compile(
    r"([ \t]*)(\} ?)?(else|elif|elsif|elseif|except|catch|finally|rescue|ensure|when|case)\b"
)
OWNERS = {
    "python": ("if flag:\n{0}    pass\n", "for one in flag:\n{0}    pass\n", "try:\n{0}    pass\n"),
    "ruby": ("end\n{0}if flag\n", "end\n{0}case flag\n", "end\n{0}begin\n"),
    "go": ("}} if flag {{\n", "}}\n{0}switch flag {{\n"),
    "php": ("}} if ($flag) {{\n", "}} try {{\n"),
}
BRACED = ("}} if (flag) {{\n", "}} try {{\n", "}}\n{0}switch (flag) {{\n")


def of_clauses(language: str, data: bytes, chance: random.Random) -> Iterator[tuple[str, bytes]]:
    """Yield insertions in front of a clause that may become its owner."""
    lines = data.decode().splitlines(True)
    found = [(n, match) for n, line in enumerate(lines) if (match := CLAUSE.match(line))]
    chance.shuffle(found)
    for at, match in found:
        for owner in OWNERS.get(language, BRACED):
            written = match[1] + owner.format(match[1])
            yield "owner added", "".join([*lines[:at], written, *lines[at:]]).encode()


def of_blocks(file: File, chance: random.Random) -> Mutants:
    """Yield deletions of blocks, and insertions of single lines beside them."""
    data, lines = file.data, file.data.decode().splitlines(True)
    code = [line.strip() for line in lines if CODE.match(line)]
    for item in sample([*file.items, *file.blocks], 40, chance):
        start = data.rfind(b"\n", 0, item.block.span.start) + 1
        end = data.find(b"\n", item.block.end) + 1 or len(data)
        lead = data[start : item.block.span.start]
        if lead.strip():
            continue
        gone = partial(se.delete_block, selector=item.selector)
        yield Mutant("block gone", data[:start] + data[end:], answering(gone))
        side = chance.choice(("before", "after"))
        text, kind = chance.choice(code), f"line put {side}"
        if chance.random() < 0.5:
            half = text[: chance.choice(list(TOKEN.finditer(text))).start()].rstrip()
            text, kind = half or text, f"half put {side}"
        written = lead + text.encode() + b"\n"
        at = start if side == "before" else end
        moved = len(written) if side == "before" else 0
        beside = start + moved, end + moved
        is_clause = CLAUSE.match(lines[data.count(b"\n", 0, start)]) is not None
        yield Mutant(
            kind,
            data[:at] + written + data[at:],
            answering(partial(se.insert, text=text, at=side, of=item.selector)),
            put=(at, at + len(written)),
            beside=None if is_clause else beside,
        )


def answering(call: Callable[[se.Document], Outcome]) -> Callable[[se.Document], Answer]:
    """Return a call whose outcome is an answer."""
    return lambda document: Answer.of(call(document))


TEMPLATES = (
    "{0}|{0} * 2|1 - {0}|-{0}|{0}.x|{0}, 1|wrap({0}) + 1|{0} ? 1 : 2|!{0}|not {0}|x = {0}|{0}[0]"
)
CALL = re.compile(rb"(?<![\w.$>:])([A-Za-z_]\w*)\(([^\s(),'\"`$][^(),'\"`\n$=]*)\)")

OPERATORS = re.compile(rb"[-+*/<>&|!=] | \?|not |\w\.")


def of_calls(suffix: str, data: bytes, chance: random.Random) -> Mutants:
    """Yield rewrites of calls with one argument that occur once."""
    found = [match for match in CALL.finditer(data) if data.count(match[1] + b"(") == 1]
    chance.shuffle(found)
    found.sort(key=lambda match: not OPERATORS.search(data[match.start() - 3 : match.end() + 3]))
    for match in found:
        if re.search(
            rb"(func|function|def|class|new|if|for|while|switch|catch|return)\s*$",
            data[: match.start()],
        ):
            continue
        for template in chance.sample(TEMPLATES.split("|"), 3):
            made = template.format(match[2].decode()).encode()
            yield Mutant(
                f"rewrite to {template}",
                data[: match.start()] + made + data[match.end() :],
                partial(rewritten, suffix, f"{match[1].decode()}($A)", template.format("$A")),
                hit=match.span(),
                capture=match.span(2),
            )


def rewritten(suffix: str, pattern: str, template: str, document: se.Document) -> Answer:
    """Send a rewrite of one file, as a dry run."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"a{suffix}")
        file.write_bytes(document.data)
        out: Any = se.rewrite(file, pattern=pattern, template=template, dry_run=True, root=folder)
    if out.files and out.files[0].after is not None:
        return Answer("applied", "", out.files[0].after.encode(), bool(out.batch.warnings))
    reasons = [str(hit.reason) for hit in out.passed]
    reasons += [f"{edit.outcome.reason}: {edit.outcome.message}" for edit in out.batch.failed]
    return Answer("refused" if reasons else "not_found", "".join(reasons[:1]), None)


def mutants_of(path: Path, seed: int, most: int) -> tuple[se.Document, list[Mutant]] | None:
    """Return mutants of a file that parse, at most so many of a kind; None for a file that is left out."""
    data = path.read_bytes()
    try:
        source = se.Source.of(se.Document.from_bytes(data, str(path)))
        odd = b"\r" in data or not data.endswith(b"\n") or data != data.decode().encode()
    except (UnicodeDecodeError, StructEditError):
        return None
    if odd or source.tree is None or not source.tree.clean:
        return None
    parser = Parser(grammar(str(source.profile.grammar)))
    counts: Counter[str] = Counter()
    seen, kept = {data}, []
    chance, file = random.Random(f"{seed} {path.name}"), File(source, str(seed))
    changes = (of_lines(data, chance), of_clauses(file.language, data, chance))
    texts = [(by_text(kind, data, after) for kind, after in found) for found in changes]
    for drawn in (*texts, of_blocks(file, chance), of_calls(path.suffix, data, chance)):
        for mutant in islice(drawn, TRIES * most):
            mutant.path = str(path)
            fits = counts[mutant.kind] < most and mutant.after not in seen
            if fits and not parser.parse(mutant.after).root_node.has_error:
                seen.add(mutant.after)
                counts[mutant.kind] += 1
                kept.append(mutant)
    return source.document, kept


def ask(language: str, files: list[tuple[se.Document, list[Mutant]]]) -> Iterator[Mutant]:
    """Judge each mutant, send it, and judge the result where the library made another content of it."""
    with tempfile.TemporaryDirectory() as folder:
        suffix = Path(files[0][0].path or "").suffix

        def read(texts: list[bytes]) -> Iterator[Tree | None]:
            names = [Path(folder, f"{number}{suffix}") for number in range(len(texts))]
            for name, text in zip(names, texts, strict=True):
                name.write_bytes(text)
            return roles.trees(language, names)

        originals = list(read([document.data for document, _ in files]))
        every = [
            (document, old, mutant)
            for (document, mutants), old in zip(files, originals, strict=True)
            for mutant in mutants
            if old is not None
        ]
        for (_, old, mutant), new in zip(
            every, read([one.after for *_, one in every]), strict=True
        ):
            mutant.law, mutant.why = verdict(mutant, old, new, mutant.put, mutant.beside)
        again = []
        for document, old, mutant in every:
            try:
                answer = mutant.call(document)
            except StructEditError as error:
                answer = Answer("error", str(error), None)
            if answer.status in UNASKED:
                continue
            mutant.answer, mutant.became = answer.words, "landed"
            if answer.data is None:
                mutant.became = "refused"
            elif answer.data != mutant.after:
                again.append((old, mutant, answer.data))
            elif mutant.law and answer.warns:
                mutant.became = "warned"
            yield mutant
        for (old, mutant, _), new in zip(again, read([one[2] for one in again]), strict=True):
            law, why = verdict(mutant, old, new, None, None)
            mutant.became = "landed" if law else "landed rightly"
            mutant.why = f"{mutant.why}; as it landed: {why}" if law else mutant.why
            mutant.law = mutant.law or law


def verdict(
    mutant: Mutant,
    old: Tree,
    new: Tree | None,
    put: tuple[int, int] | None,
    beside: tuple[int, int] | None,
) -> tuple[str, str]:
    """Return the law that a result breaks, and what shows it; empty where it breaks none."""
    if new is None:
        return "invalid", "the language's own parser does not read the result"
    pair = Comparison(old, new, has_layout=mutant.path.endswith(".py"))
    found = next(pair.differences(), None)
    law = {"rewrite ": "R3", "block go": "R4", "line put": "R4", "half put": "R4"}.get(
        mutant.kind[:8]
    )
    if found is not None:
        return law or found.law, f"line {found.line}: {found.text!r}"
    if mutant.hit and mutant.capture and pair.splits(mutant.hit, mutant.capture):
        return "R3", "the hit, or its capture, is not one node"
    if put and beside and roles.is_elsewhere(new, put, beside):
        return "R4", "the inserted line does not have the parent of the block beside it"
    return "", ""


def mutants(given: argparse.Namespace) -> int:
    found: list[tuple[str, Mutant]] = []
    for language in given.language or roles.PARSERS:
        paths = [
            path
            for path in corpus.corpus(language).files
            if SMALLEST <= path.stat().st_size <= LARGEST
        ]
        random.Random(f"{given.seed} {language}").shuffle(paths)
        most = -(-given.each // given.files)
        files = list(
            islice(filter(None, (mutants_of(one, given.seed, most) for one in paths)), given.files)
        )
        if files:
            found += [(language, mutant) for mutant in ask(language, files)]
    print("| law | language | mutants | caught | missed |\n|---|---|---:|---:|---:|")
    rows = Counter(
        (one.law, name, one.became == "landed")
        for language, one in found
        if one.law
        for name in (language, "all")
    )
    for law, language in sorted({key[:2] for key in rows}):
        caught, missed = (rows[law, language, is_missed] for is_missed in (False, True))
        print(f"| {law} | {language} | {caught + missed} | {caught} | {missed} |")
    print("\n| edits that change no role | refused (false alarms) |\n|---:|---:|")
    harmless = [one for _, one in found if not one.law]
    alarms = [
        one
        for one in harmless
        if one.became == "refused" and one.answer.partition(":")[0] in ALARMS
    ]
    print(f"| {len(harmless):,} | {len(alarms):,} |\n")
    kinds = Counter((one.kind, one.law or "none", one.became) for _, one in found)
    print(*(f"{n:5} {' | '.join(key)}" for key, n in sorted(kinds.items())), sep="\n")
    for title, listed in (
        ("missed", [one for _, one in found if one.law and one.became == "landed"]),
        ("false alarm", alarms),
    ):
        for one in random.Random(given.seed).sample(listed, min(given.show, len(listed))):
            print(f"\n{title}: {one.kind}, {one.law}, {one.path}: {one.why or one.answer}")
            print(shown(Path(one.path).read_bytes(), one.after))
    if given.json:
        plain = [
            {
                name: getattr(one, name)
                for name in ("kind", "path", "law", "why", "answer", "became")
            }
            | {"language": language, "diff": shown(Path(one.path).read_bytes(), one.after)}
            for language, one in found
        ]
        given.json.write_text(json.dumps(plain, indent=1))
    return 0


def shown(before: bytes, after: bytes) -> str:
    sides = (text.decode(errors="replace").splitlines() for text in (before, after))
    return "\n".join(list(difflib.unified_diff(*sides, lineterm="", n=2))[2:])[:1500]


# Hunks of releases


@dataclass(frozen=True)
class Piece:
    """A hunk of what differs between two releases of a file, as a text and its replacement."""

    path: str
    before: str
    after: str
    old: str
    new: str

    @property
    def plain(self) -> str:
        """The file with this hunk alone changed."""
        return self.before.replace(self.old, self.new, 1)

    @property
    def diff(self) -> str:
        """The hunk as a unified diff."""
        pair = {"id": "", "path": self.path, "before": self.before, "after": self.plain}
        return formats.patch(3, "right")(pair)[0]

    @property
    def added(self) -> tuple[str, str] | None:
        """The lines that the hunk adds, with the lines above them, if it does nothing else."""
        old, new = self.old.splitlines(keepends=True), self.new.splitlines(keepends=True)
        pairs = zip(old, new, strict=False)
        first = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(old), len(new)))
        more = len(new) - len(old)
        above = "".join(old[:first])
        is_addition = more > 0 and new[first + more :] == old[first:]
        is_alone = above.strip() and self.before.count(above) == 1
        return (above, "".join(new[first : first + more])) if is_addition and is_alone else None


def pieces(before: Path, after: Path) -> Iterator[Piece]:
    """Yield the hunks of two releases whose old text occurs once in its file."""
    before, after = (
        next(folder.iterdir()) if len(list(folder.iterdir())) == 1 else folder
        for folder in (before, after)
    )
    for path in sorted(before.rglob("*")):
        name = path.relative_to(before).as_posix()
        if not language_of(path.name) or not all(
            is_wanted(top / name, 300) for top in (before, after)
        ):
            continue
        try:
            old, new = ((top / name).read_bytes().decode() for top in (before, after))
        except UnicodeDecodeError:
            continue
        if "\r" in old + new:
            continue
        for hunk in formats.hunks_of({"before": old, "after": new}, 3):
            text, wanted = "".join(hunk.old), "".join(hunk.new)
            if text.strip() and old.count(text) == 1:
                yield Piece(name, old, new, text, wanted)


def hunks(given: argparse.Namespace) -> int:
    table = tomllib.loads(Path(corpus.__file__).with_name("releases.toml").read_text())
    counts: Counter[str] = Counter()
    languages: Counter[str] = Counter()
    for client, older, newer in table["pairs"] + table["hunks"]:
        try:
            found = list(pieces(corpus.fetched(client, older), corpus.fetched(client, newer)))
        except corpus.UnavailableError as reason:
            print(f"skipped {newer}: {reason}", file=sys.stderr)
            continue
        for piece in random.Random(f"{given.seed} {older}").sample(
            found, min(given.most, len(found))
        ):
            languages[language_of(piece.path) or ""] += 1
            document = se.Document.from_bytes(piece.before.encode(), path=piece.path)
            text = se.str_replace(document, piece.old, piece.new)
            batch = plan_batch(
                lambda _, __, document=document: document, se.parse_edits(piece.diff)
            )
            failures = [edit.outcome for edit in batch.failed]
            failures += [file.failure for file in batch.files if file.failure is not None]
            diff = failures[0] if failures else batch
            patched = batch.files[0].after.encode() if batch.landed else None
            ways = [("str_replace", text, text.data), ("diff", diff, patched)]
            if piece.added is not None:
                above, lines = piece.added
                inserted = se.insert(document, lines, after=above)
                ways.append(("insert", inserted, inserted.data))
            for way, out, result in ways:
                word = judged(piece, out, result)
                counts[f"{way}: {word}"] += 1
                if word != "landed":
                    print(
                        f"\n{way}: {word}\n{older}/{piece.path}: {out.reason}: {out.message}\n{piece.diff}"
                    )
    total = languages.total()
    print(f"\n{total:,} hunks: " + ", ".join(f"{n} {name}" for name, n in languages.most_common()))
    print(
        *(f"{n:6,} {n / max(1, total):8.3%}  {word}" for word, n in sorted(counts.items())),
        sep="\n",
    )
    return 0


def judged(piece: Piece, out: Outcome | se.BatchOutcome, result: bytes | None) -> str:
    """Return what became of a hunk; a refusal is right where the hunk alone leaves a file that does not parse."""
    plain = piece.plain.encode()
    if out.landed:
        return "landed" if result == plain else "landed as another text"
    source = se.Source.of(se.Document(plain, piece.path))
    if out.reason in ("risk", None) or source.tree is None:
        return f"refused, {out.reason or out.status}"
    parser = Parser(grammar(str(source.profile.grammar)))
    before, alone, after = (
        parser.parse(text).root_node.has_error
        for text in (piece.before.encode(), plain, piece.after.encode())
    )
    if not alone:
        return f"FALSE ALARM, {out.reason}"
    if before or after:
        return f"refused, the grammar does not read a release: {out.reason}"
    return f"refused rightly, the hunk alone does not parse: {out.reason}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verifier", description=__doc__)
    parser.formatter_class = argparse.RawTextHelpFormatter
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        own = commands.add_parser(name)
        own.set_defaults(run=run)
        own.add_argument("--seed", type=int, default=1)
        return own

    own = command("mutants", mutants)
    own.add_argument("--language", nargs="+", choices=roles.PARSERS)
    own.add_argument("--each", type=int, default=60, help="of a kind and language")
    own.add_argument("--files", type=int, default=20, help="of a language")
    own.add_argument(
        "--show", type=int, default=20, help="misses and false alarms that are printed"
    )
    own.add_argument("--json", type=Path, help="all of them")
    command("hunks", hunks).add_argument("--most", type=int, default=120, help="of a package")
    given = parser.parse_args()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return int(given.run(given))


if __name__ == "__main__":
    sys.exit(main())
