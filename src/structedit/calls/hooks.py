"""What a hook is asked, and what it answers, as values.

Not here: running hooks (`app.guards`), and hooks in the configuration (`disk.configuration`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from structedit.calls.statuses import JsonValue
from structedit.text.errors import UsageError, shown
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Proposal:
    """What an edit does to one file, as hooks see it.

    `text_before` is None for a file that is created, `text_after` for one that is deleted. `path` is relative to
    `root`. In a `dry_run` nothing will be written.
    """

    event: Literal["pre_edit", "post_edit"]
    operation: str
    root: str
    path: str
    action: str
    language: str | None
    text_before: str | None
    text_after: str | None
    diff: str
    risk: str
    dry_run: bool = False
    moved_from: str | None = None

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the proposal as JSON values: a command reads them from standard input."""
        return {
            "event": self.event,
            "operation": self.operation,
            "root": self.root,
            "path": self.path,
            "action": self.action,
            "moved_from": self.moved_from,
            "language": self.language,
            "text_before": self.text_before,
            "text_after": self.text_after,
            "diff": self.diff,
            "risk": self.risk,
            "dry_run": self.dry_run,
        }


@dataclass(frozen=True, slots=True)
class Allow:
    """Let the edit pass; with `text`, the file gets that content instead."""

    text: str | None = None


@dataclass(frozen=True, slots=True)
class Deny:
    """Refuse the edit, with a reason."""

    reason: str = ""


Decision = Allow | Deny | None
"""A hook's answer; None allows the edit."""

PreHook = Callable[[Proposal], Decision]
PostHook = Callable[[Proposal], object]


@dataclass(frozen=True, slots=True)
class Hooks:
    """Callables that are asked before an edit of a file, and called after it is written.

    They run in order, after those of the configuration; each sees the text that the one before it
    left. The first that denies decides.
    """

    pre_edit: Sequence[PreHook] = ()
    post_edit: Sequence[PostHook] = ()

    def __post_init__(self) -> None:
        given: dict[str, object] = {"pre_edit": self.pre_edit, "post_edit": self.post_edit}
        for name, hooks in given.items():
            if callable(hooks):
                raise UsageError(
                    f"{name} must be a list, not one function", hint=f"pass {name}=[function]"
                )
            if not isinstance(hooks, Sequence) or not all(map(callable, hooks)):
                raise UsageError(
                    f"{name} cannot be {shown(hooks)}", hint="pass a list of functions"
                )


NO_HOOKS = Hooks()
