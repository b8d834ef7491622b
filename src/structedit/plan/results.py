"""Results of planning: a planned edit, or a failure.

`explain.missed_text` finds the words of a failure, and only if somebody will read them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from structedit.calls.batches import ApplyHunks
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.operations import operation_of
from structedit.calls.outcomes import Outcome
from structedit.calls.refusals import Refusal
from structedit.calls.requests import Request
from structedit.calls.statuses import Reason, Status
from structedit.explain import missed_text
from structedit.judge.change import Gone, Inserted, Moved, Promise, Replaced
from structedit.search.alignment import elision
from structedit.search.found import Miss
from structedit.text.document import Span, to_text
from structedit.text.edit import EditSet
from structedit.text.values import dataclass, replace
from structedit.text.words import may_leave_out
from structedit.tree.nodes import Block
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.search.alignment.occurrences import Conflict, Occurrence


Confirm = Callable[[Source], Callable[[Request], bool]]
"""Return a test of whether a request on this source would succeed."""

Explain = Callable[[Confirm], "missed_text.Verdict"]
"""Find out why a place was not found; `Confirm` tests which call would succeed."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A planned edit: its target, how that was found, and warnings.

    If a text can be laid out in several ways, this is the first draft, and `alternatives` are the others, in the order
    in which a person would try them. `plan.one_request` uses the first one that passes the gate.
    """

    edits: EditSet
    target: Span
    tier: str | None = None
    by_text: bool = False
    is_complete: bool = False
    """The inserted text parses by itself, so that it must not take in code around it."""
    selector: str | None = None
    replacements: int = 1
    alike: int = 1
    """Places replaced by one text of the request, so that the caller may not have seen each of them."""
    attached: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    bridged: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    targets: tuple[Span, ...] = ()
    """The targets one by one, if a single span would include code between them."""
    given: tuple[Span, ...] = ()
    """The places for which the caller gave a whole new text, though it may repeat the old one."""
    replaced: Block | None = None
    """The definition, or the part that its statement needs, that the new text replaces as a whole."""
    carried: Span | None = None
    """The code that is moved or reindented unchanged; all that it defines must be found in the result."""
    put: Inserted | None = None
    """Where a text is inserted, or a block is moved to."""
    replaced_before: tuple[Replaced, ...] = ()
    """The blocks replaced by the edits that this one combines."""
    deleted: Block | None = None
    """The block to delete, with its comments and decorators and nothing else."""
    operand: Span | None = None
    """The place in the result where the new text must be exactly one expression."""
    alternatives: tuple[Planned, ...] = ()
    """Further drafts of the same edit; none of them has alternatives of its own."""

    def promises(self, *, keeps_attached: bool) -> tuple[Promise, ...]:
        """Return what the operation promises about the result."""
        found: list[Promise] = [*self.all_replaced()]
        if self.deleted is not None:
            found.append(Gone(self.deleted, keeps_attached))
        if self.carried is not None:
            found.append(Moved(self.carried, self.put))
        elif self.put is not None:
            found.append(self.put)
        return tuple(found)

    def all_replaced(self) -> tuple[Replaced, ...]:
        """Return the blocks that new text replaces as a whole."""
        own = (Replaced.of(self.replaced, self.edits),) if self.replaced is not None else ()
        return (*self.replaced_before, *own)


@dataclass(frozen=True, slots=True)
class Failed:
    """Why there is nothing to apply."""

    status: Status
    reason: Reason
    diagnosis: Diagnosis
    explain: Explain | None = None
    """Finds out all three, if that takes a search; called only if somebody will read them."""


def on_each(planned: Planned | Failed, change: Callable[[Planned], Planned]) -> Planned | Failed:
    """Apply a change to each draft of a plan."""
    if isinstance(planned, Failed):
        return planned
    alternatives = tuple(change(draft) for draft in planned.alternatives)
    return replace(change(replace(planned, alternatives=())), alternatives=alternatives)


def report_miss(source: Source, miss: Miss, request: Request | ApplyHunks) -> Failed:
    """Return the failure of a place that was not found."""
    operation = operation_of(request)
    corrigible = None if isinstance(request, ApplyHunks) else request
    return explain_later(
        lambda confirm: missed_text.of_miss(source, miss, operation, corrigible, confirm(source))
    )


def explain_later(explain: Explain) -> Failed:
    """Return a failure whose reasons are found out when they are first asked for."""
    return Failed(Status.NOT_FOUND, Reason.NO_MATCH, Diagnosis(""), explain)


def refuse(reason: Reason, message: str, fix: str) -> Failed:
    """Return a failure whose reason needs no search."""
    return Failed(Status.REFUSED, reason, Diagnosis(message, fix))


def report_gate(source: Source, refusal: Refusal) -> Failed:
    """Return the failure for a refusal of the gate, with the place that it names."""
    region = missed_text.numbered(source, refusal.at)
    closest = missed_text.shown(source, refusal.at, region)
    return Failed(
        Status.REFUSED, refusal.reason, Diagnosis(refusal.message, refusal.fix, closest=closest)
    )


def report_already(source: Source, span: Span | None, message: str) -> Failed:
    """Return the failure `already_applied` of a request whose result is in the file, at a place if one is known."""
    if span is not None:
        message = f"{message} (line {source.document.line_of(span.start)})"
    return Failed(Status.ALREADY_APPLIED, Reason.NO_CHANGE, Diagnosis(message, ""))


def refuse_elision(new: str, old: str, file: bytes = b"") -> Failed | None:
    """Refuse a new text with a `...` for omitted code, which would be written literally."""
    # Nearly all texts have no omission mark and need no closer look.
    line = elision.elision_line(new, old, file) if may_leave_out(new) else ""
    if not line:
        return None
    return refuse(
        Reason.MALFORMED_EDIT,
        f"the new text has a line that marks omitted code: {line!r}",
        "send the code itself, or edit only the part that changes",
    )


def with_note(failed: Failed, note: str) -> Failed:
    """Add a note on the cause to a failure, if there is one."""
    notes = (*failed.diagnosis.notes, *filter(None, (note,)))
    return replace(failed, diagnosis=replace(failed.diagnosis, notes=notes))


def failure(source: Source, operation: str, failed: Failed) -> Outcome:
    """Return the outcome of a request that changes nothing."""
    lands = failed.status in (Status.UNCHANGED, Status.ALREADY_APPLIED)
    diagnosis, file = failed.diagnosis, source.profile.sections.file
    if file and failed.status is Status.NOT_FOUND:
        seen = f"the search is in the cells as get_region prints them; pass language={file!r} to search the file itself"
        diagnosis = replace(diagnosis, notes=(*diagnosis.notes, seen))
    return Outcome(
        status=failed.status,
        operation=operation,
        before=source.document,
        reason=failed.reason,
        message=failed.diagnosis.message,
        language=source.language,
        result=source.document if lands else None,
        diagnosis=diagnosis,
    )


def report_conflict(source: Source, hit: Occurrence, conflict: Conflict) -> Failed:
    """Return the failure if both the caller and the file changed the same text; it shows both."""
    notes = (
        f"the file has: {to_text(conflict.ours)!r}",
        f"the edit wants: {to_text(conflict.theirs)!r}",
    )
    closest = missed_text.shown(source, hit.span, missed_text.numbered(source, hit.span))
    message = "the edit changes text that is different in the file"
    return Failed(
        Status.REFUSED,
        Reason.MERGE_CONFLICT,
        Diagnosis(
            message,
            "copy the lines from the file and send the edit again",
            closest=closest,
            notes=notes,
        ),
    )
