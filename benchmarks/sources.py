"""Real sources for the benchmarks: what this machine has, and what npm packages hold.

Packages are fetched with the ordinary client into a cache folder, once.
"""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
import tarfile
from collections.abc import Iterable
from pathlib import Path

CACHE = Path(__file__).parent / ".cache" / "packages"


def python_files() -> list[Path]:
    """The modules at the top of the standard library, largest first."""
    return _largest(Path(sysconfig.get_path("stdlib")).glob("*.py"))


def headers() -> list[Path]:
    """The C headers of the system, without the giant lists of constants."""
    found = _largest(Path("/usr/include").rglob("*.h"))
    return [path for path in found if path.stat().st_size < 100_000]


def packaged(package: str, pattern: str) -> list[Path]:
    """The files of an npm package that match; none where it cannot be had."""
    folder = CACHE / package.replace("@", "-").replace("/", "-")
    if not folder.exists() and not _fetched(package, folder):
        return []
    return _largest(folder.rglob(pattern))


def _largest(paths: Iterable[Path]) -> list[Path]:
    files = [path for path in paths if path.is_file()]
    return sorted(files, key=lambda path: (-path.stat().st_size, str(path)))


def _fetched(package: str, folder: Path) -> bool:
    if shutil.which("npm") is None:
        return False
    CACHE.mkdir(parents=True, exist_ok=True)
    command = ["npm", "pack", package, "--silent", "--pack-destination", str(CACHE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode != 0:
        return False
    archive = CACHE / done.stdout.split()[-1]
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    archive.unlink()
    return True


def joined(paths: Iterable[Path], size: int, marker: str) -> bytes:
    """Join files until they have `size` bytes; `marker` goes between them, on a line."""
    parts: list[bytes] = []
    total = 0
    for path in paths:
        data = path.read_bytes()
        if total + len(data) > size * 1.1 or b"\0" in data or b"\r" in data:
            continue
        parts += [data, b"\n" + marker.encode() + b"\n"]
        total += len(data)
        if total >= size:
            break
    return b"".join(parts)
