"""Paths that lead out of the root or to files of other programs, through every door that takes a path.

A door is a function of the library, a format of edits, a session, a tool, an adapter of another
maker's tool, or the command. Behind each the same must hold: nothing outside of the root is read,
told, made, changed or removed, and protected files are as they were. The names are in `paths.toml`.
A racer exchanges a folder and a link to elsewhere all the while edits go on.
"""

from __future__ import annotations

import ctypes
import json
import os
import random
import time
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.campaign.cases import STRUCTEDIT, Case, answered, bind_socket, bounded
from benchmarks.campaign.scenarios import State, differences, state_of

import structedit as se
from structedit.faces import tools
from structedit.faces.adapters import anthropic_editor, openai_patch

QUICK = 400
NAMES: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("paths.toml").read_text(encoding="utf-8")
)
SECRET = "token_of_another_place"
TEXT = f"{SECRET} = 1\n"
OLD, NEW = f"{SECRET} = 1", "token = 2"

Door = Callable[[Path, str], tuple[bool, str]]
"""Tries an edit of a path below a root; tells whether it says that it landed, and what it says."""

SURPRISES = 5
"""Seconds that a case may take before it counts as one that hangs."""


# Doors


def _said(found: object) -> tuple[bool, str]:
    return found.landed, found.report() + str(found.to_dict())  # type: ignore[attr-defined]


REPLACED = {"op": "str_replace", "path": "PATH", "old": OLD, "new": NEW}
MADE = {"op": "create_file", "path": "PATH", "text": "made = 1\n"}
GONE = {"op": "delete_file", "path": "PATH"}
MOVED = {"op": "move_file", "path": "file.py", "to": "PATH"}
AWAY = {"op": "move_file", "path": "PATH", "to": "taken.txt"}


def _at(value: object, path: str) -> Any:
    """Return arguments with a path for the word PATH."""
    return json.loads(json.dumps(value).replace('"PATH"', json.dumps(path)))


def _batch(*edits: dict[str, str]) -> Door:
    return lambda root, path: _said(se.multi_edit(root, _at(edits, path)))


TEXTS = {
    "search-replace": "PATH\n<<<<<<< SEARCH\nOLD\n=======\nNEW\n>>>>>>> REPLACE\n",
    "unified": "--- a/PATH\n+++ b/PATH\n@@ -1 +1 @@\n-OLD\n+NEW\n",
    "unified makes": "--- /dev/null\n+++ b/PATH\n@@ -0,0 +1 @@\n+made = 1\n",
    "unified moves": (
        "diff --git a/file.py b/PATH\nsimilarity index 100%\nrename from file.py\nrename to PATH\n"
    ),
    "v4a": "*** Begin Patch\n*** Update File: PATH\n@@\n-OLD\n+NEW\n*** End Patch\n",
    "v4a deletes": "*** Begin Patch\n*** Delete File: PATH\n*** End Patch\n",
    "v4a moves": (
        "*** Begin Patch\n*** Update File: file.py\n*** Move to: PATH\n@@\n-one = 1\n+one = 2\n"
        "*** End Patch\n"
    ),
    "whole-file makes": "PATH\n```\nmade = 1\n```\n",
}


def _filled(text: str, path: str) -> str:
    return text.replace("PATH", path).replace("OLD", OLD).replace("NEW", NEW)


def _format(name: str) -> Door:
    form = name.split(" ")[0]
    return lambda root, path: _said(se.apply_edits(_filled(TEXTS[name], path), root, format=form))


def _tool(name: str, **arguments: object) -> Door:
    def door(root: Path, path: str) -> tuple[bool, str]:
        reply = tools.dispatch(name, _at(arguments, path), se.Session(root=root))
        return reply.landed and name not in READING, reply.text + str(reply.data)

    return door


READING = ("outline", "get_region", "find", "view")
MAKING = ("makes", "create", "moves", "move_to")
"""Words in the names of doors that are for files which are not there yet."""


def _adapter(call: Callable[..., Any], **arguments: str) -> Door:
    def door(root: Path, path: str) -> tuple[bool, str]:
        reply = call(_at({"path": "PATH", **arguments}, path), se.Session(root=root))
        return reply.landed and arguments.get("command") not in READING, reply.text

    return door


def _anthropic(**arguments: str) -> Door:
    return _adapter(anthropic_editor.call, **arguments)


def _openai(**arguments: str) -> Door:
    return _adapter(openai_patch.call, **arguments)


def _command(name: str, given: Callable[[str], str]) -> Door:
    def door(root: Path, path: str) -> tuple[bool, str]:
        words = [*STRUCTEDIT, name, "-", "--root", str(root)]
        ended = bounded(words, root.parent, given=given(path).encode())
        if wrong := ended.wrong():
            raise AssertionError(wrong)
        return ended.code == 0 and "0 files" not in ended.output, ended.output + ended.errors

    return door


