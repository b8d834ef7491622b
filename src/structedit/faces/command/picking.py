"""Choosing the edits of a batch one by one, as `git add -p` asks about hunks.

`decided` is pure: from a state and an answer it computes the next state. The command asks the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from structedit.calls.batch_outcomes import BatchOutcome, EditOutcome, FileOutcome
from structedit.calls.batches import ApplyHunks, EditFile, FileRequest
from structedit.calls.statuses import Fate
from structedit.text.diff import line_changes, unified_diff
from structedit.text.document import to_text
from structedit.text.edit import Edit, EditSet
from structedit.text.values import dataclass, replace

ANSWERS = {
    "y": "make this edit",
    "n": "do not make this edit",
    "a": "make this edit and all later ones of the file",
    "d": "make neither this edit nor a later one of the file",
    "s": "split this patch into its hunks",
    "q": "quit: make neither this edit nor any later one",
    "?": "print this help",
}


@dataclass(frozen=True, slots=True, order=True)
class Hit:
    """One edit that a rewrite of many files planned."""

    path: str
    edit: Edit


Asked = FileRequest | Hit


@dataclass(frozen=True, slots=True)
class Picking:
    """Edits still to be asked about, and those that were chosen, in order."""

    pending: tuple[Asked, ...]
    chosen: tuple[Asked, ...] = ()

    @property
    def current(self) -> Asked | None:
        """The edit to ask about; None at the end."""
        return self.pending[0] if self.pending else None


def decided(picking: Picking, answer: str) -> Picking:
    """Return the next state after an answer about the current edit; an unknown answer changes nothing."""
    if not picking.pending:
        return picking
    current, rest = picking.pending[0], picking.pending[1:]
    same = tuple(request for request in rest if request.path == current.path)
    others = tuple(request for request in rest if request.path != current.path)
    match answer:
        case "y":
            return Picking(rest, (*picking.chosen, current))
        case "n":
            return replace(picking, pending=rest)
        case "a":
            return Picking(others, (*picking.chosen, current, *same))
        case "d":
            return replace(picking, pending=others)
        case "s":
            return replace(picking, pending=(*parts_of(current), *rest))
        case "q":
            return replace(picking, pending=())
        case _:
            return picking


def parts_of(request: Asked) -> tuple[Asked, ...]:
    """Split a patch into one edit per hunk; any other edit is its only part."""
    if not isinstance(request, EditFile) or not isinstance(request.request, ApplyHunks):
        return (request,)
    patch = request.request
    return tuple(replace(request, request=replace(patch, hunks=(hunk,))) for hunk in patch.hunks)


def question(request: Asked) -> str:
    """Return the question about an edit, with the letters that answer."""
    letters = [letter for letter in ANSWERS if letter != "s" or len(parts_of(request)) > 1]
    return f"Make this edit of {request.path} [{','.join(letters)}]? "


def help_text() -> str:
    """Return the meaning of each letter."""
    return "".join(f"{letter} - {meaning}\n" for letter, meaning in ANSWERS.items())


def picked(
    requests: tuple[FileRequest, ...],
    planned: Callable[[tuple[FileRequest, ...]], BatchOutcome],
    ask: Callable[[str], str],
    tell: Callable[[str], None],
) -> tuple[FileRequest, ...]:
    """Ask about each edit that fits; return those that were chosen, in their original order.

    Args:
        requests: all edits.
        planned: returns the outcome of edits, without writing.
        ask: asks a question and returns the answer.
        tell: shows a text.
    """
    picking = Picking(requests)
    while (current := picking.current) is not None:
        batch = planned(_requests(*picking.chosen, current))
        shown = batch.edits[-1] if batch.edits else None
        if shown is None or shown.status is not Fate.WOULD_APPLY:
            if shown is not None:
                message = shown.message or shown.status.value
                tell(f"{shown.operation} in {shown.path} is skipped: {message}\n")
            picking = decided(picking, "n")
            continue
        tell(diff_of(batch, shown))
        answer = ask(question(current)).strip()[:1].lower()
        if answer not in ANSWERS or answer == "?":
            tell(help_text())
        picking = decided(picking, answer)
    places = [(n, part) for n, whole in enumerate(requests) for part in (whole, *parts_of(whole))]

    def place(request: FileRequest) -> int:
        return next((n for n, part in places if part == request), 0)

    return tuple(sorted(_requests(*picking.chosen), key=place))


def _requests(*asked: Asked) -> tuple[FileRequest, ...]:
    return tuple(one for one in asked if not isinstance(one, Hit))


def picked_hits(
    files: Sequence[FileOutcome], ask: Callable[[str], str], tell: Callable[[str], None]
) -> dict[str, tuple[Edit, ...]]:
    """Ask about each edit of files that would change; return those that were chosen, by path.

    Args:
        files: the files, with their planned edits.
        ask: asks a question and returns the answer.
        tell: shows a text.
    """
    befores = {file.path: file.before for file in files if file.before is not None}
    picking = Picking(tuple(Hit(f.path, edit) for f in files for edit in f.edits.edits))
    while isinstance(hit := picking.current, Hit):
        data = befores[hit.path].data
        changes = line_changes(data, EditSet((hit.edit,)))
        tell(to_text(unified_diff(data, changes, hit.path)))
        answer = ask(question(hit)).strip()[:1].lower()
        if answer not in ANSWERS or answer == "?":
            tell(help_text())
        picking = decided(picking, answer)
    chosen: dict[str, tuple[Edit, ...]] = {}
    for hit in sorted(h for h in picking.chosen if isinstance(h, Hit)):
        chosen[hit.path] = (*chosen.get(hit.path, ()), hit.edit)
    return chosen


def diff_of(batch: BatchOutcome, edit: EditOutcome) -> str:
    """Return the diff of one edit, relative to the file before the batch."""
    file = next((f for f in batch.files if edit.path in (f.path, f.moved_from)), None)
    if file is None or file.before is None or file.after is None or not edit.spans:
        return file.diff if file is not None else f"{edit.operation} {edit.path}\n"
    edits = _disjoint(Edit(s.before, s.after.of(file.after.data)) for s in edit.spans)
    changes = line_changes(file.before.data, edits)
    return to_text(unified_diff(file.before.data, changes, edit.path)) if edits else file.diff


def _disjoint(edits: Iterator[Edit]) -> EditSet:
    try:
        return EditSet.of(edits)
    except ValueError:
        return EditSet()
