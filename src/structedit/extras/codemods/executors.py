"""Who plans: this process, processes of it, an executor of the caller, a cluster of Dask.

Batches are given out a few at a time, at most twice as many as there are workers, so that memory stays as it is
however many there are. Of processes of its own this one is the first: it begins alone, has others made once what is
left is known to be worth it, and works too while they do. A worker that is lost costs its batch: the error says so,
for the caller to decide what that means.

Not here: what is planned (`per_file`), what a root of many is (`fleet`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from time import process_time
from typing import TYPE_CHECKING, Any, TypeVar

from structedit.calls.arguments import whole_number
from structedit.disk import owners
from structedit.disk.history import new_id
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

_IN_FLIGHT = 2
"""Batches that are given out for each worker: one that it works on, and one that waits for it.

Follows from a worker never having to wait while the results so far are taken in.
"""

_AT_ONCE = 16
"""Files that a worker is given at a time, at most.

Chosen by judgement: a tenth of a second of work, for which all may wait.
"""

_SHARES = 4
"""Batches that each worker is left at any time: so they get smaller, and all end at about the same time.

Chosen by judgement.
"""

_LARGE = 4
"""From so many times the mean size on, a file is begun with before the others: if the largest comes last, all wait.

One in twenty of the files of six trees, which hold a quarter of the bytes (`python -m benchmarks.codemods`).
"""

_WORTH_A_COPY, _WORTH_A_START = 0.1, 0.5
"""Seconds of work, done and left, from which on other processes are made: copies of this one, or new ones.

Some twice of what it takes until they work: 0.03 and 0.25 s (`python -m benchmarks.codemods --jobs 2`).
"""

_SECONDS_FOR_A_SCHEDULER = 10
"""Seconds in which a scheduler must answer, and have a worker. Chosen by judgement."""

_SECONDS_BETWEEN_LOOKS = 1.0
"""Between two looks whether a scheduler is still there, while nothing is done. Chosen by judgement."""

_GONE = "the scheduler of Dask is gone"

_OF_WORKERS = (
    "concurrent.futures",
    "distributed",
    "multiprocessing",
    "pickle",
    "_pickle",
    "asyncio",
)
"""Modules whose errors say that the workers are in the way, not the work."""

_SAME_VERSIONS = ("structedit", "tree-sitter", "tree-sitter-language-pack")
"""Distributions whose versions decide what is planned: every worker must have those of the caller."""


class LostWorkerError(StructEditError):
    """Work that no worker has done: they were lost, or what it needs could not be sent to them.

    `was_given` is whether a worker may have begun with it.
    """

    code = "lost_worker"
    was_given = False


@dataclass(frozen=True, slots=True)
class Workers:
    """Who works, this process if there is no executor, and how many they are; also this one if it `helps`.

    `more` makes processes that work beside this one, which pays from so many seconds of work (`worth`) on.
    """

    executor: Executor | None = None
    count: int = 1
    helps: bool = False
    more: Callable[[], Workers] | None = None
    worth: float = 0.0

    @property
    def most(self) -> int:
        """Batches that may be given out at a time."""
        return _IN_FLIGHT * self.count


ALONE = Workers()


@contextmanager
def workers_of(
    executor: Executor | None, jobs: int = 1, *, apart: bool = False
) -> Iterator[Workers]:
    """The caller's executor, or so many processes; a single one is this one, unless it is to be `apart`."""
    whole_number("jobs", jobs, 1)
    if executor is not None:
        yield _of_executor(executor, jobs)
    elif jobs == 1 and not apart:
        yield ALONE
    else:
        with _processes(jobs, "spawn") as pool:
            yield Workers(pool, jobs)


