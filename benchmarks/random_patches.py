"""Random patches, judged by `git apply` and GNU `patch`: what they take lands alike here, or not at all.

    python -m benchmarks.random_patches [--seed N] [--count N]

Short texts of few kinds of lines are changed at random. `git diff` writes each change with none to three
lines of context, and the patch is applied to what else has become of its text: lines above it, other
changes, the text twice, or the change itself. Each patch is counted under the first that takes it: git,
GNU `patch` without fuzz where it is installed, nobody. What is said here to be applied already counts as
such where `git apply -R` or `patch -R` takes it back, and else as landed otherwise. How the file ends is
compared where the patch changes it. GNU `patch` counts as refusing where it puts lines that end the file,
as the patch says, into its middle.

Ends with 1 if anything landed otherwise than by git, or if git makes something else of a patch than
`search.git_places` says. The shortest patches of which something else came are printed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from structedit.calls.batches import ApplyHunks
from structedit.calls.formats import parse_edits
from structedit.calls.outcomes import Outcome
from structedit.calls.statuses import Status
from structedit.plan.one_request import plan
from structedit.search.git_places import by_numbers
from structedit.text.document import Document
from structedit.tree.source import Source

ALPHABETS: tuple[Sequence[str], ...] = (
    *("a", "ab", "abc", "abcdefgh", "abcdefghijklmnopqrstuvwxyz"),
    *(("a", "  a", "", "b", "x = 1"), ("a", "", "}", "  b")),
)
"""The kinds of lines that a text is made of; fewer make more places that are alike."""

AT_ONCE = 100
"""Patches that a program is asked about in one call."""

SHOWN = 5
"""Patches that are printed, of those that landed otherwise."""

VERDICTS = ALIKE, ALREADY, OTHERWISE, REFUSED = (
    *("landed alike", "applied already", "landed otherwise", "refused"),
)
LANDED = "landed"
"""What lands here and nobody else takes."""

GIT, PATCH, NOBODY = ("git apply", "patch -F0 alone", "neither")


@dataclass(frozen=True, slots=True)
class Trial:
    """A patch in its own file, as written and as read, and the text that it is applied to."""

    name: str
    context: int
    current: bytes
    patch: bytes
    request: ApplyHunks

    def keeps_the_end(self) -> bool:
        """Whether the patch leaves it alone how the file ends."""
        return all(hunk.old_unended == hunk.new_unended for hunk in self.request.hunks)

    def end(self) -> bytes:
        """With what the file ends once the patch is applied, if the patch marks its end; else nothing."""
        marked = (hunk for hunk in self.request.hunks if hunk.new_unended)
        lines = [line.text for hunk in marked for line in hunk.lines if line.sign != "-"]
        return "\n".join(lines).encode()

    def is_foreseeable(self) -> bool:
        """Whether git has the options that it needs for what the patch is."""
        lines = (line for hunk in self.request.hunks for line in hunk.lines)
        return self.context == 0 or any(line.sign == " " for line in lines)


def bare_environment(home: Path) -> dict[str, str]:
    """The variables of this process without what anybody has set for git, in a home of their own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": str(home),
        "LC_ALL": "C",
    }


# Patches


def changed(
    chance: random.Random, lines: Sequence[str], words: Sequence[str], most: int
) -> list[str]:
    """Insert, delete, replace and copy lines, so many times."""
    new = list(lines)
    for _ in range(most):
        at = chance.randint(0, len(new))
        match chance.choice("iidrc"):
            case "i":
                new[at:at] = [chance.choice(words) for _ in range(chance.randint(1, 2))]
            case "d":
                del new[at : at + chance.randint(1, 2)]
            case "r":
                new[at : at + 1] = [chance.choice(words)]
            case _:
                start = chance.randint(0, len(new))
                new[at:at] = new[start : start + chance.randint(1, 4)]
    return new


def drifted(
    chance: random.Random, old: Sequence[str], new: Sequence[str], words: Sequence[str]
) -> list[str]:
    """What else has become of the text by the time that the patch is applied."""
    match chance.choices(range(7), (15, 30, 15, 15, 15, 5, 5))[0]:
        case 0:
            return list(old)
        case 1:
            return ["q"] * chance.randint(1, 3) + list(old)
        case 2:
            return changed(chance, old, words, 1)
        case 3:
            return [chance.choice(words) for _ in range(chance.randint(1, 4))] + list(old)
        case 4:
            return changed(chance, ["q"] * chance.randint(0, 2) + list(old), words, 2)
        case 5:
            return [*old, *old]
        case _:
            return list(new)


