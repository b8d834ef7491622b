"""Real source files to measure on, found or fetched at run time; none of them is kept here.

Files come from the running Python, from /usr/include, and from packages that the ordinary clients
fetch into a cache folder; `supplies.toml` says which. A language without a client or a network is
skipped, with the reason.

    python benchmarks/corpus.py [--language L] [--cache FOLDER]      # what there is, by language
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache as remembered
from pathlib import Path

from structedit.languages.detection import language_of

CACHE = Path("~/.cache/structedit-bench").expanduser()
SMALLEST, LARGEST = 1_500, 40_000
"""Bytes of a file that is taken: below it has hardly a neighbour, above it only costs time."""


@dataclass(frozen=True)
class Supply:
    """Where files of a language come from: a client, what to ask it for, and which files of it."""

    language: str
    client: str
    package: str
    glob: str
    smallest: int = SMALLEST


class UnavailableError(Exception):
    """A supply cannot be had here; the message says why."""


@dataclass(frozen=True)
class Corpus:
    """The files of a language, in a fixed order, and why supplies of it are missing."""

    files: tuple[Path, ...]
    missing: tuple[str, ...]


_TABLE = tomllib.loads(Path(__file__).with_name("supplies.toml").read_text())
SUPPLIES = tuple(Supply(language, *row) for language, rows in _TABLE.items() for row in rows)


def corpus(language: str, cache: Path = CACHE, supplies: Sequence[Supply] = SUPPLIES) -> Corpus:
    """Return the files of a language, the supplies taking turns so that each is heard."""
    piles, missing = [], []
    for supply in supplies:
        if supply.language == language:
            try:
                folder = fetched(supply.client, supply.package, cache)
            except UnavailableError as reason:
                missing.append(f"{language}: {supply.package}: {reason}")
                continue
            piles.append(
                [p for p in sorted(folder.glob(supply.glob)) if is_wanted(p, supply.smallest)]
            )
    return Corpus(tuple(_in_turns(piles)), tuple(missing))


def fetched(client: str, package: str, cache: Path = CACHE) -> Path:
    """The folder of a package that a client has, or fetches.

    Raises:
        UnavailableError: when it cannot be had here.
    """
    return _CLIENTS[client](package, cache)


def sources(
    language: str, paths: Sequence[Path], supplies: Sequence[Supply] = SUPPLIES
) -> Iterator[Path]:
    """Yield the files of a language below some paths, or what the supplies have without any."""
    if not paths:
        yield from corpus(language, supplies=supplies).files
    for path in paths:
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.is_file() and language_of(file.name) == language:
                yield file


def languages() -> tuple[str, ...]:
    """Name the languages that have a supply."""
    return tuple(dict.fromkeys(supply.language for supply in SUPPLIES))


def _in_turns(piles: list[list[Path]]) -> Iterator[Path]:
    for row in range(max(map(len, piles), default=0)):
        yield from (pile[row] for pile in piles if row < len(pile))


def is_wanted(path: Path, smallest: int) -> bool:
    """Leave out what nobody edits: generated files, and tests of parsers."""
    name = path.name
    odd = ".min." in name or ".d.ts" in name or set(path.parts) & {"node_modules", "testdata"}
    return path.is_file() and not odd and smallest <= path.stat().st_size <= LARGEST


# Clients


def _stdlib(package: str, _: Path) -> Path:
    return Path(sysconfig.get_paths()["stdlib"]) / package


def _folder(package: str, _: Path) -> Path:
    folder = Path(package)
    if not folder.is_dir():
        raise UnavailableError("there is no such folder")
    return folder


@remembered
def _npm(package: str, cache: Path) -> Path:
    """Fetch a package's archive and unpack it."""
    folder = cache / "npm" / package.replace("/", "__")
    if not folder.is_dir():
        working = _emptied(folder)
        _run(["npm", "pack", package, "--silent"], working)
        archive = next(working.glob("*.tgz"), None)
        if archive is None:
            raise UnavailableError("npm gave no archive")
        with tarfile.open(archive) as opened:
            opened.extractall(working, filter="data")
        _kept(working, folder)
    return next(path for path in folder.iterdir() if path.is_dir())


