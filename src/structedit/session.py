"""A session: edits under one root, by one caller, with a memory of what it was served.

The functions of `api` as methods, with paths kept under the root. What a session adds: the
versions of files that its caller has seen, so that an edit can be related to the version it was
made for; the edits made since; and how often in a row calls on a file failed, so that the third
failure is answered otherwise. All of it lives in the object, in bounded size, and ends with it.

Not here: deciding (`plan`), what is said of failures (`judging`), several files as one
transaction.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import wraps
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, Unpack

from structedit import api
from structedit.api import Subject
from structedit.disk import files, history, journal, neighbours, roots
from structedit.disk.files import AnyPath
from structedit.errors import FileError
from structedit.fold import failed
from structedit.judging.elsewhere import needle_of, with_history, with_neighbours
from structedit.judging.insisting import insisted
from structedit.model.calls import Common, Mark
from structedit.model.outcomes import Diagnosis, Hit, Outcome, Reason, Status
from structedit.model.versions import Step
from structedit.reading import Check, Outline, Region
from structedit.recording import recorded
from structedit.text.document import Document
from structedit.values import dataclass

MOST_VERSIONS = 64
"""Versions that a session remembers, over all files."""

MOST_BYTES = 32 * 1024 * 1024
"""Bytes that they may have together; the one served last is kept whatever its size."""

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class _File:
    """A file under the root: `name` relative to it with `/`, `full` its real path."""

    name: str
    full: str


def confined(root: str, path: AnyPath) -> _File:
    """Give the file that a path means under a root, or raise why it may not be touched."""
    name = roots.confined(root, files.os_path(path))
    return _File(name, roots.real_path(root, name))


class Versions:
    """Documents by path and version, those served last first to stay; bounded in number and size."""

    __slots__ = ("_bytes", "_kept", "most", "most_bytes")

    def __init__(self, most: int, most_bytes: int) -> None:
        self.most, self.most_bytes = most, most_bytes
        self._kept: OrderedDict[tuple[str, str], Document] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, path: str, version: str) -> Document | None:
        """Give a remembered document."""
        return self._kept.get((path, version))

    def keep(self, path: str, document: Document) -> None:
        """Remember a document and forget the oldest ones that no longer fit."""
        key = path, document.version
        if key not in self._kept:
            self._kept[key] = document
            self._bytes += len(document.data)
        self._kept.move_to_end(key)
        while len(self._kept) > 1 and (
            len(self._kept) > self.most or self._bytes > self.most_bytes
        ):
            _, gone = self._kept.popitem(last=False)
            self._bytes -= len(gone.data)


def _editing(
    call: Callable[Concatenate[Subject, P], Outcome],
) -> Callable[Concatenate[Session, AnyPath, P], Outcome]:
    """Make the method of an editing function: the same arguments, with a path under the root."""

    @wraps(call)
    def method(self: Session, path: AnyPath, /, *args: P.args, **kwargs: P.kwargs) -> Outcome:
        def edit() -> Outcome:
            return self._edit(
                call.__name__,
                path,
                lambda document: call(document, *args, **kwargs),
                writes=not kwargs.get("dry_run"),
                backup=bool(kwargs.get("backup", True)),
            )

        return recorded(call.__name__, roots.real_path(self.root, files.os_path(path)), None, edit)

    return method


class Session:
    """Edits under a root, with a memory; see the module. Not for several threads at once.

    Files that cannot be edited (missing, outside the root, not text) are outcomes, and so is
    everything else that happens to an edit; `outline`, `find` and `check` raise `FileError`.
    """

    def __init__(
        self,
        root: AnyPath = ".",
        *,
        most_versions: int = MOST_VERSIONS,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self.root = files.os_path(root)
        self._versions = Versions(most_versions, most_bytes)
        self._steps: dict[str, tuple[Step, ...]] = {}
        self._failures: dict[str, int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None

    str_replace = _editing(api.str_replace)
    replace_all = _editing(api.replace_all)
    insert = _editing(api.insert)
    replace_block = _editing(api.replace_block)
    replace_function_body = _editing(api.replace_function_body)
    delete_block = _editing(api.delete_block)
    move_block = _editing(api.move_block)
    wrap = _editing(api.wrap)
    unwrap = _editing(api.unwrap)

    # Memory

    def document(self, path: AnyPath, version: str) -> Document | None:
        """Give a file as it was at a version that this session served, if it still knows it."""
        return self._versions.get(confined(self.root, path).full, version)

    def steps_since(self, path: AnyPath, version: str) -> tuple[Step, ...] | None:
        """Give the edits of this session that led from a version to the newest one, in order.

        None where the version is not known, or where another program changed the file since.
        """
        full = confined(self.root, path).full
        steps = self._steps.get(full, ())
        if steps and steps[-1].version_after == version:
            return ()
        for at in reversed(range(len(steps))):
            if steps[at].before.version == version:
                return steps[at:]
        return None if self._versions.get(full, version) is None or steps else ()

    def failures(self, path: AnyPath) -> int:
        """Give how many calls on a file have failed in a row."""
        return self._failures.get(confined(self.root, path).full, 0)

    # Reading

    def outline(
        self,
        path: AnyPath,
        *,
        depth: int | None = None,
        kinds: Iterable[str] = (),
        blocks: bool = False,
        language: str | None = None,
    ) -> Outline:
        """List the definitions of a file as a tree; `blocks` adds anonymous blocks."""
        document = self._read(confined(self.root, path))
        return api.outline(document, depth=depth, kinds=kinds, blocks=blocks, language=language)

    def get_region(
        self,
        path: AnyPath,
        selector: str | None = None,
        *,
        part: str = "whole",
        anchor: str | None = None,
        occurrence: int | None = None,
        start: Mark | None = None,
        end: Mark | None = None,
        inclusive: bool = True,
        lines: str | int | None = None,
        around: int = 0,
        max_lines: int | None = None,
        **common: Unpack[Common],
    ) -> Region:
        """Read a region, whose version the session remembers; see `structedit.get_region`."""
        try:
            document = self._read(confined(self.root, path))
        except FileError as error:
            return _no_region(path, error)
        return api.get_region(
            document,
            selector,
            part=part,
            anchor=anchor,
            occurrence=occurrence,
            start=start,
            end=end,
            inclusive=inclusive,
            lines=lines,
            around=around,
            max_lines=max_lines,
            **common,
        )

    def find(
        self,
        paths: AnyPath | Iterable[AnyPath] = ".",
        *,
        text: str | None = None,
        regex: str | None = None,
        query: str | None = None,
        around: int = 0,
        **common: Unpack[Common],
    ) -> tuple[tuple[str | None, Hit], ...]:
        """Find a text, a regex or a query in files and folders under the root."""
        return api.find(
            tuple(self._documents(paths)),
            text=text,
            regex=regex,
            query=query,
            around=around,
            **common,
        )

    def check(self, path: AnyPath, *, language: str | None = None) -> Check:
        """Give the parse state of a file."""
        return api.check(self._read(confined(self.root, path)), language=language)

    # How it is done

    def _read(self, file: _File) -> Document:
        try:
            document = Document.from_bytes(files.read_bytes(file.full), file.name)
        except FileError as error:
            raise _named(error, file) from error
        if confined(self.root, file.name).full != file.full:
            raise _moved(file)
        self._versions.keep(file.full, document)
        return document

    def _documents(self, paths: AnyPath | Iterable[AnyPath]) -> Iterable[Document]:
        several = [paths] if isinstance(paths, (str, files.PathLike)) else paths
        tops = (".", "", self.root)
        named = [
            self.root if files.os_path(path) in tops else confined(self.root, path).full
            for path in several
        ]
        for name in files.walk(named):
            try:
                yield self._read(confined(self.root, name))
            except FileError as error:
                if error.code not in ("not_text", "too_large", "outside_root") or name in named:
                    raise

    def _edit(
        self,
        operation: str,
        path: AnyPath,
        call: Callable[[Document], Outcome],
        *,
        writes: bool,
        backup: bool,
    ) -> Outcome:
        try:
            file = confined(self.root, path)
            document = self._read(file)
        except FileError as error:
            nothing = Document.from_text("", files.os_path(path))
            return failed(nothing, operation, error)
        outcome = call(document)
        if outcome.status is Status.APPLIED and writes:
            outcome = self._commit(path, file, outcome, backup)
        return self._counted(file, outcome)

    def _commit(self, path: AnyPath, file: _File, outcome: Outcome, backup: bool) -> Outcome:
        """Write a landed edit where the path still leads, and remember it."""
        assert outcome.data is not None and outcome.result is not None
        try:
            if confined(self.root, path).full != file.full:
                raise _moved(file)
            undo_id = _written(file, outcome, self.root, backup)
        except FileError as error:
            return failed(outcome.before, outcome.operation, _named(error, file))
        self._versions.keep(file.full, outcome.result)
        step = Step(outcome.operation, outcome.before, outcome.edits, outcome.result.version)
        self._steps[file.full] = (*self._known_steps(file, outcome.before), step)
        return replace(outcome, undo_id=undo_id)

    def _known_steps(self, file: _File, document: Document) -> tuple[Step, ...]:
        """Give the steps that led to a document; those before a foreign change lead nowhere."""
        steps = self._steps.get(file.full, ())
        if not steps or steps[-1].version_after != document.version:
            return ()
        known = [s for s in steps if self._versions.get(file.full, s.before.version) is not None]
        return steps[len(steps) - len(known) :]

    def _counted(self, file: _File, outcome: Outcome) -> Outcome:
        """Count a failure, and answer it by what the session knows."""
        if outcome.landed:
            self._failures.pop(file.full, None)
            return outcome
        failures = self._failures[file.full] = self._failures.get(file.full, 0) + 1
        if needle_of(outcome) is not None:
            told = with_history(outcome, self._known_steps(file, outcome.before))
            if told is outcome:
                told = with_neighbours(outcome, neighbours.near(file.full, self.root))
            outcome = told
        return insisted(api.source_of(outcome.before), outcome, failures)


def _written(file: _File, outcome: Outcome, root: str, backup: bool) -> str | None:
    """Write a landed edit as one transaction; give its id if it can be undone."""
    assert outcome.data is not None
    target = files.writable_target(file.full)
    change = journal.Change(target, outcome.before.encode(), outcome.data)
    counts = outcome.lines_added, outcome.lines_removed
    note = journal.Note(history.root_of(root), outcome.operation, *counts)
    return journal.commit([change], note, keep=backup)


def _moved(file: _File) -> FileError:
    return FileError(f"{file.name!r} leads elsewhere now", hint="read it again", code="stale")


def _named(error: FileError, file: _File) -> FileError:
    """Name the file as its caller does."""
    message = error.message.replace(repr(file.full), repr(file.name))
    return FileError(message, hint=error.hint.replace(file.full, file.name), code=error.code)


def _no_region(path: AnyPath, error: FileError) -> Region:
    document = Document.from_text("", files.os_path(path))
    reason = Reason(error.code)
    return Region(
        Status.ERROR,
        document.path,
        None,
        document.version,
        0,
        reason=reason,
        diagnosis=Diagnosis(error.message, error.hint),
    )