def _session(root: Path, path: str) -> tuple[bool, str]:
    with se.Session(root=root) as session:
        return _said(session.str_replace(path, OLD, NEW))


LIBRARY: dict[str, Door] = {
    "multi_edit str_replace": _batch(REPLACED),
    "multi_edit makes": _batch(MADE),
    "multi_edit deletes": _batch(GONE),
    "multi_edit moves there": _batch(MOVED),
    "multi_edit takes away": _batch(AWAY),
    **{f"apply_edits {name}": _format(name) for name in TEXTS},
}
SESSIONS: dict[str, Door] = {
    "Session.str_replace": _session,
    "tool str_replace": _tool("str_replace", path="PATH", old=OLD, new=NEW),
    "tool insert": _tool("insert", path="PATH", text="made = 1", at="top"),
    "tool delete_block": _tool("delete_block", path="PATH", selector=SECRET),
    "tool apply_edits": _tool("apply_edits", edits=[REPLACED]),
    "tool apply_edits makes": _tool("apply_edits", edits=[MADE]),
    "tool apply_edits moves": _tool("apply_edits", edits=[MOVED]),
    "tool apply_edits deletes": _tool("apply_edits", edits=[GONE]),
    "tool get_region": _tool("get_region", path="PATH"),
    "tool outline": _tool("outline", path="PATH"),
    "tool find": _tool("find", text=SECRET[:8], paths=["PATH"]),
    "anthropic str_replace": _anthropic(command="str_replace", old_str=OLD, new_str=NEW),
    "anthropic create": _anthropic(command="create", file_text="made = 1\n"),
    "anthropic view": _anthropic(command="view"),
    "openai update_file": _openai(type="update_file", diff=f"@@\n-{OLD}\n+{NEW}\n"),
    "openai create_file": _openai(type="create_file", diff="+made = 1\n"),
    "openai delete_file": _openai(type="delete_file"),
    "openai move_to": _openai(
        type="update_file", path="file.py", diff="@@\n-one = 1\n+one = 2\n", move_to="PATH"
    ),
}
COMMANDS: dict[str, Door] = {
    "command apply": _command("apply", lambda path: _filled(TEXTS["search-replace"], path)),
    "command multi-edit": _command("multi-edit", lambda path: json.dumps(_at([REPLACED], path))),
}
DOORS = {**LIBRARY, **SESSIONS, **COMMANDS}
CLOSED = {
    "outside": DOORS,
    "internals": DOORS,
    "agents": {**LIBRARY, **SESSIONS},
    "automation": SESSIONS,
}
"""The doors that are closed to each kind of name."""

OPEN = {
    "allowed": ("multi_edit str_replace", "tool str_replace", "Session.str_replace"),
    "automation": ("multi_edit str_replace", "command multi-edit"),
}
"""Doors that lead to names which only look protected, and to those that a person may edit."""


def cases(seed: int, only: str = "") -> list[Case]:
    """Return every name × door, and the races."""
    rows = [
        *(
            (k, path, door, _refused)
            for k, doors in CLOSED.items()
            for path in NAMES[k]
            for door in doors
        ),
        *(
            (k, path, door, _landed)
            for k, doors in OPEN.items()
            for path in NAMES[k]
            for door in doors
        ),
    ]
    found = []
    for kind, path, door, run in rows:
        name = "open " * (run is _landed) + f"{kind} {path!a}: {door}"
        found.append(Case(name, run(kind, path, door)))
    for door in RACED:
        found += [Case(f"race {n}: {door}", _raced(door, seed * 100 + n)) for n in range(5)]
    return found


# The place


def laid_out(at: Path) -> Path:
    """Make a root with everything that leads astray; give it."""
    root, outside = at / "root", at / "outside"
    for folder in ("root/sub", "root-more", "outside", "root/.git/hooks", "home"):
        (at / folder).mkdir(parents=True, exist_ok=True)
    os.environ["HOME"] = str(at / "home")
    for name in ("outside/secret.txt", "root-more/secret.txt", "home/secret.txt"):
        (at / name).write_text(TEXT)
    (root / "file.py").write_text("one = 1\n")
    (root / ".git/config").write_text(TEXT)
    (root / ".git/hooks/pre-commit").write_text(TEXT)
    for name in ("HEAD", "config", "hooks/pre-commit", "objects/info", "refs/info"):
        (root / "bare" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "bare" / name).write_text(TEXT)
    links = {
        "link-to-file.txt": outside / "secret.txt",
        "link-to-folder": outside,
        "relative-link.txt": "../outside/secret.txt",
        "chain-1.txt": "../outside/secret.txt",
        "chain-2.txt": "chain-1.txt",
        "chain-3.txt": "chain-2.txt",
        "chain-folder": "link-to-folder",
        "sub/link-up": "../..",
        "proc-root": "/proc/self/root",
        "proc-cwd": "/proc/self/cwd",
        "link-to-top": at,
        "dangling.txt": "../outside/not-there.txt",
        "dangling-folder": "../outside/no-folder",
        "loop.txt": "loop.txt",
        "loop-folder": "loop-folder",
        "link-to-sibling": "../root-more",
        "link-to-device.txt": "/dev/zero",
        "link-to-full.txt": "/dev/full",
        "link-to-random.txt": "/dev/urandom",
        "link-to-fifo.txt": "fifo",
        "link-to-git": ".git",
        "link-to-hooks": ".git/hooks",
    }
    for name, target in links.items():
        (root / name).symlink_to(target)
    os.mkfifo(root / "fifo")
    bind_socket(root / "socket")
    return root


