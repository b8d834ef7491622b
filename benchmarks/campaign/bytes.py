"""Edits of files in every encoding, ending and state of damage: bytes outside of the edit stay.

A file is what stands before, a few lines that are edited, and what stands behind; both ends hold
whatever a careless program would normalise. The edit lands, begins and ends with the same bytes, is
what was asked for where that can be said to the byte, and undo gives back every byte.
"""

from __future__ import annotations

import codecs
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.campaign.cases import Case

import structedit as se

QUICK = 250


@dataclass(frozen=True, slots=True)
class Encoding:
    """An encoding: bytes at the very beginning, a declaration, and letters that it can write."""

    name: str
    codec: str
    mark: bytes = b""
    declared: str = ""
    letters: str = "déjà vu ✓ 漢字 🙂 e\u0301 \u200b\u00a0"


ENCODINGS = (
    Encoding("utf-8", "utf-8"),
    Encoding("utf-8 with a mark", "utf-8", codecs.BOM_UTF8),
    Encoding("utf-16-le", "utf-16-le", codecs.BOM_UTF16_LE),
    Encoding("utf-16-be", "utf-16-be", codecs.BOM_UTF16_BE),
    Encoding("utf-16-le without a mark", "utf-16-le", letters="deja vu"),
    Encoding("utf-32-le", "utf-32-le", codecs.BOM_UTF32_LE),
    Encoding("utf-32-be", "utf-32-be", codecs.BOM_UTF32_BE),
    Encoding("latin-1", "latin-1", letters="d\xe9j\xe0 vu \xa0\xff"),
    Encoding("cp1251", "cp1251", declared="-*- coding: cp1251 -*-", letters="Привет"),
    Encoding("shift_jis", "shift_jis", declared="-*- coding: shift_jis -*-", letters="漢字 ソ表"),
    Encoding(
        "invalid utf-8", "latin-1", letters="✓ ".encode().decode("latin-1") + "\xff\xfe\xc0\x80"
    ),
)
ENDINGS = {"lf": ("\n",), "crlf": ("\r\n",), "cr": ("\r",), "mixed": ("\n", "\r\n", "\n", "\r")}
LAST = {"an end": 1, "no end": 0, "several ends": 3}
NOISE = {
    "plain": ["one  ", "two"],
    "noise": [
        "trailing \t ",
        "\tform\x0cfeed \x0b \x1c \x85",
        "quote ' \" ` \\ \x1b[31m",
        "x" * 5000,
    ],
    "separators": ["a\u2028b\u2029c", "\ufeffmark", "\u202eright to left"],
}
COMMENTS = {"txt": "", "py": "# ", "js": "// ", "go": "// "}
TARGET = {
    "txt": ["target one", "target two", "target three"],
    "py": ["def target(a):", "    first = a", "    return first"],
    "js": ["function target(a) {", "    let first = a;", "    return first;", "}"],
    "go": ["func target(a int) int {", "\tfirst := a", "\treturn first", "}"],
}
Operation = Callable[[Path, list[str]], object]


def _by_text(path: Path, lines: list[str]) -> object:
    return se.str_replace(path, lines[1].strip(), "changed = a")


def _by_lines(path: Path, lines: list[str]) -> object:
    new = [lines[0], lines[1] + " ", *lines[2:]]
    return se.str_replace(path, "\n".join(lines), "\n".join(new), allow_errors=True)


def _all(path: Path, lines: list[str]) -> object:
    return se.replace_all(path, "target", "aimed", allow_errors=True)


def _inserted(path: Path, lines: list[str]) -> object:
    margin = lines[1][: len(lines[1]) - len(lines[1].lstrip())]
    return se.insert(path, f"{margin}more(a)", after=lines[1], allow_errors=True)


def _deleted(path: Path, lines: list[str]) -> object:
    return se.str_replace(path, lines[1] + "\n", "", allow_errors=True)


def _body(path: Path, lines: list[str]) -> object:
    return se.replace_function_body(path, "target", "return 5\nreturn 6")


