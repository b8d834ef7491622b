"""Where work on content is done: small files of robust grammars in this process, all others in a pool.

Another process costs about a millisecond and a half for a small file, a third of the time of the edit itself. So a
call stays in this process if nothing is known to go wrong: no regular expression of the caller, few bytes in the
file and all texts of the call, and a grammar that has parsed every hostile shape it was tried with (brackets, quotes,
operators, comments and markers, nested and unbalanced, by the ten thousand) in well under a second and without a
crash at this size.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from structedit.app.kept_sources import on_kept_source
from structedit.disk.workers import MOST_SECONDS, Pool, Runner
from structedit.languages.detection import language_of
from structedit.languages.of_project import own_language
from structedit.text.budget import size_of
from structedit.text.document import Document

MOST_BYTES = 32 * 1024
"""Size of a file and all texts of a call up to which it is worked on in this process.

Chosen by judgement; RESULTS.md (the MCP server) has what another process costs.
"""

STURDY = frozenset("python javascript typescript tsx go rust ruby json toml css html".split())
"""Languages whose grammars may be run in this process."""

_LOADED = (
    "structedit.app.kept_sources",
    "structedit.app.library",
    "structedit.app.transactions",
    "structedit.explain.repeated_failures",
)

R = TypeVar("R")


def pool_of(most: int = 2, seconds: float = MOST_SECONDS) -> Pool:
    """Make a pool whose workers have loaded what calls need."""
    return Pool(most, seconds, modules=_LOADED)


def runner(pool: Pool) -> Runner:
    """Return a function that runs work here or in a pool, by the document it is about.

    Each process keeps the trees of the last files, so a file goes to the worker that had it last.
    """

    def run(work: Callable[..., R], /, *args: Any, **kwargs: Any) -> R:
        first = args[0] if args else None
        if not isinstance(first, Document):
            return pool.run(work, *args, **kwargs)
        if is_harmless(first, {**kwargs, "": args[1:]}):
            return on_kept_source(work, *args, **kwargs)
        return pool.run_near(first.path, on_kept_source, work, *args, **kwargs)

    return run


def is_harmless(document: Document, arguments: dict[str, object]) -> bool:
    """Return True if work on a document can neither crash nor take long."""
    if arguments.get("regex") or arguments.get("query") or arguments.get("language"):
        return False
    small = len(document.data) + size_of(arguments) <= MOST_BYTES
    if not small or own_language(document) is not None:
        return False
    return language_of(document.path, document.data) in STURDY
