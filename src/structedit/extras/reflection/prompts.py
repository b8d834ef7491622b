"""The prompts of a reflection: only what failed, with what the files hold.

Not here: when it is asked (`rounds`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.calls.batch_outcomes import BatchOutcome, EditOutcome
from structedit.calls.statuses import Fate

if TYPE_CHECKING:
    from structedit.extras.reflection.outcomes import Malformed, Round, Verdict

MOST_LETTERS = 24_000
"""Letters of a prompt; each of its parts has its own limit, so this is seldom reached.

Chosen by judgement: some 6,000 tokens.
"""

# What each part of a prompt may take of it; chosen by judgement.
_REPORT_LETTERS = 6_000  # of the report on one edit
_OUTPUT_LINES = 80  # of what the command that verifies printed, its end
_DIFF_LINES = 80  # of what the edits changed
_FULL_REPORTS = 10  # edits that are reported in full


def prompt_of(rounds: tuple[Round, ...], kept: int) -> str:
    """The prompt after some rounds, of which so many edits are kept."""
    last = rounds[-1]
    if last.malformed is not None:
        parts = [*_malformed_part(last.malformed), *_still_failing(rounds, kept)]
    elif last.verdict is not None and last.batch is not None:
        parts = _verdict_part(last, last.verdict, last.batch)
    else:
        assert last.batch is not None
        parts = _failed_part(kept, last.batch)
    return _cut("\n".join(parts), MOST_LETTERS) + "\n"


def _malformed_part(malformed: Malformed) -> list[str]:
    hint = [f"hint: {malformed.hint}"] if malformed.hint else []
    around = ["The lines there:", *malformed.around] if malformed.around else []
    said = [f"The text of edits cannot be read: {malformed.message}.", *hint, *around, ""]
    return [*said, "Nothing of it was applied. Send the edits of that text again, well-formed."]


def _still_failing(rounds: tuple[Round, ...], kept: int) -> list[str]:
    """Sentences on which edits are still asked for, after an answer that could not be read."""
    batch = next((r.batch for r in reversed(rounds[:-1]) if r.batch is not None), None)
    if not kept or batch is None:
        return []
    return ["", "Still asked for are only the edits that failed before:", *_reports(batch)]


def _failed_part(kept: int, batch: BatchOutcome) -> list[str]:
    failed = len(failed_numbers(batch))
    head = f"{failed} of {failed + kept} edits did not land; nothing is written yet."
    if kept:
        others = "The other one fits" if kept == 1 else f"The other {kept} fit"
        head += f" {others} and will be applied with your answer: do not repeat what fits."
    whole = batch.diagnosis
    general = [f"{whole.message}. {whole.fix}"] if whole is not None else []
    ask = "Send the edits below again, corrected after what the files hold, in the same format."
    return [head, *general, ask, *_reports(batch)]


def _reports(batch: BatchOutcome) -> list[str]:
    """The report of each edit that failed, with what the file holds."""
    found: list[str] = []
    for number in failed_numbers(batch)[:_FULL_REPORTS]:
        edit = batch.edits[number]
        where = f" (line {edit.line} of the text)" if edit.line is not None else ""
        found += ["", f"== {edit.operation} in {edit.path}{where} =="]
        found.append(_cut(_report_of(batch, edit), _REPORT_LETTERS))
    more = len(failed_numbers(batch)) - _FULL_REPORTS
    return [*found, "", f"… and {more} more edits that failed"] if more > 0 else found


def _report_of(batch: BatchOutcome, edit: EditOutcome) -> str:
    """An edit's own report, or that of its file where the edits fit one by one."""
    if edit.status is Fate.FAILED:
        return edit.report()
    blocked = (f.failure for f in batch.files if edit.path in (f.path, f.moved_from))
    return next((failure.report() for failure in blocked if failure is not None), edit.report())


def _verdict_part(last: Round, verdict: Verdict, batch: BatchOutcome) -> list[str]:
    if last.is_back:
        state = "The edits fitted, but were taken back: the files are as they were before them."
        ask = "Send all edits again, so that it passes."
    else:
        state = "The edits are in the files, which stay as they are now."
        ask = "Send further edits of the files as they are now, so that it passes."
    diff = batch.diff.split("\n")
    told = ["", "What the edits changed:", *_first(diff, _DIFF_LINES)] if batch.diff else []
    return [failure_of(verdict), state, ask, "", "It printed:", *last_lines(verdict.output), *told]


def failure_of(verdict: Verdict) -> str:
    """How a check failed, as a sentence."""
    if verdict.timed_out:
        return f"{verdict.what} did not end within its time limit."
    code = f" with exit code {verdict.code}" if verdict.code is not None else ""
    return f"{verdict.what} failed{code}."


def last_lines(output: str) -> list[str]:
    """The end of a program's output, where it usually names what failed."""
    lines = output.rstrip("\n").split("\n") if output.strip() else ["(nothing)"]
    more = len(lines) - _OUTPUT_LINES
    return lines if more <= 0 else [f"… {more} lines before", *lines[-_OUTPUT_LINES:]]


def _first(lines: list[str], most: int) -> list[str]:
    more = len(lines) - most
    return lines if more <= 0 else [*lines[:most], f"… {more} more lines"]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most].rstrip() + "\n… (cut)"


def failed_numbers(batch: BatchOutcome) -> tuple[int, ...]:
    """The numbers of the edits to ask for again: those that failed, or whose file is refused."""
    failed = {edit.index for edit in batch.failed}
    for file in batch.files:
        its = {e.index for e in batch.edits if e.path in (file.path, file.moved_from)}
        failed |= its if file.failure is not None and not its & failed else set()
    return tuple(sorted(failed))
