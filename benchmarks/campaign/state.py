"""State that somebody else may have written: folders in and beside a clone, links, forged entries.

| cases | what is tried |
|---|---|
| `clone` | a repository brings folders that an earlier version read as state: nothing in them is acted upon |
| `link` | a folder or file of the user's state folder is a link to files of somebody else |
| `forged` | an entry of an edit that was cut off has a wrong value in one field |
| `content` | a kept content is a device, a bomb, damaged or too large |

After each call the files outside of the root are as they were, nothing was printed that looks like a
crash, and the process had a limit of memory and time.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable
from pathlib import Path

from benchmarks.campaign.cases import STRUCTEDIT, Case, bounded

from structedit.disk import backups

QUICK = 40
MEGABYTES = 1024
SOURCE = "def f():\n    return 1\n"
NEW = "def f():\n    return 2\n"

CALLS = {
    "outline": ["outline", "src/a.py"],
    "get-region": ["get-region", "src/a.py", "f"],
    "find": ["find", ".", "--text", "return"],
    "check": ["check", "."],
    "dry run": ["str-replace", "src/a.py", "--old", "return 1", "--new", "return 3", "--dry-run"],
    "edit": ["str-replace", "src/a.py", "--old", "return", "--new", "return 0 +"],
    "undo": ["undo"],
    "history": ["history"],
    "verify": ["history", "--verify"],
    "repair": ["history", "--repair"],
}


def cases(seed: int, only: str = "") -> list[Case]:
    """Give every layout, link and forged field × call."""
    made = {
        **{f"clone: {name}": make for name, make in CLONES.items()},
        **{f"link: {name}": _linked(name) for name in LINKS},
        **{f"forged: {name}": _forged(value) for name, value in FORGED.items()},
        **{f"content: {name}": _content(raw) for name, raw in CONTENTS.items()},
    }
    return [
        Case(f"{name}: {call}", _tried(make, CALLS[call]))
        for name, make in made.items()
        for call in CALLS
    ]


def _tried(make: Callable[[Path], None], words: list[str]) -> Callable[[Path], str]:
    def run(folder: Path) -> str:
        for name in (
            "victim/deep/notes.txt",
            "victim/flat.txt",
            "home/.cursor/old.json",
            "clone/src/a.py",
        ):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(SOURCE)
        (folder / "clone/.git").mkdir()
        make(folder)
        before = _outside(folder)
        ended = bounded([*STRUCTEDIT, *words], folder / "clone", megabytes=MEGABYTES, seconds=10)
        if wrong := ended.wrong():
            return wrong
        if (after := _outside(folder)) != before:
            changed = {name for name, _ in before.items() ^ after.items()}
            return f"changed outside of the root: {', '.join(sorted(changed))[:200]}"
        text = (folder / "clone/src/a.py").read_text()
        if text not in (SOURCE, NEW) and "edit" not in words and "str-replace" not in words:
            return f"the file holds {text[:60]!r}"
        return ""

    return run


def _outside(folder: Path) -> dict[str, str]:
    """Give what lies outside of the source files and the user's own state: names and contents."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not name.startswith("clone/src/"):
            found[name] = os.readlink(path) if path.is_symlink() else ""
            if path.is_file() and path.stat().st_size < 1 << 20:
                found[name] += path.read_text(errors="replace")
    return found


def _state() -> Path:
    """Give the state folder of the case, which is made as the program makes it."""
    state = Path(os.environ["XDG_STATE_HOME"]) / "structedit"
    for name in ("pending", "history", "backups", "locks"):
        (state / name).mkdir(parents=True, exist_ok=True, mode=0o700)
    state.chmod(0o700)
    return state


# A clone that brings state along


def _places(folder: Path) -> list[Path]:
    """Give the folders that an earlier version looked at for edits of `clone` and `clone/src`."""
    return [
        folder / "clone/.structedit/src",
        folder / "clone/.structedit/clone",
        folder / ".structedit/clone",
        folder / "clone/src/.structedit/src",
    ]


def _in_each(write: Callable[[Path, Path], None]) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        for place in _places(folder):
            place.mkdir(parents=True, mode=0o700)
            write(place, folder)

    return make


def _link_to_victim(place: Path, folder: Path) -> None:
    (place / "pending").symlink_to(folder / "victim")


def _empty_files(place: Path, folder: Path) -> None:
    row = {**_entry(folder), "files": [], "id": f"x/../../../..{folder}/home/.cursor/mcp"}
    _write(place / "pending" / "00000000000001-1a2b3c4d.4194399.json", row)


def _names_victim(place: Path, folder: Path) -> None:
    file = {"path": f"{folder}/victim/deep/notes.txt", "before": None, "after": _name(SOURCE)}
    row = {**_entry(folder), "root": f"{folder}/victim", "files": [file]}
    _write(place / "pending" / "00000000000001-1a2b3c4d.4194399.json", row)


def _trust_store(place: Path, folder: Path) -> None:
    _write(place / "trust" / "clone.json", {"root": f"{folder}/clone", "hashes": ["*"]})
    (folder / "clone/structedit.toml").write_text(
        f'[hooks]\npre_edit = ["touch {folder}/victim/ran"]\n'
    )


def _readme(place: Path, folder: Path) -> None:
    (place / "pending").mkdir()
    (place / "pending/README").write_text("read me")


def _zero(place: Path, folder: Path) -> None:
    _names_victim(place, folder)
    (place / "backups" / _name(SOURCE)[:2]).mkdir(parents=True)
    (place / "backups" / _name(SOURCE)[:2] / _name(SOURCE)).symlink_to("/dev/zero")


