"""Edits of a file that another program changed since the session showed it to its caller.

The session keeps, for each file, the text that its caller has seen. An edit is planned on the file as it
is. If it would undo a change that the caller has not seen, or if its place is no longer clear, the same edit
is planned on the seen text, and the two changes are merged line by line:

    seen: total = 0       the edit: total = 0.0       merged: total = 0.0
          add(item)                 add(item)                 add(item, tax)     (changed by another program)

Where both change the same lines, the edit is refused, with both versions and a call that lands.

Not here: mapping line numbers of older versions (`explain.line_numbers`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence

from structedit.calls.diagnoses import Closest, Diagnosis, Difference, Numbered
from structedit.calls.operations import arguments_of
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Lines
from structedit.calls.requests import (
    DeleteBlock,
    ReplaceBlock,
    ReplaceFunctionBody,
    Request,
    StrReplace,
)
from structedit.calls.statuses import Reason, Status
from structedit.text.diff import opcodes, shared_ends
from structedit.text.document import Document, LineRange, Span, split_lines, to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.lines import line_start
from structedit.text.three_way import Conflict, Items, merged
from structedit.text.values import replace

MOST_FILES = 256
"""Files whose seen text is stored. Chosen by judgement: more than an agent works on at a time."""

_AROUND = 2
"""Lines shown on each side of a conflict; chosen by judgement."""

_MOST_SHOWN = 20
"""Lines of the file shown of a conflict; chosen by judgement."""

_OVERWRITING = (StrReplace, ReplaceBlock, ReplaceFunctionBody, DeleteBlock)
"""Requests whose result may drop lines that the caller has not seen; all others keep the file's text."""

_UNCLEAR = frozenset({Status.NOT_FOUND, Status.AMBIGUOUS})

Plan = Callable[[Document, Request], Outcome]


class SeenTexts:
    """The texts of files as the caller of a session has seen them, by real path."""

    __slots__ = ("_cut", "_kept")

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Document] = OrderedDict()
        self._cut: dict[str, tuple[bytes, bytes]] = {}

    def read(self, full: str, document: Document, lines: LineRange, left_out: int) -> None:
        """Record that the caller read these lines, and that the region continues for `left_out` lines."""
        self.show(full, document, lines)
        self._cut.pop(full, None)
        if left_out and full in self._kept:
            shown = document.lines_span(lines).of(document.data)
            after = LineRange(lines.last + 1, lines.last + 1)
            # A text that is sent back may lack the blank lines at the end of the shown region.
            last = shown[line_start(shown, len(shown.rstrip())) :]
            self._cut[full] = last, document.lines_span(after).of(document.data)

    def unless_cut(self, full: str, outcome: Outcome) -> Outcome:
        """Refuse an edit whose new text ends where a region was cut for the caller; return any other outcome.

        A caller who sends such a text back has not seen the lines below it, which would be deleted.
        """
        request = outcome.request
        if full not in self._cut or outcome.result is None:
            return outcome
        if not isinstance(request, ReplaceBlock | ReplaceFunctionBody):
            return outcome
        shown, unseen = self._cut[full]
        before = outcome.before
        start = before.data.find(shown + unseen) + len(shown)
        gone = [e.span for e in outcome.edits.edits if e.span.start <= start < e.span.end]
        last = to_bytes(request.new).rstrip().rpartition(b"\n")[2]
        is_meant = Reason.READ_BACK in request.options.accept
        if start < len(shown) or not gone or last.strip() != shown.strip() or is_meant:
            return outcome
        lines = before.line_range(Span(start, gone[0].end))
        message = f"the new text ends where the output of get_region was cut off: {lines.said} would be deleted unseen"
        fix = (
            f"read {lines.said} and send the whole text;"
            ' or pass accept=["read_back"] if they are to be deleted'
        )
        refused = replace(outcome, status=Status.REFUSED, result=None)
        return _unlanded(refused, Reason.READ_BACK, Diagnosis(message, fix))

    def get(self, full: str) -> Document | None:
        """Return the text of a file as the caller has seen it."""
        return self._kept.get(full)

    def show(self, full: str, now: Document, lines: LineRange | None = None) -> None:
        """Record that the caller sees these lines; a file that is not known yet is recorded as a whole."""
        seen, now = self._kept.get(full), now.read_again()
        if seen is None or seen.data == now.data or now.frame is not None:
            self._keep(full, now)  # a view that is put together may be one of no file
        elif lines is not None:
            old, new = split_lines(seen.data), split_lines(now.data)
            shown: list[bytes] = []
            for tag, i1, i2, j1, j2 in opcodes(old, new):
                is_shown = tag != "equal" and j1 <= lines.last and j2 >= lines.first - 1
                shown += new[j1:j2] if is_shown else old[i1:i2]
            self._keep(full, now.with_data(b"".join(shown)))

    def edited(self, full: str, before: Document, after: Document) -> None:
        """Record an edit that the caller made itself; earlier changes by others stay unseen."""
        seen = self._kept.get(full)
        if seen is None or seen.data == before.data:
            self._keep(full, after)
            return
        old, new, other = map(split_lines, (before.data, after.data, seen.data))
        result = merged(old, new, other)
        known = after if isinstance(result, Conflict) else after.with_data(b"".join(result))
        self._keep(full, known)

    def shown_by(self, full: str, outcome: Outcome) -> None:
        """Record the lines that an outcome's report shows."""
        if (
            outcome.undo_id is not None
            and outcome.region is not None
            and outcome.result is not None
        ):
            lines = LineRange(outcome.region.first, max(outcome.region.last, outcome.region.first))
            self.show(full, outcome.result, lines)
        elif outcome.diagnosis is not None and (closest := outcome.diagnosis.closest) is not None:
            self.show(full, outcome.before, LineRange(closest.region.first, closest.region.last))

    def _keep(self, full: str, document: Document) -> None:
        self._kept[full] = document
        self._kept.move_to_end(full)
        while len(self._kept) > MOST_FILES:
            gone, _ = self._kept.popitem(last=False)
            self._cut.pop(gone, None)


