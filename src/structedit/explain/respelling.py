"""A call in the file's words: `old` and `new` without what the caller misremembers.

Nothing lands by it: it is offered as a retry. The region most like `old` differs from it in slips of the pen
(`search.alignment.spelling`), in comments in other words, and, between its first and last line, in a few
lines that only one side has. What differs is unchanged in `new`, the file has none of the wrong words,
and every other region differs in more.

Walked through: `old` is ``retrun total(rows)``, `new` is ``retrun total(rows, 1)``, and the file has
``return total(rows)``, and elsewhere ``return total(cols)``. The first differs in `retrun`, the other one in
`rows` as well. So the call has ``return total(rows)`` and ``return total(rows, 1)``.

A text that differs in line breaks alone is the file's with the change carried over (`explain.corrected_change`).
"""

from __future__ import annotations

from structedit.calls.requests import StrReplace
from structedit.explain.corrected_change import carried
from structedit.explain.likeness import own_text, refitted
from structedit.search.alignment.closest_region import NEEDLE_LIMIT, Window
from structedit.search.alignment.line_alignment import Alignment, aligned
from structedit.search.alignment.misspelt_text import NEARNESS, names_definition
from structedit.search.alignment.occurrences import Remark, Run
from structedit.text.document import LineRange, to_bytes
from structedit.text.values import replace
from structedit.text.words import TELLING, stands_as_word
from structedit.tree.source import Source

_FEWEST_WORDS = 2
"""Telling words of `old`, one of them spelt rightly; chosen by judgement."""

_MOST_SLIPS = 2
"""Words that may be misspelt; chosen by judgement."""

_FEWEST_BESIDE = 4
"""Telling words that must be right next to a comment in other words; chosen by judgement."""

_FEWEST_IN_COMMENTS = 20
"""Telling words that must be right where all of a text is in comments; chosen by judgement, for they repeat."""


def respelt(source: Source, request: StrReplace, window: Window | None) -> StrReplace | None:
    """The request in the file's words; None where it is not certain."""
    if window is None or request.replace_all or request.occurrence is not None:
        return None
    if not request.new.strip():
        return None
    if lines := refitted(source, request.old, window):
        return _carried(source, request, lines)
    alignment = aligned(source, to_bytes(request.old), window)
    if alignment is None or alignment.is_equal or not _is_sure(alignment):
        return None
    swaps = {swap for run in alignment.runs for swap in run.slips}
    wrong = any(stands_as_word(source.data, word) for word in alignment.slips)
    if any(_is_beginning(run) and names_definition(alignment, run) for run in alignment.runs):
        return None
    if wrong or len(swaps) > len(alignment.slips) or alignment.is_rivalled:
        return None
    return _carried(source, request, alignment.lines)


def _is_beginning(run: Run) -> bool:
    """Return True if a misspelt word is the beginning of the right one, or the reverse, as another name may be."""
    return any(a.startswith(b) or b.startswith(a) for a, b in run.slips)


def _carried(source: Source, request: StrReplace, lines: LineRange) -> StrReplace | None:
    """The request for the file's own lines; None where it changes what is misremembered."""
    own, old, new = own_text(source, lines), request.old, request.new
    # The file's lines have no blank ones around them; those that both texts have are left out, others are the change.
    lead, tail = old[: -len(old.lstrip("\r\n"))], old[len(old.rstrip("\r\n")) :]
    above = ""
    if lead and not new.startswith(
        lead
    ):  # the change takes the blank lines above, so they are replaced too
        first = lines.first - lead.count("\n")
        above = own_text(source, LineRange(first, lines.first - 1)) + "\n" if first > 0 else "?"
        if above.strip():
            return None
    new = new.removeprefix(lead).removesuffix(tail or "\n")
    text = new.rstrip("\r\n")
    told = carried(old.strip("\r\n"), own, text)
    return None if told is None else replace(request, old=above + own, new=told + new[len(text) :])


def _is_sure(alignment: Alignment) -> bool:
    """Return True if little differs, and the equal lines identify the place."""
    runs, slips = alignment.runs, alignment.slips
    retold = [run for run in runs if run.remark]
    same = [run for run in runs if len(run.file) and not run.remark]
    most = max(run.remark for run in runs)
    if most is Remark.ANOTHER:
        return False
    # A comment may be another one if all else is equal, and is found nowhere else.
    if most is Remark.OTHER_SUBJECT and (slips or alignment.gap):
        return False
    told = sum(len(TELLING.findall(run.old.of(alignment.text))) for run in same) - len(slips)
    if len(slips) > _MOST_SLIPS or len(retold) > 1 + len(runs) // NEARNESS.remarks:
        return False
    if told < (_FEWEST_BESIDE if retold else 1) or told + len(slips) < _FEWEST_WORDS:
        return False
    if retold and told < _FEWEST_IN_COMMENTS and not any(map(alignment.has_code, same)):
        return False
    wrong, right = [*retold, *alignment.gap], [run for run in runs if run.kind is None]
    few = 2 * len(wrong) <= len(right) and len(runs) <= NEEDLE_LIMIT
    telling = sum(TELLING.search(alignment.line_of(run)) is not None for run in right) > len(wrong)
    is_framed = runs[0].kind is None and runs[-1].kind is None
    return not alignment.gap or (is_framed and few and telling)
