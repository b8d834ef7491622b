"""Where files are planned and roots processed: this process, its child processes, an executor, a Dask cluster.

Results for files come in the order of the files, those of roots as soon as they are known. `concurrent.futures` and
Dask's client distribute work, collect results and detect lost workers. This module adds: when processes pay, how many
files a call takes, a fleet whose roots do not crash each other, and the checks of a cluster.

Not here: what is planned (`per_file`), what is done to a root (`fleet`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from time import process_time
from typing import TYPE_CHECKING, Any, TypeVar

from structedit.calls.arguments import whole_number
from structedit.disk import owners
from structedit.disk.surroundings import (
    end_with,
    may_be_copied,
    processors,
    this_process,
    without_current_folder,
)
from structedit.text.errors import StructEditError, UsageError, shown
from structedit.text.values import dataclass

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

A = TypeVar("A")
R = TypeVar("R")

_AT_ONCE = 16
"""The most files of one call. Chosen by judgement: a tenth of a second of work."""

_MOMENT = 0.02
"""Seconds of work before the next results are returned. Chosen by judgement: nobody notices them."""

_SHARES = 4
"""The fewest calls for each process. Chosen by judgement: then no process waits long for the last one."""

_WORTH_A_COPY, _WORTH_A_START = 0.1, 0.5
"""Seconds of work left, and half as many done, from which on processes are started: copies of this one, or new ones.

About twice the time until they work: 0.03 and 0.25 s (`python -m benchmarks.speed --only jobs`). Work that is
done before that is work that only one processor does.
"""

_SECONDS_FOR_A_SCHEDULER = 10
"""Seconds in which a scheduler must answer, and have a worker. Chosen by judgement."""

_SECONDS_TO_CLOSE = 2
"""Seconds that a client has to disconnect from its scheduler. Chosen by judgement."""

_FAILED_WORKERS = ("concurrent.futures", "distributed", "multiprocessing", "asyncio")
"""Modules whose errors mean that a worker failed, not the work."""

_SAME_VERSIONS = ("structedit", "tree-sitter", "tree-sitter-language-pack")
"""Distributions whose versions decide what is planned: every worker must have those of the caller."""


class LostWorkerError(StructEditError):
    """No worker did the work: a worker was lost, or the work could not be sent to one."""

    code = "lost_worker"


@dataclass(frozen=True, slots=True)
class Workers:
    """Where files are planned: an executor, or this process.

    `start` makes an executor of `jobs` processes, which pays from `worth` seconds of work left on.
    """

    executor: Executor | None = None
    jobs: int = 1
    start: Callable[[], Executor] | None = None
    worth: float = 0.0


ALONE = Workers()


@contextmanager
def planners_of(executor: Executor | None, jobs: int | None = 1) -> Iterator[Workers]:
    """Yield the caller's executor, or this process and up to `jobs` others; None means one per processor.

    The processes only plan, so they may be copies of this one, which start in a tenth of the time.

    Raises:
        UsageError: when the executor is none, or a worker of its cluster has other versions.
    """
    count = processors() if jobs is None else whole_number("jobs", jobs, 1)
    if executor is not None:
        checked_workers(executor)
        yield Workers(executor, count)
    elif count == 1:
        yield ALONE
    else:
        method = "fork" if may_be_copied() else "spawn"
        worth = _WORTH_A_COPY if method == "fork" else _WORTH_A_START
        with without_current_folder(), ExitStack() as started:

            def start() -> Executor:
                return started.enter_context(_pool(count, method))

            yield Workers(None, count, start, worth)


def in_batches(
    work: Callable[[Sequence[A]], Sequence[R]], given: Sequence[A], workers: Workers
) -> Iterator[R]:
    """Yield the result for each file, in order, wherever it is computed.

    `work` plans a batch of files. Without an executor, this process plans them, as many at once as take a moment.
    It starts others once it has worked as long as starting them takes and, by the mean of the files so far, twice as
    much is left: how many files have hits cannot be known before.

    Raises:
        LostWorkerError: when a worker is lost, or the work cannot be sent to it.
    """
    executor, done, spent = workers.executor, 0, 0.0
    while executor is None and done < len(given):
        left = spent / max(1, done) * (len(given) - done)
        if workers.start is not None and min(2 * spent, left) >= workers.worth:
            executor = workers.start()
            break
        began = process_time()
        # The first files may have no hits: no more are planned at once than were so far.
        step = max(1, min(_AT_ONCE, done, int(_MOMENT * done / spent))) if spent else 1
        results = work(given[done : done + step])
        spent += process_time() - began
        done = min(done + step, len(given))
        yield from results
    if executor is None:
        return
    size = max(1, min(_AT_ONCE, (len(given) - done) // (_SHARES * workers.jobs)))
    batches = [given[at : at + size] for at in range(done, len(given), size)]
    ready: dict[int, Sequence[R]] = {}
    turn = 0
    for at, found in _as_completed(work, batches, executor):
        if isinstance(found, LostWorkerError):
            raise found
        ready[at] = found
        while turn in ready:
            yield from ready.pop(turn)
            turn += 1


# Roots: results as they come


def as_they_come(
    work: Callable[[A], R], given: Sequence[A], executor: Executor | None, jobs: int
) -> Iterator[tuple[A, R | LostWorkerError]]:
    """Yield each root with its result, or the loss of its worker, as soon as that is known.

    Without an executor `jobs` processes work; with one job it is this process.
    """
    whole_number("jobs", jobs, 1)
    if executor is None and jobs == 1:
        yield from ((one, work(one)) for one in given)
    elif executor is None:
        with _processes_apart(jobs) as (threads, apart):
            found = _as_completed(partial(apart, work), given, threads)
            yield from ((given[at], result) for at, result in found)
    else:
        yield from ((given[at], found) for at, found in _as_completed(work, given, executor))


@contextmanager
def _processes_apart(count: int) -> Iterator[tuple[Executor, Callable[..., Any]]]:
    """Yield an executor of threads, and a function that runs work in a process of its own.

    So work that crashes its process is the only work that is lost. A pool of processes would end as a whole.
    """
    from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
    from queue import SimpleQueue

    idle: SimpleQueue[Executor] = SimpleQueue()

    def apart(work: Callable[[A], R], one: A) -> R:
        process = idle.get()
        try:
            return process.submit(work, one).result()
        except BrokenExecutor:
            process = _pool(1, "spawn")
            raise
        finally:
            idle.put(process)

    with without_current_folder():
        for _ in range(count):
            idle.put(_pool(1, "spawn"))
        try:
            with ThreadPoolExecutor(count) as threads:
                yield threads, apart
        finally:
            while not idle.empty():
                idle.get().shutdown()


def _pool(count: int, method: str) -> Executor:
    """Return a pool of processes that end with this one, made by a method of `multiprocessing`."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(count, get_context(method), end_with, (this_process(),))