def reconciled(seen: Document | None, outcome: Outcome, plan: Plan) -> Outcome:
    """Return the outcome of an edit that keeps what others changed since the caller saw the file."""
    now, request = outcome.before, outcome.request
    if seen is None or seen.data == now.data or not isinstance(request, _OVERWRITING):
        return outcome
    if request.hints.version is not None or request.options.expected_version is not None:
        return outcome  # the caller names the version that it means
    if not _is_doubtful(seen, outcome):
        return outcome
    planned = plan(seen, request)
    is_quoted = isinstance(request, StrReplace) and outcome.tier == "exact"
    if planned.result is None or (is_quoted and planned.tier != "exact"):
        return outcome  # the edit quotes a text that the caller read elsewhere
    base, mine, theirs = map(split_lines, (seen.data, planned.result.data, now.data))
    result = merged(base, mine, theirs, _mine_over_blanks)
    if isinstance(result, Conflict):
        return _refused(outcome, request, result, base, mine, theirs, plan)
    data = b"".join(result)
    if outcome.result is not None and outcome.result.data == data:
        return outcome
    if data == now.data:
        there = replace(
            outcome, status=Status.ALREADY_APPLIED, result=now, selector=planned.selector
        )
        return _unlanded(there, Reason.NO_CHANGE, Diagnosis("the file has this change already"))
    again = _as_lines(now, theirs, result, plan)
    if again.result is None or again.result.data != data:
        return outcome if not outcome.landed else _unmerged(outcome)
    note = "merged with changes that another program made since this file was read"
    return replace(
        again,
        operation=outcome.operation,
        request=request,
        dry_run=outcome.dry_run,
        warnings=(*again.warnings, note),
    )


def _is_doubtful(seen: Document, outcome: Outcome) -> bool:
    """Return True if the edit's place is unclear, or if it changes lines that another program changed."""
    if outcome.result is None:
        return outcome.status in _UNCLEAR
    now, after = split_lines(outcome.before.data), split_lines(outcome.result.data)
    theirs = [
        (j1, j2) for tag, _, _, j1, j2 in opcodes(split_lines(seen.data), now) if tag != "equal"
    ]
    mine = [(i1, i2) for tag, i1, i2, _, _ in opcodes(now, after) if tag != "equal"]
    return any(
        max(i1, j1) < min(i2, j2) or (j1 == j2 and i1 <= j1 <= i2)
        for i1, i2 in mine
        for j1, j2 in theirs
    )


def _mine_over_blanks(base: Items, mine: Items, theirs: Items) -> Items | None:
    """Return my lines if the other program only changed blanks after the indentation."""

    def text(line: bytes) -> bytes:
        return line[: len(line) - len(line.lstrip())] + b"".join(line.split())

    return mine if list(map(text, base)) == list(map(text, theirs)) else None


