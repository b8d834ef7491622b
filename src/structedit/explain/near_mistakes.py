"""Texts that are the file's but for a typical mistake of copying, and further advice on a miss.

A fence of Markdown around the text, the marker of a list, the marks of a diff before its lines, or
letters of another case. Each mistake yields what `old` and `new` would be without it, if that `old`
is in the file.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from structedit.calls.requests import Match
from structedit.explain.corrected_change import carried
from structedit.explain.evidence import LISTABLE
from structedit.search.addresses import selector_of
from structedit.search.alignment import elision, ladder
from structedit.search.alignment.candidates import positions
from structedit.search.alignment.folding import contents, key_of
from structedit.text.document import Span, to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.lines import line_before
from structedit.text.values import dataclass
from structedit.text.words import TOKEN, is_telling
from structedit.tree.source import Source

_WRAPPINGS = (
    (
        "its code fence",
        regex(
            r"(?:[ \t]*(?:`{3,}|~{3,})[\w+.-]*[ \t]*\n)?(?P<text>.*?)(?:(?<=\n)[ \t]*(?:`{3,}|~{3,})[ \t]*\n?)?\Z",
            re.DOTALL,
        ),
    ),
    ("its list marker", regex(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?P<text>.*)\Z", re.DOTALL)),
    (
        "its back-quotes",
        regex(r"[ \t]*(?P<ticks>`{1,2})(?P<text>[^`].*[^`])(?P=ticks)\s*\Z", re.DOTALL),
    ),
)
"""What a text may be wrapped in where it was copied from, in words, and the text inside."""


@dataclass(frozen=True, slots=True)
class Repair:
    """`old` without its mistake, and its places.

    `new` is what the caller's new text then is, None where that cannot be known.
    """

    note: str
    old: str
    new: str | None
    spans: tuple[Span, ...]


def repairs(source: Source, old: str, new: str) -> Iterator[Repair]:
    """Yield what `old` may have been meant to be, each where that is in the file."""
    yield from _unwrapped(source, old, new)
    yield from _without_marks(source, old, new)
    yield from _other_case(source, old, new)


def _stands(source: Source, text: str) -> tuple[Span, ...]:
    """Return the places of a text, blanks ignored."""
    if not text.strip():
        return ()
    found = ladder.find(source, to_bytes(text), limit=Match.WHITESPACE)
    return tuple(hit.span for hit in found.occurrences)


def _unwrapped(source: Source, old: str, new: str) -> Iterator[Repair]:
    """Yield repairs of a text that was copied with what was around it."""
    for what, pattern in _WRAPPINGS:
        inner, same = pattern.match(old), pattern.match(new)
        spans = _stands(source, inner["text"]) if inner and inner["text"] != old else ()
        # What the file has before it is another marker, such as another number.
        if inner and spans and not any(line_before(source.data, s.start).strip() for s in spans):
            plain = same["text"] if same else new
            yield Repair(f"without {what}", inner["text"], plain, spans)


def _without_marks(source: Source, old: str, new: str) -> Iterator[Repair]:
    """Repairs of a text with the marks of a diff; none if the new text has other marks in it."""
    inner = _unmarked(old, "-")
    if inner is not None and (spans := _stands(source, inner)):
        marked = any(line.startswith(("-", "+")) for line in new.split("\n"))
        plain = _unmarked(new, "+") if marked else new
        yield Repair("without its diff marks", inner, plain, spans)


def _unmarked(text: str, mark: str) -> str | None:
    lines = text.split("\n")
    full = [line for line in lines if line]
    if not full or any(line[0] not in f"{mark} " for line in full):
        return None
    return "\n".join(line[1:] for line in lines) if any(line[0] == mark for line in full) else None


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
    yield Repair("in different letter case", to_text(own), None if known else meant, spans)


# Advice that may be added to any verdict


def notes(source: Source, old: str, new: str) -> tuple[str, ...]:
    """Further advice for a caller whose text is not in the file."""
    found = (_new_there(source, old, new), _definition(source, old))
    return tuple(note for note in found if note)


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
