"""Texts that are nearly the file's, but for a typical mistake of copying.

A fence of Markdown around the text, the marks of a diff before its lines, letters of another
case, a line of dashes of another length. Each has one function, which yields what `old` would be
without the mistake, where that stands in the file.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from structedit.calls.requests import Match
from structedit.explain.corrected_change import carried
from structedit.explain.evidence import LIKE_PERCENT, LISTABLE, enclosing
from structedit.search.addresses import selector_of
from structedit.search.alignment import closest_region, elision, ladder
from structedit.search.alignment.candidates import positions
from structedit.search.alignment.folding import contents, key_of
from structedit.search.alignment.line_alignment import is_rivalled
from structedit.text.document import Span, split_ending, split_lines, to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.lines import line_before
from structedit.text.values import dataclass
from structedit.text.words import TELLING, TOKEN, is_telling
from structedit.tree.source import Source

_FENCE = regex(r"[ \t]*(```+|~~~+)[\w+.-]*[ \t]*\Z")
_BULLET = regex(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?P<text>.*)\Z", re.DOTALL)
_TICKS = regex(r"[ \t]*(?P<ticks>`{1,2})(?P<text>[^`].*[^`])(?P=ticks)\s*\Z", re.DOTALL)
_RUN = regex(r"([^\w\s])\1{3,}")
_RUN_LENGTH = 4
"""Signs to which a longer run of one sign is cut, so that rulers of any length are alike.

