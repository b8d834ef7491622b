"""The search of the tools: as many hits as fit into its budget and time."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from structedit.app import events
from structedit.app.library import source_of
from structedit.app.session import Session
from structedit.calls.as_dict import JsonObject
from structedit.calls.code_patterns import pattern_among
from structedit.calls.diagnoses import Hit
from structedit.calls.printable import json_text, printable
from structedit.disk.roots import is_absolute, real_path
from structedit.explain import missed_pattern
from structedit.extras.codemods import runs
from structedit.faces.readings import hits_dict, hits_text
from structedit.faces.tools import replies
from structedit.faces.tools.replies import MOST_LETTERS, Reply, session_for
from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Document
from structedit.text.errors import UsageError
from structedit.text.values import replace

MOST_HITS = 50
"""Hits of a search by default. Chosen by judgement."""

MOST_SECONDS = 15.0
"""Seconds after which a search returns what it has.

Chosen by judgement: clients cancel a call after a minute or less.
"""

Progress = Callable[[int, str], None]
"""Called with how much of a long work is done, as a growing number and in words; may raise to end it."""

_Found = tuple[list[tuple[str | None, Hit]], JsonObject, int, str]
"""Hits, the versions of their files, how many files were searched, and why it stopped."""


def find(sessions: Sequence[Session], given: dict[str, Any], progress: Progress | None) -> Reply:
    """Return the reply with the first hits, and how to get the others."""
    most = given.pop("most", None) or MOST_HITS
    named = _by_session(sessions, given.pop("paths", (".",)))
    profiles = dict[str, LanguageProfile]()
    passed_over = Counter[str]()

    def matches() -> Iterator[tuple[str, Document, tuple[Hit, ...]]]:
        for session, names in named:
            for document, hits in session.matches(names, passed_over=passed_over, **given):
                if "pattern" in given:
                    profile = source_of(document).profile
                    profiles[profile.id] = profile
                yield _named(session, document, len(sessions) > 1), document, hits

    def look() -> _Found:
        rows = matches()
        return _searched(rows, most, progress)

    path = real_path(named[0][0].root, named[0][1][0]) if named else sessions[0].root
    found, versions, searched, more = events.reading("find", path, look)
    shown = tuple(found[:most])
    told = hits_text(shown) or f"no hits in {searched} files\n"
    remarks = missed_pattern.passed_over(+passed_over)
    if (pattern := pattern_among(given)) is not None:
        remarks += missed_pattern.remarks(pattern, profiles.values(), found=bool(found))
    told += "".join(f"note: {printable(said)}\n" for said in remarks)
    lines = [f"version of {printable(path)}: {version}\n" for path, version in versions.items()]
    versions_told = "".join(lines) if len(lines) <= 3 else ""
    text = told + versions_told + (f"… {more}\n" if more else "")
    data = {**hits_dict(shown), "versions": versions, "files_searched": searched, "more": more}
    return Reply(text, {**data, "reason": None, "message": ""})


def rewrite(sessions: Sequence[Session], given: dict[str, Any]) -> Reply:
    """Return the reply to a rewrite of files of one root: a dry run unless told otherwise.

    Raises:
        UsageError: when the files are of several roots.
    """
    named = _by_session(sessions, given.pop("paths", (".",)))
    if len({session.root for session, _ in named}) > 1:
        raise UsageError("the files are of several roots", hint="rewrite those of one at a time")
    session = named[0][0]
    paths = [
        path if is_absolute(path) else f"{session.root.rstrip('/')}/{path}"
        for _, names in named
        for path in names
    ]
    given.setdefault("dry_run", True)
    run = runs.rewrite(paths, root=session.root, **given)
    reply = replies.of_batch(run.batch)
    text = "\n".join((*runs.summary_lines(run), reply.text))
    return Reply(text, {**run.to_dict(), **reply.data}, run.landed)


def _searched(
    rows: Iterable[tuple[str, Document, tuple[Hit, ...]]],
    most: int,
    progress: Progress | None,
) -> _Found:
    """Return the hits of one file after another, until there are enough or the time is over."""
    found: list[tuple[str | None, Hit]] = []
    versions: JsonObject = {}
    until = time.monotonic() + MOST_SECONDS
    searched = 0
    for path, document, hits in rows:
        searched += 1
        if progress is not None and searched % 50 == 0:
            progress(searched, f"{searched} files searched")
        found += [(path, _short(hit)) for hit in hits]
        if hits:
            versions[json_text(path)] = document.version
        if len(found) > most:
            return found, versions, searched, _TOO_MANY.format(most)
        if time.monotonic() > until:
            return found, versions, searched, _TOO_LONG.format(searched, MOST_SECONDS)
    return found, versions, searched, ""


_TOO_MANY = "there are more than {} hits: narrow the paths, or pass most"
_TOO_LONG = "stopped after {} files and {:.0f} s: narrow the paths"


def _by_session(
    sessions: Sequence[Session], paths: Sequence[str]
) -> list[tuple[Session, Sequence[str]]]:
    whole = [path for path in paths if path in (".", "")]
    found: list[tuple[Session, Sequence[str]]] = [(s, ["."]) for s in sessions if whole]
    for path in paths:
        if path not in whole:
            session, _ = session_for(sessions, path)
            top = is_absolute(path) and path.rstrip("/") == session.root.rstrip("/")
            found.append((session, [session.root if top else path]))
    return found


def _named(session: Session, document: Document, several: bool) -> str:
    name = document.path or "text"
    return f"{session.root.rstrip('/')}/{name}" if several else name


def _short(hit: Hit) -> Hit:
    """Cut the long lines of a hit; a generated line may have megabytes."""
    if all(len(line) <= MOST_LETTERS for line in hit.around.lines):
        return hit
    around = hit.around
    lines = (o if len(o) <= MOST_LETTERS else o[:MOST_LETTERS] + "…" for o in around.lines)
    return replace(hit, around=replace(around, lines=tuple(lines)))