def text_of(lines: Sequence[str], ending: str, ended: bool) -> bytes:
    return (ending.join(lines) + (ending if lines and ended else "")).encode()


def trials(
    chance: random.Random, count: int, root: Path, environment: Mapping[str, str]
) -> list[Trial]:
    """Make so many changes and write them as patches; what deletes or makes a file is left out."""
    context = chance.choice([0, 1, 1, 2, 3])
    current = {}
    for side in ("a", "b"):
        (root / side).mkdir()
    for number in range(count):
        words = chance.choice(ALPHABETS)
        size = chance.choice([3, 6, 12, 30])
        old = [chance.choice(words) for _ in range(chance.randint(1, size))]
        new = changed(chance, old, words, chance.randint(1, 4))
        ending = chance.choice(["\n", "\n", "\n", "\r\n"])
        ended = chance.random() < 0.85
        name = f"f{number}"
        (root / "a" / name).write_bytes(text_of(old, ending, ended))
        (root / "b" / name).write_bytes(text_of(new, ending, chance.random() < 0.85))
        ended = ended if chance.random() < 0.9 else not ended
        current[name] = text_of(drifted(chance, old, new, words), ending, ended)
    command = ["git", "diff", "--no-index", "--no-color", "--no-prefix", f"-U{context}", "a", "b"]
    made = subprocess.run(command, cwd=root, env=environment, capture_output=True)
    if made.returncode > 1:
        raise SystemExit(f"git diff fails: {made.stderr.decode(errors='replace')}")
    found = []
    for patch in re.split(rb"^(?=diff --git )", made.stdout, flags=re.MULTILINE)[1:]:
        heading, _, _ = patch.partition(b"\n@@ ")
        if heading != patch and not re.search(rb"^(deleted|new) file", heading, re.MULTILINE):
            name = heading.split(b"\n")[0].rpartition(b"/")[2].decode()
            (edit,) = parse_edits(patch.decode(), path=name)
            found.append(Trial(name, context, current[name], patch, edit.request))
    return found


# Judges


def judged(
    command: Sequence[str], some: Sequence[Trial], root: Path, environment: Mapping[str, str]
) -> dict[str, bytes]:
    """Let another program apply patches, all in one call; give what it makes of those it takes."""
    with tempfile.TemporaryDirectory(dir=root) as folder:
        here = Path(folder)
        for trial in some:
            (here / trial.name).write_bytes(trial.current)
        patches = b"".join(trial.patch for trial in some)
        made = subprocess.run(
            command, cwd=here, input=patches, env=environment, capture_output=True
        )
        if made.returncode > 1:
            raise SystemExit(f"{command[0]} fails: {made.stderr.decode(errors='replace')}")
        return {
            trial.name: (here / trial.name).read_bytes()
            for trial in some
            if not (here / f"{trial.name}.rej").exists()
        }


def git(context: int, *options: str) -> list[str]:
    return ["git", "apply", "--reject", *options, *([] if context else ["--unidiff-zero"]), "-"]


def gnu_patch(*options: str) -> list[str]:
    return ["patch", "--posix", "--binary", "--force", "--silent", "-p1", "-F0", *options]


@cache
def gnu_patch_is_here() -> bool:
    if shutil.which("patch") is None:
        return False
    said = subprocess.run(["patch", "--version"], capture_output=True).stdout
    return said.startswith(b"GNU patch")


def verdict_of(trial: Trial, outcome: Outcome, wanted: bytes | None, undone: bool) -> str:
    """Compare what came of a patch here with what the program makes of it that takes it, if one does."""
    if outcome.result is None:
        return REFUSED
    if outcome.status is Status.ALREADY_APPLIED and (undone or wanted is None):
        return ALREADY
    if wanted is None:
        return LANDED
    kept = trial.keeps_the_end()
    pair = [unended(text) if kept else text for text in (outcome.data, wanted)]
    return ALIKE if pair[0] == pair[1] else OTHERWISE


def unended(text: bytes) -> bytes:
    """A text without the end of its last line."""
    return text.removesuffix(b"\n").removesuffix(b"\r")


# Counting


