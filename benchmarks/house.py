"""The size and shape of the code, counted: to hold before against after.

    python benchmarks/house.py [FOLDER] [--list WHAT]

FOLDER is a package's folder, `src/structedit` if left out; a checkout of an older state will do. Each
figure is counted from the syntax trees of the modules, nothing is imported. `--list` names the places
behind one figure: `circles`, `names`, `tiers`, `once` or `duties`.

| figure | what is counted |
|---|---|
| modules, lines | files with Python in them, and their lines |
| statements | statements and expressions of their own; docstrings and other bare texts are not counted |
| names | modules that share their name with another one; `__init__` and `__main__` aside |
| circles | modules on a circle of imports, those inside functions too, not those for types alone |
| tiers | lines that compare something with a tier's name or with a member of `Match` |
| private, once | private functions of modules, and those that their module names once more |
| short, once | those among them with at most three lines of code |
| duties | docstrings that begin with Give, Tell or Say |
"""

import argparse
import ast
import sys
from collections import Counter
from pathlib import Path

TIERS = frozenset(
    "exact newline trailing-space indent whitespace unicode escape syntax elision fuzzy".split()
)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    here = Path(__file__).parents[1] / "src/structedit"
    parser.add_argument("folder", nargs="?", type=Path, default=here)
    parser.add_argument("--list", dest="listed", metavar="WHAT")
    given = parser.parse_args()
    found = counted(given.folder)
    if given.listed:
        print(*found[given.listed], sep="\n")
        return 0
    for name, value in found.items():
        print(f"{name:16} {value if isinstance(value, int) else len(value):6,}")
    return 0


def counted(folder):
    """The figures: numbers, and lists of places."""
    paths = {module_of(path, folder): path for path in sorted(folder.rglob("*.py"))}
    trees = {name: ast.parse(path.read_bytes()) for name, path in paths.items()}
    private = [one for name, tree in trees.items() for one in private_functions(name, tree)]
    uses = {name: Counter(names_in(tree)) for name, tree in trees.items()}
    once = [(where, node) for where, node in private if uses[where][node.name] == 1]
    return {
        "modules": len(trees),
        "lines": sum(path.read_bytes().count(b"\n") for path in paths.values()),
        "statements": sum(map(statements, trees.values())),
        "names": shared_names(trees),
        "circles": circles(trees, folder.name),
        "tiers": [f"{n}:{line}" for n, tree in trees.items() for line in sorted(on_tiers(tree))],
        "private": len(private),
        "once": [f"{where} {node.name}" for where, node in once],
        "short, once": [f"{where} {node.name}" for where, node in once if length(node) <= 3],
        "duties": [f"{n}: {said}" for n, tree in trees.items() for said in duties(tree)],
    }


def module_of(path, folder):
    name = path.relative_to(folder).with_suffix("").as_posix()
    return name.removesuffix("/__init__")


def statements(tree):
    return sum(isinstance(n, ast.stmt) and not is_text(n) for n in ast.walk(tree))


def is_text(node):
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def shared_names(trees):
    names = Counter(name.rpartition("/")[2] for name in trees)
    return [n for n in trees if names[n.rpartition("/")[2]] > 1 and not n.endswith("__")]


def circles(trees, package):
    """The modules that import themselves by way of others."""
    ours = {name: set(imports(tree, package, trees)) - {name} for name, tree in trees.items()}

    def reached(name):
        seen, left = set(), [name]
        while left:
            new = ours.get(left.pop(), set()) - seen
            seen |= new
            left += new
        return seen

    return sorted(name for name in ours if name in reached(name))


def imports(tree, package, trees):
    """The modules of the package that a module needs when it runs."""
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        names = []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == package:
                whole, outer = "/".join(parts[1:]), "/".join(parts[1:-1])
                yield whole if whole in trees else outer


def on_tiers(tree):
    """The lines that decide by a tier's name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            inner = [
                part for operand in (node.left, *node.comparators) for part in ast.walk(operand)
            ]
        elif isinstance(node, ast.match_case):
            inner = list(ast.walk(node.pattern))
        else:
            continue
        if any(is_tier(part) for part in inner):
            yield inner[0].lineno


def is_tier(node):
    if isinstance(node, ast.Attribute):
        return getattr(node.value, "id", "") == "Match"
    return isinstance(node, ast.Constant) and node.value in TIERS


def private_functions(name, tree):
    """The functions at the top of a module that are its own business."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("_"):
            yield name, node


def names_in(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def length(function):
    """The lines of a function's body, without its docstring."""
    body = [node for node in function.body if not is_text(node)]
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def duties(tree):
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module
    for node in ast.walk(tree):
        said = ast.get_docstring(node) or "" if isinstance(node, kinds) else ""
        if said.startswith(("Give", "Tell", "Say")):
            yield said.partition("\n")[0]


if __name__ == "__main__":
    sys.exit(main())
