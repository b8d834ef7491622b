"""Reports: an outcome as text, for a model or a person, the most useful thing first.

The first line has status and reason, the second the smallest fix. Lines of the file are shown between two marks and
with their numbers, so that content is never taken for an instruction. The length of a report is limited; the JSON
form is complete.

A report decides nothing: all of it is in the outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from structedit.calls.diagnoses import (
    Candidate,
    Diagnosis,
    Difference,
    Hit,
    HunkFate,
    Numbered,
)
from structedit.calls.printable import printable
from structedit.calls.statuses import Fate, JsonValue, Risk, Status
from structedit.calls.tiers import facts_of
from structedit.text.document import LineRange
from structedit.text.errors import shown
from structedit.text.values import dataclass

if TYPE_CHECKING:
    from structedit.calls.outcomes import Outcome

MOST_LINES = 59
MOST_LETTERS = 4_000
"""Lines and letters of a report.

Chosen by judgement: about a screen, which a model reads without paying much; the JSON form has all.
"""

END_MARK = "--- end of file content ---"

# The size of each part of a report, chosen by judgement: together they fit into most reports.
_LINE_LETTERS = 200  # of a line
_HEAD_LETTERS = 600  # of the first line
_REGION_LINES = 22  # of the new text in the file
_HIT_LINES = 30  # of several places
_HITS_WITH_TEXT = 4  # of several places, whose text is shown
_HIT_LETTERS = 40  # of the text of each of these
_FEW_CHANGED = 3  # of the lines that a replacement in many places changed
_HIT_LINES_WITH_REGION = 14  # of several places, where the closest region is shown, too
_CLOSEST_LINES = 24  # of the closest region
_FEW_LINES = 14  # of notes, or of differences
_RETRY_LETTERS = 1_200  # of a call to send instead
_COPY_LETTERS = 30_000  # of the file itself, which is shown once the same has failed again
_COPIED_LETTERS = 420  # of one of its lines

_MORE = "… more of this is in the JSON form"
_MORE_ROOM = len(_MORE) + 1


@dataclass(frozen=True, slots=True)
class Section:
    """Lines of one topic, the least useful last; `close` ends them even if they are cut."""

    lines: tuple[str, ...]
    close: str = ""
    most: int = MOST_LINES


RetryFormat = Callable[[dict[str, JsonValue]], str]
"""Format the arguments of a retry as the line of a report that names it."""


def report(
    outcome: Outcome,
    *,
    lines: int = MOST_LINES,
    letters: int = MOST_LETTERS,
    format_retry: RetryFormat | None = None,
) -> str:
    """Return the outcome as text, limited to `lines` and `letters`; `format_retry` formats the retry.

    After several failures in a row, up to 400 lines to copy from are added.
    """
    if outcome.landed:
        return fitted(_landed(outcome), lines, letters)
    copy = outcome.diagnosis.copy if outcome.diagnosis else None
    if copy is not None:
        return fitted(
            _after_repeated_failures(outcome, copy, format_retry),
            lines + len(copy.lines),
            letters + _COPY_LETTERS,
        )
    return fitted(_failed(outcome, format_retry), lines, letters)


def fitted(sections: tuple[Section, ...], lines: int, letters: int) -> str:
    """Join sections up to a number of lines and letters; the first ones have precedence."""
    kept: list[str] = []
    for section in sections:
        room = lines - len(kept)
        kept += _cut(section, min(room, section.most), letters - sum(len(k) + 1 for k in kept))
    return "\n".join(kept)


def _cut(section: Section, room: int, letters: int) -> list[str]:
    """Return the lines of a section that fit, and a note if some do not."""
    closing = [section.close] if section.close else []
    room, letters = room - len(closing), letters - len(section.close) - len(closing)
    whole = sum(len(line) + 1 for line in section.lines)
    if len(section.lines) <= room and whole <= letters:
        return [*section.lines, *closing] if section.lines else []
    kept: list[str] = []
    for line in section.lines[: max(0, room - 1)]:
        letters -= len(line) + 1
        if letters < _MORE_ROOM:
            break
        kept.append(line)
    return [*kept, _MORE, *closing] if len(kept) > bool(closing) else []


# Edits that landed


def _landed(outcome: Outcome) -> tuple[Section, ...]:
    facts = [one_line(fact) for fact in _facts(outcome)]
    state = "as it would be" if outcome.dry_run else "as it is now"
    sections = [Section((_head(outcome), *facts), most=MOST_LINES - _REGION_LINES)]
    if outcome.region is not None and outcome.status is Status.APPLIED:
        if outcome.replacements > 1:
            sections.append(_changed(outcome, outcome.region, state))
        else:
            sections.append(_content(outcome, outcome.region, state, None, _REGION_LINES))
    return tuple(sections)


def _changed(outcome: Outcome, region: Numbered, state: str) -> Section:
    """Return the first lines that a replacement in many places changed; the report's first line names all of them."""
    after = _lines_after(outcome)
    changed = {number for lines in after for number in range(lines.first, lines.last + 1)}
    rows = numbered_lines(region)[: len(region.lines)]
    kept = [row for number, row in enumerate(rows, region.first) if number in changed]
    shown = tuple(kept[:_FEW_CHANGED])
    what = f"{len(shown)} of {len(changed)} changed lines, {state}"
    return Section((_mark(f"{what}{_of_file(outcome)}"), *shown), END_MARK)


