"""The law of selectors: each that `outline --blocks` prints resolves to exactly its node.

Over real files: the Python standard library, the system's C and C++ headers, npm packages. Asked
twice, of the tree that was listed and of one that nothing has been asked of before, since the
two find names in different ways. What stands in lines that do not parse is counted apart: an edit
of it is refused as uncertain, whatever selector is written.

    python benchmarks/selectors_law.py [--every N] [--show K] [FILE…]
"""

from __future__ import annotations

import argparse
import sysconfig
from collections import Counter
from pathlib import Path

import sources

from structedit import Document, Selector, Source, StructEditError
from structedit.search.addresses import selectors_of
from structedit.search.selectors import resolve
from structedit.tree.nodes import Block
from structedit.tree.syntax_tree import SyntaxTree

LARGEST = 200_000
UNCERTAIN = "uncertain"
PACKAGES = {"zod@4.1.12": ("*.ts", "*.js"), "rxjs@7.8.2": ("*.ts",), "preact@10.27.2": ("*.js",)}


def files(every: int) -> list[Path]:
    stdlib = Path(sysconfig.get_path("stdlib"))
    found = [p for p in sorted(stdlib.rglob("*.py")) if "site-packages" not in p.parts]
    found += sorted(sources.headers())
    for package, patterns in PACKAGES.items():
        for pattern in patterns:
            found += sorted(sources.packaged(package, pattern))
    return found[::every]


def problems(source: Source) -> list[tuple[str, str]]:
    """Give (selector, what is wrong with it) for those that fail."""
    tree = source.tree
    assert tree is not None
    listed = [*tree.definitions(), *tree.blocks()]
    fresh = Source.of(source.document).tree
    assert fresh is not None
    found = []
    for block, selector in zip(listed, selectors_of(tree, listed), strict=True):
        problem = wrong(tree, selector, block)
        if not problem and block.is_definition:
            problem = wrong(fresh, selector, block)
        if problem:
            found.append((selector, problem))
    return found


def wrong(tree: SyntaxTree, selector: str, block: Block) -> str:
    try:
        resolved = resolve(tree, Selector.parse(selector))
    except StructEditError as error:
        return f"cannot be read: {error}"
    if any(found.kind == "hidden" for found in resolved.blocks):
        return UNCERTAIN
    if len(resolved.blocks) != 1 or resolved.wrong_index:
        return f"names {len(resolved.blocks)} nodes"
    same = resolved.blocks[0].core == block.core and resolved.blocks[0].path == block.path
    return "" if same else "names another node"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--every", type=int, default=10, help="take every Nth file")
    parser.add_argument("--show", type=int, default=20, help="show K failures")
    parser.add_argument("files", nargs="*", type=Path)
    given = parser.parse_args()
    asked: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    uncertain: Counter[str] = Counter()
    shown: list[str] = []
    for path in given.files or files(given.every):
        try:
            source = Source.of(Document.from_bytes(path.read_bytes(), str(path)))
        except StructEditError:
            continue
        if source.tree is None or len(source.data) > LARGEST:
            continue
        language = str(source.language)
        asked[language] += len(source.tree.definitions()) + len(source.tree.blocks())
        for selector, problem in problems(source):
            if problem == UNCERTAIN:
                uncertain[language] += 1
                continue
            failed[language] += 1
            shown.append(f"{path}: {selector}: {problem}")
    for language, count in sorted(asked.items()):
        print(f"{language}: {count} selectors, {failed[language]} fail", end="")
        print(f", {uncertain[language]} uncertain" if uncertain[language] else "")
    print(*shown[: given.show], sep="\n")
    return 1 if failed.total() else 0


if __name__ == "__main__":
    raise SystemExit(main())