Follows from `_RUN`.
"""

_MANY_LINES = 8
"""Lines of a file from which on one may be told as sent whole; chosen by judgement."""

_NEARLY_ALL = 0.8
"""Share of a file that has to be in the text for that; chosen by judgement."""

_FEWEST_ALONE = 20
"""Telling words of a part of a text that says enough without the rest; chosen by judgement, as texts repeat."""

_REPEATED = 4
"""How often a file may have its lines, on average, and still be told as sent whole; by judgement."""


@dataclass(frozen=True, slots=True)
class Repair:
    """`old` without its mistake, and where that stands.

    `new` is what the caller's new text then is, None where that cannot be known.
    """

    note: str
    old: str
    new: str | None
    spans: tuple[Span, ...]


def repairs(source: Source, old: str, new: str) -> Iterator[Repair]:
    """What `old` may have been meant to be, each where that stands in the file."""
    yield from _without_fence(source, old, new)
    yield from _without_bullet(source, old, new)
    yield from _without_marks(source, old, new)
    yield from _other_case(source, old, new)
    yield from _miscounted(source, old, new)
    yield from _without_gap(source, old, new)


def _stands(source: Source, text: str) -> tuple[Span, ...]:
    if not text.strip():
        return ()
    found = ladder.find(source, to_bytes(text), limit=Match.WHITESPACE)
    return tuple(hit.span for hit in found.occurrences)


def _without_fence(source: Source, old: str, new: str) -> Iterator[Repair]:
    inner = unfenced(old)
    if inner != old and (spans := _stands(source, inner)):
        yield Repair(
            "`old` carries a code fence that the file has not", inner, unfenced(new), spans
        )


def unfenced(text: str) -> str:
    """A text without a code fence's lines at its edges.

    >>> unfenced("```python\\nx = 1\\n```")
    'x = 1\\n'
    """
    lines = text.split("\n")
    blank_end = bool(lines) and not lines[-1].strip()
    body = lines[:-1] if blank_end else lines
    if body and _FENCE.match(body[0]):
        body = body[1:]
    if body and _FENCE.match(body[-1]):
        body, blank_end = body[:-1], True
    return "\n".join(body) + ("\n" if blank_end and body else "")


def _without_marks(source: Source, old: str, new: str) -> Iterator[Repair]:
    """Repairs of a text with the marks of a diff; none if the new text has other marks in it."""
    inner = _unmarked(old, "-")
    if inner is not None and (spans := _stands(source, inner)):
        marked = any(line.startswith(("-", "+")) for line in new.split("\n"))
        plain = _unmarked(new, "+") if marked else new
        yield Repair("the lines of `old` carry the marks of a diff", inner, plain, spans)


def _unmarked(text: str, mark: str) -> str | None:
    lines = text.split("\n")
    full = [line for line in lines if line]
    if not full or any(line[0] not in f"{mark} " for line in full):
        return None
    return "\n".join(line[1:] for line in lines) if any(line[0] == mark for line in full) else None


def _without_bullet(source: Source, old: str, new: str) -> Iterator[Repair]:
    """Repairs of a text copied with the marker of a list, or the back-quotes of prose."""
    for pattern, what in ((_BULLET, "the marker of a list"), (_TICKS, "back-quotes around it")):
        if not (found := pattern.match(old)):
            continue
        inner, same = found["text"], pattern.match(new)
        spans = _stands(source, inner)
        # What the file has before it is another marker, such as another number.
        if spans and not any(line_before(source.data, span.start).strip() for span in spans):
            plain = same["text"] if same else new
            yield Repair(f"`old` carries {what}", inner, plain, spans)


def _other_case(source: Source, old: str, new: str) -> Iterator[Repair]:
    """Repairs of letter case, in ASCII alone, so that offsets stay; a word the file has is right."""
    needle, lower = to_bytes(old), source.data.lower()
    if b"\r\n" in lower and b"\r" not in needle:
        needle = needle.replace(b"\n", b"\r\n")
    size = len(needle)
    spans = tuple(Span(at, at + size) for at in positions(lower, needle.lower()))
    spans = tuple(span for span in spans if not ladder.cuts_word(source.data, span))
    if not spans or (len(spans) > 1 and len({s.of(source.data) for s in spans}) > 1):
        return
    own = spans[0].of(source.data)
    wrong = set(TOKEN.findall(needle)) - set(TOKEN.findall(own))
    known = not wrong or not wrong.isdisjoint(TOKEN.findall(source.data))
    in_new = not wrong.isdisjoint(TOKEN.findall(to_bytes(new)))
    meant: str | None = new
    if in_new:
        meant = carried(old, to_text(own), new)
    yield Repair("only the case of letters differs", to_text(own), None if known else meant, spans)


def _miscounted(source: Source, old: str, new: str) -> Iterator[Repair]:
    """Repairs of whole lines in which a run of one mark, such as dashes, has another length."""
    if not _RUN.search(old):
        return
    wanted = [_evened(line) for line in split_lines(to_bytes(old))]
    lines = split_lines(source.data)
    ruler, mark = next(
        (n, to_bytes(run[0])) for n, line in enumerate(wanted) if (run := _RUN.search(line))
    )
    last = len(lines) - len(wanted)
    starts = [
        at
        for at, line in enumerate(lines[ruler:])
        if mark in line
        and at <= last
        and all(_evened(lines[at + n]) == row for n, row in enumerate(wanted))
    ]
    if not starts:
        return
    line_span = source.document.line_span
    spans = tuple(Span(line_span(at + 1).start, line_span(at + len(wanted)).end) for at in starts)
    own = to_text(spans[0].of(source.data))
    own = own if old.endswith("\n") else own.rstrip("\r\n")
    yield Repair(_run_words(old, own), own, carried(old, own, new) if new.strip() else new, spans)


def _evened(line: bytes) -> str:
    return _RUN.sub(lambda run: run[1] * _RUN_LENGTH, to_text(split_ending(line)[0]).strip())


def _run_words(old: str, own: str) -> str:
    for wanted, found in zip(_RUN.finditer(old), _RUN.finditer(own), strict=False):
        if len(wanted[0]) != len(found[0]):
            return (
                f"`old` has {len(wanted[0])} `{wanted[1]}` in a row, the file has {len(found[0])}"
            )
    return "the count of repeated characters differs"


def _without_gap(source: Source, old: str, new: str) -> Iterator[Repair]:
    """Repairs of a text with lines left out: the part of it that changes, where that stands once and says enough."""
    pair = elision.paired(to_bytes(old), to_bytes(new))
    parts = zip(pair[0].pieces, pair[1].pieces, strict=True) if pair is not None else ()
    changed = [part for part in parts if part[0] != part[1]]
    if pair is None or len(changed) != 1:
        return
    piece, told = (to_text(text).removeprefix("\n") for text in changed[0])
    words, spans = len(TELLING.findall(to_bytes(piece))), _stands(source, piece)
    if len(spans) != 1 or not told.strip() or not words:
        return
    window = closest_region.closest(source.data, to_bytes(piece))
    others = [to_text(text) for text, _ in zip(pair[0].pieces, pair[1].pieces, strict=True) if text]
    beside = [text for text in others if text.removeprefix("\n") != piece]
    if words >= _FEWEST_ALONE:
        is_meant = window is not None and not is_rivalled(window)
    else:
        is_meant = all(_is_beside(source, text, spans[0]) for text in beside)
    if is_meant:
        mark = to_text(pair[0].marks[0]).strip()
        note = f"the part that `new` changes is, and the lines that `{mark}` omits are not certain"
        yield Repair(note, piece, told, spans)


def _is_beside(source: Source, text: str, place: Span) -> bool:
    """Whether a text, or what is much like it and like nothing else, stands in the definition that holds a place."""
    spans = list(_stands(source, text))
    window = closest_region.closest(source.data, to_bytes(text)) if not spans else None
    if window is not None and window.similarity >= LIKE_PERCENT and not is_rivalled(window):
        spans = [window.span]
    holder = enclosing(source, place)
    return any(enclosing(source, span) == holder for span in spans)


# Advice that may be added to any verdict


def notes(source: Source, old: str, new: str) -> tuple[str, ...]:
    """Further advice for a caller whose text is not in the file."""
    found = (_new_there(source, old, new), _definition(source, old), _whole_file(source, old))
    return tuple(note for note in found if note)


def _whole_file(source: Source, old: str) -> str:
    """Advice where `old` repeats nearly all lines of the file; else empty."""
    if len(old) < _NEARLY_ALL * len(source.data) / _REPEATED:
        return ""
    own = {line.strip() for line in contents(source.data) if line.strip()}
    said = {line.strip() for line in contents(to_bytes(old)) if line.strip()}
    if len(own) < _MANY_LINES or len(own & said) < _NEARLY_ALL * len(own):
        return ""
    return (
        f"`old` is nearly the whole file ({len(own & said)} of {len(own)} different lines):"
        " send the lines that change alone, with one above and below"
    )


def _new_there(source: Source, old: str, new: str) -> str:
    said = new.strip() in old
    if said or not is_telling(new) or not (spans := _stands(source, new)):
        return ""
    lines = ", ".join(str(source.document.line_of(span.start)) for span in spans[:4])
    return (
        f"`new` is in the file already (line {lines}): the edit is done,"
        " or `old` and `new` are swapped"
    )


def _definition(source: Source, old: str) -> str:
    """Advice where `old` is one whole definition that the file has by name, and not its first lines; else empty."""
    if source.tree is None or old.count("\n") < 1 or len(source.data) > LISTABLE:
        return ""
    if any(map(elision.stands_for_others, old.split("\n"))):
        return ""  # what is left out may be anything
    text = to_bytes(textwrap.dedent(old).strip("\r\n"))
    fragment = source.parse_fragment(text)
    tops = [] if fragment is None else [b for b in fragment.definitions() if b.whole.start == 0]
    if not tops or max(b.whole.end for b in tops) < len(text.rstrip()):
        return ""
    named = source.tree.definitions_named(tops[0].path[-1])
    if len(named) != 1:
        return ""
    last, own = (
        key_of(contents(text.rstrip())[-1]),
        contents(named[0].whole.of(source.data).rstrip()),
    )
    if last in map(key_of, own) and last != key_of(own[-1]):
        return ""  # the file's goes on, and what does would be lost
    selector = selector_of(source.tree, named[0])
    return (
        f"`old` is a whole {tops[0].kind}: replace_block with selector {selector!r} needs no `old`"
    )
