"""Run cases in a few processes, each with a folder and a state of its own; report those that are bad."""

from __future__ import annotations

import multiprocessing
import os
import random
import shlex
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

PARTS = ("kills", "failures")
QUICK = 24
"""Cases of a part in a quick run, unless the part itself has a number."""

OWN_FOLDERS = {"XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config", "HOME": "home"}
"""Variables of the environment and the folders of a case that they name."""


@dataclass(frozen=True, slots=True)
class Options:
    """The cases to run: `only` is a part of their names, `most` a number of them for each part."""

    seed: int = 1
    quick: bool = False
    only: str = ""
    jobs: int = 2
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A part with the number of its cases, and the name and the reason of each bad one."""

    part: str
    cases: int
    bad: tuple[tuple[str, str], ...]
    seconds: float


_CASES: list[Case] = []
"""The cases of a part. Processes inherit them, since functions cannot be sent to a process."""


def run_part(part: str, options: Options) -> Iterator[tuple[str, str]]:
    """Yield the name of each case of a part as it ends, with the reason if it is bad."""
    module = import_module(f"benchmarks.campaign.{part}")
    with tempfile.TemporaryDirectory(prefix="campaign-") as name:
        folder = Path(os.path.realpath(name))
        isolate(folder)
        few = getattr(module, "QUICK", QUICK)
        _CASES[:] = chosen(module.cases(options.seed, options.only), options, few)
        if options.jobs <= 1 or len(_CASES) < 2:
            for case in list(_CASES):
                yield case.name, run_case(case, folder / "case")
        else:
            yield from _by_processes(folder, min(options.jobs, len(_CASES)))


def chosen(cases: Sequence[Case], options: Options, few: int) -> list[Case]:
    """Choose the cases of a run: all, those of a name, or a sample that the seed decides."""
    found = [case for case in cases if case.name == options.only]
    found = found or [case for case in cases if options.only in case.name]
    most = options.most if options.most is not None else few if options.quick else len(found)
    if len(found) <= most:
        return found
    keep = set(random.Random(options.seed).sample(range(len(found)), most))
    return [case for number, case in enumerate(found) if number in keep]


def isolate(folder: Path) -> None:
    """Make folders of its own for this process and those that it starts."""
    for variable, name in OWN_FOLDERS.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        os.environ[variable] = str(folder / name)
    for variable in ("STRUCTEDIT_HOOKS", "STRUCTEDIT_CONFIG", "STRUCTEDIT_SESSION"):
        os.environ.pop(variable, None)
    os.environ["GIT_CONFIG_NOSYSTEM"] = "1"


def run_case(case: Case, folder: Path) -> str:
    """Run a case in a new folder; an exception makes it bad too."""
    shutil.rmtree(folder, ignore_errors=True)
    isolate(folder)
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
    """Run cases in processes; a case whose process dies is bad, and the others go on."""
    context = multiprocessing.get_context("fork")
    left = list(range(len(_CASES)))
    while left:
        with ProcessPoolExecutor(jobs, mp_context=context) as pool:
            waiting = {n: pool.submit(_in_a_process, n, str(folder)) for n in left}
            try:
                for number in list(left):
                    why = waiting[number].result()
                    left.remove(number)
                    yield _CASES[number].name, why
            except BrokenProcessPool:
                if jobs == 1:
                    yield _CASES[left.pop(0)].name, "the process that ran it died"
                jobs = 1  # the next process to die has only one case


def result_of(part: str, options: Options) -> Result:
    """Run a part and print each bad case as it is found, with the command that runs it again."""
    bad: list[tuple[str, str]] = []
    number, started = 0, time.monotonic()
    again = f"python -m benchmarks.campaign {part} --seed {options.seed} --only"
    for name, why in run_part(part, options):
        number += 1
        if why:
            bad.append((name, why))
            print(f"BAD {part}: {name}\n    {why}\n    {again} {shlex.quote(name)}", flush=True)
    return Result(part, number, tuple(bad), time.monotonic() - started)
