"""Cases of batches as files: how they are read. The form is described in `tests/batches/README.md`."""

import re
from dataclasses import dataclass

FLAGS = (
    *("partial", "force", "dry_run", "format", "newline", "bom", "wish"),
    *("source", "again"),
)

_SECTION = re.compile(r"-- (file|after|edits|outcome|report|gone|mode)(?:: (\S+))? --\n?")
_FLAG = re.compile(rf"({'|'.join(FLAGS)}): *(.*)")


@dataclass(frozen=True)
class Batch:
    """One case: files before and after, a text of edits, and what is said of them."""

    name: str
    flags: dict
    before: dict
    after: dict
    edits: str
    outcome: list
    report: list

    @property
    def options(self):
        return {name: True for name in ("partial", "force", "dry_run") if name in self.flags}


def read_batch(file):
    sentence, flags, parts, at = [], {}, [], None
    for line in re.findall(r"[^\n]*\n|[^\n]+", file.read_text()):
        if marker := _SECTION.fullmatch(line):
            at = [marker[1], marker[2], ""]
            parts.append(at)
        elif at is not None:
            at[2] += line
        elif flag := _FLAG.fullmatch(line.rstrip("\n")):
            flags[flag[1]] = flag[2]
        else:
            sentence.append(line.strip())
    assert " ".join(sentence).strip().endswith("."), f"{file}: a case begins with a sentence"
    before = {path: text for kind, path, text in parts if kind == "file"}
    after = before | {path: text for kind, path, text in parts if kind == "after"}
    for kind, path, _ in parts:
        if kind == "gone":
            del after[path]
    texts = {kind: text for kind, _, text in parts}
    return Batch(
        file.stem,
        flags,
        before,
        after,
        texts["edits"],
        [row for row in texts["outcome"].split("\n") if row],
        [row for row in texts.get("report", "").split("\n") if row],
    )
