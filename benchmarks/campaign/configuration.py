"""Configuration as an input: files that are no files, huge, deep or broken; repositories that want to run code.

Every file that is read without being named (configurations, profiles of languages, ignore files) is put
in the way in each of these forms, and every command and the server are asked to do something. They
answer in time, in little memory, without a traceback, and say what is wrong where they stop.

A repository that nobody trusts names hooks, modules and checks, and lies in wait on the import path.
Whatever is called, from wherever: none of it runs.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
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
    """Return every form × place × command, and every way to run something × command × place to stand."""
    found = [
        Case(f"{place} is {form}: {command}", _asked(place, form, command))
        for place in PLACES
        for form in FORMS
        for command in (*COMMANDS, "server")
    ]
    for bait in BAITS:
        for command in (*WALK, "server", "library"):
            for stand in ("inside", "outside"):
                for start in STARTS:
                    if _is_meant(bait, command, start):
                        name = f"{bait}: {command} from {stand}, {start}"
                        found.append(Case(name, _lured(bait, command, stand, start)))
    return found


# Forms


def _repository(root: Path) -> None:
    """Make an empty repository, so that files of it that are named alone have it for their root."""
    for name in ("objects", "refs/heads"):
        (root / ".git" / name).mkdir(parents=True)
    (root / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (root / ".git/config").write_text("[core]\n\trepositoryformatversion = 0\n")


def _laid_out(at: Path, place: str) -> Path:
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
        root = _laid_out(at, place)
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


# Baits

CANARY = "open({canary!r}, 'w').close()\n"


def _toml(text: str) -> Callable[[Path, Path], None]:
    def lay(root: Path, canary: Path) -> None:
        (root / "structedit.toml").write_text(text.replace("RUN", f"touch {canary}"))

    return lay


def _pyproject(text: str) -> Callable[[Path, Path], None]:
    def lay(root: Path, canary: Path) -> None:
        (root / "pyproject.toml").write_text(text.replace("RUN", f"touch {canary}"))

    return lay


def _modules(*names: str, also: str = "") -> Callable[[Path, Path], None]:
    def lay(root: Path, canary: Path) -> None:
        for name in names:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(CANARY.format(canary=str(canary)))
        if also:
            (root / "structedit.toml").write_text(also)

    return lay


def _git(root: Path, canary: Path) -> None:
    """Lay out a repository whose settings name programs that git itself would run."""
    (root / ".git/config").write_text(
        f"[core]\n\tfsmonitor = touch {canary}\n\tpager = touch {canary}\n\tsshCommand = touch {canary}\n"
        f"\thooksPath = .git/hooks\n\teditor = touch {canary}\n\trepositoryformatversion = 0\n"
    )


GRAMMAR = '[languages.own]\nextensions = ["own", "py"]\ngrammar = "%s"\n'
BAITS: dict[str, Callable[[Path, Path], None]] = {
    "pre_edit": _toml('[hooks]\npre_edit = "RUN"\n'),
    "post_edit": _toml('[hooks]\npost_edit = ["RUN"]\n'),
    "verify": _toml('[hooks]\nverify = "RUN"\n'),
    "required": _toml('[hooks]\npre_edit = "RUN"\nrequired = true\n'),
    "pre_edit in pyproject.toml": _pyproject('[tool.structedit.hooks]\npre_edit = "RUN"\n'),
    "allow and pre_edit": _toml('allow = [".git"]\n[hooks]\npre_edit = "RUN"\n'),
    "grammar os:abort": _toml(GRAMMAR % "os:abort"),
    "grammar in pyproject.toml": _pyproject(
        '[tool.structedit.languages.own]\nextensions = ["own"]\ngrammar = "os:abort"\n'
    ),
    "grammar of the repository": _modules("evil.py", "src/evil.py", also=GRAMMAR % "evil:language"),
    "grammar package": _modules("tree_sitter_own/__init__.py", also=GRAMMAR % "tree_sitter_own"),
    "modules": _modules(
        *("json.py", "click.py", "tree_sitter.py", "typing.py", "dataclasses.py", "enum.py"),
        *("importlib.py", "re.py", "pathspec.py", "rapidfuzz.py", "tomllib.py", "collections.py"),
        *("sitecustomize.py", "usercustomize.py", "mcp/__init__.py", "anyio.py", "argparse.py"),
        *(
            "tree_sitter_language_pack/__init__.py",
            "tree_sitter_python/__init__.py",
            "subprocess.py",
        ),
        *("structedit.py", "encodings/__init__.py", "random.py", "string.py", "shlex.py"),
    ),
    "packages": _modules(
        *("structedit/__init__.py", "structedit/__main__.py", "click/__init__.py"),
        *("tree_sitter/__init__.py", "json/__init__.py", "src/structedit/__init__.py"),
    ),
    "git": _git,
}

_ASKED = "import sys; was = set(sys.modules); import runpy; print(*set(sys.modules) - was)"
PYTHONS_OWN = (
    "structedit",
    *subprocess.run(
        [sys.executable, "-I", "-c", _ASKED], capture_output=True, text=True, check=True
    ).stdout.split(),
)
"""What `python -m` itself looks for in the current folder, before a program has a say; only -P ends that."""

BIN = Path(sys.executable).parent / "structedit"
STARTS: dict[str, tuple[str, ...]] = {
    "structedit": (str(BIN),),
    "python -m structedit": STRUCTEDIT,
    "python -P -m structedit": (sys.executable, "-P", "-m", "structedit"),
}

WALK: dict[str, tuple[tuple[str, ...], str]] = {
    **COMMANDS,
    "str-replace --dry-run": ((*COMMANDS["str-replace"][0], "--dry-run"), ""),
    "str-replace --check": ((*COMMANDS["str-replace"][0], "--check"), ""),
    "apply --dry-run": ((*COMMANDS["apply"][0], "--dry-run"), APPLIED),
    "multi-edit": (("multi-edit", "-", "--root", "."), APPLIED),
    "get-region of its own language": (("get-region", "src/a.own", "own"), ""),
    "insert": (("insert", "src/a.py", "--text", "two = 2", "--at", "bottom"), ""),
    "delete-block of its own language": (("delete-block", "src/a.own", "own"), ""),
    "history": (("history",), ""),
    "stats": (("stats",), ""),
    "mcp config": (("mcp", "config", "--client", "claude-code"), ""),
    "completions": (("completions", "bash"), ""),
}
_CALLS = """
import structedit as se, sys
root = sys.argv[1]
for call in (
    lambda: se.outline(f"{root}/src/a.own"),
    lambda: se.str_replace(f"{root}/src/a.py", "one = 1", "one = 2", dry_run=True),
    lambda: se.str_replace(f"{root}/src/a.py", "one = 1", "one = 2"),
    lambda: se.multi_edit(root, [{"op": "create_file", "path": "b.own", "text": "x"}]),
    lambda: se.undo(root=root),
    lambda: se.find([root], text="one"),
    lambda: list(map(str, se.Session(root=root).find(["src"], text="one"))),
    lambda: se.rewrite([root], query="(integer) @i", template="2"),
):
    try:
        call()
    except se.StructEditError:
        pass