@contextmanager
def planners_of(executor: Executor | None, jobs: int | None = 1) -> Iterator[Workers]:
    """The caller's executor, or this process and as many as pay, up to `jobs` in all; None for one a processor.

    They only plan, so they may be copies of this process, which takes the tenth of the time of a new one.
    """
    most = processors() if jobs is None else whole_number("jobs", jobs, 1)
    if executor is not None:
        yield _of_executor(executor, most)
        return
    if most == 1:
        yield ALONE
        return
    with ExitStack() as started:
        copied = may_be_copied()

        def more() -> Workers:
            pool = started.enter_context(_processes(most - 1, "fork" if copied else "spawn"))
            return Workers(pool, most - 1, helps=True)

        yield Workers(more=more, worth=_WORTH_A_COPY if copied else _WORTH_A_START)


def _of_executor(executor: Executor, jobs: int) -> Workers:
    if not callable(getattr(executor, "submit", None)):
        raise UsageError(
            f"{shown(executor)} is no executor",
            hint="pass one of concurrent.futures, or client.get_executor(pure=False) of Dask",
        )
    return Workers(executor, _width(executor) or max(jobs, processors()))


@contextmanager
def _processes(count: int, method: str) -> Iterator[Executor]:
    """A pool of processes that end with this one, made by a method of `multiprocessing`."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A pool that is made starts its processes at once.
    with (
        without_current_folder(),
        ProcessPoolExecutor(count, get_context(method), end_with, (this_process(),)) as pool,
    ):
        for _ in range(count):
            pool.submit(_ready)
        yield pool


def _ready() -> None:
    """Load what plans; for a process that has just been started."""
    import structedit.extras.codemods.per_file  # noqa: F401


def _width(executor: Executor) -> int:
    """How many workers an executor has, of those that can be asked; 0 of another."""
    count = getattr(executor, "_max_workers", 0)
    with suppress(Exception):  # a cluster that cannot be asked now
        count = count or sum(executor._client.nthreads().values())  # type: ignore[attr-defined]
    return count if isinstance(count, int) else 0


def in_batches(
    work: Callable[[Sequence[A]], Sequence[R]],
    given: Sequence[A],
    workers: Workers,
    size_of: Callable[[A], int] | None = None,
) -> Iterator[R]:
    """The result for each of what is given, in its order, whoever works; one of `work` is that of a batch.

    Alone, this process looks at one after the other. Where it may have others made, it does so once it has worked for
    as long as pays, and as much is left, as far as what it did tells: a guess by the kind of files says nothing
    of how many hold what is looked for. What is large for its kind, by `size_of`, is begun with before the rest then.

    Raises:
        LostWorkerError: when a worker is lost, or something cannot be sent to it.
    """
    done, spent = 0, 0.0
    while workers.executor is None and done < len(given):
        left = spent / max(1, done) * (len(given) - done)
        if workers.more is not None and min(spent, left) >= workers.worth:
            workers = workers.more()
            break
        began = process_time()
        results = work(given[done : done + 1])
        spent += process_time() - began
        done += 1
        yield from results
    batches = _batches([size_of(one) if size_of else 0 for one in given[done:]], workers)
    parts = ([given[done + number] for number in batch] for batch in batches)
    ready: dict[int, R] = {}
    at = 0
    for batch, found in zip(batches, in_order(work, parts, workers), strict=True):
        ready.update(zip(batch, found, strict=True))
        while at in ready:
            yield ready.pop(at)
            at += 1


def _batches(sizes: Sequence[int], workers: Workers) -> list[Sequence[int]]:
    """The numbers of what is left, in parts: first what is large, each alone, then the rest in its order.

    Where this process helps, and a call costs little, the parts get smaller.

    >>> _batches([1, 1, 20, 1, 1, 1], Workers())
    [[2], [0, 1, 3, 4, 5]]
    """
    large = [at for at, size in enumerate(sizes) if size * len(sizes) > _LARGE * sum(sizes)]
    found: list[Sequence[int]] = [[at] for at in sorted(large, key=lambda at: -sizes[at])]
    rest = sorted(set(range(len(sizes))).difference(large))
    while rest:
        share = len(rest) // (_SHARES * (workers.count + 1)) if workers.helps else len(rest)
        size = min(_AT_ONCE, max(1, share))
        found.append(rest[:size])
        del rest[:size]
    return found


def in_order(work: Callable[[A], R], given: Iterable[A], workers: Workers) -> Iterator[R]:
    """The results for what is given, in its order.

    Where this process helps, all is given out at once, and while the first result is not there yet it takes
    over what is next of what no other has been sent: so nobody waits for it.

    Raises:
        LostWorkerError: when a worker is lost, or something cannot be sent to it.
    """
    pending: deque[tuple[Future[R], A]] = deque()
    left = iter(given)
    try:
        while True:
            for one in islice(left, None if workers.helps else workers.most - len(pending)):
                pending.append((submitted(workers, work, one), one))
            if not pending:
                return
            first = pending[0][0]
            if workers.helps and not first.done():
                taken = (at for at, (future, _) in enumerate(pending) if future.cancel())
                if (at := next(taken, None)) is not None:
                    one = pending[at][1]
                    pending[at] = _done(work, one), one
                    continue
            pending.popleft()
            yield result_of(workers, first)
    finally:
        for future, _ in pending:
            future.cancel()


def _done(work: Callable[[A], R], one: A) -> Future[R]:
    """Some work that is done here and now, as a future, so that an error of it comes in its turn."""
    from concurrent.futures import Future

    future: Future[R] = Future()
    try:
        future.set_result(work(one))
    except Exception as error:
        future.set_exception(error)
    return future


def as_done(
    work: Callable[[A], R], given: Iterable[A], workers: Workers
) -> Iterator[tuple[A, R | LostWorkerError]]:
    """What is given with its result or the loss of its worker, in the order in which that is known."""
    from concurrent.futures import FIRST_COMPLETED, wait

    if workers.executor is None:
        yield from ((one, work(one)) for one in given)
        return
    pending: dict[Future[R], A] = {}
    left = iter(given)
    try:
        while True:
            for one in left:
                try:
                    pending[submitted(workers, work, one)] = one
                except LostWorkerError as error:
                    yield one, error
                if len(pending) >= workers.most:
                    break
            if not pending:
                return
            done = wait(pending, _SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED).done
            for future in done or (list(pending) if is_gone(workers) else ()):
                one = pending.pop(future)
                try:
                    yield one, result_of(workers, future)
                except LostWorkerError as error:
                    yield one, error
    finally:
        for future in pending:
            future.cancel()


def submitted(workers: Workers, work: Callable[[A], R], one: A) -> Future[R]:
    """Give out some work.

    Raises:
        LostWorkerError: when nobody takes it.
    """
    assert workers.executor is not None
    if is_gone(workers):
        raise LostWorkerError(_GONE, hint="run it again")
    try:
        return workers.executor.submit(_anew, new_id(), work, one)
    except Exception as error:
        if (lost := _loss(error)) is None:
            raise
        raise lost from error


def _anew(mark: str, work: Callable[[A], R], one: A) -> R:
    """Do some work. The mark makes each call another one: Dask does equal calls only once."""
    return work(one)


def is_gone(workers: Workers) -> bool:
    """Whether the scheduler of a cluster is gone for good: what was given out is never answered then."""
    client = getattr(workers.executor, "_client", None)
    return str(getattr(client, "status", "")) in ("closing", "closed")


def result_of(workers: Workers, future: Future[R]) -> R:
    """The result of some work, or what it raises.

    Raises:
        LostWorkerError: when its worker is lost.
    """
    from concurrent.futures import CancelledError

    while True:
        try:
            return future.result(_SECONDS_BETWEEN_LOOKS)
        except (Exception, CancelledError) as error:
            late = isinstance(error, TimeoutError) and not future.done()
            if late and not is_gone(workers):
                continue
            lost = LostWorkerError(_GONE, hint="run it again") if late else _loss(error)
            if lost is None:
                raise
            lost.was_given = True
            raise lost from error


def _loss(error: BaseException) -> LostWorkerError | None:
    """The loss that an error means; None for an error of the work itself."""
    module = type(error).__module__
    said = " ".join(str(error).split())
    if "pickle" in said.lower() or "pickle" in module:
        return LostWorkerError(
            f"what is to be done cannot be sent to a worker: {shown(said)}",
            hint="pass a function of a module, or the path of a script",
        )
    if not module.startswith(_OF_WORKERS):
        return None
    what = shown(said) if said else type(error).__name__
    return LostWorkerError(f"a worker was lost: {what}", hint="run it again")


# Dask


@contextmanager
def chosen(name: str | None, scheduler: str | None, jobs: int | None) -> Iterator[Executor | None]:
    """The executor that a command names, `processes` or `dask`; None where processes work."""
    if name != "dask" and scheduler is None:
        yield None
        return
    if name == "processes":
        raise UsageError("processes have no scheduler", hint="pass --executor dask")
    with dask_executor(scheduler, processors() if jobs is None else jobs) as executor:
        yield executor


@contextmanager
def dask_executor(scheduler: str | None = None, jobs: int = 1) -> Iterator[Executor]:
    """An executor on a cluster of Dask: that of a scheduler, or one of so many processes here.

    Raises:
        UsageError: when `distributed` is not installed, no scheduler answers in time, it has no
            worker, or a worker has another version of what plans.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise UsageError(
            "Dask's distributed is not installed", hint='pip install "structedit[dask]"'
        ) from error
    cluster = None
    if scheduler is None:
        with without_current_folder():  # its page is on any free port: two clusters may be here
            cluster = LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                dashboard_address=None,
                scheduler_kwargs={"dashboard_address": ":0"},
                silence_logs=50,
            )
    try:
        client = _client(Client, cluster or str(scheduler))
        try:
            _require_fit(client)
            yield client.get_executor(pure=False)
        finally:
            with suppress(Exception):
                client.close()
    finally:
        if cluster is not None:
            cluster.close()


