"""Three-way merging: two changes of one sequence, of lines or of tokens, combined into one.

Not here: merging a caller's misremembered text with the file (`search.alignment`), where the caller's text is not
known to be an older state of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from structedit.text.diff import Opcode, opcodes
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Conflict:
    """Items that both sides change differently; pairs of indices from 0, the second exclusive."""

    base: tuple[int, int]
    mine: tuple[int, int]
    theirs: tuple[int, int]


Items = Sequence[bytes]
Resolve = Callable[[Items, Items, Items], Items | None]
"""Return what replaces some items of the base that both sides change; None for a conflict."""


def merged(
    base: Items, mine: Items, theirs: Items, resolve: Resolve = lambda _base, _mine, _theirs: None
) -> list[bytes] | Conflict:
    """Make two changes of `base` one; return the first conflict if there is one.

    Changes that overlap or touch conflict, as in git, unless both sides write the same or `resolve` has
    an answer.

    >>> a, b, c, x = b"a", b"b", b"c", b"x"
    >>> merged([a, b, c], [a, x, c], [a, b, c, b])
    [b'a', b'x', b'c', b'b']
    >>> merged([a, b, c], [a, x, c], [a, c, c])
    Conflict(base=(1, 2), mine=(1, 2), theirs=(1, 2))
    """
    own, other = _changes(base, mine), _changes(base, theirs)
    result: list[bytes] = []
    at = 0
    while own or other:
        start = min(steps[0][1] for steps in (own, other) if steps)
        end, own_group, other_group = start, list[Opcode](), list[Opcode]()
        grown = True
        while grown:  # a change that touches the group joins it, and may touch more
            grown = False
            for steps, group in ((own, own_group), (other, other_group)):
                while steps and steps[0][1] <= end:
                    group.append(steps.pop(0))
                    end = max(end, group[-1][2])
                    grown = True
        result += base[at:start]
        at = end
        my_side, their_side = _side(own_group, start, end), _side(other_group, start, end)
        if not other_group:
            result += mine[slice(*my_side)]
            continue
        after = theirs[slice(*their_side)]
        if not own_group or list(mine[slice(*my_side)]) == list(after):
            result += after
            continue
        chosen = resolve(base[start:end], mine[slice(*my_side)], after)
        if chosen is None:
            return Conflict((start, end), my_side, their_side)
        result += chosen
    return [*result, *base[at:]]


def _changes(base: Items, new: Items) -> list[Opcode]:
    return [step for step in opcodes(base, new) if step[0] != "equal"]


def _side(group: list[Opcode], start: int, end: int) -> tuple[int, int]:
    """Return the indices of one side that replace `base[start:end]`; meaningless without a change."""
    if not group:
        return 0, 0
    _, first, _, new_first, _ = group[0]
    _, _, last, _, new_last = group[-1]
    return new_first - (first - start), new_last + (end - last)