def _many(path: Path, lines: list[str]) -> object:
    edits = [
        {"op": "str_replace", "old": lines[0], "new": lines[0].replace("target", "aimed")},
        {"op": "str_replace", "old": lines[2].strip(), "new": "return first + 1"},
    ]
    return se.multi_edit(path.parent, [{**edit, "path": path.name} for edit in edits])


OPERATIONS: dict[str, Operation] = {
    "str_replace": _by_text,
    "str_replace of lines": _by_lines,
    "replace_all": _all,
    "insert": _inserted,
    "str_replace by nothing": _deleted,
    "replace_function_body": _body,
    "multi_edit": _many,
}


def cases(seed: int, only: str = "") -> list[Case]:
    """Return every encoding × ending × end of file × noise × kind of file × operation."""
    rows = itertools.product(ENCODINGS, ENDINGS, LAST, NOISE, TARGET, OPERATIONS)
    return [
        Case(f"{kind} {encoding.name} {ending}, {last}, {noise}: {operation}", run)
        for encoding, ending, last, noise, kind, operation in rows
        if _can_be(encoding, noise, kind, operation)
        for run in [_edited(encoding, ending, last, noise, kind, operation)]
    ]


def _can_be(encoding: Encoding, noise: str, kind: str, operation: str) -> bool:
    if noise == "separators" and not encoding.codec.startswith("utf"):
        return False
    if encoding.codec in ("cp1251", "shift_jis") and noise == "noise":
        return False  # they have no such characters
    return kind != "txt" or operation != "replace_function_body"


def parts(encoding: Encoding, ending: str, last: str, noise: str, kind: str) -> tuple[bytes, ...]:
    """Return the bytes before the edited lines, of these lines, and behind them."""
    comment, ends = COMMENTS[kind], itertools.cycle(ENDINGS[ending])
    before = [comment + encoding.declared] if encoding.declared else []
    before += [comment + line for line in (encoding.letters, *NOISE[noise])]
    behind = [comment + line for line in (*NOISE[noise], encoding.letters)]
    texts = [
        "".join(line + next(ends) for line in lines) for lines in (before, TARGET[kind], behind)
    ]
    end = next(ends)
    texts[2] = texts[2].rstrip("\r\n") + end * LAST[last]
    raw = [text.encode(encoding.codec) for text in texts]
    return (encoding.mark + raw[0], raw[1], raw[2])


def _edited(
    encoding: Encoding, ending: str, last: str, noise: str, kind: str, operation: str
) -> Callable[[Path], str]:
    def run(folder: Path) -> str:
        before, middle, behind = parts(encoding, ending, last, noise, kind)
        path = folder / f"file.{kind}"
        path.write_bytes(before + middle + behind)
        found = OPERATIONS[operation](path, TARGET[kind])
        raw = path.read_bytes()
        if not found.landed:  # type: ignore[attr-defined]
            told = found.report().strip().split("\n")[0]  # type: ignore[attr-defined]
            changed = raw != before + middle + behind
            return f"{'changed and ' * changed}not landed: {told}"
        if not (raw.startswith(before) and raw.endswith(behind)):
            return f"bytes outside changed: {_around(before + middle + behind, raw)}"
        now = raw[len(before) : len(raw) - len(behind)]
        if now == middle:
            return "landed without a change"
        if operation == "str_replace":
            old = TARGET[kind][1].strip().encode(encoding.codec)
            if now != middle.replace(old, "changed = a".encode(encoding.codec)):
                return f"not what was asked for: {now!r}"
        ends = {end.encode(encoding.codec) for end in ENDINGS[ending]}
        if len(ends) == 1 and _other_endings(now.decode(encoding.codec), ENDINGS[ending][0]):
            return f"another line ending: {now!r}"
        if not se.undo(root=folder).landed or path.read_bytes() != before + middle + behind:
            return "undo does not give back every byte"
        return ""

    return run


def _other_endings(text: str, ending: str) -> bool:
    rest = text.replace(ending, "")
    return "\n" in rest or "\r" in rest


def _around(old: bytes, new: bytes) -> str:
    at = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
    return f"at byte {at}: {old[max(0, at - 10) : at + 20]!r} became {new[max(0, at - 10) : at + 20]!r}"
