"""Running calls: each calls one function of the library, prints its result and returns an exit code.

Results go to standard output, failures and warnings to standard error. With JSON everything is one object on
standard output, at every exit code.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from structedit.app import events, library, many_files
from structedit.calls import as_dict, code_patterns
from structedit.calls.outcomes import Outcome
from structedit.calls.printable import json_text, printable
from structedit.calls.report import report
from structedit.calls.statuses import JsonValue, Status
from structedit.disk import limits, listing, neighbours, project_files, surroundings
from structedit.explain import elsewhere
from structedit.faces import readings
from structedit.faces.command import known_languages, output, shell_lines
from structedit.faces.command.exit_codes import AMBIGUOUS, DONE, NOT_LANDED, REFUSED, WRONG
from structedit.faces.command.harness_calls import Call, Hits, View
from structedit.languages import detection
from structedit.search.patterns import pattern_reading
from structedit.text.diff import line_changes, unified_diff
from structedit.text.document import Document, to_text
from structedit.text.edit import raw_edits
from structedit.text.errors import TooSlowError, UsageError
from structedit.text.values import replace
from structedit.tree import newer_grammars

if TYPE_CHECKING:
    from structedit.calls.as_dict import JsonObject
    from structedit.calls.batch_outcomes import BatchOutcome
    from structedit.plan.reading import Region


R = TypeVar("R")

EXIT_CODES = {
    Status.APPLIED: DONE,
    Status.ALREADY_APPLIED: DONE,
    Status.UNCHANGED: DONE,
    Status.NOT_FOUND: NOT_LANDED,
    Status.AMBIGUOUS: AMBIGUOUS,
    Status.REFUSED: REFUSED,
    Status.ERROR: WRONG,
}


def batch_exit_code(batch: BatchOutcome) -> int:
    """Return the exit code: that of a failed edit, even if the rest is written."""
    if batch.landed or not batch.failed:
        return EXIT_CODES[batch.status]
    if batch.status.value != "applied":
        return EXIT_CODES[batch.status]
    return max(EXIT_CODES[edit.outcome.status] for edit in batch.failed)


def run(call: Call) -> int:
    """Run a call, print its result and return the exit code."""
    limits.end_when_stuck()
    match call.operation:
        case "outline":
            return _outline(call)
        case "get_region":
            return _get_region(call)
        case "find":
            return _find(call)
        case "check":
            return _check(call)
        case _:
            return _edit(call)


# Editing


def _edit(call: Call) -> int:
    view = call.view
    if view.diff or view.check:
        call.arguments["dry_run"] = True
    outcome = library.LIBRARY.edit_by_name(call.operation, call.subject, call.arguments)
    if not outcome.landed and not isinstance(call.subject, Document):
        outcome = _with_neighbours(outcome, call)
    path = surroundings.path_for_diff(outcome.path or "text")
    if outcome.edits:
        data = outcome.before.data
        diff = unified_diff(data, line_changes(data, outcome.edits), path)
        outcome = replace(outcome, diff=to_text(diff))
    _show(outcome, call, path)
    would_change = view.check and outcome.status is Status.APPLIED
    return NOT_LANDED if would_change else EXIT_CODES[outcome.status]


def _with_neighbours(outcome: Outcome, call: Call) -> Outcome:
    """Add files nearby that have the text which this one lacks, if they are found in time."""
    near = neighbours.near(call.subject)
    timeout = call.arguments.get("timeout")
    with suppress(TooSlowError):
        return limits.limited(
            lambda: elsewhere.with_neighbours(outcome, near), outcome.request, timeout=timeout
        )
    return outcome


def _failure(outcome: Outcome, call: Call) -> str:
    """Return the report of a failed edit, with the retry as a line for the shell."""
    subject = call.subject if isinstance(call.subject, str) else None
    kept = {name: True for name in ("dry_run",) if call.arguments.get(name)}

    def format_retry(arguments: dict[str, JsonValue]) -> str:
        path: dict[str, JsonValue] = {} if subject is None else {"path": subject}
        words = shell_lines.words_of(call.operation, {**path, **arguments, **kept})
        return f"try: {shell_lines.line(words)}"

    text = report(outcome, format_retry=format_retry)
    return shell_lines.in_shell_words(text, subject)


def _show(outcome: Outcome, call: Call, path: str) -> None:
    view = call.view
    if view.as_json:
        output.json_object(_outcome_dict(outcome, view))
    elif not outcome.landed:
        output.error(_failure(outcome, call) + "\n")
    elif view.diff:
        _show_diff(outcome, view, path)
        output.warnings(outcome.warnings)
    elif view.as_filter and not outcome.dry_run:
        output.raw((outcome.result or outcome.before).encode())
        output.warnings(outcome.warnings)
    elif view.quiet:
        output.warnings(outcome.warnings)
    else:
        _show_report(outcome, view)


def _outcome_dict(outcome: Outcome, view: View) -> JsonObject:
    """Return the outcome as JSON, with the result of a filter, since there is no file to read it from."""
    found = as_dict.to_dict(outcome)
    if view.as_filter and outcome.landed:
        found["text"] = json_text((outcome.result or outcome.before).as_file().text)
    return found


def _show_diff(outcome: Outcome, view: View, path: str) -> None:
    """Print the diff of the file's bytes, so that it applies whatever their encoding."""
    if outcome.result is None or not outcome.edits:
        return
    edits = raw_edits(outcome.before, outcome.result, outcome.edits)
    data = outcome.before.encode()
    diff = unified_diff(data, line_changes(data, edits), path)
    output.diff(diff, view.color)