def put_there(root: Path, path: str) -> None:
    """Put a file at a path below the root, as far as there can be one."""
    full = root / path
    if os.path.isabs(path) or ".." in path.split("/") or "\0" in path or os.path.lexists(full):
        return
    with suppress(OSError):
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(TEXT)


def all_there(at: Path) -> State:
    """Read what is there; pipes and sockets are as good as their being there."""
    special = [p for p in (at / "root/fifo", at / "root/socket") if os.path.lexists(p)]
    kept = {}
    for path in special:
        kept[path] = path.lstat().st_ino
        path.rename(at.parent / path.name)
    try:
        return {**state_of(at), **{path.name: ("special", number) for path, number in kept.items()}}
    finally:
        for path in special:
            (at.parent / path.name).rename(path)


def _tried(door: str, root: Path, path: str) -> tuple[bool, str, str]:
    """Try a door in a process of its own: landed, what it said, and what is wrong with that."""

    def work() -> str:
        started = time.monotonic()
        try:
            landed, text = DOORS[door](root, path)
        except se.StructEditError as error:
            landed, text = False, f"{error.message}; {error.hint}"
        except AssertionError as error:
            return json.dumps([False, "", str(error)])
        except Exception as error:
            return json.dumps([False, "", f"raised {type(error).__name__}: {error}"])
        took = time.monotonic() - started
        slow = f"took {took:.0f} s" if took > SURPRISES + 15 * (door in COMMANDS) else ""
        return json.dumps([landed, text[:20_000], slow])

    told = answered(work)
    try:
        landed, text, wrong = json.loads(told)
    except ValueError:
        return False, "", told[:300]
    return landed, text, wrong


def _refused(kind: str, name: str, door: str) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        root = laid_out(at)
        path = name.replace("{outside}", str(at / "outside")).replace("{top}", str(at))
        if kind != "outside" and not any(word in door for word in MAKING):
            put_there(root, path)
        before = all_there(at)
        landed, text, wrong = _tried(door, root, path)
        after = all_there(at)
        if after != before:
            return f"changed: {differences(after, before)}; it said: {text[:200]}"
        if wrong:
            return wrong
        if landed:
            return f"says it landed: {text[:200]}"
        if kind == "outside" and SECRET in text.replace(OLD, "").replace(path, ""):
            return f"tells what is there: {text[:300]}"
        return ""

    return run


def _landed(_: str, name: str, door: str) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        root = laid_out(at)
        put_there(root, name)
        landed, text, wrong = _tried(door, root, name)
        if wrong:
            return wrong
        return "" if landed and NEW in (root / name).read_text() else f"refused: {text[:300]}"

    return run


# The racer


RACED = ("multi_edit str_replace", "Session.str_replace", "tool str_replace")
AT_CURRENT_FOLDER, EXCHANGE = -100, 2


def _raced(door: str, seed: int) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        exchange = getattr(ctypes.CDLL(None), "renameat2", None)
        if exchange is None:
            return ""
        root, outside = at / "root", at / "outside"
        for folder in (root / "sub", outside):
            folder.mkdir(parents=True)
            (folder / "file.txt").write_text(TEXT)
        (root / "aside").symlink_to(outside)
        before = state_of(outside)
        pair = [os.fsencode(root / name) for name in ("sub", "aside")]
        racer = os.fork()
        if racer == 0:
            draw = random.Random(seed)
            while True:
                exchange(AT_CURRENT_FOLDER, pair[0], AT_CURRENT_FOLDER, pair[1], EXCHANGE)
                time.sleep(draw.random() * draw.choice((0.0002, 0.004)))
        wrong = ""
        try:
            count = 0
            for _ in range(40):
                try:
                    landed, _ = DOORS[door](root, "sub/file.txt")
                except se.StructEditError:
                    landed = False
                except Exception as error:
                    wrong = f"raised {type(error).__name__}: {error}"
                    break
                count += landed
        finally:
            os.kill(racer, 9)
            os.waitpid(racer, 0)
        if state_of(outside) != before:
            return f"changed outside: {differences(state_of(outside), before)}"
        real = next(root / name for name in ("sub", "aside") if not (root / name).is_symlink())
        edited = (real / "file.txt").read_text() == TEXT.replace(OLD, NEW)
        if not wrong and edited != bool(count):
            wrong = f"{count} said that they landed, and the file is {'new' if edited else 'old'}"
        return wrong

    return run