def _head(outcome: Outcome) -> str:
    """Return the first line for an edit that succeeded."""
    if outcome.status is not Status.APPLIED:
        said = outcome.message or "nothing is left to do"
        return one_line(f"{outcome.status}: {said}{_of_file(outcome)}", _HEAD_LETTERS)
    verb = "would apply (dry run, nothing is written)" if outcome.dry_run else "applied"
    where = f", {changed_lines(outcome)}" if outcome.spans else ""
    counts = f", +{outcome.lines_added} -{outcome.lines_removed}"
    return one_line(f"{verb}: {outcome.operation}{_of_file(outcome)}{where}{counts}", _HEAD_LETTERS)


def _of_file(outcome: Outcome) -> str:
    return f" in {outcome.path}" if outcome.path else ""


def changed_lines(outcome: Outcome) -> str:
    """Describe the lines that an edit changed; if it has many places, the lines of each."""
    after = _lines_after(outcome)
    if not after:
        before = [span.lines_before for span in outcome.spans]
        return f"what was {LineRange(before[0].first, before[-1].last).said}"
    if outcome.replacements > 1:
        return lines_in_words(after)
    return LineRange(after[0].first, max(after[0].first, after[-1].last)).said


def _lines_after(outcome: Outcome) -> list[LineRange]:
    return [span.lines_after for span in outcome.spans if span.lines_after is not None]


def lines_in_words(places: Sequence[LineRange]) -> str:
    """Describe several line ranges, joining adjacent ones.

    >>> lines_in_words([LineRange(3, 3), LineRange(4, 4), LineRange(9, 9)])
    'lines 3-4, 9'
    """
    joined: list[LineRange] = []
    for lines in sorted(places):
        if joined and lines.first <= joined[-1].last + 1:
            last = joined.pop()
            lines = LineRange(last.first, max(last.last, lines.last))
        joined.append(lines)
    if len(joined) == 1:
        return joined[0].said
    return "lines " + ", ".join(map(str, joined))


def _facts(outcome: Outcome) -> list[str]:
    """Return the facts about an edit that succeeded, as far as they are unusual."""
    facts = []
    tier = facts_of(outcome.tier)
    if outcome.tier is not None and not tier.is_literal:
        measured = f"right in {tier.right:,} of {tier.landed:,} measured edits"
        facts.append(f"not literal: found at the tier {outcome.tier}, {measured}")
    if outcome.bridged:
        facts.append(f"the file differs: {'; '.join(outcome.bridged)}")
    if outcome.selector:
        facts.append(f'selector: "{outcome.selector}"')
    if outcome.replacements > 1:
        facts.append(f"replacements: {outcome.replacements}")
    if outcome.attached:
        facts.append(f"including: {', '.join(outcome.attached)}")
    if outcome.kept:
        facts.append(f"kept from the file: {', '.join(outcome.kept)}")
    if outcome.risk is not Risk.LOW:
        share = outcome.lines_removed / max(1, outcome.before.line_count)
        many = outcome.risk is Risk.CRITICAL and outcome.replacements > 1
        places = f" in {outcome.replacements} places" * many
        facts.append(
            f"risk: {outcome.risk}, {100 * share:.0f} % of the file's lines change{places}"
        )
    facts += [outcome.formatted.report()] if outcome.formatted is not None else []
    facts += outcome.findings.report() if outcome.findings is not None else []
    facts += [f"warning: {warning}" for warning in outcome.warnings]
    facts += [f"undo with id {outcome.undo_id}"] if outcome.undo_id else []
    return facts + (list(outcome.diagnosis.notes) if outcome.diagnosis else [])