def _show_report(outcome: Outcome, view: View) -> None:
    """Print what happened: with the new region, or in a dry run with the diff."""
    if not outcome.dry_run or view.check:
        output.text(report(outcome) + "\n")
        return
    output.text(report(replace(outcome, region=None)) + "\n")
    output.shown_diff(outcome.diff, view.color)


# Reading


def _outline(call: Call) -> int:
    subject = call.subject
    several = isinstance(subject, tuple) and (len(subject) > 1 or listing.is_folder(subject[0]))
    if not several:
        subject = subject[0] if isinstance(subject, tuple) else subject
        found = library.outline(subject, **call.arguments)
        if call.view.as_json:
            output.json_object(readings.outline_dict(found))
        else:
            output.text(readings.outline_text(found))
            _hint_at_language(found.language, call)
        return DONE
    outlines, complete = _each(call, subject, library.outline)
    if call.view.as_json:
        output.json_object({"files": [readings.outline_dict(one) for one in outlines]})
    else:
        output.text("".join(map(readings.outline_text, outlines)))
    return DONE if complete else WRONG


def _hint_at_language(language: str | None, call: Call) -> None:
    if language is None and "language" not in call.arguments:
        output.error("hint: pass the language with --language NAME\n")


def _get_region(call: Call) -> int:
    subject = call.subject

    def look() -> tuple[Document, Region]:
        document = subject if isinstance(subject, Document) else project_files.read(subject)
        return document, library.get_region(document, **call.arguments)

    document, region = _counted(call, look, lambda found: found[1])
    if call.view.as_json:
        output.json_object(readings.region_dict(region))
    elif region.status is not Status.UNCHANGED:
        output.error(_region_failure(document, region, call) + "\n")
    elif call.view.numbered:
        output.text(readings.region_numbered(document, region))
    else:
        output.raw(readings.region_bytes(document, region))
    if region.left_out and not call.view.as_json:
        output.error(f"… {region.left_out} more lines\n")
    return EXIT_CODES[region.status]


def _region_failure(document: Document, region: Region, call: Call) -> str:
    subject = call.subject if isinstance(call.subject, str) else None
    text = report(readings.region_outcome(document, region))
    candidates = region.diagnosis.candidates if region.diagnosis is not None else ()
    if len(candidates) == 1 and subject is not None:
        kept = {
            name: v for name, v in call.arguments.items() if name not in ("anchor", "occurrence")
        }
        found = {**kept, "path": subject, "selector": candidates[0].selector}
        text += f"\ntry: {shell_lines.line(shell_lines.words_of('get_region', found))}"
    return shell_lines.in_shell_words(text, subject)


