"""Questions to which the only right answer is no: nothing may be changed, nothing offered.

Each gives the finished task, or None where the edit does not lend itself to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from benchmarks.landing.blanks import indent_by_level, leading
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
from benchmarks.landing.memory import (
    comment_of,
    elided_middle,
    is_header,
    is_in_comment,
    misspelt_identifier,
)
from benchmarks.landing.tasks import Draft, Task, inner, task_of

_NAME = re.compile(r"[A-Za-z_]\w{2,}")
_NAME_OR_NUMBER = re.compile(r"[A-Za-z_]\w{2,}|(?<![\w.])\d+(?![\w.])")
_DEFINITION = re.compile(
    r"\b(?:def|defp|class|func|fn|fun|function|struct|enum|trait|interface|module|defmodule|defn|object)\s+"
    r"(?:self\.)?([A-Za-z_]\w{2,})"
)
_KEYWORDS = frozenset(
    "and or not if else elif for while do try catch finally except with switch case match return import from"
    " def class func fn fun function struct enum trait interface module object self this let var val const"
    " public private protected static void int new null None true false True False end then is in as async await"
    " export default type impl use pub mut lambda yield raise throw throws break continue begin local string"
    " include define ifdef endif require package using namespace extends implements override final".split()
)
_NESTING = frozenset("python javascript typescript tsx go rust c cpp java".split())
_OTHER_WORDS = ("width", "previous", "maximum", "archive", "remote", "quantity", "legacy", "shadow")


def _refused(
    draft: Draft, name: str, file: Iterable[str], old: str = "", new: str = ""
) -> Task | None:
    """Make the task: this file, and the caller's texts as they are unless others are given."""
    edit, end = draft.edit, "\n" if draft.edit.ended else ""
    text = "\n".join(file)
    return Task(
        f"{name}/{edit.id}",
        edit.language,
        edit.path,
        text,
        old or "\n".join(old_lines(draft.script)) + end,
        new or "\n".join(new_lines(draft.script)) + end,
        None,
        None,
    )


def _around(edit: Edit) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return edit.file[: edit.first], edit.file[edit.first + len(file_lines(edit.script)) :]


def _absent(task: Task | None) -> Task | None:
    """Leave a task out if its text stands in its file all the same, or only its new text does."""
    if task is None or squeezed(task.old) in squeezed(task.file):
        return None
    return task


def text_gone(draft: Draft, name: str) -> Task | None:
    """The text was deleted."""
    above, below = _around(draft.edit)
    return _absent(_refused(draft, name, (*above, *below)))


def text_twice(draft: Draft, name: str) -> Task | None:
    """The text stands there twice."""
    above, below = _around(draft.edit)
    here = file_lines(draft.script)
    return _refused(draft, name, (*above, *here, *below, "", *here, ""))


def text_twice_dedented(draft: Draft, name: str) -> Task | None:
    """The text stands there twice, once deeper, and the caller has yet another indentation."""
    above, below = _around(draft.edit)
    here = file_lines(draft.script)
    if len({leading(line) for line in here if line.strip()}) < 2:
        return None
    shifted = indent_by_level(draft)
    again = indent_by_level(shifted) if shifted else None
    if shifted is None or again is None:
        return None
    file = (*above, *here, *below, "", *old_lines(shifted.script), "")
    return _refused(replace(again), name, file)


def already_applied(draft: Draft, name: str) -> Task | None:
    """The change was made before."""
    above, below = _around(draft.edit)
    task = _refused(draft, name, (*above, *right_lines(draft.script), *below))
    return task if _is_surrounded(draft.script) else None


def already_applied_misspelt(draft: Draft, name: str) -> Task | None:
    """The change was made before, and the caller has a name wrong."""
    wrong = misspelt_identifier(draft)
    if wrong is None or not _is_surrounded(draft.script):
        return None
    above, below = _around(draft.edit)
    return _refused(wrong, name, (*above, *right_lines(draft.script), *below))


def _is_surrounded(script: Script) -> bool:
    return script[0].kind == " " == script[-1].kind


def near_twin(draft: Draft, name: str) -> Task | None:
    """The file has a twin in its place: the same lines with another name or number in the core."""
    core = [i for i, line in enumerate(draft.script) if line.kind == "-"]
    return _with_other(draft, name, core, _NAME_OR_NUMBER)


def other_number(draft: Draft, name: str) -> Task | None:
    """A number of an unchanged line is another one in the file."""
    kept = [i for i, line in enumerate(draft.script) if line.kind == " "]
    return _with_other(draft, name, kept, re.compile(r"(?<![\w.])\d+(?![\w.])"))


def other_word(draft: Draft, name: str) -> Task | None:
    """One word of an unchanged line between others is another word in the file."""
    return _with_other(draft, name, list(inner(draft.script)), _NAME)