# Any executor


def _as_completed(
    work: Callable[[A], R], given: Sequence[A], executor: Executor
) -> Iterator[tuple[int, R | LostWorkerError]]:
    """Yield the number of each item with its result, or the loss of its worker, as it is done.

    For a Dask executor, its client does the work: the executor would run equal calls only once, even if files have
    changed between them, and would never answer when its scheduler is gone.
    """
    if (client := getattr(executor, "_client", None)) is not None:
        import distributed

        try:
            futures = client.map(work, given, pure=False)
        except Exception as error:
            raise _loss(error) from error
        done = distributed.as_completed(futures, loop=client.loop)
    else:
        from concurrent.futures import as_completed

        futures = [_submitted(executor, work, one) for one in given]
        done = as_completed(futures)
    left = {future: at for at, future in enumerate(futures)}
    del futures  # a result that nobody refers to is freed, on a cluster too
    try:
        for future in done:
            at = left.pop(future)
            try:
                found: R | LostWorkerError = future.result()
            except Exception as error:
                found = _loss(error)
            del future
            yield at, found
    finally:
        if client is not None and left:
            client.cancel(list(left))
        else:
            for future in left:
                future.cancel()


def _submitted(executor: Executor, work: Callable[[A], R], one: A) -> Future[R]:
    """Submit work and return its future; a failed future if it cannot be submitted."""
    from concurrent.futures import Future

    try:
        return executor.submit(work, one)
    except Exception as error:  # such as a pool whose process ended meanwhile
        failed: Future[R] = Future()
        failed.set_exception(error)
        return failed


def _loss(error: Exception) -> LostWorkerError:
    """Return the lost worker that an error means.

    Raises:
        Exception: the error itself, when the work has raised it.
    """
    if isinstance(error, StructEditError):
        raise error
    module, said = type(error).__module__, " ".join(str(error).split())
    if module.startswith(
        "distributed"
    ):  # the text of such an error begins with the long key of the work
        said = str(getattr(error, "reason", said))
    if any(sign in said + module for sign in _CANNOT_BE_SENT):
        what = f"the task cannot be sent to a worker: {shown(said)}"
        lost = LostWorkerError(what, hint="pass a function of a module, or the path of a script")
    elif module.startswith(_FAILED_WORKERS):
        what = f"a worker was lost: {shown(said) if said else type(error).__name__}"
        lost = LostWorkerError(what, hint="run it again")
    else:
        raise error
    lost.__cause__ = error
    return lost


