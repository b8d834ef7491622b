"""What a large batch costs: search/replace blocks over copies of the standard library's files.

    python benchmarks/batches.py [--files 500] [--blocks 20]
    python benchmarks/batches.py --beside [--most 1000] [--only WORD]

With `--beside` the command is measured beside `git apply` and GNU patch: N edits of one file, in each
form in which they can be told, and one edit in each of N files, done and undone. What the command takes
for one edit of a small file ("start") and one parse of the file are measured in the same run. Targets:
start + 2 parses + 0.2 ms an edit; start + 2.5 ms a file; what is kept for undo is at most 1.2 times the
bytes of the files that changed.

Otherwise the blocks are one text, in search/replace form, each a line that stands once in its file. Wall
time is given as a ratio to parsing those files once; memory as the peak of the process, after the
plan of a tenth of the files and after that of all of them.
"""

import argparse
import io
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tokenize
from collections import Counter
from pathlib import Path

import structedit as se
from structedit.disk import files


def peak():
    """Give the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def copies(folder, count):
    """Copy files of the standard library, without those that hold markers themselves."""
    library = Path(random.__file__).parent
    found = []
    for path in sorted(library.rglob("*.py")):
        if "site-packages" in path.parts or not 2_000 < path.stat().st_size < 200_000:
            continue
        text = path.read_bytes()
        if b"<<<<<<<" in text or b"=======" in text or b">>>>>>>" in text:
            continue
        target = folder / path.relative_to(library)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
        found.append(target)
        if len(found) == count:
            return found
    return found


def blocks_of(path, root, count, chooser):
    """Write blocks that add a comment to lines that stand once in the file and end a statement."""
    text = files.read(path).text
    lines = text.split("\n")
    seen = Counter(line.strip() for line in lines)
    unique = [
        line
        for line in ends_of_statements(text, lines)
        if seen[line.strip()] == 1 and text.count(line) == 1 and len(line) > 8
    ]
    name = path.relative_to(root).as_posix()
    for line in sorted(chooser.sample(unique, min(count, len(unique)))):
        new = f"{line}  # seen"
        yield f"{name}\n<<<<<<< SEARCH\n{line}\n=======\n{new}\n>>>>>>> REPLACE\n"


def ends_of_statements(text, lines):
    """Give the lines behind which a comment changes nothing."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return []
    ends = {token.start[0] for token in tokens if token.type == tokenize.NEWLINE}
    noted = {token.start[0] for token in tokens if token.type == tokenize.COMMENT}
    return [lines[number - 1] for number in sorted(ends - noted) if number <= len(lines)]


class Clock:
    """Time on the wall and of the processor."""

    def __enter__(self):
        self.began = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_):
        self.wall = time.perf_counter() - self.began[0]
        self.cpu = time.process_time() - self.began[1]

    def __str__(self):
        return f"{self.wall:.2f} s ({self.cpu:.2f} s of the processor)"

    def over(self, other):
        return f"{self.wall / other.wall:.1f} x parsing ({self.cpu / other.cpu:.1f} x)"


