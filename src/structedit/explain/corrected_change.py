r"""A change rewritten onto the file's own lines, where the caller remembers some of them wrongly.

Three texts: `old` as the caller remembers it, `own` as the file has it, and `new`. What differs
between `old` and `own` is the caller's mistake, what differs between `old` and `new` is the change
that it wants. Where the two lie apart, the change can be written onto the file's lines, and the result
is a call that no longer guesses. Where they touch, nobody knows what is wanted, and there is none.

Worked through on one example. `old` is ``a b d``, the file has ``a b c d``, `new` is ``A b d``
(a letter a line). Mistake: `c` is missing between 2 and 3. Change: line 1 becomes `A`. They do not
touch, so the call that lands replaces ``a b c d`` by ``A b c d``.

Whether the mistake is a harmless one is another question: see `explain.respelling`.
"""

from __future__ import annotations

from structedit.search.alignment.line_alignment import runs_of
from structedit.search.alignment.merge import merge
from structedit.search.alignment.occurrences import Conflict, Occurrence
from structedit.text.document import Span, split_ending, to_bytes, to_text


def carried(old: str, own: str, new: str) -> str | None:
    r"""Rewrite the change from `old` to `new` onto the file's own text, as a text that lands is merged.

    Lines that the caller did not mean to change become the file's. None where the caller changes
    a line that it remembers wrongly: what it wants there then is not known.

    >>> carried("A = 1\nb = 2\n", "a = 1\nb = 2\n", "A = 1\nb = 3\n")
    'a = 1\nb = 3\n'
    >>> carried("A = 1", "a = 1", "A = 2") is None
    True
    """
    if not new.strip():
        return new
    data, base = to_bytes(own), to_bytes(old)
    span = Span(0, len(data) - len(split_ending(data)[1]))
    hit = Occurrence(span, "fuzzy", runs_of(base, data))
    merged = merge(data, hit, base, to_bytes(new))
    return None if isinstance(merged, Conflict) else to_text(merged.apply(data))
