"""Distortions of blanks, indentation, blank lines and line ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from benchmarks.landing.material import Script
from benchmarks.landing.tasks import Draft, inner, misremembered, put, texts_of

_TRAILING = (" ", "  ", "\t", "    ")


def leading(text: str) -> str:
    """Return a line's indentation."""
    return text[: len(text) - len(text.lstrip(" \t"))]


def _callers(script: Script) -> list[str]:
    """Return all that the caller writes, blank lines left out."""
    return [text for line in script for text in line.theirs if text.strip()]


def _respelt(draft: Draft, change: Callable[[str], str]) -> Draft | None:
    """Change all of the caller's lines alike; None where that changes nothing."""
    script = tuple(replace(line, theirs=tuple(map(change, line.theirs))) for line in draft.script)
    return replace(draft, script=script) if script != draft.script else None


def _reindented(draft: Draft, change: Callable[[str], str]) -> Draft | None:
    """Change the indentation of all of the caller's lines alike, where that says enough.

    Left out is a single line that becomes several, since where it begins may be in the middle of
    the indentation; and added lines whose own blanks would be lost, or that are inside a string.
    """
    old = [
        text for line in draft.script if line.kind != "+" for text in line.theirs if text.strip()
    ]
    added = [text for line in draft.script if line.kind == "+" for text in line.theirs]
    lost = any(text and not text.strip() for text in added)
    if (len(old) == 1 and len(added) > 1) or lost or _holds_text(added):
        return None
    return _respelt(draft, _indented(change))


def _holds_text(lines: list[str]) -> bool:
    """Return True if a string of several lines may begin or end in these lines."""
    marks = ('"""', "'''", "<<", "`")
    return any(mark in line for mark in marks for line in lines) or any(
        line.replace('\\"', "").count('"') % 2 for line in lines
    )


