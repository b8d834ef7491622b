"""The files inside a root that a command runs: those that it names, and those beside them.

Whoever may change a file that is run decides what is run. So a trusted command is watched together
with the files below the root that it names. Walked through, for `cd tools && python3 -B check.py a.py`
in a root that has all of them:

- `tools/check.py` is a script, since an interpreter runs it. What a script imports is first looked
  for beside it, so all of `tools/` is watched, and a new file there counts as a change.
- `a.py` is named, so it is watched, alone.

A script that lies in the root itself is watched alone: all files of the project stand beside it.
`python3 -m tools.check` runs `tools/check.py`, `make lint` what the `Makefile` says.

Not here: what is run by files that are not named. A command that runs the project's own tests runs
whatever was edited last; no list of files can help that, and whoever trusts it is warned.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from structedit.text.errors import FileError
from structedit.text.lazily import regex
from structedit.text.values import dataclass

Command = str | tuple[str, ...]
"""What is run: a line for the shell, or a program with its arguments."""

_INTERPRETERS = regex(
    r"(python|pypy|ruby|perl|php|lua|luajit|node|nodejs|deno|bun|tsx|ts-node|sh|bash|dash|zsh|ksh|fish"
    r"|pwsh|powershell|Rscript|julia|elixir|groovy|tclsh|awk|gawk|sed|source|\.|env|exec|uv|poetry|pdm"
    r"|hatch|rye|pipenv|npx|xargs|time|nice|sudo|nohup|timeout)[\d.]*(\.exe)?"
)
"""Programs whose argument is a script, and those that run another program."""

_READ_BY = {
    "make": ("Makefile", "makefile", "GNUmakefile"),
    "gmake": ("Makefile", "makefile", "GNUmakefile"),
    "cmake": ("CMakeLists.txt",),
    "ninja": ("build.ninja",),
    "just": ("justfile", "Justfile", ".justfile"),
    "task": ("Taskfile.yml", "Taskfile.yaml"),
    "npm": ("package.json", ".npmrc"),
    "npx": ("package.json", ".npmrc"),
    "yarn": ("package.json", ".yarnrc.yml", ".yarnrc"),
    "pnpm": ("package.json", ".npmrc"),
    "bun": ("package.json", "bunfig.toml"),
    "deno": ("deno.json", "deno.jsonc"),
    "rake": ("Rakefile", "rakefile"),
    "bundle": ("Gemfile",),
    "tox": ("tox.ini",),
    "nox": ("noxfile.py",),
    "invoke": ("tasks.py",),
    "inv": ("tasks.py",),
    "pre-commit": (".pre-commit-config.yaml",),
    "cargo": ("Cargo.toml", "build.rs", ".cargo/config.toml"),
    "gradle": ("build.gradle", "build.gradle.kts", "settings.gradle"),
    "mvn": ("pom.xml",),
    "ant": ("build.xml",),
    "sbt": ("build.sbt",),
    "mix": ("mix.exs",),
    "rebar3": ("rebar.config",),
    "composer": ("composer.json",),
    "eslint": ("eslint.config.js", "eslint.config.mjs", ".eslintrc.js", ".eslintrc.cjs"),
    "prettier": ("prettier.config.js", ".prettierrc.js", ".prettierrc.cjs"),
    "docker": ("Dockerfile",),
    "lefthook": ("lefthook.yml",),
}
"""Files that a program reads what to run from, without being told so."""

_PARTING = regex(r"[;&|()\n]+")
"""Words of a shell behind which a new command begins."""

_REDIRECTING = regex(r"[<>&|]*[<>][<>&|]*")
"""Words of a shell behind which a file is named."""

_MODULE = regex(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_PASSED_OVER = frozenset({"__pycache__", ".git", ".hg", ".svn", "node_modules"})
_MOST_BESIDE = 2_000
"""Files beside a script up to which all count as named with it.

