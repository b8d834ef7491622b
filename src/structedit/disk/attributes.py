"""What a file has besides its bytes: mode, owner, extended attributes.

They are stored when a file is deleted or moved, and set on the file that takes its place.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from structedit.disk import listing
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Looks:
    """Mode, owner, group and extended attributes of a file; the attributes as (name, value) pairs."""

    mode: int
    owner: int
    group: int
    attributes: tuple[tuple[str, bytes], ...] = ()


def looks_of(path: str) -> Looks:
    """Read the mode, owner and attributes of a file.

    Raises:
        FileError: `missing_file`, when it is gone by now.
    """
    try:
        status = os.stat(path)
    except OSError as error:
        raise listing.missing(path) from error
    names: list[str] = []
    if hasattr(os, "listxattr"):
        with suppress(OSError):
            names = sorted(os.listxattr(path))
    found = []
    for name in names:
        with suppress(OSError):
            found.append((name, os.getxattr(path, name)))
    return Looks(stat.S_IMODE(status.st_mode), status.st_uid, status.st_gid, tuple(found))


def give(file: int, looks: Looks) -> None:
    """Set owner, mode and attributes of an open file, as far as this user may.

    The owner comes first, since changing it clears bits of the mode.
    """
    if hasattr(os, "fchown"):
        with suppress(PermissionError):
            os.fchown(file, looks.owner, looks.group)
    if hasattr(os, "fchmod"):
        os.fchmod(file, looks.mode)
    if hasattr(os, "setxattr"):
        for name, value in looks.attributes:
            with suppress(OSError):
                os.setxattr(file, name, value)
