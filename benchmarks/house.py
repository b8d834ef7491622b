"""Count the size and shape of the code.

    python benchmarks/house.py [FOLDER] [--list WHAT]

FOLDER is a package's folder (default: `src/structedit`); a checkout of an older state will do. The
figures come from the syntax trees of the modules; nothing is imported. `--list` names the places
behind `called once`, `long` or `profile fields`.

| figure | what is counted |
|---|---|
| modules, lines | Python files and their lines |
| statements | statements, docstrings and other bare texts left out |
| private functions | functions of modules whose name begins with `_` |
| called once | those that their module names once |
| long | functions of more than 60 lines |
| profile fields | fields of `LanguageProfile` |
| keys | different keys in the profiles of `grammars_config` |
"""

from __future__ import annotations

import argparse
import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

LONG = 60


def counted(folder: Path) -> dict[str, int | list[str]]:
    """Return the figures of a package: numbers, and lists of places."""
    paths = sorted(folder.rglob("*.py"))
    trees = {path.relative_to(folder).as_posix(): ast.parse(path.read_bytes()) for path in paths}
    functions = [
        (name, node)
        for name, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    private = [
        (name, node)
        for name, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("_")
    ]
    uses = {name: Counter(names_in(tree)) for name, tree in trees.items()}
    keys = {
        f"{table}.{key}"
        for path in (folder.parents[1] / "grammars_config").glob("*/**/lang.toml")
        for table, value in tomllib.loads(path.read_text()).items()
        for key in (value if isinstance(value, dict) else ("",))
    }
    return {
        "modules": len(trees),
        "lines": sum(path.read_bytes().count(b"\n") for path in paths),
        "statements": sum(map(statements, trees.values())),
        "private functions": len(private),
        "called once": [f"{name} {f.name}" for name, f in private if uses[name][f.name] == 1],
        "long": [f"{name} {f.name}" for name, f in functions if length(f) > LONG],
        "profile fields": [field for tree in trees.values() for field in profile_fields(tree)],
        "keys": len(keys),
    }


def statements(tree: ast.AST) -> int:
    """Count the statements of a module, without docstrings and other bare texts."""
    return sum(isinstance(node, ast.stmt) and not is_text(node) for node in ast.walk(tree))


def is_text(node: ast.AST) -> bool:
    """Return True for a statement that is a string and nothing else."""
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
    return False


def names_in(tree: ast.AST) -> Iterator[str]:
    """Yield each name that a module uses."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the lines of a function's body, without its docstring."""
    body = [node for node in function.body if not is_text(node)]
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def profile_fields(tree: ast.Module) -> Iterator[str]:
    """Yield the fields of the class `LanguageProfile`."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == "LanguageProfile":
            for field in node.body:
                if isinstance(field, ast.AnnAssign):
                    yield ast.unparse(field.target)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    here = Path(__file__).resolve().parents[1] / "src/structedit"
    parser.add_argument("folder", nargs="?", type=Path, default=here)
    parser.add_argument("--list", dest="listed", metavar="WHAT")
    given = parser.parse_args()
    found = counted(given.folder.resolve())
    if given.listed:
        print(*found[given.listed], sep="\n")
        return 0
    for name, value in found.items():
        print(f"{name:20} {value if isinstance(value, int) else len(value):6,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