@remembered
def _deb(package: str, cache: Path) -> Path:
    """Fetch the first of several Debian packages that there is, and unpack it; nothing is installed."""
    names = package.split()
    for name in names:
        if (cache / "deb" / name).is_dir():
            return cache / "deb" / name
    reason = "no such package"
    for name in names:
        folder = cache / "deb" / name
        working = _emptied(folder)
        try:
            _run(["apt-get", "download", "-q", name], working)
        except UnavailableError as problem:
            reason = str(problem)
            continue
        archive = next(working.glob("*.deb"))
        _run(["dpkg-deb", "-x", archive.name, "."], working)
        archive.unlink()
        _kept(working, folder)
        return folder
    raise UnavailableError(reason)


@remembered
def _source(package: str, cache: Path) -> Path:
    """Fetch a Debian source package, of a release named behind a slash or of the machine's own."""
    folder = cache / "source" / package.replace("/", "__")
    if not folder.is_dir():
        apt = ["apt-get", "-q", *_source_lists(cache, package.partition("/")[2])]
        working = _emptied(folder)
        _run([*apt, "source", "--tar-only", package], working)
        _unpacked(sorted(working.glob("*.orig*.tar.*[!c]")), working)
        _kept(working, folder)
    return folder


@remembered
def _source_lists(cache: Path, release: str) -> list[str]:
    """Options by which apt reads source packages from the places it has the others from."""
    own = cache / "apt" / (release or "own")
    for part in ("lists/partial", "archives/partial"):
        (own / part).mkdir(parents=True, exist_ok=True)
    wanted = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)"]
    known = _run([*wanted, "Created-By: Packages", "Origin: Debian"], own).splitlines()
    lines = [line.split() for line in known if "-" not in line.split()[1]]
    places = [f"deb-src {uri} {release or name} {component}\n" for uri, name, component in lines]
    (own / "sources.list").write_text("".join(places))
    settings = {
        "Dir::Etc::sourcelist": own / "sources.list",
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::State::lists": own / "lists",
        "Dir::Cache": own,
    }
    options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
    _run(["apt-get", "-q", *options, "update"], own)
    return options


@remembered
def _pip(package: str, cache: Path) -> Path:
    """Fetch a wheel, or the sources where there is none, and unpack it; nothing is installed."""
    folder = cache / "pip" / package
    if not folder.is_dir():
        working = _emptied(folder)
        _run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", package], working)
        for wheel in working.glob("*.whl"):
            with zipfile.ZipFile(wheel) as opened:
                opened.extractall(working)
            wheel.unlink()
        _unpacked(sorted(working.glob("*.tar.gz")), working)
        _kept(working, folder)
    return folder


def _unpacked(archives: list[Path], folder: Path) -> None:
    """Unpack what is neither a link nor a device, and remove the archives."""
    for archive in archives:
        with tarfile.open(archive) as opened:
            plain = [one for one in opened.getmembers() if one.isfile() or one.isdir()]
            opened.extractall(folder, plain, filter="data")
        archive.unlink()


def _emptied(folder: Path) -> Path:
    """A folder beside one that is to be filled, of this process alone: others may fetch the same."""
    working = folder.with_name(f"{folder.name}.{os.getpid()}.part")
    shutil.rmtree(working, ignore_errors=True)
    working.mkdir(parents=True)
    return working


def _kept(working: Path, folder: Path) -> None:
    """Rename a filled folder; if another process was faster, its folder stays."""
    try:
        working.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
        shutil.rmtree(working, ignore_errors=True)


def _run(command: list[str], folder: Path) -> str:
    """Run a client and give what it prints; where it fails, its last words are the reason."""
    if shutil.which(command[0]) is None:
        raise UnavailableError(f"{command[0]} is not installed")
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        raise UnavailableError(f"{command[0]} took too long") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise UnavailableError(lines[-1] if lines else f"{command[0]} failed")
    return done.stdout


_CLIENTS: dict[str, Callable[[str, Path], Path]] = {
    "stdlib": _stdlib,
    "folder": _folder,
    "npm": _npm,
    "deb": _deb,
    "source": _source,
    "pip": _pip,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--language", action="append", choices=languages())
    parser.add_argument("--cache", type=Path, default=CACHE)
    arguments = parser.parse_args()
    for language in arguments.language or languages():
        found = corpus(language, arguments.cache)
        print(f"{language:12} {len(found.files):6,} files")
        for reason in found.missing:
            print(f"  skipped {reason}")


if __name__ == "__main__":
    main()
