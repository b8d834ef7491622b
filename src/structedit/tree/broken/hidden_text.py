"""Text that no node covers: a macro for which the parser was shown a replacement.

Not here: what is replaced, and why (`languages.macros`).
"""

from __future__ import annotations

from structedit.tree.code import Code


def past_hidden(code: Code, end: int, body: int) -> int:
    """The end of a header whose last words are such a macro: `f(void) NOEXCEPT {`.

    Between a header and its body, at `body`, are blanks, comments, a semicolon (`while f; do`), and
    what was hidden.
    """
    gap = code.data[end:body].rstrip(b"; \t\r\n")
    opening = (
        *code.profile.line_comments,
        *(opening for opening, _ in code.profile.block_comments),
    )
    if not code.profile.stand_ins or not gap or any(mark.encode() in gap for mark in opening):
        return end
    return end + len(gap)
