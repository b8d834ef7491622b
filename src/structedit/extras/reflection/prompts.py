"""The prompts of a reflection: what failed, with what the files contain.

Not here: when a prompt is sent (`reflecting`).
"""

from __future__ import annotations

from structedit.calls.batch_outcomes import BatchOutcome, EditOutcome
from structedit.calls.statuses import Fate
from structedit.extras.reflection.outcomes import Round, Verdict

# Letters of a prompt, and of the diff in it. Chosen by judgement: about 6,000 tokens in all.
_PROMPT_LETTERS = 24_000
_DIFF_LETTERS = 6_000


def malformed_prompt(malformed: str, pending: str) -> str:
    """Return the prompt after a text that cannot be parsed; `pending` is the prompt that it was to answer."""
    lines = [f"The text of edits cannot be read: {malformed}", ""]
    lines.append("None of it was applied. Send the edits of that text again, well-formed.")
    lines += ["They were meant to answer this:", "", pending] if pending else []
    return _joined(lines)


def failed_prompt(batch: BatchOutcome, failed: tuple[int, ...], kept: int) -> str:
    """Return the prompt after a batch in which some edits failed and `kept` others fit."""
    head = f"{len(failed)} of {len(failed) + kept} edits did not land; nothing is written yet."
    if kept:
        others = "The other one fits" if kept == 1 else f"The other {kept} fit"
        head += f" {others} and will be applied with your answer: do not send those again."
    lines = [head]
    if batch.diagnosis is not None:
        lines.append(f"{batch.diagnosis.message}. {batch.diagnosis.fix}")
    lines.append("Send the edits below again, corrected to match the files, in the same format.")
    for number in failed:
        edit = batch.edits[number]
        where = f" (line {edit.line} of the text)" if edit.line is not None else ""
        lines += ["", f"== {edit.operation} in {edit.path}{where} ==", _report(batch, edit)]
    return _joined(lines)


def verdict_prompt(last: Round, verdict: Verdict, batch: BatchOutcome) -> str:
    """Return the prompt after a batch that landed and failed the check."""
    state = "The edits are in the files, which stay as they are now."
    ask = "Send further edits of the files as they are now, so that it passes."
    if last.taken_back:
        state = "The edits landed, but were undone: the files are as they were before them."
        ask = "Send all edits again, so that it passes."
    lines = [verdict.report(), "", state, ask]
    if batch.diff:
        lines += ["", "What the edits changed:", _cut(batch.diff, _DIFF_LETTERS)]
    return _joined(lines)


def failed_numbers(batch: BatchOutcome) -> tuple[int, ...]:
    """Return the numbers of the edits to ask for again: those that failed, or whose file was refused."""
    failed = {edit.index for edit in batch.failed}
    for file in batch.files:
        edits = {e.index for e in batch.edits if e.path in (file.path, file.moved_from)}
        # A file can be refused although each of its edits fits: then all of them are asked for.
        if file.failure is not None and not edits & failed:
            failed |= edits
    return tuple(sorted(failed))


def _report(batch: BatchOutcome, edit: EditOutcome) -> str:
    if edit.status is not Fate.FAILED:
        for file in batch.files:
            if file.failure is not None and edit.path in (file.path, file.moved_from):
                return file.failure.report()
    return edit.report()


def _joined(lines: list[str]) -> str:
    return _cut("\n".join(lines), _PROMPT_LETTERS) + "\n"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most].rstrip() + "\n… (cut)"