@dataclass(frozen=True, slots=True)
class Bad:
    """A patch of which something else came than `judge` makes of it, here or in `by_numbers`."""

    what: str
    judge: str
    trial: Trial
    wanted: bytes | None
    found: bytes | None

    def __str__(self) -> str:
        return f"{self.what} than by {self.judge}"


@dataclass(frozen=True, slots=True)
class Count:
    """Verdicts by (who takes the patch, lines of context), and what is bad."""

    tallies: defaultdict[tuple[str, bool], Counter[str]]
    bad: list[Bad]

    def judge(self, some: Sequence[Trial], root: Path, environment: Mapping[str, str]) -> None:
        """Apply patches of one number of lines of context, here and by the other programs."""
        context = some[0].context if some else 0
        taken = judged(git(context), some, root, environment)
        back = {*judged(git(context, "-R"), some, root, environment)}
        rest = [trial for trial in some if trial.name not in taken]
        by_patch: dict[str, bytes] = {}
        if gnu_patch_is_here():
            by_patch = judged(gnu_patch(), rest, root, environment)
            for trial in rest:
                if not by_patch.get(trial.name, trial.end()).endswith(trial.end()):
                    del by_patch[trial.name]  # lines that end the file stand in its middle
            back |= {*judged(gnu_patch("-R"), rest, root, environment)}
        for trial in some:
            name = trial.name
            taker = GIT if name in taken else PATCH if name in by_patch else NOBODY
            wanted = taken.get(name, by_patch.get(name))
            outcome = plan(Source.of(Document.from_bytes(trial.current, name)), trial.request)
            verdict = verdict_of(trial, outcome, wanted, name in back)
            self.tallies[taker, context > 0][verdict] += 1
            if verdict == OTHERWISE:
                self.bad.append(Bad(OTHERWISE, taker, trial, wanted, outcome.data))
            judgement = by_numbers(trial.current, trial.request.hunks)
            foreseen = judgement.content if judgement else None
            if trial.is_foreseeable() and foreseen != taken.get(name):
                self.bad.append(Bad("foreseen otherwise", GIT, trial, taken.get(name), foreseen))

    def table(self) -> Iterator[str]:
        """What another program takes; then, in words, what none takes."""
        yield f"| taken by | lines of context | patches | {' | '.join(VERDICTS)} |"
        yield "|---|---|" + "---:|" * (1 + len(VERDICTS))
        for taker in (GIT, PATCH) if gnu_patch_is_here() else (GIT,):
            for edged, words in ((True, "1 to 3"), (False, "none")):
                tally = self.tallies[taker, edged]
                counts = [tally.total(), *(tally[verdict] for verdict in VERDICTS)]
                yield f"| {taker} | {words} | {' | '.join(map(str, counts))} |"
        tally = self.tallies[NOBODY, True] + self.tallies[NOBODY, False]
        counts = ", ".join(f"{tally[word]} {word}" for word in (LANDED, ALREADY, REFUSED))
        yield ""
        yield f"{tally.total()} more that no other program takes: {counts}."

    def worst(self) -> Iterator[str]:
        """How often something else came of a patch, and the shortest of those."""
        for what, times in Counter(str(bad) for bad in self.bad).items():
            yield f"{what}: {times}"
        self.bad.sort(key=lambda bad: len(bad.trial.current) + len(bad.trial.patch))
        for bad in self.bad[:SHOWN]:
            yield f"\n{bad}: the patch\n\n{bad.trial.patch.decode()}\non\n{bad.trial.current!r}"
            yield f"{bad.judge} makes of it\n{bad.wanted!r}\nand here it is\n{bad.found!r}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=4000, help="changes to write as patches")
    chosen = parser.parse_args()
    if shutil.which("git") is None:
        print("git is not on PATH, and nothing else judges patches", file=sys.stderr)
        return 2
    chance, count = random.Random(chosen.seed), Count(defaultdict(Counter), [])
    with tempfile.TemporaryDirectory() as home:
        environment = bare_environment(Path(home).resolve())
        for first in range(0, chosen.count, AT_ONCE):
            with tempfile.TemporaryDirectory(dir=home) as folder:
                root = Path(folder)
                some = trials(chance, min(AT_ONCE, chosen.count - first), root, environment)
                count.judge(some, root, environment)
    print("\n".join([*count.table(), *count.worst()]))
    return 1 if any(bad.judge == GIT for bad in count.bad) else 0


if __name__ == "__main__":
    sys.exit(main())