Chosen by judgement: more is no tool's folder.
"""


@dataclass(frozen=True, slots=True)
class NamedFiles:
    """Files and folders that commands name below a root, as paths relative to it with `/`.

    `files` may not exist (yet). Everything below `folders` belongs to a script in there.
    """

    files: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()

    def holds(self, path: str) -> bool:
        """Whether a path is one of the files, or lies in one of the folders."""
        return path in self.files or any(path.startswith(f"{folder}/") for folder in self.folders)

    def joined(self, other: NamedFiles) -> NamedFiles:
        """The files and folders of both."""
        return NamedFiles(self.files | other.files, self.folders | other.folders)


def named_by(command: Command, root: str) -> NamedFiles:
    """Find what a command that is run in a root names below it."""
    found = NamedFiles()
    bases = [""]
    for words in _simple_commands(command):
        program = os.path.basename(words[0])
        if program in ("cd", "pushd") and len(words) > 1:
            bases.append(words[1])
            continue
        for base in bases:
            found = found.joined(_named_in(words, root, base))
            programs = (os.path.basename(word).removesuffix(".exe") for word in words)
            read = (os.path.join(base, name) for one in programs for name in _READ_BY.get(one, ()))
            there = frozenset(path for name in read if (path := _below(root, name)) is not None)
            found = found.joined(NamedFiles(there))
    return found


def module_files(module: str, root: str) -> NamedFiles:
    """Find where a module to import lies below a root; nothing is imported."""
    import importlib.util

    top = module.partition(":")[0].partition(".")[0]
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        spec = None
    origins = [spec.origin] if spec is not None and spec.origin else []
    packages = list(spec.submodule_search_locations or ()) if spec is not None else []
    files = frozenset(p for name in origins if (p := _below(root, name)) is not None)
    folders = frozenset(p for name in packages if (p := _below(root, name)) is not None)
    return NamedFiles(files, folders)


def existing(named: NamedFiles, root: str) -> Iterator[str]:
    """List the files that are there, those of folders too, sorted.

    Raises:
        FileError: when a folder holds more files than can be watched.
    """
    found = {path for path in named.files if os.path.isfile(os.path.join(root, path))}
    for folder in named.folders:
        found.update(_files_in(root, folder))
        if len(found) > _MOST_BESIDE:
            raise FileError(
                f"{folder!r} holds more than {_MOST_BESIDE:,} files beside a script",
                hint="put the script into a folder of its own",
                code="too_large",
            )
    yield from sorted(found)


def _files_in(root: str, folder: str) -> Iterator[str]:
    for at, folders, names in os.walk(os.path.join(root, folder)):
        folders[:] = [name for name in folders if name not in _PASSED_OVER]
        for name in names:
            yield os.path.relpath(os.path.join(at, name), root).replace(os.sep, "/")


def _simple_commands(command: Command) -> Iterator[list[str]]:
    """Split a shell line into its simple commands, each a list of words; a list is one command."""
    if not isinstance(command, str):
        yield list(command)
        return
    import shlex

    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    try:
        words = list(lexer)
    except ValueError:  # a quote that does not end: the shell will complain
        words = re.split(r"([;&|()\n]+)|[\s<>\"']+", command)
    current: list[str] = []
    assigned: list[str] = []
    for word in (*words, ";"):
        if not word or _REDIRECTING.fullmatch(word):
            continue
        if not _PARTING.fullmatch(word):
            name, sign, value = word.partition("=")
            assigned += [value] if sign else []
            if not (sign and name.isidentifier()):
                current += _inner(word)
        elif current or assigned:
            yield [*current, *assigned]
            current, assigned = [], []


def _inner(word: str) -> Iterator[str]:
    """A word, and the words of a command inside it (`sh -c "…"`, `$(…)`)."""
    yield word
    if re.search(r"[\s`$(]", word):
        yield from filter(None, re.split(r"[\s`$();&|<>\"']+", word))


def _named_in(words: list[str], root: str, base: str) -> NamedFiles:
    """Find what the words of one command name, seen from a folder of the root."""
    found = NamedFiles()
    runs = False
    for number, word in enumerate(words):
        if _INTERPRETERS.fullmatch(os.path.basename(word)):
            runs = True
        if number and words[number - 1] == "-m" and _MODULE.fullmatch(word):
            found = found.joined(_module(word, root, base))
            runs = False
            continue
        is_path = number > 0 or "/" in word
        path = _below(root, os.path.join(base, word)) if is_path and word[:1] != "-" else None
        if path is None or not _may_be_a_file(root, path, word):
            continue
        script = runs or number == 0
        found = found.joined(_script(root, path) if script else NamedFiles(frozenset((path,))))
        runs = False
    return found


def _may_be_a_file(root: str, path: str, word: str) -> bool:
    """Whether a word names a file: one that exists, or that may be made there."""
    full = os.path.join(root, path)
    if os.path.isdir(full):
        return os.path.isfile(os.path.join(full, "__main__.py"))
    return os.path.isfile(full) or bool(re.search(r"/|\.\w{1,5}$", word))


def _script(root: str, path: str) -> NamedFiles:
    if os.path.isdir(os.path.join(root, path)):
        return NamedFiles(frozenset(), frozenset((path,)))
    folder = os.path.dirname(path)
    return NamedFiles(frozenset((path,)), frozenset((folder,)) if folder else frozenset())


def _module(module: str, root: str, base: str) -> NamedFiles:
    """Find the files of a module that `-m` runs, where it is one of the root."""
    place = module.replace(".", "/")
    tries = (f"{place}.py", f"{place}/__main__.py")
    found = NamedFiles()
    for name in tries:
        path = _below(root, os.path.join(base, name))
        if path is not None and os.path.isfile(os.path.join(root, path)):
            top = path.split("/")[0]
            folder = frozenset((top,)) if "/" in path else frozenset[str]()
            found = found.joined(NamedFiles(frozenset((path,)), folder))
    return found


def _below(root: str, name: str) -> str | None:
    """A path relative to the root, of the real file; None for the root itself and what is outside."""
    try:
        real = os.path.realpath(os.path.join(root, name))
    except (OSError, ValueError):
        return None
    top = os.path.realpath(root)
    if real == top or not real.startswith(top.rstrip(os.sep) + os.sep):
        return None
    return os.path.relpath(real, top).replace(os.sep, "/")


def joined(some: Iterable[NamedFiles]) -> NamedFiles:
    """The files and folders of several."""
    whole = NamedFiles()
    for one in some:
        whole = whole.joined(one)
    return whole