"""


def _is_meant(bait: str, command: str, start: str) -> bool:
    """Leave out what cannot be otherwise, and what is the same case again."""
    if command in ("server", "library") and start != "python -m structedit":
        return False
    if bait == "packages":  # see `PYTHONS_OWN`
        return start != "python -m structedit"
    if bait == "modules":
        return True
    return start == "structedit" or command in ("server", "library")


def _lured(bait: str, command: str, stand: str, start: str) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        root, canary = _laid_out(at, ""), at / "canary"
        BAITS[bait](root, canary)
        if start == "python -m structedit":
            for name in PYTHONS_OWN:
                (root / f"{name}.py").unlink(missing_ok=True)
        folder = root if stand == "inside" else at
        if command == "server":
            wrong = _server_at(root, folder)
        elif command == "library":
            program = [sys.executable, "-P", "-c", _CALLS, str(root) if folder == at else "."]
            wrong = bounded(program, folder).wrong((0,))
        else:
            words, given = WALK[command]
            if stand == "outside":
                words = tuple(_absolute(word, root) for word in words)
            wrong = bounded([*STARTS[start], *words], folder, given=given.encode()).wrong()
        return "the repository's own code ran" if canary.exists() else wrong

    return run


def _absolute(word: str, root: Path) -> str:
    if word == ".":
        return str(root)
    return str(root / word) if word.startswith("src/") else word


def _server_at(root: Path, folder: Path) -> str:
    with Server(root, folder=folder) as server:
        if not server.begin():
            return f"the server does not start: {server.told().strip()[-200:]}"
        for name, arguments in (
            ("outline", {"path": "src/a.own"}),
            ("get_region", {"path": "src/a.own", "selector": "own"}),
            ("find", {"text": "one"}),
            (
                "str_replace",
                {"path": "src/a.py", "old": "one = 1", "new": "one = 2", "dry_run": True},
            ),
            ("str_replace", {"path": "src/a.py", "old": "one = 1", "new": "one = 2"}),
            ("apply_edits", {"edits": json.loads(APPLIED)}),
            ("undo", {}),
        ):
            if server.call(name, arguments) is None:
                return f"{name} is not answered"
    return ""
