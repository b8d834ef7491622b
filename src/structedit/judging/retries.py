"""Calls that would land: a request's arguments as data, offered only when a search says so.

A retry that is sent and fails is worse than none. So `offer` runs the search with the very
arguments that it gives, and gives none where the place is not the only one.

Not here: what else may refuse the call later (the gate). `plan` knows, and passes a `Confirm`.
"""

from __future__ import annotations

from collections.abc import Callable

from structedit.model.outcomes import JsonValue
from structedit.model.places import Attach, Hints, Landmark
from structedit.model.requests import Match, Options, StrReplace
from structedit.search import ladder
from structedit.search.locate import Miss, scope_of
from structedit.syntax.source import Source
from structedit.text.diff import opcodes
from structedit.text.document import split_lines, to_bytes, to_text

Confirm = Callable[[StrReplace], bool]
"""Tells whether a replacement would land; `plan` can say so, as it knows the gate."""

SURE_TIERS = frozenset(
    ("exact", "newline", "trailing-space", "indent", "whitespace", "unicode", "escape", "syntax")
)
"""Tiers at which nothing is guessed."""


def offer(
    source: Source, request: StrReplace, confirm: Confirm | None = None
) -> dict[str, JsonValue] | None:
    """Give the arguments of a call if it finds exactly one place, else None.

    `confirm` has the last word: it may know more than the search. A call for all hits gets none,
    since one place is not what it asked for.
    """
    if request.replace_all or not lands(source, request):
        return None
    arguments = arguments_of(request)
    return arguments if _is_plain(arguments) and (not confirm or confirm(request)) else None


def lands(source: Source, request: StrReplace) -> bool:
    """Tell whether a replacement finds exactly one place, without guessing."""
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
        scope=scope.spans if scope.hints else None,
        whole_words=request.whole_words,
        new=to_bytes(request.new),
    )
    only_one = len(found.occurrences) == 1 and request.occurrence in (None, 1, -1)
    return only_one and request.expected_count in (None, 1) and found.tier in SURE_TIERS


def limit_of(request: StrReplace) -> Match:
    """Give how far down the ladder a call goes; with nothing to merge it stops at `syntax`."""
    limit = request.options.match or Match.FUZZY
    return Match.SYNTAX if limit is Match.FUZZY and not request.new else limit


def arguments_of(request: StrReplace) -> dict[str, JsonValue]:
    """Give a request as the arguments of its call, without those that are left at a default."""
    arguments: dict[str, JsonValue] = {"old": request.old, "new": request.new}
    arguments |= _hint_arguments(request.hints)
    if request.occurrence is not None:
        arguments["occurrence"] = request.occurrence
    if request.replace_all:
        arguments["replace_all"] = True
    if request.expected_count is not None:
        arguments["expected_count"] = request.expected_count
    if not request.whole_words:
        arguments["whole_words"] = False
    return arguments | _option_arguments(request.options)


def _hint_arguments(hints: Hints) -> dict[str, JsonValue]:
    arguments: dict[str, JsonValue] = {}
    if hints.within is not None:
        arguments["within"] = hints.within.text
    if hints.after is not None:
        arguments["after"] = _landmark(hints.after)
    if hints.before is not None:
        arguments["before"] = _landmark(hints.before)
    if hints.between is not None:
        start, end = hints.between
        arguments["between"] = {"start": _landmark(start), "end": _landmark(end)}
    if hints.near_line is not None:
        arguments |= {"near_line": hints.near_line, "radius": hints.radius}
    return arguments


def _landmark(landmark: Landmark) -> JsonValue:
    if landmark.occurrence is None:
        return landmark.text
    return {"text": landmark.text, "occurrence": landmark.occurrence}


def _option_arguments(options: Options) -> dict[str, JsonValue]:
    arguments: dict[str, JsonValue] = {}
    if options.match is not None:
        arguments["match"] = options.match.value
    if options.attach is not Attach.WHOLE:
        arguments["attach"] = options.attach.value
    if options.allow_errors:
        arguments["allow_errors"] = True
    if options.force:
        arguments["force"] = True
    if options.expected_version is not None:
        arguments["expected_version"] = options.expected_version
    return arguments


def _is_plain(value: JsonValue) -> bool:
    """Tell whether JSON can carry all texts; lone surrogates it cannot."""
    match value:
        case str():
            return not any("\ud800" <= letter <= "\udfff" for letter in value)
        case dict():
            return all(map(_is_plain, value.values()))
        case _:
            return True


def carried(old: str, own: str, new: str) -> str | None:
    """Carry `old` → `new` over to the file's own text, line by line.

    Lines that the caller did not mean to change become the file's. None where the caller changes
    a line that it has wrong: what it wants there then is not known.

    >>> carried("A = 1\\nb = 2\\n", "a = 1\\nb = 2\\n", "A = 1\\nb = 3\\n")
    'a = 1\\nb = 3\\n'
    >>> carried("A = 1", "a = 1", "A = 2") is None
    True
    """
    ours, base, theirs = (split_lines(to_bytes(text)) for text in (own, old, new))
    if len(ours) != len(base):
        return None
    parts: list[bytes] = []
    for tag, i1, i2, j1, j2 in opcodes(base, theirs):
        if tag == "equal":
            parts += ours[i1:i2]
        elif ours[i1:i2] == base[i1:i2]:
            parts += theirs[j1:j2]
        else:
            return None
    return to_text(b"".join(parts))
