"""Kill a commit at every system call, and fill the disk at every one that writes, in earnest.

    python benchmarks/crash.py [--error ENOSPC] [--calls write fsync …] [--every 1]

`strace` injects a SIGKILL, or an error, at the n-th system call of a kind in a process that
commits three files (one with an extended attribute, one with two names). After each the next
process recovers; then all files have to be old or all new, with their modes and links, and no
temporary file may be left. Nothing is simulated: files are flushed and the disk is a real one.
"""

import argparse
import collections
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CALLS = (
    "openat write fsync rename renameat link linkat unlink unlinkat ftruncate fallocate"
    " fchown fchmod fsetxattr mkdir mkdirat"
)
NOTE = "user.note"
OLD = {"a.py": ("a = 1\n", 0o755), "b.py": ("b = 1\n", 0o640), "c.py": ("c = 1\n", 0o600)}
NEW = {"a.py": ("a = 2\n", 0o755), "b.py": ("b = 2\n", 0o640), "sub/c.py": ("c = 2\n", 0o600)}
WORK = """
import sys, structedit as se
from structedit import transactions
from structedit.model.batch_outcomes import BatchOutcome
edits = [
    {"op": "str_replace", "path": "a.py", "old": "a = 1", "new": "a = 2"},
    {"op": "str_replace", "path": "b.py", "old": "b = 1", "new": "b = 2"},
    {"op": "move_file", "path": "c.py", "to": "sub/c.py"},
    {"op": "str_replace", "path": "sub/c.py", "old": "c = 1", "new": "c = 2"},
]
batch = se.multi_edit(sys.argv[1], edits, dry_run=True)
import os
os.stat("/structedit-begins-here")
"""
BEGIN = "try:\n" + "".join(f"    {line}\n" for line in WORK.strip().split("\n"))
BEGIN += "except FileNotFoundError: pass\n"
COMMIT = "print(transactions.committed(batch, sys.argv[1]).status)\n"
RECOVER = "from structedit.disk import journal; journal.recover()"


def fill(root):
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    for name, (text, mode) in OLD.items():
        (root / name).write_text(text)
        (root / name).chmod(mode)
    os.setxattr(root / "a.py", NOTE, b"kept")
    (root.parent / "other").unlink(missing_ok=True)
    os.link(root / "b.py", root.parent / "other")


def found_in(root):
    return {
        path.relative_to(root).as_posix(): (path.read_text(), path.stat().st_mode & 0o7777)
        for path in root.rglob("*")
        if path.is_file()
    }


def run(root, call, number, what):
    inject = ["-e", f"inject={call}:{what}:when={number}"] if call else []
    return subprocess.run(
        [
            *("strace", "-f", "-qq", "-o", "/dev/null"),
            *("-e", f"trace={call or 'none'}", *inject),
            *(sys.executable, "-c", BEGIN + COMMIT, str(root)),
        ],
        capture_output=True,
        text=True,
        timeout=120,
    )


def counted(root):
    """Count the calls of each kind, those before the commit begins apart."""
    fill(root)
    log = root.parent / "log"
    subprocess.run(
        [
            *("strace", "-f", "-qq", "-o", str(log)),
            *("-e", "trace=stat,newfstatat," + CALLS.replace(" ", ",")),
            *(sys.executable, "-c", BEGIN + COMMIT, str(root)),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    before, after, begun = collections.Counter(), collections.Counter(), False
    for line in log.read_text(errors="replace").split("\n"):
        begun = begun or "structedit-begins-here" in line
        name = line.split("(")[0].split()[-1] if "(" in line else ""
        (after if begun else before)[name] += 1
    return before, after


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--error", help="inject this error instead of a kill, such as ENOSPC")
    parser.add_argument("--calls", nargs="*", default=CALLS.split(), help="at these calls only")
    parser.add_argument("--every", type=int, default=1, help="take every so manieth call")
    wanted = parser.parse_args()
    what = f"error={wanted.error}" if wanted.error else "signal=SIGKILL"
    bad, tried, kinds = [], 0, collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        os.environ["XDG_STATE_HOME"] = name
        root = Path(name) / "root"
        before, after = counted(root)
        for call in wanted.calls:
            for number in range(before[call] + 1, before[call] + after[call] + 1, wanted.every):
                fill(root)
                run(root, call, number, what)
                subprocess.run([sys.executable, "-c", RECOVER], check=True, timeout=60)
                tried += 1
                found = found_in(root)
                kept = (Path(name) / "other").samefile(root / "b.py")
                kept = kept and os.getxattr(root / "a.py", NOTE) == b"kept"
                state = "old" if found == OLD else "new" if found == NEW else "bad"
                kinds[state] += 1
                if state == "bad" or not kept:
                    bad.append((call, number, found, kept))
                    print(call, number, found, kept)
    print(
        f"{what} at {' '.join(wanted.calls)}: {tried} places, {len(bad)} bad outcomes; {dict(kinds)}"
    )
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
