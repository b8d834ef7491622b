"""The listeners of calls; see `events`. A module of its own, since the package fills it when imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from structedit.app.events import Listener

listeners: list[Listener] = []
"""Modules or objects with `heard(event)`."""
