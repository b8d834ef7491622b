"""Edits that models really sent, replayed: what lands, and what becomes of those that failed.

    python -m benchmarks.landing.real_edits [--data DIR]

Of the edits that were applied then: where the text stands once, the result must be that of plain
replacement; refusals of the gate and edits that stand there already are counted apart. Where it
stands several times, an ambiguity is right. Of those that failed then, none may land wrong: no
line may change that neither text mentions. Ends with 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.landing.material import DATA, squeezed

import structedit as se
from structedit.calls.outcomes import Outcome
from structedit.calls.statuses import Status

GATE = frozenset(("new_syntax_error", "risk", "lost_definition", "read_back"))


@dataclass(frozen=True, slots=True)
class Real:
    """An edit as a model sent it."""

    id: str
    path: str
    before: str
    old: str
    new: str
    applied: bool


@dataclass(frozen=True, slots=True)
class Line:
    """What became of one: a word to count it by, and the reason in a line."""

    id: str
    group: str
    word: str
    why: str

    @property
    def is_wrong(self) -> bool:
        return self.word.startswith("WRONG")


def read(folder: Path) -> Iterator[Real]:
    """Read the edits."""
    with gzip.open(folder / "llm_edits.jsonl.gz", "rt", encoding="utf-8") as rows:
        for text in rows:
            row = json.loads(text)
            applied = row["outcome"] == "applied"
            yield Real(
                row["id"], row["path"], row["before"], row["search"], row["replace"], applied
            )


def judged(edit: Real) -> Line:
    """Send one edit, and say what is right of the answer."""
    document = se.Document.from_bytes(edit.before.encode(), path=edit.path)
    out = se.str_replace(document, edit.old, edit.new)
    if not edit.applied:
        return Line(edit.id, "failed then", *_failed(edit, out))
    places = edit.before.count(edit.old) if edit.old else 0
    if places == 1:
        return Line(edit.id, "one place", *_one_place(edit, out))
    group = "several places" if places else "no place"
    if places:
        right = out.status in (Status.AMBIGUOUS, Status.ALREADY_APPLIED, Status.UNCHANGED)
        return Line(edit.id, group, str(out.status) if right else f"WRONG {out.status}", _why(out))
    return Line(edit.id, group, *_failed(edit, out))


def _one_place(edit: Real, out: Outcome) -> tuple[str, str]:
    plain = edit.before.replace(edit.old, edit.new, 1)
    if out.text == plain:
        return "as plain replacement", ""
    if out.status in (Status.ALREADY_APPLIED, Status.UNCHANGED):
        return "already there", _why(out)
    if out.reason is not None and out.reason.value in GATE:
        return f"refused by the gate: {out.reason}", _why(out)
    return ("WRONG otherwise" if out.landed else f"refused: {out.reason}"), _why(out)


def _failed(edit: Real, out: Outcome) -> tuple[str, str]:
    if not out.landed:
        return f"{out.status} {out.reason or ''}".strip(), _why(out)
    if out.status is not Status.APPLIED:
        return str(out.status), _why(out)
    stray = strays(edit, out.text or "")
    if stray:
        return "WRONG line that neither text mentions", f"{stray[0]!r}"
    return f"lands at {out.tier}", f"{out.lines_added} lines added, {out.lines_removed} removed"


def strays(edit: Real, after: str) -> list[str]:
    """Return the changed lines that are in neither text: removed ones not in `old`, added not in `new`.

    Blanks and line breaks aside; a line that shares three quarters of its letters with one of the text counts as
    mentioned, for that is how callers misremember.
    """
    from difflib import SequenceMatcher, unified_diff

    rows = unified_diff(edit.before.split("\n"), after.split("\n"), lineterm="", n=0)
    changed = [row for row in rows if not row.startswith(("---", "+++", "@@"))]
    sides = {"-": edit.old.split("\n"), "+": edit.new.split("\n")}

    sides_text = {"-": edit.old, "+": edit.new}

    def mentioned(row: str) -> bool:
        text = row[1:].strip()
        own = [line.strip() for line in sides[row[0]]]
        whole = squeezed(sides_text[row[0]])
        return squeezed(text).rstrip(",") in whole or any(
            text == line or SequenceMatcher(None, text, line).ratio() > 0.75 for line in own
        )

    return [row for row in changed if not mentioned(row)]


def _why(out: Outcome) -> str:
    return out.message.split("\n")[0][:160]


def table(lines: list[Line]) -> str:
    """The counts of what became of the edits."""
    groups = Counter((line.group, line.word) for line in lines)
    rows = ["| edits | what became of them | count |", "|---|---|---:|"]
    rows += [f"| {group} | {word} | {count} |" for (group, word), count in sorted(groups.items())]
    one = [line for line in lines if line.group == "one place"]
    apart = [line for line in one if line.word.startswith(("already", "refused by the gate"))]
    rest = len(one) - len(apart)
    landed = sum(line.word == "as plain replacement" for line in one)
    rows += [
        "",
        f"One place: {landed} of {rest} ({100 * landed / max(1, rest):.2f} %) land as plain",
    ]
    rows[-1] += f" replacement; {len(apart)} are counted apart."
    return "\n".join(rows)


def odd(lines: list[Line]) -> list[str]:
    """One line of reason for each edit that is not simply as it should be."""
    plain = ("as plain replacement", "ambiguous")
    return [
        f"- {line.id} ({line.group}): {line.word}. {line.why}"
        for line in lines
        if line.word not in plain
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.landing.real_edits")
    parser.add_argument("--data", type=Path, default=DATA)
    arguments = parser.parse_args()
    if not (arguments.data / "llm_edits.jsonl.gz").exists():
        print(f"no edits in {arguments.data}: pass --data", file=sys.stderr)
        return 2
    lines = [judged(edit) for edit in read(arguments.data)]
    print("\n".join((table(lines), "", *odd(lines))))
    return 1 if any(line.is_wrong for line in lines) else 0


if __name__ == "__main__":
    sys.exit(main())