def _with_other(draft: Draft, name: str, lines: list[int], pattern: re.Pattern[str]) -> Task | None:
    """Put another word or number into one of the file's lines; comments may be told otherwise."""
    found = [
        (at, match)
        for at in lines
        if not is_in_comment(draft, at)
        for match in pattern.finditer(_code_of(draft, at))
        if match[0] not in _KEYWORDS
    ]
    if not found:
        return None
    at, match = draft.random.choice(found)
    text = draft.script[at].ours[0]
    other = (
        text[: match.start()] + _another(draft.random, draft.edit, match[0]) + text[match.end() :]
    )
    return _in_file(draft, name, at, other)


def _code_of(draft: Draft, at: int) -> str:
    text = draft.script[at].ours[0]
    parts = comment_of(draft.language, text)
    return text if parts is None else parts[0]


def _in_file(draft: Draft, name: str, at: int, text: str) -> Task | None:
    line = draft.script[at]
    script = (*draft.script[:at], Line(line.kind, (text,), line.theirs), *draft.script[at + 1 :])
    above, below = _around(draft.edit)
    return _absent(_refused(draft, name, (*above, *file_lines(script), *below)))


def _another(random: Random, edit: Edit, word: str) -> str:
    """Return another word or number: one of the file's own, or one that no letter's slip makes of it."""
    if word.isdigit():
        return str(int(word) + random.choice((1, 2, 10)))
    own = sorted({w for w in _NAME.findall("\n".join(edit.file)) if w not in _KEYWORDS})
    far = [
        w
        for w in (*own, *_OTHER_WORDS)
        if abs(len(w) - len(word)) > 2 or len(set(w) ^ set(word)) > 5
    ]
    return random.choice(far)


def changed_text_misremembered(draft: Draft, name: str) -> Task | None:
    """The caller has a word wrong in the very words that it changes."""
    pairs = [
        (i, match)
        for i, line in enumerate(draft.script)
        if line.kind == "-"
        for match in _NAME_OR_NUMBER.finditer(line.theirs[0])
        if match[0] not in _KEYWORDS and match[0] not in "\n".join(new_lines(draft.script))
    ]
    if not pairs:
        return None
    at, match = draft.random.choice(pairs)
    text = draft.script[at].theirs[0]
    wrong = (
        text[: match.start()] + _another(draft.random, draft.edit, match[0]) + text[match.end() :]
    )
    line = Line("-", draft.script[at].ours, (wrong,))
    script = (*draft.script[:at], line, *draft.script[at + 1 :])
    return _absent(_refused(replace(draft, script=script), name, draft.edit.file))


def twin_beside(draft: Draft, name: str) -> Task | None:
    """A neighbour has the same lines but for one word, and the caller has a third one."""
    found = [
        (at, match)
        for at in inner(draft.script)
        for match in _NAME.finditer(_code_of(draft, at))
        if match[0] not in _KEYWORDS
    ]
    if not found:
        return None
    at, match = draft.random.choice(found)
    words = draft.random.sample(_OTHER_WORDS, 2)
    text = draft.script[at].ours[0]
    here, there = (text[: match.start()] + word + text[match.end() :] for word in words)
    lines = list(file_lines(draft.script))
    index = sum(len(line.ours) for line in draft.script[:at] if line.kind != "+")
    above, below = _around(draft.edit)
    twins = [[*lines[:index], other, *lines[index + 1 :]] for other in (here, there)]
    return _absent(_refused(draft, name, (*above, *twins[0], *below, "", *twins[1], "")))


def twin_in_another_function(draft: Draft, name: str) -> Task | None:
    """`within` names a definition in which the text was before; only its twin has it now."""
    edit = draft.edit
    header = _enclosing(edit) if edit.language in _NESTING else None
    if header is None:
        return None
    at, word = header
    above, below = _around(edit)
    if not all(_is_balanced(lines) for lines in (file_lines(draft.script), edit.file)):
        return None
    twin = [*_renamed(above[at:], word, f"{word}_twin"), *file_lines(draft.script)]
    open_braces = sum(line.count("{") - line.count("}") for line in twin)
    closing = [] if edit.language == "python" else ["}"] * max(0, open_braces)
    task = _refused(draft, name, (*above, *below, "", *twin, *closing, ""))
    return replace(task, hints=(("within", word),)) if task else None


def _is_balanced(lines: Iterable[str]) -> bool:
    text = "\n".join(lines)
    pairs = ("()", "[]", "{}", ("/*", "*/"))
    return all(text.count(opened) == text.count(closed) for opened, closed in pairs)


def _enclosing(edit: Edit) -> tuple[int, str] | None:
    """Return the line and the name of the definition that an edit is in, as far as its head shows."""
    depth = min(len(leading(line)) for line in file_lines(edit.script) if line.strip())
    for at in range(edit.first - 1, -1, -1):
        match = _DEFINITION.search(edit.file[at])
        if match and len(leading(edit.file[at])) < depth:
            return at, match[1]
    return None


def _renamed(lines: Iterable[str], word: str, other: str) -> list[str]:
    return [re.sub(rf"\b{re.escape(word)}\b", other, line) for line in lines]


