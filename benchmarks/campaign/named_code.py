"""Repositories that name code: each way in which one may try to have its own code run, and none of it runs.

A repository names hooks, checks, formatters, modules, libraries and compiled code, in every file that
is read of one, and lies in wait on the import path. Whatever is called, from wherever: a file that
the code would make is not there afterwards. One bait is not the repository's but the user's, and
has to be taken, or the others would prove nothing.
"""

from __future__ import annotations

import json
import marshal
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from shutil import which

from benchmarks.campaign.cases import STRUCTEDIT, Case, bounded
from benchmarks.campaign.client import Server
from benchmarks.campaign.configuration import APPLIED, COMMANDS, laid_out

from structedit.languages.config_files import config_root

QUICK = 60
SECONDS = 20.0


def cases(seed: int, only: str = "") -> list[Case]:
    """Give every bait × command × place to stand × way to start."""
    found = [
        Case(f"{bait}: {command} from {stand}, {start}", _lured(bait, command, stand, start))
        for bait in BAITS
        for command in (*WALK, "server", "library")
        for stand in ("inside", "outside")
        for start in STARTS
        if _is_meant(bait, command, stand, start)
    ]
    taken = (Case(f"the user's own hook: {command}", _taken(command)) for command in EDITS)
    return [*found, *taken]


# Baits

CANARY = "open({canary!r}, 'w').close()\n"
Bait = Callable[[Path, Path], None]
"""Lays out a bait in a root; the file that it is to make is the canary."""


def _written(name: str, text: str) -> Bait:
    def lay(root: Path, canary: Path) -> None:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text.replace("RUN", f"touch {canary}").replace("ROOT", str(root)))

    return lay


def _toml(text: str) -> Bait:
    return _written("structedit.toml", text)


def _all(*baits: Bait) -> Bait:
    def lay(root: Path, canary: Path) -> None:
        for one in baits:
            one(root, canary)

    return lay


def _modules(*names: str, also: str = "") -> Bait:
    def lay(root: Path, canary: Path) -> None:
        for name in names:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(CANARY.format(canary=str(canary)))
        if also:
            (root / "structedit.toml").write_text(also)

    return lay


def _library(folder: Path) -> bytes:
    """A shared library that makes the file `$CANARY` when it is loaded; empty where there is no compiler."""
    made, source = folder / "own.so", folder / "own.c"
    source.write_text(
        "#include <stdlib.h>\n#include <stdio.h>\n"
        "__attribute__((constructor)) static void go(void) {\n"
        '  char *at = getenv("CANARY"); if (at) fclose(fopen(at, "w"));\n}\n'
    )
    if compiler := which("cc"):
        subprocess.run([compiler, "-shared", "-fPIC", "-o", str(made), str(source)], check=True)
        return made.read_bytes()
    return b""


def _libraries(text: str, name: str = "structedit.toml", profile: str = "") -> Bait:
    """Lay out libraries under every ending that Python loads, with a file that names them."""

    def lay(root: Path, canary: Path) -> None:
        library = _library(root.parent)
        for ending in (*EXTENSION_SUFFIXES, ".dylib", ".dll"):
            (root / f"lang/own{ending}").write_bytes(library)
            (root / f"tree_sitter_own{ending}").write_bytes(library)
        path = os.path.relpath(root / "lang/own", os.path.join(config_root(), "x"))
        for file, said in ((name, text), ("lang/lang.toml", profile)):
            if said:
                said = said.replace("ROOT", str(root)).replace("PATH", path)
                (root / file).write_text(said)

    return lay


def _compiled(root: Path, canary: Path) -> None:
    """Name a language by the path of a table, beside which its compiled form lies."""
    table = root / "lang/lang.toml"
    table.write_text("")
    code = compile(CANARY.format(canary=str(canary)) + "table = {}\n", "lang.toml", "exec")
    for optimization in ("", "1", "2"):
        place = Path(cache_from_source(str(table), optimization=optimization))
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(MAGIC_NUMBER + bytes((1, 0, 0, 0)) + bytes(8) + marshal.dumps(code))
    name = os.path.relpath(root / "lang", config_root())
    (root / "structedit.toml").write_text(
        f'[languages."{name}"]\nbase = "{name}"\nextensions = ["own"]\n'
        f'[languages.own]\nbase = "{name}"\nextensions = ["owner"]\n'
    )