CLONES: dict[str, Callable[[Path], None]] = {
    "pending is a link to another folder": _in_each(_link_to_victim),
    "an entry without files names a path as its id": _in_each(_empty_files),
    "an entry names a file of somebody else": _in_each(_names_victim),
    "a trust store for its own hook": _in_each(_trust_store),
    "a backup is a link to a device": _in_each(_zero),
    "a file called README is pending": _in_each(_readme),
}


# Links in the user's state folder

LINKS = (
    "",
    "pending",
    "history",
    "backups",
    "locks",
    "statistics",
    "pending/00000000000001-1a2b3c4d.4194399.json",
    "pending/.00000000000001-1a2b3c4d.4194399.json.12.1a2b3c4d.structedit-tmp",
    "history/0123456789abcdef",
    "history/0123456789abcdef/00000000000001-1a2b3c4d.json",
    "backups/packs",
    "backups/packs/0",
    "locks/bytes",
    "locks/kept",
)


def _linked(name: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        path = Path(os.environ["XDG_STATE_HOME"]) / "structedit" / name
        if name:
            _state()
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if path.is_dir():
                path.rmdir()
        is_file = "." in name or name.startswith(("locks/", "backups/packs/"))
        path.symlink_to(folder / ("victim/deep/notes.txt" if is_file else "victim"))

    return make


# Forged entries in the user's state folder


def _name(text: str) -> str:
    return backups.name_of(text.encode())


def _entry(folder: Path) -> dict[str, object]:
    """Give a genuine entry of an edit of one file that was cut off before the file was renamed."""
    path = f"{folder}/clone/src/a.py"
    return {
        "format": 2,
        "id": "1a2b3c4d",
        "time": 1.0,
        "root": f"{folder}/clone",
        "operation": "str_replace",
        "lines_added": 1,
        "lines_removed": 1,
        "kind": "edit",
        "of": None,
        "process": 4194399,
        "host": "",
        "boot": "",
        "files": [{"path": path, "before": _name(SOURCE), "after": _name(NEW)}],
    }


def _write(path: Path, row: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.write_text(json.dumps(row))


_HOSTILE: dict[str, list[object]] = {
    "format": [1, None, "2", 2.5],
    "id": ["x/../../victim/deep/notes", "", "1a2b3c4", "1A2B3C4D", 7, None, "1a2b3c4d\n"],
    "time": [-1, 1e300, "soon", None],
    "root": ["/", "VICTIM", "", ".", "VICTIM/../clone/", 3, None],
    "operation": [None, 5, "\x1b[31m"],
    "lines_added": ["many", None, 1e300],
    "kind": ["delete", None, 1],
    "of": ["../..", "1a2b3c4", 5],
    "process": [-1, 0, 1, 10**30, "1", None],
    "host": ["../../victim", None, 5],
    "boot": [None, 5],
    "files": [[], None, {}, "all", [[]], [None]],
    "files.path": ["VICTIM/deep/notes.txt", "src/a.py", "/etc/passwd", "CLONE/../victim/x", "", 4],
    "files.before": [None, "", "0" * 64, "0" * 64 + "-99999999999", "../" * 30, 5],
    "files.after": [None, "", "0" * 64, 5],
    "files.temp": ["VICTIM/deep/notes.txt", "CLONE/src/other.py", "..", 5],
    "files.folder": ["VICTIM", "/", "CLONE", "CLONE/..", 5],
    "files.looks": [[0o6755, 0, 0, []], ["rwx", 0, 0, []], [1], [1, 2, 3, [["user.x", "zz"]]], 5],
    "files.in_place": [True, "yes"],
    "run": [{}, 5, {"name": "../x"}, None],
}

FORGED = {
    f"{field} is {json.dumps(value)[:40]}": (field, value)
    for field, values in _HOSTILE.items()
    for value in values
}


def _forged(change: tuple[str, object]) -> Callable[[Path], None]:
    field, value = change

    def make(folder: Path) -> None:
        state = _state()
        put = value
        if isinstance(put, str):
            put = put.replace("VICTIM", f"{folder}/victim").replace("CLONE", f"{folder}/clone")
        row = _entry(folder)
        if field.startswith("files."):
            row["files"] = [{**row["files"][0], field[6:]: put}]  # type: ignore[index]
        else:
            row[field] = put
        for text in (SOURCE, NEW):
            _keep(state, _name(text), text.encode())
        _write(state / "pending" / "00000000000001-1a2b3c4d.4194399.json", row)
        _write(state / "history/0123456789abcdef/00000000000002-1a2b3c4e.json", row)

    return make


def _keep(state: Path, name: str, raw: bytes) -> None:
    path = state / "backups" / name[:2] / name
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.write_bytes(raw)


# Contents that are not what they should be

CONTENTS: dict[str, bytes | str] = {
    "a link to a device": "/dev/zero",
    "a link to a file of somebody else": "/etc/passwd",
    "a bomb of 1 GB": zlib.compress(b"\0" * (64 << 20), 9) * 16,
    "damaged": b"\x78\x9c damaged",
    "empty": b"",
}


def _content(stored: bytes | str) -> Callable[[Path], None]:
    """Keep it as the old content of a file that a cut-off edit has already renamed."""

    def make(folder: Path) -> None:
        state = _state()
        (folder / "clone/src/a.py").write_text(NEW)
        other = folder / "clone/src/b.py"
        other.write_text(SOURCE)
        row = _entry(folder)
        files = [*row["files"], {"path": str(other), "before": _name(SOURCE), "after": _name(NEW)}]  # type: ignore[misc]
        _write(state / "pending/00000000000001-1a2b3c4d.4194399.json", {**row, "files": files})
        _keep(state, _name(SOURCE), stored if isinstance(stored, bytes) else b"")
        if isinstance(stored, str):
            path = state / "backups" / _name(SOURCE)[:2] / _name(SOURCE)
            path.unlink()
            path.symlink_to(stored)

    return make
