"""Finishing a rewritten file before it is written: add or delete imports, run a formatter.

The caller names all of these, never a repository's configuration. The resulting text is judged as an edit of the
rewritten one. A formatter reads a text on standard input and prints it formatted; it gets no existing file and is
not run by a shell.

Not here: where an import is inserted, how one is deleted (`edits.imports`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from structedit.app import guards
from structedit.calls.arguments import content
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Place
from structedit.calls.requests import Insert, Options
from structedit.calls.statuses import Reason, Status
from structedit.disk import programs
from structedit.disk.language_programs import Program, words_of
from structedit.edits import imports
from structedit.plan import one_request
from structedit.plan.results import Failed
from structedit.search import embedded
from structedit.text.document import to_bytes, to_text
from structedit.text.errors import FileError, UsageError
from structedit.text.values import dataclass, replace
from structedit.text.words import TOKEN, stands_as_word
from structedit.tooling.formatters import Unformatted, formatted_text
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.edits.new_text import Draft
    from structedit.tree.import_statements import Import, Part

_SECONDS = 60.0
"""Time limit of a formatter for one file. Chosen by judgement: as for a hook."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The imports that a file needs, those to delete if they became unused, and the words of a formatter."""

    imports: tuple[str, ...] = ()
    unimports: tuple[str, ...] = ()
    formatter: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return True if there is anything to do."""
        return bool(self.imports or self.unimports or self.formatter)


AS_IT_IS = Finish()


def finish_of(
    imports: Iterable[str] = (),
    formatter: str | Sequence[str] | None = None,
    unimports: Iterable[str] = (),
) -> Finish:
    """Check the caller's imports and formatter before any file is read.

    Raises:
        UsageError: when an import is empty, or the formatter has no words.
    """
    needed, unneeded = _listed("imports", imports), _listed("unimports", unimports)
    words = () if formatter is None else words_of(formatter, "formatter")
    try:
        command = programs.filter_words(words) if words else ()
        return Finish(needed, unneeded, command)
    except FileError as error:
        raise UsageError(
            f"the formatter cannot be run: {error.message}", hint=error.hint
        ) from error


def _listed(name: str, given: Iterable[str]) -> tuple[str, ...]:
    """Return one import or several as a tuple of texts, none of which is empty."""
    listed = (given,) if isinstance(given, str) else given
    texts = tuple(content(name, one).strip() for one in listed)
    if not all(texts):
        raise UsageError("an import is empty", hint="write it as code, such as `import os`")
    return texts


def finished(
    finish: Finish, root: str, outcome: Outcome, options: Options, seconds: float | None = None
) -> Outcome:
    """Return a planned outcome with the imports that it needs, formatted; or why it cannot be finished.

    Args:
        finish: what the file needs.
        root: the folder that the path of the outcome is relative to.
        outcome: the result of the file's edits.
        options: of those edits.
        seconds: time limit of the formatter, instead of a minute.
    """
    for text in finish.imports:
        if outcome.status is Status.APPLIED:
            outcome = _imported(text, outcome, options)
    for text in finish.unimports:
        outcome = _unimported(text, outcome, options)
    if finish.formatter and outcome.status is Status.APPLIED:
        outcome = _formatted(finish.formatter, root, outcome, options, seconds or _SECONDS)
    return outcome


def _imported(text: str, outcome: Outcome, options: Options) -> Outcome:
    """Return the outcome with an import added, unless all of its names are imported."""
    assert outcome.result is not None
    source = Source.of(outcome.result)
    codes = _codes(source)
    if codes and all(imports.read_imports(one, to_bytes(text)) is None for one in codes):
        message = f"{text!r} is not an import in {source.language or 'text'}"
        fix = "write the import as code; or rewrite the files of one language with --language"
        return _refused(outcome, Reason.NOT_A_BLOCK, message, fix)
    planned = one_request.draft(source, Insert(text, Place.IMPORTS))
    if isinstance(planned, Failed):
        if planned.status is Status.ALREADY_APPLIED:
            return outcome
        fix = "rewrite without this import, and insert it before or after a line, by the text of that line"
        return _refused(outcome, planned.reason, f"{text!r}: {planned.diagnosis.message}", fix)
    new = to_text(planned.edits.apply(source.data))
    return guards.with_text(outcome, new, options, f"the import {text!r}")


def _unimported(text: str, outcome: Outcome, options: Options) -> Outcome:
    """Return the outcome without the imports that a name or statement means and that the edits made unused."""
    used_before = _code_alone(Source.of(outcome.before))
    while outcome.status is Status.APPLIED and outcome.result is not None:
        source = Source.of(outcome.result)
        exporting = source.profile.locals.exporting
        if str(outcome.path).endswith(exporting):
            return outcome
        used = _code_alone(source)
        drafts: list[Draft] = []
        for code, statement, parts in _meant(source, to_bytes(text)):
            if not any(part.binds for part in parts):
                message = f"{text!r} imports no name, so it may be needed for its effects"
                fix = "leave it out of unimports, and delete the statement by its text"
                return _refused(outcome, Reason.NOT_A_BLOCK, message, fix)
            kept = code.profile.locals.implicit
            unused = [
                part
                for part in parts
                if part.binds and not any(to_text(name) in kept for name in part.binds)
                # An import that nothing used before is there for its effects.
                if any(_is_used(source, used_before, name) for name in part.binds)
                and not any(_is_used(source, used, name) for name in part.binds)
            ]
            drafts += [imports.delete_imports(code, statement, unused)] if unused else []
        if not drafts:
            return outcome
        new = to_text(drafts[0].edits.apply(source.data))
        outcome = guards.with_text(outcome, new, options, f"the deletion of the import {text!r}")
    return outcome


def _meant(source: Source, text: bytes) -> Iterator[tuple[Source, Import, list[Part]]]:
    """Yield the parts of imports that a name or a statement means, with their statement and source.

    Conditional imports and those for other files are left out.
    """
    words = tuple(TOKEN.findall(text))
    for code in _codes(source):
        given = imports.read_imports(code, text)
        wanted = {part.alone for one in given.statements for part in one.parts} if given else set()
        assert code.tree is not None
        for one in code.tree.imports().statements:
            parts = [p for p in one.parts if p.alone in wanted or words in (p.words, p.binds)]
            if parts and not one.is_conditional and not one.is_exported:
                yield code, one, parts


def _is_used(source: Source, code: bytes, name: bytes) -> bool:
    """Return True if a name occurs in the code of a file; markup may write `CartRow` as `cart-row`."""
    flat = code.replace(b"-", b"").lower() if source.profile.embedded else b""
    return stands_as_word(code, name) or stands_as_word(flat, name.lower())


def _codes(source: Source) -> list[Source]:
    """Return the sources in a file whose imports are known: the file itself, or embedded code."""
    codes = [source, *(region.source for region in embedded.regions(source))]
    return [code for code in codes if code.tree is not None and code.tree.has_imports_query]


def _code_alone(source: Source) -> bytes:
    """Return the text of a file without imports: what may use a name, including comments with types."""
    data = bytearray(source.data)
    for code in _codes(source):
        assert code.tree is not None
        for one in code.tree.imports().statements:
            data[one.span.start : one.span.end] = b" " * len(one.span)
    return bytes(data)


def _formatted(
    words: tuple[str, ...], root: str, outcome: Outcome, options: Options, seconds: float
) -> Outcome:
    """Return the outcome as the formatter prints it."""
    assert outcome.result is not None
    program = Program(words, seconds)
    new = formatted_text(program, root, str(outcome.path), outcome.result)
    if isinstance(new, Unformatted):
        return _refused(outcome, Reason.FORMAT_FAILED, new.message, new.fix)
    name = f"the formatter `{program.shown}`"
    return outcome if new == outcome.text else guards.with_text(outcome, new, options, name)


def _refused(outcome: Outcome, reason: Reason, message: str, fix: str) -> Outcome:
    """Return the outcome of a file that cannot be finished, and stays as it is."""
    refused = Outcome(Status.REFUSED, outcome.operation, outcome.before, reason, message)
    diagnosis = Diagnosis(message, fix)
    return replace(refused, language=outcome.language, diagnosis=diagnosis)
