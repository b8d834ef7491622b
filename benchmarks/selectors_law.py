"""The law of selectors: each that is printed resolves to exactly the node that it was printed for.

Printed by `outline --blocks`, and by the answer to a name that several nodes have, where no two
selectors may be alike. Over real files: the Python standard library, the system's C and C++ headers,
npm packages, or those of some languages (`corpus.py`); with `--breaks` each of them is broken as
well, by lines that are left out at random. Outlines are asked twice, of the tree that was listed and of
one that nothing has been asked of before, since the two find names in different ways. What stands
in lines that do not parse is counted apart: an edit of it is refused as uncertain, whatever selector
is written.

    python benchmarks/selectors_law.py [--every N] [--show K] [FILE…]
    python benchmarks/selectors_law.py --corpus [LANGUAGE…] [--files N] [--breaks N] [--seed N]
"""

from __future__ import annotations

import argparse
import random
import sysconfig
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import corpus
import sources

from structedit import Document, Selector, Source, StructEditError
from structedit.calls.places import quote_name
from structedit.explain import near_names
from structedit.search.addresses import selectors_of
from structedit.search.found import Miss, block_of
from structedit.search.selectors import resolve
from structedit.tree.nodes import Block
from structedit.tree.syntax_tree import SyntaxTree

LARGEST = 200_000
UNCERTAIN = "uncertain"
PACKAGES = {"zod@4.1.12": ("*.ts", "*.js"), "rxjs@7.8.2": ("*.ts",), "preact@10.27.2": ("*.js",)}


BREAKABLE = 10
"""Lines of a file that is broken at random; chosen by judgement: less is hardly a file."""

MOST_NAMES = 50
"""Names of a file that are asked for; chosen by judgement, for the time."""


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
    return [*found, *offered(source)]


def offered(source: Source) -> Iterator[tuple[str, str]]:
    """Give what is wrong with the selectors that are offered where a name means several nodes."""
    tree = source.tree
    assert tree is not None
    names = Counter(block.path[-1] for block in tree.definitions())
    for name in [name for name, count in names.items() if count > 1][:MOST_NAMES]:
        asked = Selector.parse(quote_name(name))
        miss = block_of(source, asked)
        if not isinstance(miss, Miss) or not miss.candidates:
            continue
        candidates = near_names.pasteable(source, asked, miss)
        texts = [candidate.selector for candidate in candidates]
        if len(set(texts)) < len(texts):
            yield name, f"two of {texts} are alike"
        for block, text in zip(miss.candidates, texts, strict=True):
            if block.kind != "hidden" and (problem := wrong(tree, text, block)):
                yield f"{name}: {text}", problem


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


def broken(data: bytes, breaks: int, chance: random.Random) -> Iterator[bytes]:
    """Give a text as it is, and some times without one to three lines, or without its end."""
    yield data
    lines = data.splitlines(keepends=True)
    for number in range(breaks if len(lines) > BREAKABLE else 0):
        at = chance.randrange(1, len(lines) - 1)
        behind = lines[at + chance.randrange(1, 4) :] if number % 3 else []
        yield b"".join([*lines[:at], *behind])


def texts(paths: list[Path], breaks: int, chance: random.Random) -> Iterator[tuple[Path, bytes]]:
    return ((path, text) for path in paths for text in broken(path.read_bytes(), breaks, chance))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--every", type=int, default=10, help="take every Nth file")
    parser.add_argument("--show", type=int, default=20, help="show K failures")
    parser.add_argument("--corpus", nargs="*", metavar="LANGUAGE")
    parser.add_argument("--files", dest="most", type=int, default=10, help="of a language")
    parser.add_argument("--breaks", type=int, default=0, help="of each file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("paths", nargs="*", type=Path)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    paths = given.paths
    if given.corpus is not None:
        for language in given.corpus or corpus.languages():
            files = list(corpus.corpus(language).files)
            paths += chance.sample(files, min(given.most, len(files)))
    asked: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    uncertain: Counter[str] = Counter()
    shown: list[str] = []
    for path, data in texts(paths or files(given.every), given.breaks, chance):
        try:
            source = Source.of(Document.from_bytes(data, str(path)))
        except StructEditError:
            continue
        if len(source.data) > LARGEST or source.tree is None:
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
