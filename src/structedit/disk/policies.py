"""Settings for how files are written and how long old contents are stored.

Not here: the file with these settings (`disk.configuration`).
"""

from __future__ import annotations

from typing import Literal

from structedit.text.values import dataclass

OnLoss = Literal["in_place", "refuse"]
"""What to do with a file that would lose names, owner or attributes if a new one replaced it."""


@dataclass(frozen=True, slots=True)
class Retention:
    """How much is stored: at most so many entries for a root, and none older than so many days.

    Chosen by judgement.
    """

    entries: int = 200
    days: float = 30


RETENTION = Retention()


@dataclass(frozen=True, slots=True)
class Policy:
    """How files are written, and whether and for how long their old contents are stored for undo.

    `asked` means that the caller wants them stored: then there is a warning if that is impossible.
    """

    keep: bool = True
    on_loss: OnLoss = "in_place"
    retention: Retention = RETENTION
    asked: bool = True


POLICY = Policy()