def _indented(change: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: (
        change(leading(text)) + text.lstrip(" \t") if text.strip() else text.strip(" \t")
    )


def trailing_blanks(draft: Draft) -> Draft | None:
    """The caller has blanks at line ends, also on blank lines."""
    old = [i for i, line in enumerate(draft.script) if line.kind != "+"]
    for at in draft.random.sample(old, max(1, len(old) // 3)):
        line, blanks = draft.script[at], draft.random.choice(_TRAILING)
        draft = put(draft, at, replace(line, theirs=tuple(text + blanks for text in line.theirs)))
    return draft


def trailing_blanks_in_file(draft: Draft) -> Draft | None:
    """The file has blanks at the ends of unchanged lines, the caller has none."""
    kept = [i for i, line in enumerate(draft.script) if line.kind == " "]
    if not kept:
        return None
    for at in draft.random.sample(kept, max(1, len(kept) // 2)):
        line, blanks = draft.script[at], draft.random.choice(_TRAILING)
        draft = put(draft, at, replace(line, ours=tuple(text + blanks for text in line.ours)))
    return draft


def _shared(texts: list[str]) -> str:
    """Return what all texts begin with."""
    first, last = min(texts, default=""), max(texts, default="")
    size = next(
        (at for at, pair in enumerate(zip(first, last, strict=False)) if len(set(pair)) > 1), None
    )
    return first if size is None else first[:size]


def dedent(draft: Draft) -> Draft | None:
    """The caller leaves out the indentation that all lines have."""
    common = _shared([leading(text) for text in _callers(draft.script)])
    return _reindented(draft, lambda blanks: blanks[len(common) :]) if common else None


def dedent_by_level(draft: Draft) -> Draft | None:
    """The caller writes everything one level less deep."""
    unit = unit_of(draft)
    if not all(leading(text).startswith(unit) for text in _callers(draft.script)):
        return None
    return _reindented(draft, lambda blanks: blanks[len(unit) :])


def indent_by_level(draft: Draft) -> Draft | None:
    """The caller writes everything one level deeper."""
    unit = unit_of(draft)
    return _reindented(draft, lambda blanks: unit + blanks)


def first_line_dedented(draft: Draft) -> Draft | None:
    """The caller began to copy behind the indentation of the first line.

    Only where the other lines that are left show that they have theirs.
    """
    filled = [i for i, line in enumerate(draft.script) if "".join(line.theirs).strip()]
    at = filled[0]
    first = draft.script[at]
    others = [line for line in draft.script[at + 1 :] if line.kind == " "]
    shown = [leading(text) for line in others for text in line.theirs if text.strip()]
    if first.kind != " " or not leading(first.theirs[0]) or leading(first.theirs[0]) not in shown:
        return None
    return misremembered(draft, at, first.theirs[0].lstrip(" \t"))


def unit_of(draft: Draft) -> str:
    """Return the file's unit of indentation: a tab, or the most usual step to a deeper line."""
    indents = [leading(text) for text in draft.edit.file if text.strip()]
    if sum(blanks.startswith("\t") for blanks in indents) * 2 > sum(map(bool, indents)):
        return "\t"
    steps = Counter(len(b) - len(a) for a, b in pairwise(indents) if len(b) > len(a) + 1)
    return " " * (steps.most_common(1)[0][0] if steps else 4)


def _in_levels(draft: Draft, unit: str) -> bool:
    """Return True if what the caller adds is indented by whole levels: what it means is certain."""
    added = [text for line in draft.script if line.kind == "+" for text in line.theirs]
    depths = {leading(text) for line in draft.script if line.kind != "+" for text in line.ours}
    return all(
        not leading(text).replace(unit, "") or leading(text) in depths
        for text in added
        if text.strip()
    )


def _to_spaces(width: int) -> Callable[[Draft], Draft | None]:
    def change(draft: Draft) -> Draft | None:
        if unit_of(draft) != "\t" or not _in_levels(draft, "\t"):
            return None
        if not all(re.fullmatch(r"\t* *", leading(text)) for text in _callers(draft.script)):
            return None
        return _reindented(draft, lambda blanks: blanks.replace("\t", " " * width))

    change.__doc__ = f"The file has tabs, the caller writes {width} spaces for each."
    return change


tabs_to_4_spaces = _to_spaces(4)
tabs_to_2_spaces = _to_spaces(2)
tabs_to_8_spaces = _to_spaces(8)


def spaces_to_tabs(draft: Draft) -> Draft | None:
    """The file has spaces, the caller writes a tab for each level."""
    unit = unit_of(draft)
    if unit == "\t" or not _in_levels(draft, unit) or "\t" in "".join(_callers(draft.script)):
        return None
    return _reindented(draft, lambda blanks: blanks.replace(unit, "\t"))


def halved_indentation(draft: Draft) -> Draft | None:
    """The caller indents by half of what the file does.

    Where it adds a depth that its old text does not show, two depths of it show the unit.
    """
    unit = unit_of(draft)
    if unit == "\t" or len(unit) % 2 or not _scales(draft, unit):
        return None
    return _reindented(draft, lambda blanks: blanks[: len(blanks) // 2])


def doubled_indentation(draft: Draft) -> Draft | None:
    """The caller indents by twice what the file does."""
    unit = unit_of(draft)
    if unit == "\t" or not _scales(draft, unit):
        return None
    return _reindented(draft, lambda blanks: blanks * 2)


def _scales(draft: Draft, unit: str) -> bool:
    """Return True if the old text shows what the depths of the new one are worth."""
    old = [text for line in draft.script if line.kind != "+" for text in line.ours if text.strip()]
    depths = {leading(text) for text in old}
    added = {
        leading(t) for line in draft.script if line.kind == "+" for t in line.ours if t.strip()
    }
    clean = not any("\t" in blanks or len(blanks) % len(unit) for blanks in depths | added)
    steps = {len(b) - len(a) for a, b in pairwise(sorted(depths))}
    return clean and (added <= depths or len(unit) in steps)


def blank_lines_dropped(draft: Draft) -> Draft | None:
    """The caller leaves out blank lines between unchanged ones."""
    filled = [i for i, line in enumerate(draft.script) if "".join(line.theirs).strip()]
    found = [
        at
        for first, last in pairwise(filled)
        if all(line.kind == " " for line in draft.script[first : last + 1])
        for at in range(first + 1, last)
    ]
    for at in found:
        draft = put(draft, at, replace(draft.script[at], theirs=()))
    return draft if found else None


def blank_lines_added(draft: Draft) -> Draft | None:
    """The caller has blank lines more between unchanged ones."""
    found = list(inner(draft.script))
    for at in draft.random.sample(found, (len(found) + 1) // 2):
        draft = misremembered(
            draft, at, *draft.script[at].theirs, *[""] * draft.random.choice((1, 2))
        )
    return draft if found else None


def inner_spacing(draft: Draft) -> Draft | None:
    """The caller puts blanks otherwise inside unchanged lines without strings."""
    changed = False
    for at in list(inner(draft.script)):
        text = draft.script[at].theirs[0]
        spaced = leading(text) + re.sub(
            r", ?", lambda m: "," if m[0] == ", " else ", ", text.lstrip()
        )
        if spaced != text and not re.search(r"[\"'`#]|//|--", text):
            draft, changed = misremembered(draft, at, spaced), True
    return draft if changed else None


def crlf_in_file(draft: Draft) -> Draft | None:
    """The file's lines end in CRLF, the caller's in LF."""
    return replace(draft, ending="\r\n") if len(draft.script) > 1 else None


def crlf_of_caller(draft: Draft) -> Draft | None:
    """The caller's lines end in CRLF, the file's in LF."""
    return _respelt_ends(draft) if len(draft.script) > 1 else None


def _respelt_ends(draft: Draft) -> Draft:
    old, new = texts_of(draft)
    return replace(draft, texts=(old.replace("\n", "\r\n"), new.replace("\n", "\r\n")))