class Watch:
    """The memory of this process while something goes on, looked at twenty times a second."""

    def __enter__(self):
        self.seen, self.over = [], threading.Event()
        self.thread = threading.Thread(target=self._look)
        self.thread.start()
        return self

    def _look(self):
        while not self.over.wait(0.05):
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            self.seen.append(pages * resource.getpagesize() // 2**20)

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()

    def __str__(self):
        tenths = [self.seen[len(self.seen) * n // 10] for n in range(10)] if self.seen else []
        return f"MB at each tenth of the time: {' '.join(map(str, tenths))}"


SIZES = (10, 100, 1_000, 4_000)
LINES = 12
"""Lines of a function of the file that is edited; two of them are blank."""


def function(number, change=""):
    """Write one function, with an addition to one of its lines."""
    values = [
        f"    value_{number}_{k} = a * {k} + b - {number}{change if k == 3 else ''}"
        for k in range(LINES - 5)
    ]
    head = [f"def func_{number}(a, b):", f'    """Work out number {number}."""']
    return "\n".join([*head, *values, f"    return value_{number}_0 + a"]) + "\n"


def text_of(numbers, edited=()):
    """Write functions, those that are edited with their change."""
    return "\n\n".join(function(n, " + 1" if n in edited else "") for n in numbers)


def changed_line(number):
    old = f"    value_{number}_3 = a * 3 + b - {number}"
    return old, f"{old} + 1"


def as_blocks(rows):
    """Tell edits, each a path and the number of a function, as search/replace blocks."""
    return "".join(
        "{}\n<<<<<<< SEARCH\n{}\n=======\n{}\n>>>>>>> REPLACE\n".format(path, *changed_line(n))
        for path, n in rows
    )


def as_json(rows):
    calls = [(path, *changed_line(n)) for path, n in rows]
    return json.dumps(
        [{"op": "str_replace", "path": path, "old": old, "new": new} for path, old, new in calls]
    )


def as_selectors(rows):
    return json.dumps(
        [
            {
                "op": "replace_block",
                "path": path,
                "target": f"func_{n}",
                "new": function(n, " + 1"),
            }
            for path, n in rows
        ]
    )


def as_diff(rows):
    """Tell edits as a unified diff with three lines of context; files follow each other."""
    parts, before = [], None
    for path, number in rows:
        if path != before:
            parts.append(f"--- a/{path}\n+++ b/{path}\n")
            first, before = number, path
        lines = function(number).splitlines()
        at = 5  # the line of `changed_line`
        start = LINES * (number - first) + at - 2
        old, new = changed_line(number)
        assert lines[at] == old
        around = (
            [f" {line}" for line in lines[at - 3 : at]],
            [f" {line}" for line in lines[at + 1 : at + 4]],
        )
        body = [*around[0], f"-{old}", f"+{new}", *around[1]]
        parts.append(f"@@ -{start},7 +{start},7 @@\n" + "\n".join(body) + "\n")
    return "".join(parts)


FORMS = {"blocks": as_blocks, "diff": as_diff, "JSON": as_json, "selectors": as_selectors}


def timed(command, folder, env):
    """Run a command in a folder; returns its seconds of the processor, and on the wall."""
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        print(" ".join(command), (done.stdout + done.stderr)[:300], file=sys.stderr)
        return None
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def task(name, rows, form, more):
    """Make files and edits of them; returns the folder, the environment and the texts, old and new.

    Behind the functions that are edited each file has so many `more`.
    """
    folder = Path(name)
    root = folder / "root"
    root.mkdir()
    edited = {}
    for path, number in rows:
        edited.setdefault(root / path, []).append(number)
    there = {path: range(own[0], own[-1] + 1 + more) for path, own in edited.items()}
    before = {path: text_of(numbers) for path, numbers in there.items()}
    after = {path: text_of(numbers, {*edited[path]}) for path, numbers in there.items()}
    for path, text in before.items():
        path.write_text(text)
    (folder / "edits").write_text(FORMS[form](rows))
    (folder / "diff").write_text(as_diff(rows))
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    return folder, {**os.environ, "XDG_STATE_HOME": str(folder / "state")}, before, after


def measured(rows, form, more=0):
    """Seconds of the command, of undoing, and of the other two, with what is kept for undo."""
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder, env, before, wanted = task(name, rows, form, more)
        root, ours = folder / "root", [sys.executable, "-m", "structedit"]
        found["apply"] = timed([*ours, "apply", "-q", "../edits"], root, env)
        landed = all(path.read_text() == text for path, text in wanted.items())
        if found["apply"] is None or not landed:
            return {**found, "apply": None}
        size = sum(len(text) for text in before.values())
        state = folder / "state" / "structedit"
        kept = [p for part in ("backups", "history") for p in (state / part).rglob("*")]
        found["kept"] = sum(p.stat().st_size for p in kept if p.is_file()) / size
        found["undo"] = timed([*ours, "undo"], root, env)
        assert all(path.read_text() == text for path, text in before.items())
        for other, command in (
            ("git apply", ["git", "apply", "../diff"]),
            ("patch", ["patch", "-s", "-p1", "-i", "../diff"]),
        ):
            found[other] = timed(command, root, env)
            assert all(path.read_text() == text for path, text in wanted.items()), other
            for path, text in before.items():
                path.write_text(text)
    return found


def seconds_to_parse(text):
    document = se.Document.from_text(text, "big.py")
    best = []
    for _ in range(3):
        began = time.process_time()
        assert se.Source.of(document).tree is not None
        best.append(time.process_time() - began)
    return min(best)


def beside(most, only):
    """Print the table of the command beside two others."""
    starts = [measured([("a.py", 0)], "blocks") for _ in range(5)]
    start, undo = (min(run[what][0] for run in starts) for what in ("apply", "undo"))
    git, patch = (min(run[what][0] for run in starts) for what in ("git apply", "patch"))
    print(f"start: {start:.3f} s, of an undo {undo:.3f} s; git {git:.3f} s, patch {patch:.3f} s")
    print(
        "| edits | told as | ours (wall) | parse | an edit | target | undo | kept | git | patch |"
    )
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    tasks = [
        (f"{n:,} of one file", form, [("big.py", i) for i in range(n)], 0.2)
        for form in FORMS
        for n in SIZES
        if n <= most
    ]
    tasks += [
        (f"{n:,}, each of a file", form, [(f"m{i}.py", 10 * i) for i in range(n)], 2.5)
        for form in ("blocks", "diff")
        for n in SIZES[:3]
        if n <= most
    ]
    for what, form, rows, allowed in tasks:
        if only not in f"{what} {form}":
            continue
        one_file = allowed < 1
        run = measured(rows, form, more=0 if one_file else 9)
        if run["apply"] is None:
            print(f"| {what} | {form} | failed |", flush=True)
            continue
        parse = seconds_to_parse(text_of([n for _, n in rows])) if one_file else 0.0
        spent, wall = run["apply"]
        each = 1_000 * (spent - start - 2 * parse) / len(rows)
        cells = [
            f"{spent:.2f} s ({wall:.2f} s)",
            f"{1_000 * parse:.0f} ms" if one_file else "",
            f"{each:.2f} ms",
            f"{allowed} ms",
            *(f"{run['undo'][0]:.2f} s", f"{run['kept']:.2f}"),
            *(f"{run[other][0]:.3f} s ({run[other][1]:.3f} s)" for other in ("git apply", "patch")),
        ]
        print(f"| {what} | {form} | " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--blocks", type=int, default=22)
    parser.add_argument("--beside", action="store_true", help="beside git apply and GNU patch")
    parser.add_argument("--most", type=int, default=SIZES[-1], help="edits, with --beside")
    parser.add_argument("--only", default="", help="rows that hold this, with --beside")
    wanted = parser.parse_args()
    if wanted.beside:
        beside(wanted.most, wanted.only)
        return
    chooser = random.Random(7)
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "root"
        root.mkdir()
        paths = copies(root, wanted.files)
        each = [list(blocks_of(path, root, wanted.blocks, chooser)) for path in paths]
        size = sum(path.stat().st_size for path in paths)
        print(f"{len(paths)} files, {size / 1e6:.1f} MB, {sum(map(len, each))} blocks")
        with Clock() as parsing:
            for path in paths:
                assert se.Source.of(files.read(path)).tree is not None
        print(f"parsing each file once: {parsing}, peak {peak()} MB")
        tenth = "".join(block for blocks in each[: len(each) // 10] for block in blocks)
        planned = se.apply_edits(tenth, root, dry_run=True)
        print(f"a tenth planned: {planned.totals.would_apply} edits, peak {peak()} MB")
        with Clock() as reading:
            requests = se.parse_edits("".join(block for blocks in each for block in blocks))
        with Clock() as planning:
            planned = se.apply_edits(requests, root, dry_run=True)
        print(
            f"read: {reading}; planned: {planning} = {planning.over(parsing)}; peak {peak()} MB;"
            f" {planned.totals.would_apply} fit, {planned.totals.failed} failed"
        )
        del planned
        with Watch() as watch, Clock() as applying:
            done = se.apply_edits(requests, root)
        print(
            f"applied: {applying} = {applying.over(parsing)}; peak {peak()} MB;"
            f" {done.totals.applied} edits in {done.totals.files} files; {done.status}"
        )
        print(watch)
        for edit in done.failed[:3]:
            print(edit.path, edit.reason, edit.message, file=sys.stderr)
        with Clock() as undoing:
            back = se.undo(root=root)
        print(f"undone: {undoing}; {back.status}")


if __name__ == "__main__":
    main()
