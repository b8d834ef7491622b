"""The library for programs with an event loop: the same names, to be awaited.

    from structedit import aio

    outcome = await aio.str_replace("app.py", "load(", "read(")

    session = aio.Session(structedit.Session("."))
    region = await session.get_region("app.py", "Cart.total")

Each call runs in a thread of the loop's own; arguments, results and errors are those of the function.
Several may be awaited at once: in a session calls on one file go one after the other; of two functions on
one file the later one sees what the first wrote, or is refused as `stale`.

**Cancelling a call waits for its end**, as a thread cannot be stopped: when the await raises, nothing is
being written any more, and the edit is in the file as a whole or not at all. `timeout=` bounds what a
call plans and reads. Waits for answers of a model belong in `apply_with_reflection`, which awaits them.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from structedit.app import library, session, transactions
from structedit.calls import guesses
from structedit.extras.codemods import fleet, runs
from structedit.extras.codemods.rules import scans
from structedit.extras.reflection import reflecting
from structedit.extras.statistics import counts
from structedit.text import errors

_Session = session.Session

P = ParamSpec("P")
R = TypeVar("R")


async def _in_a_thread(call: Callable[[], R]) -> R:
    """The result of a call; when this is cancelled, the call is waited for first."""
    running = asyncio.ensure_future(asyncio.to_thread(call))
    cancelled: asyncio.CancelledError | None = None
    while not running.done():
        try:
            await asyncio.wait({running})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        running.exception()  # taken, so that nobody is told of it at the end
        raise cancelled
    return running.result()


def _awaited(call: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """A function of the library as a coroutine function."""

    @functools.wraps(call)
    async def awaited(*given: P.args, **named: P.kwargs) -> R:
        return await _in_a_thread(lambda: call(*given, **named))

    return awaited


def _method(
    call: Callable[Concatenate[session.Session, P], R],
) -> Callable[Concatenate[Session, P], Coroutine[Any, Any, R]]:
    """A method of a session as a coroutine function."""

    @functools.wraps(call)
    async def method(self: Session, /, *given: P.args, **named: P.kwargs) -> R:
        return await _in_a_thread(lambda: call(self.session, *given, **named))

    return method


# made: awaited_functions, by ./dev docs
str_replace = _awaited(library.str_replace)
replace_all = _awaited(library.replace_all)
insert = _awaited(library.insert)
replace_block = _awaited(library.replace_block)
replace_function_body = _awaited(library.replace_function_body)
delete_block = _awaited(library.delete_block)
move_block = _awaited(library.move_block)
wrap = _awaited(library.wrap)
unwrap = _awaited(library.unwrap)
rename_local = _awaited(library.rename_local)
outline = _awaited(library.outline)
get_region = _awaited(library.get_region)
find = _awaited(library.find)
check = _awaited(library.check)
# end

multi_edit = _awaited(transactions.multi_edit)
apply_edits = _awaited(transactions.apply_edits)
parse_edits = _awaited(transactions.parse_edits)
undo = _awaited(transactions.undo)
redo = _awaited(transactions.redo)
history = _awaited(transactions.history)
show = _awaited(transactions.show)

parse = _awaited(runs.parse)
rewrite = _awaited(runs.rewrite)
run = _awaited(runs.run)
scan = _awaited(scans.scan)
rewrite_fleet = _awaited(fleet.rewrite_fleet)
run_fleet = _awaited(fleet.run_fleet)
scan_fleet = _awaited(fleet.scan_fleet)
undo_fleet = _awaited(fleet.undo_fleet)
get_edit_stats = _awaited(counts.get_edit_stats)
apply_with_reflection = reflecting.apply_with_reflection_async


if not TYPE_CHECKING:  # a type checker knows the names, and is to miss what is none

    def __getattr__(name: str) -> object:
        """Say which name a name that is not there may mean."""
        meant = () if name.startswith("_") else guesses.names_meant(name)
        tries = "".join(f"\ntry: aio.{one}" for one in meant if one in globals()) + "\n" * bool(
            meant
        )
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{tries}")


class Session:
    """A session whose methods are awaited; `session` is the one that does the work."""

    def __init__(self, session: session.Session) -> None:
        given: object = session
        if not isinstance(given, _Session):
            hint = f"pass structedit.Session({given!r})"
            raise errors.UsageError(
                f"aio.Session takes a session, and {errors.shown(given)} is none", hint=hint
            )
        self.session = session

    if not TYPE_CHECKING:  # a type checker knows the names, and is to miss what is none

        def __getattr__(self, name: str) -> object:
            """What answers a call of a name that is not there, as a session does."""
            if name.startswith("_") or "session" not in vars(self):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            return getattr(self.session, name)

    # made: awaited_methods, by ./dev docs
    str_replace = _method(session.Session.str_replace)
    replace_all = _method(session.Session.replace_all)
    insert = _method(session.Session.insert)
    replace_block = _method(session.Session.replace_block)
    replace_function_body = _method(session.Session.replace_function_body)
    delete_block = _method(session.Session.delete_block)
    move_block = _method(session.Session.move_block)
    wrap = _method(session.Session.wrap)
    unwrap = _method(session.Session.unwrap)
    rename_local = _method(session.Session.rename_local)
    outline = _method(session.Session.outline)
    get_region = _method(session.Session.get_region)
    find = _method(session.Session.find)
    check = _method(session.Session.check)
    # end

    apply_edits = _method(session.Session.apply_edits)
    undo = _method(session.Session.undo)
    redo = _method(session.Session.redo)
    history = _method(session.Session.history)
