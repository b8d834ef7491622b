"""Settings of a project for how its files are written and what is kept of old contents.

Not here: the file that sets them (`disk.configuration`).
"""

from __future__ import annotations

from typing import Literal

from structedit.text.values import dataclass

OnLoss = Literal["in_place", "refuse"]
"""Of a file that loses names, owner or attributes when a new one takes its place: what to do."""


@dataclass(frozen=True, slots=True)
class Retention:
    """How much is kept: at most so many entries for a root, and none older than so many days.

    Chosen by judgement.
    """

    entries: int = 200
    days: float = 30


RETENTION = Retention()


@dataclass(frozen=True, slots=True)
class Policy:
    """How files are written, and whether and for how long their old contents are kept for undo.

    `asked` is whether the caller wants that: one who does is warned where it is not kept.
    """

    keep: bool = True
    on_loss: OnLoss = "in_place"
    retention: Retention = RETENTION
    asked: bool = True


POLICY = Policy()
