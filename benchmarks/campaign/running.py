"""Cases in a few processes, each in a folder and with a state of its own; what was wrong, in order."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from benchmarks.campaign.cases import Case

PARTS = (
    "kills",
    "failures",
    "bytes",
    "hostile",
    "paths",
    "configuration",
    "named_code",
    "state",
    "mcp",
)
QUICK = 24
"""Cases of a part in a quick run, unless the part itself says how many."""

OWN_FOLDERS = {"XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config", "HOME": "home"}
"""What a case has for itself: variables of the environment, and the folders that they name."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is run: `only` is a part of the names of cases, `most` a number of them a part."""

    seed: int = 1
    quick: bool = False
    only: str = ""
    jobs: int = 2
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A part with its number of cases and what was wrong: the case's name and why."""

    part: str
    cases: int
    bad: tuple[tuple[str, str], ...]
    seconds: float
    note: str = ""


class MissingError(Exception):
    """A part cannot be run here, and why."""


_CASES: list[Case] = []
"""What the processes of a part inherit: functions cannot be sent to them."""


def run_part(part: str, options: Options) -> Iterator[tuple[str, str]]:
    """Yield the name of each case of a part as it ends, with what is wrong or nothing.

    Raises:
        MissingError: when the machine lacks what the part needs.
    """
    module = import_module(f"benchmarks.campaign.{part}")
    with tempfile.TemporaryDirectory(prefix="campaign-") as name:
        folder = Path(os.path.realpath(name))
        isolate(folder)
        cases = chosen(
            module.cases(options.seed, options.only), options, getattr(module, "QUICK", QUICK)
        )
        _CASES[:] = cases
        if options.jobs <= 1 or len(cases) < 2:
            for case in cases:
                yield case.name, run_case(case, folder / "case")
            return
        yield from _by_processes(folder, min(options.jobs, len(cases)))


def chosen(cases: Sequence[Case], options: Options, few: int) -> list[Case]:
    """Choose the cases of a run: all, those of a name, a sample that the seed decides."""
    found = [case for case in cases if case.name == options.only]
    found = found or [case for case in cases if options.only in case.name]
    most = options.most if options.most is not None else few if options.quick else len(found)
    if len(found) <= most:
        return found
    keep = set(random.Random(options.seed).sample(range(len(found)), most))
    return [case for number, case in enumerate(found) if number in keep]


def isolate(folder: Path) -> None:
    """Keep the state and the configuration of this process and those it starts in a folder."""
    for variable, name in OWN_FOLDERS.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        os.environ[variable] = str(folder / name)
    for variable in ("STRUCTEDIT_HOOKS", "STRUCTEDIT_CONFIG", "STRUCTEDIT_SESSION"):
        os.environ.pop(variable, None)
    os.environ["GIT_CONFIG_NOSYSTEM"] = "1"


def run_case(case: Case, folder: Path) -> str:
    """Run a case in a new folder; what it raises is wrong too."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for variable, name in OWN_FOLDERS.items():
        os.environ[variable] = str(folder / name)
        (folder / name).mkdir()
    try:
        (folder / "at").mkdir()
        return case.run(folder / "at")
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:300]}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _in_a_process(number: int, folder: str) -> str:
    return run_case(_CASES[number], Path(folder) / f"process-{os.getpid()}" / str(number))


def _by_processes(folder: Path, jobs: int) -> Iterator[tuple[str, str]]:
    """Run cases in processes; one that dies takes its case along, and the others go on."""
    context = multiprocessing.get_context("fork")
    left = list(range(len(_CASES)))
    while left:
        with ProcessPoolExecutor(jobs, mp_context=context) as pool:
            waiting = {n: pool.submit(_in_a_process, n, str(folder)) for n in left}
            try:
                for number in list(left):
                    told = waiting[number].result()
                    left.remove(number)
                    yield _CASES[number].name, told
            except BrokenProcessPool:
                if jobs == 1:
                    yield _CASES[left.pop(0)].name, "the process that ran it died"
                jobs = 1  # so that the next one to die is known


def result_of(part: str, options: Options, *, told: bool = True) -> Result:
    """Run a part, print what is wrong as it is found, and count."""
    bad: list[tuple[str, str]] = []
    number, started, note = 0, time.monotonic(), ""
    try:
        for name, why in run_part(part, options):
            number += 1
            if why:
                bad.append((name, why))
                if told:
                    print(
                        f"BAD {part}: {name}\n    {why}\n    {again(part, name, options)}",
                        flush=True,
                    )
    except MissingError as error:
        note = str(error)
    return Result(part, number, tuple(bad), time.monotonic() - started, note)


def again(part: str, name: str, options: Options) -> str:
    """Return the command that runs one case again."""
    import shlex

    return f"python -m benchmarks.campaign {part} --seed {options.seed} --only {shlex.quote(name)}"