def comment_of_another_block(draft: Draft, name: str) -> Task | None:
    """The caller's comment heads another block of the file; here the file has another comment."""
    found = _comments(draft)
    if not found:
        return None
    at, mark = draft.random.choice(found)
    words = " ".join(draft.random.sample(_OTHER_WORDS, 3))
    task = _in_file(draft, name, at, mark + words)
    if task is None:
        return None
    block = (draft.script[at].theirs[0], draft.random.choice(draft.edit.file))
    return replace(task, file="\n".join((task.file, "", *block, "")))


def comment_of_neither_block(draft: Draft, name: str) -> Task | None:
    """The same lines stand twice, below one comment and below another; the caller has a third one."""
    found = _comments(draft)
    if not found:
        return None
    at, mark = draft.random.choice(found)
    words = [" ".join(draft.random.sample(_OTHER_WORDS, 4)) for _ in range(2)]
    above, below = _around(draft.edit)
    lines = list(file_lines(draft.script))
    index = sum(len(line.ours) for line in draft.script[:at] if line.kind != "+")
    twins = [[*lines[:index], mark + own, *lines[index + 1 :]] for own in words]
    return _absent(_refused(draft, name, (*above, *twins[0], *below, "", *twins[1], "")))


def _comments(draft: Draft) -> list[tuple[int, str]]:
    """The unchanged lines between others that are a comment of some words, each with what stands before these."""
    lines = [
        (at, comment_of(draft.language, draft.script[at].ours[0])) for at in inner(draft.script)
    ]
    return [
        (at, parts[0])
        for at, parts in lines
        if parts is not None and len(parts[1].split()) > 2 and draft.language != "markdown"
    ]


def gap_in_two_functions(draft: Draft, name: str) -> Task | None:
    """The lines around what the caller leaves out stand in two places, with other lines between."""
    elided = elided_middle(draft)
    if elided is None:
        return None
    gap = next(line for line in elided.script if len(line.ours) > 1)
    above, below = _around(draft.edit)
    lines, twin = list(file_lines(elided.script)), []
    for line in elided.script:
        if line.kind != "+":
            twin += line.ours[1:] if line is gap else line.ours
    return _refused(elided, name, (*above, *lines, *below, "", *twin, ""))


def other_header(draft: Draft, name: str) -> Task | None:
    """The text has the head of another definition; the file's is named otherwise."""
    found = [
        (at, match)
        for at, line in enumerate(draft.script)
        if line.kind == " " and is_header(line.ours[0]) and not is_in_comment(draft, at)
        for match in (_DEFINITION.search(_code_of(draft, at)),)
        if match
    ]
    if not found:
        return None
    at, match = draft.random.choice(found)
    text, word = draft.script[at].ours[0], match[1]
    own = draft.random.choice((word + "s", word + "2", word + "_all", word[:-1], "other_" + word))
    return _in_file(draft, name, at, text[: match.start(1)] + own + text[match.end(1) :])


def doubled_edge(draft: Draft, name: str) -> Task | None:
    """The new text ends with the file's next line, which the old one lacks, and a name is wrong.

    What is meant is the text up to that line, so that the line is there once; to refuse is right.
    """
    wrong = misspelt_identifier(draft)
    if wrong is None or draft.script[-1].kind != " " or draft.edit.ended:
        return None
    _, below = _around(draft.edit)
    if not below or not below[0].strip():
        return None
    task, right = _refused(wrong, name, draft.edit.file), task_of(draft, name)
    if task is None or right is None or right.right is None:
        return None
    return replace(task, new=task.new + "\n" + below[0], also=(right.right,))


def doubled_first_edge(draft: Draft, name: str) -> Task | None:
    """The new text begins with the file's line before, which the old one lacks; a name is wrong."""
    wrong = misspelt_identifier(draft)
    above, _ = _around(draft.edit)
    if wrong is None or draft.script[0].kind != " " or not above or not above[-1].strip():
        return None
    task, right = _refused(wrong, name, draft.edit.file), task_of(draft, name)
    if task is None or right is None or right.right is None:
        return None
    return replace(task, new=above[-1] + "\n" + task.new, also=(right.right,))


def indentation_made(draft: Draft, name: str) -> Task | None:
    """The caller wants lines deeper that are as deep as that already."""
    shifted = indent_by_level(draft)
    if shifted is None:
        return None
    above, below = _around(draft.edit)
    deeper = old_lines(shifted.script)
    end = "\n" if draft.edit.ended else ""
    old = "\n".join(old_lines(draft.script)) + end
    return _refused(draft, name, (*above, *deeper, *below), old, "\n".join(deeper) + end)


def blanks_made(draft: Draft, name: str) -> Task | None:
    """The caller wants trailing blanks gone that are gone already."""
    old = tuple(line + "  " for line in file_lines(draft.script))
    end = "\n" if draft.edit.ended else ""
    new = "\n".join(file_lines(draft.script)) + end
    return _refused(draft, name, draft.edit.file, "\n".join(old) + end, new)
