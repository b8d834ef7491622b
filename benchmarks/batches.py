"""What a large batch costs: search/replace blocks over copies of the standard library's files.

    python benchmarks/batches.py [--files 500] [--blocks 20]

The blocks are one text, in search/replace form, each a line that stands once in its file. Wall
time is given as a ratio to parsing those files once; memory as the peak of the process, after the
plan of a tenth of the files and after that of all of them.
"""

import argparse
import io
import random
import resource
import shutil
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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--blocks", type=int, default=22)
    wanted = parser.parse_args()
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
