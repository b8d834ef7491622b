"""What an engine is asked, and what is right: the values that the generator hands to the judge.

`Draft` is an edit on its way: the script that says what file and caller have line by line, and
what was done to the texts as a whole. `Task` is the finished question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from benchmarks.landing.material import (
    Edit,
    Line,
    Script,
    file_lines,
    new_lines,
    old_lines,
    right_lines,
    squeezed,
)


@dataclass(frozen=True, slots=True)
class Draft:
    """An edit that is being distorted.

    `ending` is that of the file's lines. `texts` are the caller's old and new text, once they
    were distorted as a whole; until then the script has them.
    """

    edit: Edit
    script: Script
    random: Random
    ending: str = "\n"
    texts: tuple[str, str] | None = None

    @property
    def language(self) -> str:
        return self.edit.language


@dataclass(frozen=True, slots=True)
class Task:
    """An edit as a caller sends it, and what is right.

    `right` is the file afterwards, None where nothing may be changed; `also` are other texts that
    are as right. `place` are the file's lines (from 1) that the edit is about, None where there
    is no one place. `hints` are further arguments of the call.
    """

    id: str
    language: str
    path: str
    file: str
    old: str
    new: str
    right: str | None
    place: tuple[int, int] | None
    also: tuple[str, ...] = ()
    hints: tuple[tuple[str, str], ...] = ()


def draft_of(edit: Edit, name: str, seed: int) -> Draft:
    """Begin with the edit as it should have been written."""
    return Draft(edit, edit.script, Random(f"{seed}/{name}/{edit.id}"))


def task_of(draft: Draft, name: str) -> Task | None:
    """Finish a distorted edit; None where it has no one right place, or nothing is left of it."""
    edit = draft.edit
    here, right = file_lines(draft.script), right_lines(draft.script)
    count = len(file_lines(edit.script))
    above, below = edit.file[: edit.first], edit.file[edit.first + count :]
    file = draft.ending.join((*above, *here, *below))
    old, new = texts_of(draft)
    if not old.strip() or old == new or (draft.script != edit.script and slides(draft.script)):
        return None
    return Task(
        f"{name}/{edit.id}",
        edit.language,
        edit.path,
        file,
        old,
        new,
        draft.ending.join((*above, *right, *below)),
        _changed(draft),
    )


def slides(script: Script) -> bool:
    """Return True if a change may as well stand a line higher or lower, with another result.

    A caller's texts do not say which of two equal lines is the new one.
    """
    for at, line in enumerate(script):
        if line.kind == " " or (at and script[at - 1].kind != " "):
            continue
        end = at
        while end < len(script) and script[end].kind != " ":
            end += 1
        if _slides(script, at, end, -1) or _slides(script, at, end, 1):
            return True
    return False


def _slides(script: Script, start: int, end: int, step: int) -> bool:
    """Return True if lines beside a change equal those at its other end, but the file's do not."""
    for kind in "-+":
        lines = [i for i in range(start, end) if script[i].kind == kind]
        outside = start - 1 if step < 0 else end
        for edge in reversed(lines) if step < 0 else lines:
            if not 0 <= outside < len(script) or script[outside].kind != " ":
                break
            one, other = script[edge], script[outside]
            if [text.strip() for text in one.theirs] != [text.strip() for text in other.theirs]:
                break
            if one.ours != other.ours or one.theirs != other.theirs:
                return True
            outside += step
    return False


def texts_of(draft: Draft) -> tuple[str, str]:
    """Return the caller's texts."""
    if draft.texts is not None:
        return draft.texts
    end = "\n" if draft.edit.ended else ""
    old, new = old_lines(draft.script), new_lines(draft.script)
    return "\n".join(old) + end, ("\n".join(new) + end if new else "")


def _changed(draft: Draft) -> tuple[int, int]:
    """Return the file's lines that the edit removes, or that stand around what it only adds."""
    at, lines, replaces = draft.edit.first, [], False
    for line in draft.script:
        if line.kind == "+" and not replaces:
            lines += [at, at + 1]
        replaces = line.kind == "-" or (replaces and line.kind == "+")
        if line.kind == "-":
            lines += range(at + 1, at + len(line.ours) + 1)
        at += len(line.ours) if line.kind != "+" else 0
    last = draft.edit.first + len(file_lines(draft.script))
    held = [line for line in lines if draft.edit.first < line <= last]
    return min(held), max(held)


def inner(script: Script) -> Iterator[int]:
    """Yield the unchanged lines, not blank, between unchanged ones, none of them at the edge."""
    filled = [i for i, line in enumerate(script) if "".join(line.ours).strip()]
    for before, at, after in zip(filled, filled[1:], filled[2:], strict=False):
        around = script[before : after + 1]
        if all(line.kind == " " and line.ours == line.theirs for line in around):
            yield at


def put(draft: Draft, at: int, *lines: Line) -> Draft:
    """Put lines in the place of one."""
    return replace(draft, script=(*draft.script[:at], *lines, *draft.script[at + 1 :]))


def misremembered(draft: Draft, at: int, *texts: str) -> Draft:
    """Let the caller write something else for an unchanged line."""
    return put(draft, at, Line(" ", draft.script[at].ours, texts))


def rivals(task: Task) -> bool:
    """Return True if the file has another place that is nearly what the edit is about.

    Nearly: the same lines in order but for two, or but for one where there are only a few.
    """
    file = [squeezed(line) for line in task.file.split("\n")]
    wanted = [squeezed(line) for line in task.old.split("\n") if line.strip()]
    where: dict[str, list[int]] = {}
    for number, line in enumerate(file):
        where.setdefault(line, []).append(number)
    votes: dict[int, set[int]] = {}
    for index, line in enumerate(wanted):
        for number in where.get(line, ())[:200]:
            votes.setdefault((number - index) // 2, set()).add(index)
    enough = max(1, len(wanted) - (2 if len(wanted) > 3 else 1))
    first, last = task.place or (0, 0)
    return any(
        len(indices | votes.get(start + 1, set())) >= enough
        for start, indices in votes.items()
        if not first - len(wanted) - 6 <= 2 * start <= last + 6
    )
