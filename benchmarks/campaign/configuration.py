"""Configuration as an input: files that are no files, huge, deep or broken.

Every file that is read without being named (configurations, profiles of languages, ignore files) is put
in the way in each of these forms, and every command and the server are asked to do something. They
answer in time, in little memory, without a traceback, and say what is wrong where they stop.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from benchmarks.campaign.cases import STRUCTEDIT, Case, Ended, bounded
from benchmarks.campaign.client import Server, text_of

QUICK = 60
SECONDS = 10.0
MEGABYTES = 300

VALID = 'protect = ["*.lock"]\n'


def _linked(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def _written(text: str | bytes) -> Callable[[Path], None]:
    raw = text.encode() if isinstance(text, str) else text
    return lambda path: _nothing(path.write_bytes(raw))


def _nothing(*_: object) -> None:
    return None


def _socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(path.name)
    finally:
        os.chdir(here)


def _out_of_the_root(path: Path) -> None:
    outside = path.parent.parent / f"elsewhere-{path.name}"
    outside.write_text(VALID)
    path.symlink_to(outside)


def _huge(path: Path) -> None:
    with open(path, "wb") as file:
        file.write(VALID.encode())
        for _ in range(100):
            file.write(b"# 0123456789abcdef\n" * (1_000_000 // 19))


def _sparse(path: Path) -> None:
    with open(path, "wb") as file:
        file.truncate(10**12)


def _unreadable(path: Path) -> None:
    path.write_text(VALID)
    path.chmod(0)


FORMS: dict[str, Callable[[Path], None]] = {
    "a pipe": os.mkfifo,
    "a link to /dev/zero": _linked("/dev/zero"),
    "a link to /dev/tty": _linked("/dev/tty"),
    "a link to /dev/stdin": _linked("/dev/stdin"),
    "a socket": _socket,
    "a folder": lambda path: path.mkdir(),
    "a link to nothing": _linked("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link out of the root": _out_of_the_root,
    "100 MB": _huge,
    "1 TB of nothing": _sparse,
    "bytes": _written(bytes(range(256)) * 40),
    "no TOML": _written("this is [no TOML\n= at all"),
    "deep TOML": _written("a = " + "[" * 100_000),
    "wide TOML": _written("".join(f"a{n} = {n}\n" for n in range(60_000))),
    "wrong types": _written(
        "protect = 1\nhooks = 2\nlanguages = 3\ntool = 4\nlimits = 5\nlanguage = 6\n"
    ),
    "unreadable": _unreadable,
}

PLACES = {
    "structedit.toml": "root/structedit.toml",
    "pyproject.toml": "root/pyproject.toml",
    "lang.toml": "root/lang/lang.toml",
    "symbols.scm": "root/lang/symbols.scm",
    ".gitignore": "root/.gitignore",
    ".gitignore below": "root/src/.gitignore",
    ".git": "root/.git",
    "the user's": "config/structedit/structedit.toml",
}
RULED = ("structedit.toml", "the user's")
"""Places whose rules an edit must know: it does not land where they cannot be read."""

APPLIED = '[{"op": "str_replace", "path": "src/a.py", "old": "one = 1", "new": "one = 2"}]'
COMMANDS: dict[str, tuple[tuple[str, ...], str]] = {
    "outline": (("outline", "src/a.py"), ""),
    "outline of its own language": (("outline", "src/a.own"), ""),
    "find": (("find", ".", "--text", "one"), ""),
    "check": (("check", "."), ""),
    "languages": (("languages",), ""),
    "str-replace": (("str-replace", "src/a.py", "--old", "one = 1", "--new", "one = 2"), ""),
    "apply": (("apply", "-", "--root", "."), APPLIED),
    "rewrite": (
        ("rewrite", ".", "--query", "(integer) @i", "--template", "2", "--language", "python"),
        "",
    ),
    "undo": (("undo",), ""),
}
EDITING = ("str-replace", "apply", "rewrite")


def cases(seed: int, only: str = "") -> list[Case]:
    """Give every form × place × command."""
    return [
        Case(f"{place} is {form}: {command}", _asked(place, form, command))
        for place in PLACES
        for form in FORMS
        for command in (*COMMANDS, "server")
    ]


# Forms


def _repository(root: Path) -> None:
    """Make an empty repository, so that files of it that are named alone have it for their root."""
    for name in ("objects", "refs/heads"):
        (root / ".git" / name).mkdir(parents=True)
    (root / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (root / ".git/config").write_text("[core]\n\trepositoryformatversion = 0\n")


def laid_out(at: Path, place: str) -> Path:
    root = at / "root"
    for folder in ("src", "lang"):
        (root / folder).mkdir(parents=True)
    (root / "src/a.py").write_text("one = 1\n")
    (root / "src/a.own").write_text("def own():\n    pass\n")
    if place in ("lang.toml", "symbols.scm"):
        (root / "structedit.toml").write_text(
            '[languages.own]\nextensions = ["own"]\nprofile = "lang"\nbase = "python"\n'
        )
        (root / "lang/lang.toml").write_text("[limits]\nnesting = { brackets = 900 }\n")
    if place != ".git":
        _repository(root)
    os.environ["XDG_CONFIG_HOME"] = str(at / "config")
    return root


def _asked(place: str, form: str, command: str) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        root = laid_out(at, place)
        path = at / PLACES[place]
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            path.unlink()
        FORMS[form](path)
        if form == "unreadable" and os.access(path, os.R_OK):
            return ""  # nothing is unreadable to this user
        if command == "server":
            return _server(root, path, must_start=place != "the user's")
        words, given = COMMANDS[command]
        ended = bounded([*STRUCTEDIT, *words], root, given=given.encode(), seconds=SECONDS)
        if wrong := ended.wrong(megabytes=MEGABYTES):
            return wrong
        return _unsaid(ended, place, form, command, path)

    return run


def _unsaid(ended: Ended, place: str, form: str, command: str, path: Path) -> str:
    """Return whether something went unsaid: why it stopped, or that rules are not known."""
    text = ended.output + ended.errors
    if ended.code == 2 and path.name not in text and command != "undo":
        return f"stopped without a word of {path.name}: {text.strip()[:200]}"
    harmless = ("a link to nothing", "a link out of the root", "wide TOML")
    if place in RULED and command in EDITING and form not in harmless:
        if ended.code == 0 and path.name not in text:
            return "edited as if there were no rules, without a word"
    return ""


def _server(root: Path, path: Path, *, must_start: bool) -> str:
    with Server(root, folder=root) as server:
        if not server.begin():
            if not must_start and path.name in server.told() and "Traceback" not in server.told():
                return ""  # whoever starts it can mend their own configuration
            return f"the server does not start: {server.told().strip()[-200:]}"
        calls = (
            ("outline", {"path": "src/a.py"}),
            ("find", {"text": "one"}),
            ("str_replace", {"path": "src/a.py", "old": "one = 1", "new": "one = 2"}),
        )
        for name, arguments in calls:
            answer = server.call(name, arguments)
            if answer is None:
                return f"{name} is not answered"
            if "internal error" in text_of(answer) or "Traceback" in text_of(answer):
                return f"{name}: {text_of(answer)[:300]}"
        if (peak := server.peak()) > MEGABYTES:
            return f"took {peak:.0f} MB"
        server.close_input()
        if not server.ended_within(5):
            return "did not end"
        return "a traceback on the server" if "Traceback" in server.told() else ""
