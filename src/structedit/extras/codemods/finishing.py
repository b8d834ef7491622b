"""What is done to a file whose hits are rewritten, before it is written: imports it needs, a formatter.

Both are the caller's words, never those of a repository's configuration. The text that comes of them is
judged as an edit of the rewritten one. A formatter reads a text on standard input and prints it formatted,
so it needs no file and is told of none that is there; it is no line of a shell.

Not here: where an import is inserted (`edits.imports`).
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence

from structedit.app import guards
from structedit.calls.arguments import content
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Place
from structedit.calls.requests import Insert, Options
from structedit.calls.statuses import Reason, Status
from structedit.disk import direct, programs, roots
from structedit.extras.codemods import import_names
from structedit.plan import one_request
from structedit.plan.results import Failed
from structedit.text.document import to_bytes, to_text
from structedit.text.errors import FileError, UsageError
from structedit.text.lines import with_endings
from structedit.text.values import dataclass, replace
from structedit.text.words import TEXT_TOKEN
from structedit.tree.source import Source

_SECONDS = 60.0
"""How long a formatter may take for one file. Chosen by judgement: as long as a hook."""

_MOST_SAID = 2_000
"""Letters of what a formatter prints that a refusal repeats. Chosen by judgement: as for a hook."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The imports that a file needs, and the words of a formatter; both may be empty."""

    imports: tuple[str, ...] = ()
    formatter: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.imports or self.formatter)


AS_IT_IS = Finish()


def finish_of(imports: Iterable[str] = (), formatter: str | Sequence[str] | None = None) -> Finish:
    """What callers say of imports and of a formatter, checked before any file is looked at.

    Raises:
        UsageError: when an import is empty, or the formatter has no words.
    """
    listed = (imports,) if isinstance(imports, str) else imports
    needed = tuple(content("imports", one).strip() for one in listed)
    if not all(needed):
        raise UsageError("an import is empty", hint="write it as code, such as `import os`")
    try:
        words = shlex.split(formatter) if isinstance(formatter, str) else tuple(formatter or ())
    except ValueError as error:
        raise UsageError(
            f"the formatter {formatter!r} cannot be parted into words: {error}",
            hint="close its quotes, or pass a list of words",
        ) from error
    if formatter is not None and not words:
        raise UsageError(
            "the formatter is empty",
            hint=f"write its command, such as `ruff format --stdin-filename {programs.NAME} -`",
        )
    try:
        return Finish(needed, programs.filter_words(tuple(words)) if words else ())
    except FileError as error:
        raise UsageError(
            f"the formatter cannot be run: {error.message}", hint=error.hint
        ) from error


def finished(
    finish: Finish, root: str, outcome: Outcome, options: Options, seconds: float | None = None
) -> Outcome:
    """A landed outcome with the imports that it needs, formatted; else why it cannot be finished.

    Args:
        finish: what the file needs.
        root: the folder that the path of the outcome is below.
        outcome: what the edits of the file came to.
        options: of those edits.
        seconds: how long a formatter may take, instead of a minute.
    """
    for text in finish.imports:
        if outcome.status is Status.APPLIED:
            outcome = _imported(text, outcome, options)
    if finish.formatter and outcome.status is Status.APPLIED:
        outcome = _formatted(finish.formatter, root, outcome, options, seconds or _SECONDS)
    return outcome


def _imported(text: str, outcome: Outcome, options: Options) -> Outcome:
    """The outcome with an import in it, unless all that it names is imported."""
    assert outcome.result is not None
    source = Source.of(outcome.result)
    every, missing = import_names.missing_names(source, to_bytes(text))
    if not every:
        message = f"{text!r} is no import in {source.language or 'text'}"
        fix = "write the import as code; or rewrite the files of one language with --language"
        return _refused(outcome, Reason.NOT_A_BLOCK, message, fix)
    if not missing:
        return outcome
    if len(missing) < len(every):
        message = f"the file has a part of {text!r} already, and not all of it"
        return _refused(outcome, Reason.NAME_CLASH, message, "pass an import for each name")
    planned = one_request.draft(source, Insert(text, Place.IMPORTS))
    if isinstance(planned, Failed):
        said = planned.diagnosis
        return _refused(outcome, planned.reason, f"{text!r}: {said.message}", said.fix)
    new = to_text(planned.edits.apply(source.data))
    return guards.with_text(outcome, new, options, f"the import {text!r}")


def _formatted(
    words: tuple[str, ...], root: str, outcome: Outcome, options: Options, seconds: float
) -> Outcome:
    """The outcome as the formatter prints it."""
    assert outcome.result is not None
    name, text = f"the formatter `{' '.join(words)}`", outcome.result.text
    real = roots.real_path(direct.real(root), str(outcome.path))
    try:
        ran = programs.run_filter(words, root, real, text, seconds)
    except FileError as error:
        fix = "write the path of the program, or install it"
        return _refused(outcome, Reason.FORMAT_FAILED, f"the formatter {error.message}", fix)
    wrong = _wrong(ran, text) if ran.code is not None else f"took longer than {seconds:g} s"
    if wrong:
        said = (ran.errors.strip() or ran.output.strip())[:_MOST_SAID]
        message = f"{name} {wrong}" + (f": {said}" if said else "")
        fix = _TIMEOUT if ran.code is None else _CORRECT
        if not ran.taken:
            fix = (
                "name a command that reads a text on standard input and prints it: `black -q -`, or with the"
                f" file's name `ruff format --stdin-filename {programs.NAME} -`"
            )
        return _refused(outcome, Reason.FORMAT_FAILED, message, fix)
    new = to_text(with_endings(outcome.before.data, 0, to_bytes(ran.output)))
    return outcome if new == text else guards.with_text(outcome, new, options, name)


_CORRECT = "correct the code that is written, or the command"
_TIMEOUT = "correct the command, or give each file more time with timeout"


def _wrong(ran: programs.Ran, text: str) -> str:
    """What is wrong with the run of a formatter; empty for nothing."""
    if not text.strip():
        return f"failed with exit code {ran.code}" if ran.code else ""
    if ran.code:
        return f"failed with exit code {ran.code}" + ("" if ran.taken else " and read no text")
    if not ran.taken:
        return "did not read the text on its standard input"
    if not ran.output.strip():
        return "printed nothing"
    old, new = (Counter(TEXT_TOKEN.findall(one)) for one in (text, ran.output))
    return "" if (old & new).total() >= _KEPT * old.total() else "printed another text"


_KEPT = 0.5
"""The share of words and signs that a formatted text keeps at least. Chosen by judgement: most keep all."""


def _refused(outcome: Outcome, reason: Reason, message: str, fix: str) -> Outcome:
    """The outcome of a file that cannot be finished, which stays as it is."""
    refused = Outcome(Status.REFUSED, outcome.operation, outcome.before, reason, message)
    diagnosis = Diagnosis(message, fix)
    return replace(refused, language=outcome.language, diagnosis=diagnosis)
