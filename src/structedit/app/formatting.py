"""The formatter between planning and writing an edit: its output is judged, then written with the edit.

The command is the caller's, else the user's configured one for the file's language. If a formatter fails, hangs or
prints text that may not be written, the edit stays unformatted, and a warning says so.

Not here: how a formatter runs (`tooling.formatters`); rewrites, which a failing formatter stops
(`extras.codemods.finishing`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.app import guards
from structedit.app.guards import Guard
from structedit.calls import edit_findings
from structedit.calls.outcomes import Outcome
from structedit.calls.requests import Options
from structedit.calls.statuses import Status
from structedit.disk.configuration import Configuration
from structedit.disk.language_programs import Program, words_of
from structedit.disk.workers import Runner, StoppedError, here
from structedit.plan.landed import changed_spans, map_spans, region_of
from structedit.text.diff import line_changes, line_totals, unified_diff
from structedit.text.document import Document, LineRange, to_text
from structedit.text.edit import EditSet
from structedit.text.values import replace
from structedit.tooling import formatters
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.calls.batch_outcomes import FileOutcome
    from structedit.calls.edit_findings import Formatted
    from structedit.calls.shared_options import Wish


def is_wanted(configuration: Configuration, wish: Wish) -> bool:
    """Return True if a formatter may run for a call, or is missed."""
    return wish is not False and (wish is not None or any(p.format for p in configuration.programs))


def formatted(
    guard: Guard, path: str, outcome: Outcome, options: Options, wish: Wish, run: Runner = here
) -> Outcome:
    """Return a planned edit of one file as the formatter prints it, or unformatted with a warning.

    Args:
        guard: the rules of the root.
        path: the file, relative to the root.
        outcome: the edit.
        options: those of its request.
        wish: the formatter that the caller wants.
        run: where the formatted text is judged.
    """
    if not is_wanted(guard.configuration, wish):
        return outcome
    assert outcome.result is not None
    lines = [span.lines_after for span in outcome.spans if span.lines_after is not None]
    found = _printed(guard, path, outcome.language, outcome.result, lines, wish)
    if not isinstance(found, tuple):
        return replace(outcome, warnings=(*outcome.warnings, *([found] if found else [])))
    program, text = found
    try:
        made = run(guards.with_text, outcome, text, options, _name(program))
    except StoppedError as error:
        return _unformatted(outcome, error.message)
    if not made.landed:
        return _unformatted(outcome, made.message)
    if made.result is None or made.status is not Status.APPLIED:
        return made
    change = EditSet.between(outcome.result.data, made.result.data).refined(outcome.result.data)
    spans = map_spans(outcome.spans, change, made.result)
    return replace(
        made,
        spans=spans,
        region=region_of(made.result, spans),
        bridged=outcome.bridged,
        formatted=_described(program, path, outcome.result, change, made.result),
    )


def formatted_file(guard: Guard, operation: str, file: FileOutcome, wish: Wish) -> FileOutcome:
    """Return one file of a batch as the formatter prints it, or unformatted with a warning."""
    is_changed = file.after is not None and (file.before is None or bool(file.edits))
    if not is_changed or not is_wanted(guard.configuration, wish):
        return file
    assert file.after is not None
    language = Source.of(file.after).language
    spans = changed_spans(file.before, file.after, file.edits) if file.before is not None else ()
    lines = [span.lines_after for span in spans if span.lines_after is not None]
    found = _printed(guard, file.path, language, file.after, lines, wish)
    if not isinstance(found, tuple):
        return replace(file, warnings=(*file.warnings, *([found] if found else [])))
    program, text = found
    made = guards.file_with_text(file, operation, text, _name(program))
    if made.failure is not None:
        warning = f"not formatted: {made.failure.message}"
        return replace(file, warnings=(*file.warnings, warning))
    assert made.after is not None
    change = EditSet.between(file.after.data, made.after.data).refined(file.after.data)
    return replace(made, formatted=_described(program, file.path, file.after, change, made.after))


def _printed(
    guard: Guard,
    path: str,
    language: str | None,
    document: Document,
    changed: list[LineRange],
    wish: Wish,
) -> tuple[Program, str] | str:
    """Return the formatter of a file with its output; else a warning, empty if there is nothing to do."""
    program = _program(guard.configuration, language, wish)
    if program is None:
        asked = f"not formatted: your configuration names no formatter for {language or 'text'}"
        return asked if wish is True else ""
    lines = LineRange(changed[0].first, changed[-1].last) if changed else None
    text = formatters.formatted_text(program, guard.root, path, document, lines)
    if isinstance(text, formatters.Unformatted):
        return f"not formatted: {text.message}"
    return "" if text == document.text else (program, text)


def _program(configuration: Configuration, language: str | None, wish: Wish) -> Program | None:
    if isinstance(wish, bool | None):
        return configuration.programs_of(language).format
    return Program(words_of(wish, "formatter"))


def _name(program: Program) -> str:
    return f"the formatter `{program.shown}`"


def _unformatted(outcome: Outcome, why: str) -> Outcome:
    return replace(outcome, warnings=(*outcome.warnings, f"not formatted: {why}"))


def _described(
    program: Program, path: str, before: Document, change: EditSet, after: Document
) -> Formatted:
    changes = line_changes(before.data, change)
    added, removed = line_totals(before.data, changes)
    spans = [span for span in changed_spans(before, after, change) if len(span.after)]
    lines = tuple(span.lines_after for span in spans if span.lines_after is not None)
    diff = to_text(unified_diff(before.data, changes, path))
    return edit_findings.Formatted(program.shown, lines, added, removed, diff)