def _git(root: Path, canary: Path) -> None:
    """Lay out a repository whose settings name programs that git itself would run."""
    run = f"touch {canary}"
    (root / ".git/config").write_text(
        f"[core]\n\tfsmonitor = {run}\n\tpager = {run}\n\tsshCommand = {run}\n"
        f"\thooksPath = .git/hooks\n\teditor = {run}\n\trepositoryformatversion = 0\n"
        f'[filter "own"]\n\tclean = {run}\n\tsmudge = {run}\n\tprocess = {run}\n'
        f'[diff "own"]\n\tcommand = {run}\n\ttextconv = {run}\n[diff]\n\texternal = {run}\n'
        f"[alias]\n\tls-files = !{run}\n[include]\n\tpath = ../more\n"
    )
    (root / "more").write_text(f"[core]\n\tfsmonitor = {run}\n")
    (root / ".gitattributes").write_text("* filter=own diff=own\n")
    (root / ".git/hooks").mkdir()
    for name in ("post-index-change", "fsmonitor-watchman", "pre-commit", "post-checkout"):
        (root / ".git/hooks" / name).write_text(f"#!/bin/sh\n{run}\n")
        (root / ".git/hooks" / name).chmod(0o755)


HOOKS = '[hooks]\npre_edit = "RUN"\npost_edit = "RUN"\nverify = "RUN"\n'
GRAMMAR = '[languages.own]\nextensions = ["own", "py"]\ngrammar = "%s"\n'
PROFILE = '[languages.own]\nextensions = ["own"]\nprofile = "lang"\n'
RULES = "id: a\nlanguage: python\nrule: {pattern: one = $A}\nfix: one = 2\n"
BAITS: dict[str, Bait] = {
    "pre_edit": _toml('[hooks]\npre_edit = "RUN"\n'),
    "post_edit": _toml('[hooks]\npost_edit = ["RUN"]\n'),
    "pre_edit of words": _toml('[hooks]\npre_edit = [{command = ["sh", "-c", "RUN"]}]\n'),
    "verify": _toml('[hooks]\nverify = "RUN"\n'),
    "required": _toml('[hooks]\npre_edit = "RUN"\nrequired = true\n'),
    "format as a hook": _toml('[hooks]\nformat = "RUN"\nformatter = "RUN"\n'),
    "format, formatter, verify, command": _all(
        *(_toml(f'{key} = "RUN"\n') for key in ("formatter", "verify", "command", "format"))
    ),
    "pyproject.toml": _written("pyproject.toml", HOOKS.replace("[", "[tool.structedit.")),
    "allow and hooks": _toml(f'allow = [".git", "structedit.toml"]\n{HOOKS}'),
    "a section for this root": _toml(HOOKS.replace("[hooks]", '[root."ROOT".hooks]')),
    "a section in pyproject.toml": _written(
        "pyproject.toml", HOOKS.replace("[hooks]", '[tool.structedit.root."ROOT".hooks]')
    ),
    "a folder below": _all(
        _written("src/structedit.toml", HOOKS),
        _written("src/pyproject.toml", HOOKS.replace("[", "[tool.structedit.")),
    ),
    "folders that look like the user's": _all(
        *(
            _written(f"{folder}structedit.toml", HOOKS)
            for folder in (".config/structedit/", "structedit/", ".structedit/", "~/", "../")
        ),
        _written(".structedit.toml", HOOKS),
    ),
    "the variables of a .env": _all(
        _written(".env", "STRUCTEDIT_CONFIG=ROOT/own.toml\n"),
        _written(".envrc", "export STRUCTEDIT_CONFIG=ROOT/own.toml\nRUN\n"),
        _written("own.toml", HOOKS),
    ),
    "grammar os:abort": _toml(GRAMMAR % "os:abort"),
    "grammar antigravity": _toml(GRAMMAR % "this"),
    "grammar of a known language": _toml((GRAMMAR % "os:abort").replace(".own]", ".python]")),
    "grammar with a base": _toml((GRAMMAR % "os:abort") + 'base = "python"\n'),
    "grammar in pyproject.toml": _written(
        "pyproject.toml", (GRAMMAR % "os:abort").replace("[", "[tool.structedit.", 1)
    ),
    "grammar of the repository": _modules("evil.py", "src/evil.py", also=GRAMMAR % "evil:language"),
    "grammar package": _modules("tree_sitter_own/__init__.py", also=GRAMMAR % "tree_sitter_own"),
    "grammar that is a library": _libraries(GRAMMAR % "tree_sitter_own:language"),
    "grammar by a full path": _libraries(GRAMMAR % "ROOT/lang/own"),
    "profile with a module": _all(
        _toml(PROFILE), _written("lang/lang.toml", "[grammar]\nname = 'os:abort'\n")
    ),
    "profile with a library by a full path": _libraries(
        PROFILE, profile="[grammar]\nname = 'ROOT/lang/own'\n"
    ),
    "profile with a library by another path": _libraries(
        PROFILE, profile="[grammar]\nname = 'PATH'\n"
    ),
    "profile with a parser of its own": _all(
        _toml(PROFILE + 'base = "python"\n'),
        _written("lang/lang.toml", "[verify]\nparser = 'os.system'\n"),
    ),
    "language by the path of compiled code": _compiled,
    "customLanguages": _all(
        _libraries(
            "ruleDirs: [rules]\ncustomLanguages:\n  own:\n    libraryPath: ROOT/lang/own.so\n"
            "    extensions: [own, py]\n    languageSymbol: tree_sitter_own\n",
            "sgconfig.yml",
        ),
        _written("rules/a.yml", RULES),
    ),
    "tags of YAML in rules": _all(
        _written("sgconfig.yml", "ruleDirs: [rules]\n"),
        _written("rules/a.yml", RULES + "metadata: !!python/object/apply:os.system ['RUN']\n"),
    ),
    "modules": _modules(
        *("json.py", "click.py", "tree_sitter.py", "typing.py", "dataclasses.py", "enum.py"),
        *("importlib.py", "re.py", "pathspec.py", "rapidfuzz.py", "tomllib.py", "collections.py"),
        *("sitecustomize.py", "usercustomize.py", "mcp/__init__.py", "anyio.py", "argparse.py"),
        *("tree_sitter_language_pack/__init__.py", "tree_sitter_python/__init__.py"),
        *("subprocess.py", "structedit.py", "encodings/__init__.py", "random.py", "string.py"),
        *("shlex.py", "yaml.py", "sqlite3.py", "multiprocessing/__init__.py"),
    ),
    "packages": _modules(
        *("structedit/__init__.py", "structedit/__main__.py", "click/__init__.py"),
        *("tree_sitter/__init__.py", "json/__init__.py", "src/structedit/__init__.py"),
    ),
    "startup files of Python": _all(
        _written("own.pth", "import os; os.system('RUN')\n"),
        _written("pyvenv.cfg", "home = ROOT\n"),
        _written("python311._pth", "ROOT\nimport site\n"),
        _modules("sitecustomize.py", "usercustomize.py", ".pythonrc.py", "conftest.py"),
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
    "str-replace --diff": ((*COMMANDS["str-replace"][0], "--diff"), ""),
    "str-replace --check": ((*COMMANDS["str-replace"][0], "--check"), ""),
    "apply --dry-run": ((*COMMANDS["apply"][0], "--dry-run"), APPLIED),
    "multi-edit": (("multi-edit", "-", "--root", "."), APPLIED),
    "get-region of its own language": (("get-region", "src/a.own", "own"), ""),
    "insert": (("insert", "src/a.py", "--text", "two = 2", "--at", "bottom"), ""),
    "delete-block of its own language": (("delete-block", "src/a.own", "own"), ""),
    "history": (("history",), ""),
    "stats": (("stats",), ""),
    "scan": (("scan", "."), ""),
    "scan --fix": (("scan", ".", "--fix"), ""),
    "rewrite --jobs": ((*COMMANDS["rewrite"][0], "--jobs", "2"), ""),
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


MANY_STANDS = ("modules", "packages", "startup files of Python", "pre_edit", "grammar package")
"""Baits that are tried from outside of the repository too: that is where a path would be another."""


def _is_meant(bait: str, command: str, stand: str, start: str) -> bool:
    """Leave out what cannot be otherwise, and what is the same case again."""
    if stand == "outside" and bait not in MANY_STANDS:
        return False
    if command in ("server", "library") and start != "python -m structedit":
        return False
    if bait == "packages":  # see `PYTHONS_OWN`
        return start != "python -m structedit"
    if bait == "modules":
        return True
    return start == "structedit" or command in ("server", "library")


def _lured(bait: str, command: str, stand: str, start: str) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        root, canary = laid_out(at, ""), at / "canary"
        os.environ["CANARY"] = str(canary)
        BAITS[bait](root, canary)
        if start == "python -m structedit":
            for name in PYTHONS_OWN:
                (root / f"{name}.py").unlink(missing_ok=True)
        wrong = _called(command, root, root if stand == "inside" else at, start)
        return "the repository's own code ran" if canary.exists() else wrong

    return run


def _called(command: str, root: Path, folder: Path, start: str) -> str:
    if command == "server":
        return _server_at(root, folder)
    if command == "library":
        program = [sys.executable, "-P", "-c", _CALLS, str(root) if folder != root else "."]
        return bounded(program, folder, seconds=SECONDS).wrong((0,))
    words, given = WALK[command]
    if folder != root:
        words = tuple(_absolute(word, root) for word in words)
    ended = bounded([*STARTS[start], *words], folder, given=given.encode(), seconds=SECONDS)
    return ended.wrong()


EDITS = ("str-replace", "apply", "rewrite", "server", "library")


def _taken(command: str) -> Callable[[Path], str]:
    """Have the user name a hook, which has to run: so it is seen that a bait would be."""

    def run(at: Path) -> str:
        root, canary = laid_out(at, ""), at / "canary"
        users = at / "config/structedit/structedit.toml"
        users.parent.mkdir(parents=True)
        users.write_text(f'[root."{root}".hooks]\npre_edit = "touch {canary}"\n')
        wrong = _called(command, root, root, "python -m structedit")
        return wrong or ("" if canary.exists() else "the user's own hook did not run")

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
