"""Text that no node covers: a macro for which the parser was shown a replacement.

Not here: what is replaced, and why (`languages.macros`).
"""

from __future__ import annotations

from structedit.languages.profiles import LanguageProfile


def past_hidden(data: bytes, end: int, body: int, profile: LanguageProfile) -> int:
    """The end of a header whose last words are such a macro: `f(void) NOEXCEPT {`.

    Between a header and its body, at `body`, are blanks, comments, a semicolon (`while f; do`), and
    what was hidden.
    """
    gap = data[end:body].rstrip(b"; \t\r\n")
    opening = (*profile.line_comments, *(opening for opening, _ in profile.block_comments))
    if not profile.stand_ins or not gap or any(mark.encode() in gap for mark in opening):
        return end
    return end + len(gap)
