"""Real source files to measure on, found or fetched at run time; none of them is kept here.

Files come from the running Python, from /usr/include, and from packages that the ordinary clients
fetch into a cache folder. A language without a client or a network is skipped, with the reason.

    python benchmarks/corpus.py [--language L] [--cache FOLDER]      # what there is, by language
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sysconfig
import tarfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache as remembered
from pathlib import Path

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


SUPPLIES = (
    Supply("python", "folder", sysconfig.get_paths()["stdlib"], "[!_]*.py"),
    Supply("python", "folder", sysconfig.get_paths()["stdlib"] + "/asyncio", "*.py"),
    Supply("python", "folder", sysconfig.get_paths()["stdlib"] + "/email", "**/*.py"),
    Supply("javascript", "npm", "express@4.21.2", "**/*.js"),
    Supply("javascript", "npm", "commander@12.1.0", "**/*.js"),
    Supply("javascript", "npm", "ws@8.18.0", "lib/*.js"),
    Supply("javascript", "npm", "lodash@4.17.21", "**/_[a-z]*.js"),
    Supply("typescript", "npm", "rxjs@7.8.1", "src/internal/**/*.ts"),
    Supply("typescript", "npm", "@react-navigation/core@7.3.1", "src/**/*.ts"),
    Supply("tsx", "npm", "@react-navigation/native@7.0.14", "src/**/*.tsx"),
    Supply("tsx", "npm", "@react-navigation/core@7.3.1", "src/**/*.tsx"),
    Supply("tsx", "npm", "@react-navigation/elements@2.2.5", "src/**/*.tsx"),
    Supply("tsx", "npm", "@react-navigation/stack@7.1.0", "src/**/*.tsx"),
    Supply("go", "deb", "golang-1.19-src golang-1.24-src golang-1.22-src", "**/src/net/http/*.go"),
    Supply(
        "go", "deb", "golang-1.19-src golang-1.24-src golang-1.22-src", "**/src/encoding/**/*.go"
    ),
    Supply(
        "go", "deb", "golang-1.19-src golang-1.24-src golang-1.22-src", "**/src/go/**/[a-z]*.go"
    ),
    Supply("rust", "deb", "librust-regex-dev", "**/src/**/*.rs"),
    Supply("rust", "deb", "librust-serde-json-dev", "**/src/**/*.rs"),
    Supply("rust", "deb", "librust-clap-dev librust-clap-4-dev", "**/src/**/*.rs"),
    Supply("c", "npm", "usb@2.14.0", "**/*.c"),
    Supply("c", "npm", "sqlite3@5.1.7", "**/*.c"),
    Supply("c", "folder", "/usr/include", "*.h"),
    Supply("cpp", "npm", "re2@1.21.4", "vendor/re2/**/*.cc"),
    Supply("cpp", "npm", "re2@1.21.4", "vendor/abseil-cpp/absl/strings/**/*.cc"),
    Supply("cpp", "npm", "re2@1.21.4", "vendor/abseil-cpp/absl/container/**/*.h"),
    Supply("java", "npm", "@capacitor/android@6.2.0", "**/*.java"),
    Supply("java", "npm", "cordova-android@13.0.0", "**/*.java"),
    Supply("ruby", "deb", "libruby3.1 libruby3.3 libruby3.4", "**/lib/ruby/[0-9]*/**/*.rb"),
    Supply("csharp", "npm", "react-native-windows@0.74.10", "**/*.cs"),
    Supply("php", "deb", "php-twig", "**/*.php"),
    Supply("php", "deb", "php-symfony-console", "**/*.php"),
    Supply("php", "deb", "phpunit", "**/*.php"),
    Supply("kotlin", "npm", "expo-modules-core@1.12.26", "**/*.kt"),
    Supply("swift", "npm", "expo-modules-core@1.12.26", "**/*.swift"),
    Supply("swift", "npm", "@capacitor/ios@6.2.0", "**/*.swift"),
    Supply("bash", "deb", "bash-completion", "**/bash-completion/**/*"),
    Supply("lua", "deb", "lua-penlight", "**/*.lua"),
    Supply("lua", "deb", "luarocks", "**/*.lua"),
    Supply("cmake", "deb", "cmake-data", "**/Modules/*.cmake"),
    Supply("css", "npm", "animate.css@4.1.1", "**/*.css"),
    Supply("css", "npm", "bulma@0.9.4", "css/*.css"),
    Supply("css", "npm", "font-awesome@4.7.0", "css/*.css"),
    Supply("scss", "npm", "bootstrap@5.3.3", "scss/**/*.scss"),
    Supply("scss", "npm", "foundation-sites@6.8.1", "scss/**/*.scss"),
    Supply("proto", "npm", "google-proto-files@4.2.0", "google/**/*.proto"),
    Supply("glsl", "npm", "lygia@1.3.3", "**/*.glsl"),
    Supply("cuda", "npm", "lygia@1.3.3", "**/*.cuh"),
    Supply("hlsl", "npm", "lygia@1.3.3", "**/*.hlsl"),
    Supply("perl", "folder", "/usr/share/perl/5.36", "**/*.pm"),
    Supply("objc", "npm", "react-native-maps@1.7.1", "**/*.m"),
    Supply("objc", "npm", "@react-native-firebase/app@20.0.0", "**/*.m"),
    Supply("json", "npm", "express@4.21.2", "**/*.json"),
    Supply("json", "npm", "rxjs@7.8.1", "**/*.json"),
    Supply("json", "npm", "re2@1.21.4", "**/*.json"),
    Supply("yaml", "npm", "re2@1.21.4", "**/*.y*ml"),
    Supply("yaml", "npm", "usb@2.14.0", "**/*.y*ml"),
)


class UnavailableError(Exception):
    """A supply cannot be had here; the message says why."""


@dataclass(frozen=True)
class Corpus:
    """The files of a language, in a fixed order, and why supplies of it are missing."""

    files: tuple[Path, ...]
    missing: tuple[str, ...]


def corpus(language: str, cache: Path = CACHE, supplies: Sequence[Supply] = SUPPLIES) -> Corpus:
    """Give the files of a language, the supplies taking turns so that each is heard."""
    piles, missing = [], []
    for supply in supplies:
        if supply.language == language:
            try:
                folder = _CLIENTS[supply.client](supply.package, cache)
            except UnavailableError as reason:
                missing.append(f"{language}: {supply.package}: {reason}")
                continue
            piles.append([p for p in sorted(folder.glob(supply.glob)) if _is_wanted(p)])
    return Corpus(tuple(_in_turns(piles)), tuple(missing))


def languages() -> tuple[str, ...]:
    """Name the languages that have a supply."""
    return tuple(dict.fromkeys(supply.language for supply in SUPPLIES))


def _in_turns(piles: list[list[Path]]) -> Iterator[Path]:
    for row in range(max(map(len, piles), default=0)):
        yield from (pile[row] for pile in piles if row < len(pile))


def _is_wanted(path: Path) -> bool:
    """Leave out what nobody edits: generated files, and tests of parsers."""
    name = path.name
    odd = ".min." in name or ".d.ts" in name or set(path.parts) & {"node_modules", "testdata"}
    return path.is_file() and not odd and SMALLEST <= path.stat().st_size <= LARGEST


# Clients


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
        working.rename(folder)
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
        working.rename(folder)
        return folder
    raise UnavailableError(reason)


def _emptied(folder: Path) -> Path:
    working = folder.with_name(folder.name + ".part")
    shutil.rmtree(working, ignore_errors=True)
    working.mkdir(parents=True)
    return working


def _run(command: list[str], folder: Path) -> None:
    if shutil.which(command[0]) is None:
        raise UnavailableError(f"{command[0]} is not installed")
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        raise UnavailableError(f"{command[0]} took too long") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise UnavailableError(lines[-1] if lines else f"{command[0]} failed")


_CLIENTS: dict[str, Callable[[str, Path], Path]] = {"folder": _folder, "npm": _npm, "deb": _deb}


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