def _as_lines(now: Document, theirs: list[bytes], result: list[bytes], plan: Plan) -> Outcome:
    """Plan the merged text as a replacement of the lines in which it differs from the file."""
    steps = [step for step in opcodes(theirs, result) if step[0] != "equal"]
    first, last, start, end = steps[0][1], steps[-1][2], steps[0][3], steps[-1][4]
    if first == last:  # an insertion replaces a line beside it by itself and the new lines
        first, start = (first - 1, start - 1) if first else (first, start)
        last, end = (last, end) if first < last else (last + 1, end + 1)
    lines = Lines(LineRange(first + 1, last), version=now.version)
    return plan(now, ReplaceBlock(lines, to_text(b"".join(result[start:end]))))


def _unmerged(outcome: Outcome) -> Outcome:
    message = "another program changed this place since it was read, and the changes do not merge"
    diagnosis = Diagnosis(message, "read the place again, and send the edit for what is there now")
    return _conflicting(outcome, diagnosis)


def _unlanded(outcome: Outcome, reason: Reason, diagnosis: Diagnosis) -> Outcome:
    """Return an outcome that changes nothing, with the status and result of another one."""
    return Outcome(
        outcome.status,
        outcome.operation,
        outcome.before,
        reason,
        diagnosis.message,
        outcome.language,
        result=outcome.result,
        selector=outcome.selector,
        diagnosis=diagnosis,
        dry_run=outcome.dry_run,
        request=outcome.request,
    )


def _conflicting(outcome: Outcome, diagnosis: Diagnosis) -> Outcome:
    refused = replace(outcome, status=Status.REFUSED, result=None)
    return _unlanded(refused, Reason.MERGE_CONFLICT, diagnosis)


def _refused(
    outcome: Outcome,
    request: Request,
    conflict: Conflict,
    base: list[bytes],
    mine: list[bytes],
    theirs: list[bytes],
    plan: Plan,
) -> Outcome:
    """Refuse an edit of lines that another program changed, with both versions and a call that lands."""
    now = outcome.before
    was, wanted = base[slice(*conflict.base)], mine[slice(*conflict.mine)]
    found = theirs[slice(*conflict.theirs)]
    first, last = conflict.theirs
    if isinstance(request, DeleteBlock):  # all of it would be deleted: name the changed lines
        head, tail = shared_ends(was, found)
        was, found = was[head : len(was) - tail], found[head : len(found) - tail]
        wanted, first, last = [], first + head, last - tail
    lines = LineRange(min(first + 1, now.line_count), max(last, min(first + 1, now.line_count)))
    where = lines.said if found else f"the text at line {lines.first}"
    message = (
        f"another program changed {where} since this session read it, and the edit changes the same"
    )
    start, end = max(1, lines.first - _AROUND), min(now.line_count, lines.last + _AROUND)
    shown = min(end, start + _MOST_SHOWN - 1)
    texts = tuple(now.line_text(number) for number in range(start, shown + 1))
    retry: Request = request
    if found and isinstance(request, StrReplace):
        new = _text(_both(was, wanted, found))
        retry = replace(request, old=_text(found), new=new, occurrence=None)
    elif found and not isinstance(request, DeleteBlock):
        retry = ReplaceBlock(Lines(lines, version=now.version), _text(_both(was, wanted, found)))
    lands = retry.operation == request.operation and plan(now, retry).landed
    fix = "compare the versions, and send the edit for the lines as they are now"
    if lands:
        fix = "compare the versions; the retry takes yours where both change the same words"
    read = _text(was).replace("\n", "⏎")
    difference = Difference(
        lines.first,
        _text(wanted).replace("\n", "⏎"),
        _text(found).replace("\n", "⏎"),
        f"was {read!r} when it was read",
    )
    diagnosis = Diagnosis(
        message,
        fix,
        differences=(difference,),
        closest=Closest(Numbered(start, texts, end - shown), 0, lines),
        retry=arguments_of(retry) if lands else None,
    )
    return _conflicting(outcome, diagnosis)


def _both(was: list[bytes], wanted: list[bytes], found: list[bytes]) -> list[bytes]:
    """Merge two versions of some lines word by word; where both change the same words, take `wanted`.

    What both only add is kept from both.
    """

    def choose(base: Items, mine: Items, theirs: Items) -> Items:
        return mine if base else [*theirs, *mine]

    base, mine, theirs = (_TOKENS.findall(b"".join(lines)) for lines in (was, wanted, found))
    result = merged(base, mine, theirs, choose)
    return wanted if isinstance(result, Conflict) else result


_TOKENS = regex(rb"\w+|\s+|.")


def _text(lines: Sequence[bytes]) -> str:
    return to_text(b"".join(lines)).removesuffix("\n")
