"""Text that no node covers: a macro that the parser saw replaced, a mark before a rule.

Not here: which text is replaced, and why (`languages.macros`).
"""

from __future__ import annotations

from structedit.text.lines import line_start
from structedit.tree.code import Code

MARKS = (b">", b"+", b"~")
"""A mark before a rule inside another rule, which is hidden."""


def past_hidden(code: Code, end: int, body: int) -> int:
    """Return the end of a header whose last words are such a macro: `f(void) NOEXCEPT {`.

    The text between a header and its body, at `body`, is blanks, comments, a semicolon (`while f; do`), and
    hidden text.
    """
    if not code.profile.stand_ins:
        return end
    gap = code.data[end:body].rstrip(b"; \t\r\n")
    opening = (
        *code.profile.line_comments,
        *(opening for opening, _ in code.profile.block_comments),
    )
    return end if any(mark.encode() in gap for mark in opening) else end + len(gap)


def before_hidden(code: Code, start: int) -> int:
    """Return the start of a definition with a mark that begins its line and was hidden: `> .child {`."""
    if not code.profile.stand_ins:
        return start
    mark = code.data[line_start(code.data, start) : start].strip()
    if mark not in MARKS:
        return start
    at = code.data.rfind(mark, 0, start)
    node = code.root.descendant_for_byte_range(at, at + 1)
    covered = node is None or any(c.start_byte <= at < c.end_byte for c in node.children)
    return start if covered or not node or not node.child_count else at
