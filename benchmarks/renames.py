"""Rename every local of real Python functions, and let the compiler say whether anything changed.

    python benchmarks/renames.py --files 100 --seed 1

Each local of each function (as the compiler knows them) gets a suffix. What lands
must compile to the same code, instruction by instruction, but for that name; what is refused is
counted by its reason.
"""

from __future__ import annotations

import argparse
import dis
import random
import sysconfig
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

import structedit as se
from structedit.plan.reading import OutlineItem
from structedit.text.document import Document
from structedit.tree.source import Source

Shape = tuple[object, ...]
SUFFIX = "0_8c1f"
"""What no name ends with, and what leaves names in their order."""


def main() -> None:
    """Print what came of all renames."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=40, help="renames in one file")
    given = parser.parse_args()
    folder = Path(sysconfig.get_path("stdlib"))
    files = [p for p in sorted(folder.rglob("*.py")) if "site-packages" not in p.parts]
    counts: Counter[str] = Counter()
    random.seed(given.seed)
    start = time.process_time()
    for path in random.sample(files, given.files):
        for verdict in verdicts(path, given.most):
            counts[verdict] += 1
    total = counts.total()
    print(f"{given.files} files, {total} renames, {time.process_time() - start:.0f} s")
    for verdict, count in counts.most_common():
        print(f"{count:7} {100 * count / total:5.1f} %  {verdict}")


def verdicts(path: Path, most: int) -> Iterator[str]:
    """Rename locals of one file, one at a time."""
    text = path.read_bytes().decode("utf-8", "replace")
    try:
        before = compile(text, str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return
    source = Source.of(Document.from_text(text, "a.py"))
    lines = {item.lines.first: item.selector for item in functions(se.outline(source).items)}
    wanted = [
        (lines[code.co_firstlineno], name)
        for code in codes(before)
        if code.co_firstlineno in lines
        and code.co_name == lines[code.co_firstlineno].split(".")[-1]
        for name in (*code.co_varnames, *code.co_cellvars)
        if name.isidentifier()
    ]
    for selector, name in random.sample(wanted, min(most, len(wanted))):
        out = se.rename_local(source, selector, name, f"{name}{SUFFIX}", force=True)
        if out.status != "applied" or out.text is None:
            yield f"{out.status}: {out.reason}"
            continue
        after = compile(out.text, str(path), "exec", dont_inherit=True)
        same = shape(before, {}) == shape(after, {f"{name}{SUFFIX}": name})
        if not same:
            print(f"WRONG {path} {selector} {name}")
        yield "applied, the same code" if same else "applied, OTHER CODE"


def functions(items: tuple[OutlineItem, ...]) -> Iterator[OutlineItem]:
    """Give the functions of an outline at any depth."""
    for item in items:
        if item.kind in ("function", "method"):
            yield item
        yield from functions(item.children)


def codes(code: CodeType) -> Iterator[CodeType]:
    """Give a code object and those inside it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes(inner)


def shape(code: CodeType, back: dict[str, str]) -> Shape:
    """Describe code without lines, with a name as it was before."""
    steps = (
        (step.opname, constant(step.argval, back))
        for step in dis.get_instructions(code)
        if step.opname != "EXTENDED_ARG" and "JUMP" not in step.opname
    )
    return back.get(code.co_name, code.co_name), code.co_argcount, *steps


def constant(one: object, back: dict[str, str]) -> object:
    """Describe a constant: names of parameters, and qualified ones, are among them."""
    if isinstance(one, CodeType):
        return shape(one, back)
    if isinstance(one, tuple):
        return tuple(constant(part, back) for part in one)
    if isinstance(one, frozenset):
        return sorted(repr(part) for part in one)
    if isinstance(one, str):
        return ".".join(back.get(part, part) for part in one.split("."))
    return repr(one)


if __name__ == "__main__":
    main()