def _after_repeated_failures(
    outcome: Outcome, copy: Numbered, format_retry: RetryFormat | None
) -> tuple[Section, ...]:
    """Return the report for a caller that has failed several times in a row."""
    assert outcome.diagnosis is not None
    instead, whole = outcome.diagnosis.instead, copy.first == 1 and not copy.left_out
    whole = whole and copy.last == outcome.before.line_count
    what = "the whole file" if whole else f"lines {copy.first}-{copy.last} of the file"
    width = len(str(copy.last))
    rows = (
        one_line(f"  {number:>{width}}| {text}", _COPIED_LETTERS)
        for number, text in enumerate(copy.lines, copy.first)
    )
    more = (f"  … {copy.left_out} more lines",) if copy.left_out else ()
    return (
        Section((_headline(outcome), *_fix(outcome.diagnosis))),
        Section(_retry(outcome.diagnosis.retry, format_retry)),
        Section(_instead(instead)),
        Section(
            tuple(one_line(f"note: {note}") for note in outcome.diagnosis.notes), most=_FEW_LINES
        ),
        Section((_mark(f"{what}{_of_file(outcome)}"), *rows, *more), END_MARK, most=500),
    )


def _instead(arguments: dict[str, JsonValue] | None) -> tuple[str, ...]:
    """Return the call that needs no search text; the text to change is shown below it."""
    if arguments is None:
        return ()
    import json

    shown = {key: value for key, value in arguments.items() if key not in ("op", "new")}
    if isinstance(shown.get("expected"), str) and len(str(shown["expected"])) > _LINE_LETTERS:
        shown["expected"] = "(these lines as they are now)"
    call = json.dumps(shown | {"new": "(all of it, as it should become)"}, ensure_ascii=False)
    call = call if printable(call) == call else json.dumps(shown)
    return (f"needs no `old`: {arguments['op']} {call}",)


def _failed(outcome: Outcome, format_retry: RetryFormat | None) -> tuple[Section, ...]:
    diagnosis = outcome.diagnosis or Diagnosis(outcome.message)
    return (
        Section((_headline(outcome), *_fix(diagnosis))),
        Section(_retry(diagnosis.retry, format_retry)),
        Section(_candidates(diagnosis.candidates), most=_HIT_LINES),
        Section(_differences(diagnosis.differences), most=_FEW_LINES),
        Section(tuple(one_line(f"note: {note}") for note in diagnosis.notes), most=_FEW_LINES),
        Section(tuple(map(_hunk, diagnosis.hunks)), most=_HIT_LINES),
        _hits(outcome, diagnosis),
        *_closest(outcome, diagnosis),
        Section(tuple(one_line(f"warning: {warning}") for warning in outcome.warnings)),
    )


def _headline(outcome: Outcome) -> str:
    reason = f" ({outcome.reason})" if outcome.reason else ""
    message = (outcome.diagnosis.message if outcome.diagnosis else "") or outcome.message
    named = outcome.path is not None and outcome.path in message
    where = "" if named else _of_file(outcome)
    dry = " (dry run)" if outcome.dry_run else ""
    head = f"{outcome.status}{reason}{dry}: {outcome.operation}{where}: {message}"
    return one_line(head, _HEAD_LETTERS)


def _fix(diagnosis: Diagnosis) -> tuple[str, ...]:
    return (one_line(f"fix: {diagnosis.fix}", _HEAD_LETTERS),) if diagnosis.fix else ()


def _hunk(hunk: HunkFate) -> str:
    if hunk.status is Fate.FAILED:
        said = f"cannot land ({hunk.reason})"
    elif hunk.line is None:
        said = "is context, and is in the file"
    elif hunk.status is Fate.ALREADY_APPLIED:
        said = f"is there already, at line {hunk.line}: leave it out"
    else:
        said = f"could land at line {hunk.line}"
    return one_line(f"  hunk {hunk.number}, {shown(hunk.text)}: {said}")


def _retry(
    arguments: dict[str, JsonValue] | None, format_retry: RetryFormat | None
) -> tuple[str, ...]:
    if arguments is None:
        return ()
    if format_retry is not None:
        return (format_retry(arguments),)
    import json

    text = json.dumps(arguments, ensure_ascii=False)
    text = text if printable(text) == text else json.dumps(arguments)
    if len(text) > _RETRY_LETTERS:
        return ("retry: a call that lands is in the JSON form, under diagnosis.retry",)
    return (f"retry, these arguments land: {text}",)


def _candidates(candidates: tuple[Candidate, ...]) -> tuple[str, ...]:
    if not candidates:
        return ()
    rows = (
        f"  {_pasted(row.selector)}  {row.kind}, {row.lines.said}: {row.signature}"
        for row in candidates
    )
    show = f"get_region {_pasted(candidates[0].selector)} shows the first"
    heading = "selectors to choose from (the words after them are file content):"
    return (heading, *map(one_line, rows), one_line(show))


def _pasted(selector: str) -> str:
    """Quote a selector with quotes that it does not contain, so that a shell and Python take it as one word."""
    quote = '"' if '"' not in selector else "'" if "'" not in selector else ""
    return f"{quote}{selector}{quote}"