def _find(call: Call) -> int:
    if call.view.debug_pattern:
        subject = call.subject
        path = subject.path if isinstance(subject, Document) else subject[0]
        output.text(pattern_tree(path, call.arguments.get("language"), call.arguments))
        return DONE
    if call.view.hits in (Hits.FILES, Hits.COUNTS):
        with _warnings_printed():
            rows = library.count_hits(call.subject, **call.arguments)
        is_counted = call.view.hits is Hits.COUNTS
        for path, number in rows.items():
            output.text(f"{printable(path)}:{number}\n" if is_counted else f"{printable(path)}\n")
        return DONE if rows else NOT_LANDED
    with _warnings_printed():
        hits = library.find(call.subject, **call.arguments)
    match call.view.hits:
        case Hits.ONE_OBJECT:
            output.json_object(readings.hits_dict(hits))
        case Hits.OBJECTS:
            for path, hit in hits:
                output.json_line(readings.hit_object(path, hit))
        case Hits.LINES if not call.view.quiet:
            output.text(readings.hits_text(hits))
    return DONE if hits else NOT_LANDED


def pattern_tree(path: str | None, language: str | None, given: Mapping[str, Any]) -> str:
    """Return the tree of a pattern in a language, or in that of a file, as text.

    Raises:
        UsageError: when there is no pattern, or no language is known to parse it in.
    """
    pattern = code_patterns.pattern_among(given)
    if pattern is None:
        raise UsageError("there is no pattern to show", hint="pass --pattern")
    name = (
        detection.language_of(path, b"") if language is None else detection.resolve_name(language)
    )
    if name is None:
        raise UsageError("the language of the pattern is not known", hint="pass -l")
    read = pattern_reading.read_pattern(pattern, newer_grammars.profile_in_use(name))
    warning = f"warning: {read.warning}\n" if read.warning else ""
    return pattern_reading.tree_text(read) + warning


def _check(call: Call) -> int:
    if isinstance(call.subject, Document):
        checks, complete = [library.check(call.subject, **call.arguments)], True
    else:
        checks, complete = _each(call, call.subject, library.check)
    if call.view.as_json:
        output.json_object(readings.checks_dict(checks))
    elif not call.view.quiet:
        output.text(readings.checks_text(checks))
        if isinstance(call.subject, Document):
            _hint_at_language(checks[0].language, call)
    if not complete:
        return WRONG
    return DONE if all(check.clean for check in checks) else NOT_LANDED


def _each(
    call: Call, subject: str | tuple[str, ...], look: Callable[..., R]
) -> tuple[list[R], bool]:
    """Return the result of a library function for each file, and True if all could be read: one call."""
    given = {name: value for name, value in call.arguments.items() if name != "language"}
    paths = (subject,) if isinstance(subject, str) else subject

    def each() -> tuple[list[R], bool]:
        language = call.arguments.get("language")
        return many_files.each(paths, language, lambda source: look(source, **given))

    with _warnings_printed():
        return _counted(call, each, lambda seen: seen[0][0] if len(seen[0]) == 1 else seen[0])


@contextmanager
def _warnings_printed() -> Iterator[None]:
    """Print the library's warnings to standard error."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    output.warnings(tuple(str(one.message) for one in caught))


def _counted(call: Call, look: Callable[[], R], shown: Callable[[R], object]) -> R:
    """Run a read, and count it as one call unless the content came from standard input."""
    subject = call.subject
    if isinstance(subject, Document):
        return look()
    path = subject if isinstance(subject, str) else subject[0]
    return events.reading(call.operation, path, look, shown)


def languages(as_json: bool) -> int:
    """List the known languages, with what structedit can do for them."""
    found = events.reading("languages", ".", known_languages.known_languages)
    if as_json:
        output.json_object(found)
    else:
        output.text(readings.languages_text(found))
    return DONE
