"""Formatters: programs that read the text of a file on standard input and print it formatted.

Not here: what happens if one fails. A single edit stays unformatted (`app.formatting`), a rewrite is refused
(`extras.codemods.finishing`).
"""

from __future__ import annotations

from collections import Counter

from structedit.disk import direct, programs, roots
from structedit.disk.language_programs import Program
from structedit.text.document import Document, LineRange, to_bytes, to_text
from structedit.text.errors import FileError
from structedit.text.lines import with_endings
from structedit.text.values import dataclass
from structedit.text.words import TEXT_TOKEN

_MOST_SAID = 2_000
"""Letters of a formatter's output that a message repeats. Chosen by judgement: as for a hook."""

_KEPT = 0.5
"""The least share of words and signs that a formatted text must keep. Chosen by judgement: most keep all."""

_CORRECT = "correct the code that is written, or the command"
_TIMEOUT = "correct the command, or give each file more time with timeout"
_FIRST, _LAST = "{first}", "{last}"
"""Placeholders for the first and the last changed line in the words of a formatter that takes a range."""


@dataclass(frozen=True, slots=True)
class Unformatted:
    """Why a formatter failed, and what to do about it."""

    message: str
    fix: str


def formatted_text(
    program: Program, root: str, path: str, document: Document, changed: LineRange | None = None
) -> str | Unformatted:
    """Return the text of a document as a formatter prints it, with the line endings of the document.

    Args:
        program: the formatter.
        root: the folder that the path is below.
        path: the file that the document is meant for.
        document: the text.
        changed: the lines that the edit changed, for a formatter that takes a range; all if left out.
    """
    lines = changed or LineRange(1, max(1, document.line_count))
    words = tuple(
        word.replace(_FIRST, str(lines.first)).replace(_LAST, str(lines.last))
        for word in program.words
    )
    name, text = f"the formatter `{program.shown}`", document.text
    real = roots.real_path(direct.real(root), path)
    try:
        ran = programs.run_filter(words, root, real, text, program.seconds)
    except FileError as error:
        fix = "write the path of the program, or install it"
        return Unformatted(f"the formatter {error.message}", fix)
    wrong = _wrong(ran, text) if ran.code is not None else f"took longer than {program.seconds:g} s"
    if not wrong:
        return to_text(with_endings(document.data, 0, to_bytes(ran.output)))
    said = (ran.errors.strip() or ran.output.strip())[:_MOST_SAID]
    fix = _TIMEOUT if ran.code is None else _CORRECT
    if not ran.taken:
        fix = (
            "name a command that reads text on standard input and prints it: `black -q -`, or with the"
            f" file's name `ruff format --stdin-filename {programs.NAME} -`"
        )
    return Unformatted(f"{name} {wrong}" + (f": {said}" if said else ""), fix)


def _wrong(ran: programs.Ran, text: str) -> str:
    """Describe what is wrong with the run of a formatter; empty if nothing is."""
    if not text.strip():
        return f"failed with exit code {ran.code}" if ran.code else ""
    if ran.code:
        return f"failed with exit code {ran.code}" + ("" if ran.taken else " and read no text")
    if not ran.taken:
        return "did not read the text on its standard input"
    if not ran.output.strip():
        return "printed nothing"
    old, new = (Counter(TEXT_TOKEN.findall(one)) for one in (text, ran.output))
    return "" if (old & new).total() >= _KEPT * old.total() else "printed another text"