def _differences(differences: tuple[Difference, ...]) -> tuple[str, ...]:
    if not differences:
        return ()
    rows = [
        text
        for row in differences
        for text in (
            f"  line {row.line}: {row.what}",
            f"    yours: {row.wanted}",
            f"    file:  {row.found}",
        )
    ]
    return ("differences (· is a space, → a tab):", *map(one_line, rows))


def _hits(outcome: Outcome, diagnosis: Diagnosis) -> Section:
    hits = diagnosis.hits
    if not hits:
        return Section(())
    count = f"{len(hits)} hit{'s' if len(hits) > 1 else ''}"
    opening = _mark(f"{count}{_of_file(outcome)}")
    if len(hits) == 1:
        inside = f", in {hits[0].selector}" if hits[0].selector else ""
        rows = [one_line(f"{hits[0].lines.said}{inside}")]
        rows += numbered_lines(hits[0].around, hits[0].lines)
    else:
        rows = _places(hits)
    most = _HIT_LINES_WITH_REGION if diagnosis.closest else _HIT_LINES
    return Section((opening, *rows), END_MARK, most)


def _places(hits: tuple[Hit, ...]) -> list[str]:
    """List several hits: the first ones with a text that distinguishes them, the others by their lines alone."""
    texts = [_line_of(hit) for hit in hits]
    rows: list[str] = []
    for hit, text in zip(hits[:_HITS_WITH_TEXT], texts, strict=False):
        inside = f" in {hit.selector}" if hit.selector else ""
        above = _line_of(hit, -1) if texts.count(text) > 1 else ""
        shown_text = f"below {above}" if above else text
        rows.append(f"  {hit.lines.said}{inside}: {one_line(shown_text, _HIT_LETTERS)}")
    rest: dict[str | None, list[LineRange]] = {}
    for hit in hits[_HITS_WITH_TEXT:]:
        rest.setdefault(hit.selector, []).append(hit.lines)
    for selector, places in rest.items():
        rows.append(f"  {lines_in_words(places)}" + (f" in {selector}" if selector else ""))
    return [one_line(row) for row in rows]


def _line_of(hit: Hit, by: int = 0) -> str:
    """Return the first line of a hit, or one `by` lines away, without its indentation."""
    at = hit.lines.first - hit.around.first + by
    return hit.around.lines[at].strip() if 0 <= at < len(hit.around.lines) else ""


def _closest(outcome: Outcome, diagnosis: Diagnosis) -> tuple[Section, ...]:
    closest = diagnosis.closest
    if closest is None:
        return ()
    first, last = closest.lines.first, closest.lines.last
    shown_hits = [hit.around for hit in diagnosis.hits[:1]]
    if any(around.first <= first and last <= around.last for around in shown_hits):
        return ()
    alike = 0 < closest.similarity < 100
    rows = tuple(one_line(f"  {text}") for text in closest.differences)
    heading = ("differences ([-what you sent-], {+what the file has+}):",) if rows else ()
    what = f"closest region, approximate, {closest.similarity} % similar" if alike else "the place"
    where = closest.lines.said
    content = _content(outcome, closest.region, f"{what}, {where}", closest.lines, _CLOSEST_LINES)
    if not alike:
        return Section((*heading, *rows), most=_FEW_LINES), content
    of = f" of {outcome.before.line_count}"
    show = f'get_region ":{closest.lines}" shows it ({where}{of})'
    return content, Section((*heading, *rows), most=_FEW_LINES), Section((show,))


def _content(
    outcome: Outcome, region: Numbered, what: str, lines: LineRange | None, most: int
) -> Section:
    inside = f", in {region.selector}" if region.selector else ""
    opening = _mark(f"{what}{_of_file(outcome)}{inside}")
    return Section((opening, *numbered_lines(region, lines)), END_MARK, most)


def _mark(what: str) -> str:
    return one_line(f"--- file content: {what} ---", _HEAD_LETTERS)


def numbered_lines(region: Numbered, marked: LineRange | None = None) -> list[str]:
    """Return lines of a file with their numbers; those of `marked` begin with ``>``.

    >>> numbered_lines(Numbered(9, ("a", "b"), left_out=2), LineRange(10, 10))
    ['   9| a', '> 10| b', '  … 2 more lines']
    """
    width = len(str(region.last))
    rows = []
    for number, text in enumerate(region.lines, region.first):
        here = marked is not None and marked.first <= number <= marked.last
        rows.append(one_line(f"{'>' if here else ' '} {number:>{width}}| {text}"))
    return rows + ([f"  … {region.left_out} more lines"] if region.left_out else [])


def one_line(text: str, most: int = _LINE_LETTERS) -> str:
    """Return a text as one line that is safe to show."""
    shown = printable(text[: most + 1])
    return shown if len(shown) <= most else shown[: most - 1] + "…"
