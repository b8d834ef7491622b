"""Running laws: which files, two processes, a limit of time for a file, and the counts."""

from __future__ import annotations

import random
import signal
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from benchmarks import corpus
from benchmarks.laws import anchors, legitimate, names, own_text, placing
from benchmarks.laws.items import CRASHED, RIGHT, WRONG, File, Item, Law, Verdict, sample

from structedit import Document, FileError, Source
from structedit.disk.listing import walk

LAWS: dict[str, Law] = {
    "own": own_text.own,
    "touched": own_text.touched,
    "marked": own_text.marked,
    "renamed": own_text.another_name,
    "documented": own_text.documented,
    "commented": own_text.commented,
    "delete": placing.delete,
    "put_back": placing.put_back,
    "insert": placing.insert,
    "move": placing.move,
    "wrap": placing.wrap,
    "sibling": placing.sibling,
    "body": placing.body,
    "emptied": placing.emptied,
    "selector": names.selector,
    "locals": names.locals_of,
    "legitimate": legitimate.legitimate,
    "anchor": anchors.anchor,
}
"""The laws by their names."""

BY_NAME = ("legitimate", "anchor")
"""Laws that are asked for by their names alone."""

OF_BLOCKS = ("own", "touched", "marked", "wrap", "selector", "legitimate", "anchor")
"""Laws that hold for anonymous blocks too."""

LONGEST = 200_000
"""Bytes of a file that is asked; chosen by judgement."""


@dataclass(frozen=True)
class Plan:
    """What is asked of each file."""

    laws: tuple[str, ...]
    most: int
    each: int
    seed: str
    faulty: bool
    seconds: float


@dataclass(frozen=True)
class Job:
    """Files to be asked in turn, until so many had something to ask about."""

    plan: Plan
    paths: tuple[str, ...]
    languages: tuple[str, ...] = ()
    wanted: int = 1


@dataclass(frozen=True)
class Finding:
    """A verdict that is not `right`, with its place."""

    path: str
    line: int
    law: str
    language: str
    kind: str
    selector: str
    verdict: Verdict

    @property
    def text(self) -> str:
        return f"{self.path}:{self.line} {self.law} {self.kind} {self.selector}: {self.verdict.why}"


@dataclass
class Counts:
    """What came of some files: verdicts by language, law, kind and column, and what is not right."""

    files: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    items: Counter[tuple[str, str]] = field(default_factory=Counter)
    columns: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def add(self, other: Counts) -> None:
        """Count other files as well."""
        for name in ("files", "left_out", "items", "columns"):
            getattr(self, name).update(getattr(other, name))
        self.findings += other.findings


def counted(jobs: Sequence[Job], processes: int) -> Iterator[Counts]:
    """What came of each job."""
    if processes == 1:
        yield from map(measured, jobs)
        return
    with ProcessPoolExecutor(processes) as executor:
        yield from executor.map(measured, jobs)


def jobs_of(
    plan: Plan,
    paths: Sequence[str],
    every: int,
    languages: Sequence[str],
    of_corpus: Sequence[str],
    files: int,
    cache: Path,
) -> list[Job]:
    """A job for each file that is named, and one for each file wanted of a language of the corpus."""
    found = [Job(plan, (str(path),), tuple(languages)) for path in list(walk(paths))[::every]]
    for language in of_corpus:
        chosen = [str(path) for path in corpus.corpus(language, cache).files]
        random.Random(f"{plan.seed} {language}").shuffle(chosen)
        for number in range(min(files, len(chosen))):
            found.append(Job(plan, tuple(chosen[number::files]), (language,)))
    return found


def measured(job: Job) -> Counts:
    """Ask the files of a job until so many had something to ask about."""
    counts = Counts()
    asked = 0
    for path in job.paths:
        if asked >= job.wanted:
            break
        file = _read(job, path, counts)
        if file is None:
            continue
        before = sum(counts.items.values())
        _ask(job.plan, file, path, counts)
        if sum(counts.items.values()) > before:
            asked += 1
            counts.files[file.language] += 1
    return counts


def _read(job: Job, path: str, counts: Counts) -> File | None:
    try:
        data = Path(path).read_bytes()
        source = Source.of(Document.from_bytes(data, path))
    except (FileError, OSError):
        return None
    language = source.profile.id
    if not source.known or (job.languages and language not in job.languages):
        return None
    if len(data) > LONGEST or source.tree is None or not (source.tree.clean or job.plan.faulty):
        counts.left_out[language] += 1
        return None
    return File(source, f"{job.plan.seed} {Path(path).name}")


class _OutOfTimeError(Exception):
    """A file took longer than it may."""


def _too_long(_: int, __: FrameType | None) -> None:
    raise _OutOfTimeError


def _ask(plan: Plan, file: File, path: str, counts: Counts) -> None:
    earlier = signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_REAL, plan.seconds)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for item in _chosen(plan, file):
                counts.items[file.language, item.block.kind] += 1
                fit = [law for law in plan.laws if item.block.is_definition or law in OF_BLOCKS]
                chance = file.random("laws", item.selector)
                for law in chance.sample(fit, min(plan.each, len(fit))):
                    _ask_law(law, item, path, counts)
    except _OutOfTimeError:
        counts.left_out[f"{file.language} (out of time)"] += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, earlier)


def _chosen(plan: Plan, file: File) -> list[Item]:
    chance = file.random("items")
    found = sample(file.items, plan.most, chance)
    if set(plan.laws) & set(OF_BLOCKS):
        found += sample(file.blocks, max(1, plan.most // 4), chance)
    return found


def _ask_law(name: str, item: Item, path: str, counts: Counts) -> None:
    try:
        verdicts = list(LAWS[name](item))
    except _OutOfTimeError:
        raise
    except Exception as error:
        lines = traceback.format_exc().splitlines()[-6:]
        verdicts = [Verdict(CRASHED, f"{type(error).__name__}: {error}", diff="\n".join(lines))]
    kind, language = item.block.kind, item.file.language
    for verdict in verdicts:
        law = f"{name}: {verdict.edit}" if verdict.edit else name
        counts.columns[language, law, kind, verdict.column] += 1
        if verdict.column != RIGHT:
            line = item.file.source.document.line_of(item.block.core.start)
            counts.findings.append(
                Finding(path, line, law, language, kind, item.selector, _short(verdict))
            )


def _short(verdict: Verdict) -> Verdict:
    kept = verdict.diff[:1500] if verdict.column in (WRONG, CRASHED) else ""
    return Verdict(verdict.column, verdict.why[:300], verdict.edit, kept)