_CANNOT_BE_SENT = ("pickle", "Pickl", "local object", "Could not serialize")
"""Parts of error messages about work that cannot be sent to a process, by version of Python and by Dask."""


# Dask


@contextmanager
def chosen(name: str | None, scheduler: str | None, jobs: int | None) -> Iterator[Executor | None]:
    """Yield the executor that a command names, `processes` or `dask`; None if processes work."""
    if name != "dask" and scheduler is None:
        yield None
        return
    if name == "processes":
        raise UsageError("processes have no scheduler", hint="pass --executor dask")
    with dask_executor(scheduler, processors() if jobs is None else jobs) as executor:
        yield executor


@contextmanager
def dask_executor(scheduler: str | None = None, jobs: int = 1) -> Iterator[Executor]:
    """Yield an executor on a cluster of Dask: that of a scheduler, or one of so many processes here.

    Raises:
        UsageError: when `distributed` is not installed, or no scheduler with a worker answers in time.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise UsageError(
            "Dask's distributed is not installed", hint='pip install "structedit[dask]"'
        ) from error
    import logging

    with ExitStack() as opened:
        where: Any = scheduler
        if scheduler is None:
            with without_current_folder():
                cluster = LocalCluster(
                    n_workers=jobs,
                    threads_per_worker=1,
                    dashboard_address=None,
                    scheduler_kwargs={"dashboard_address": ":0"},  # any free port
                    silence_logs=50,
                )
            where = opened.enter_context(cluster)
        seconds = _SECONDS_FOR_A_SCHEDULER
        loud = logging.getLogger("distributed")
        level = loud.level
        loud.setLevel(logging.CRITICAL)  # it prints each of its tries to connect
        try:
            client = Client(where, timeout=seconds, set_as_default=False)
            opened.callback(_close, client)
            client.wait_for_workers(1, timeout=seconds)
        except (OSError, ValueError, TimeoutError, ImportError) as error:
            said = " ".join(str(error).split()) or type(error).__name__
            raise UsageError(
                f"no Dask scheduler with a worker answered at {where} within {seconds} seconds: {said}",
                hint="nothing was written; start `dask scheduler` and `dask worker ADDRESS --nthreads 1`",
            ) from error
        finally:
            loud.setLevel(level)
        yield client.get_executor()


def _close(client: Any) -> None:
    """Close a client without waiting for a missing scheduler, and without hiding an earlier error."""
    with suppress(Exception):
        client.close(timeout=_SECONDS_TO_CLOSE)


def checked_workers(executor: Executor) -> bool:
    """Check that an executor can be used, and return True if it has workers on another machine.

    Raises:
        UsageError: when it is no executor, or a worker of its cluster has other versions than this process.
        LostWorkerError: when its cluster does not answer.
    """
    if not callable(getattr(executor, "submit", None)):
        raise UsageError(
            f"{shown(executor)} is not an executor",
            hint="pass one of concurrent.futures, or client.get_executor() of Dask",
        )
    if (client := getattr(executor, "_client", None)) is None:
        return False
    try:
        answers = client.run(worker_facts, on_error="return")
    except Exception as error:
        raise LostWorkerError(f"the cluster does not answer: {error}") from error
    own = worker_facts()
    is_elsewhere = False
    for worker, found in sorted(answers.items()):
        if isinstance(found, OSError):
            continue  # it was just lost: the others take its work
        if isinstance(found, BaseException):
            raise UsageError(
                f"the worker {worker} cannot load structedit: {shown(str(found))}",
                hint="nothing was written; install the same version there",
            )
        is_elsewhere |= found["host"] != own["host"]
        for name in own.keys() - {"host"}:
            if found[name] != own[name]:
                raise UsageError(
                    f"the worker {worker} has {name} {found[name]}, but this process has {own[name]}",
                    hint="nothing was written; install equal versions: the edits depend on them",
                )
    return is_elsewhere


def worker_facts() -> dict[str, str | None]:
    """Return the name of this machine, and the versions that decide what is planned."""
    from importlib import metadata
    from platform import python_version_tuple

    found: dict[str, str | None] = dict.fromkeys(_SAME_VERSIONS)
    for name in _SAME_VERSIONS:
        with suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    python = ".".join(python_version_tuple()[:2])
    return {"host": owners.this_process().host, "Python": python, **found}