def _client(kind: Any, where: Any) -> Any:
    """A client of a scheduler that answers and has a worker.

    Raises:
        UsageError: when there is none in time.
    """
    import logging

    seconds = _SECONDS_FOR_A_SCHEDULER
    loud = logging.getLogger("distributed")
    level = loud.level
    loud.setLevel(logging.CRITICAL)  # it prints each of its tries
    try:
        client = kind(where, timeout=seconds, set_as_default=False)
    except (OSError, ValueError, TimeoutError, ImportError) as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise UsageError(
            f"no scheduler of Dask answers at {where} within {seconds} seconds: {said}",
            hint="nothing is written; start one with `dask scheduler` and name its address",
        ) from error
    finally:
        loud.setLevel(level)
    try:
        client.wait_for_workers(1, timeout=seconds)
    except TimeoutError as error:
        client.close()
        raise UsageError(
            f"the scheduler at {where} has no worker",
            hint=f"nothing is written; start some with `dask worker {where} --nthreads 1`",
        ) from error
    return client


def is_elsewhere(executor: Executor | None) -> bool:
    """Return True if an executor of Dask has workers on another machine than this."""
    client = getattr(executor, "_client", None)
    with suppress(
        Exception
    ):  # a cluster that cannot be asked now loses the work, which is said then
        return any(host != _host() for host in client.run(_host).values())  # type: ignore[union-attr]
    return False


def _host() -> str:
    """Return the name of this machine, as transactions note it."""
    return owners.this_process().host


def _require_fit(client: Any) -> None:
    """Check that every worker has the versions that this process has.

    Raises:
        UsageError: naming the first worker that does not.
    """
    own = versions()
    for worker, found in sorted(client.run(versions, on_error="return").items()):
        if isinstance(found, BaseException):
            raise UsageError(
                f"the worker {worker} cannot load structedit: {shown(str(found))}",
                hint="nothing is written; install the same version there",
            )
        for name, version in own.items():
            if found.get(name) != version:
                raise UsageError(
                    f"the worker {worker} has {name} {found.get(name)}, this process {version}",
                    hint="nothing is written; versions must agree: they decide what is planned",
                )


def versions() -> dict[str, str]:
    """The versions that decide what is planned: of Python, of this package, of its grammars."""
    from importlib import metadata
    from platform import python_version_tuple

    found = {"Python": ".".join(python_version_tuple()[:2])}
    for name in _SAME_VERSIONS:
        with suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found
