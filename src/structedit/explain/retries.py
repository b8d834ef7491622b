"""Retries: corrected calls, as arguments, offered only when a search shows that they would land.

A retry that is sent and fails is worse than none. So `offer` runs the search with the very
arguments that it returns, and returns none where the place is not the only one.

Not here: what else may refuse the call later (the gate). `plan` knows, and passes a `Confirm`.
"""

from __future__ import annotations

from collections.abc import Callable

from structedit.calls.batches import limit_of
from structedit.calls.fields import Arguments
from structedit.calls.operations import arguments_of, is_plain
from structedit.calls.requests import Request, StrReplace
from structedit.search.alignment import ladder
from structedit.search.alignment.merge import doubles, is_there
from structedit.search.found import Miss
from structedit.search.scopes import scope_of
from structedit.text.document import to_bytes
from structedit.tree.source import Source

Confirm = Callable[[Request], bool]
"""Returns True if a request would land; `plan` provides it, as it knows the gate."""


def offer(source: Source, request: StrReplace, confirm: Confirm | None = None) -> Arguments | None:
    """The arguments of a call if it finds exactly one place, else None.

    `confirm`, if given, decides in the end: it may know more than the search. A call for all hits gets
    none, since one place is not what it asked for.
    """
    if request.replace_all or not lands(source, request):
        return None
    arguments = arguments_of(request)
    return arguments if is_plain(arguments) and (not confirm or confirm(request)) else None


def lands(source: Source, request: StrReplace) -> bool:
    """Return True if a replacement finds exactly one place, without guessing, and adds no line that is there."""
    if not request.old.strip() or request.old == request.new:
        return False
    limit = limit_of(request)
    scope = scope_of(source, request.hints, limit)
    if isinstance(scope, Miss):
        return False
    found = ladder.find(
        source,
        to_bytes(request.old),
        limit=limit,
        scope=scope.spans,
        whole_words=request.whole_words,
        new=to_bytes(request.new),
    )
    only_one = len(found.occurrences) == 1 and request.occurrence in (None, 1, -1)
    if not only_one or request.expected_count not in (None, 1) or not found.facts.is_sure:
        return False
    place, old, new = found.occurrences[0].span, to_bytes(request.old), to_bytes(request.new)
    return not doubles(source.data, place, old, new) and not is_there(source.data, old, new)
