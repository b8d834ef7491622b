"""The size and shape of the code, counted: to hold before against after.

    python benchmarks/house.py [FOLDER] [--list WHAT]

FOLDER is a package's folder, `src/structedit` if left out; a checkout of an older state will do. Each
figure is counted from the syntax trees of the modules, nothing is imported. `--list` names the places
behind one figure: `circles`, `names`, `tiers`, `once`, `twice`, `positional`, `duties` or
`keys of one language`.

| figure | what is counted |
|---|---|
| modules, lines | files with Python in them, and their lines |
| statements | statements and expressions of their own; docstrings and other bare texts are not counted |
| names | modules that share their name with another one; `__init__` and `__main__` aside |
| circles | modules on a circle of imports, those inside functions too, not those for types alone |
| tiers | lines that compare something with a tier's name or with a member of `Match` |
| private, once | private functions of modules, and those that their module names once more |
| short, once | those among them with at most three lines of code |
| twice | pairs of functions that share four statements in a row, nested ones counted, but for names and texts |
| positional | functions with five or more parameters that can be given by position; `self` and `cls` aside |
| duties | docstrings that begin with Give, Tell or Say |
| keys | keys of the profiles in `grammars_config`; a table whose keys are names is one (`[lists]`) |
| keys of one language | those that the profile of one language alone has |
"""

import argparse
import ast
import sys
import tomllib
from collections import Counter
from itertools import accumulate, combinations
from pathlib import Path

from structedit.calls.tiers import TIERS

FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


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
        print(f"{name:20} {value if isinstance(value, int) else len(value):6,}")
    return 0


def counted(folder):
    """The figures: numbers, and lists of places."""
    paths = {module_of(path, folder): path for path in sorted(folder.rglob("*.py"))}
    trees = {name: ast.parse(path.read_bytes()) for name, path in paths.items()}
    private = [one for name, tree in trees.items() for one in private_functions(name, tree)]
    keys = profile_keys(folder.parents[1] / "grammars_config")
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
        "twice": twice(trees),
        "positional": [f"{n} {f}" for n, tree in trees.items() for f in many_positional(tree)],
        "duties": [f"{n}: {said}" for n, tree in trees.items() for said in duties(tree)],
        "keys": len(keys),
        "keys of one language": [f"{key}: {of[0]}" for key, of in keys.items() if len(of) == 1],
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


def twice(trees):
    """The pairs of functions that share four statements in a row, whatever their names and texts."""
    stands = {}
    for name, tree in trees.items():
        for function in outermost_functions(tree):
            for run in runs(function):
                places = stands.setdefault(shape(run, {}), {})
                places.setdefault(f"{name} {function.name}", run[0].lineno)
    pairs = {}
    for places in stands.values():
        for (one, line), (other, other_line) in combinations(places.items(), 2):
            pairs.setdefault((one, other), f"{one}:{line} = {other}:{other_line}")
    return sorted(pairs.values())


def outermost_functions(node):
    """The functions and methods of a module that stand in no other function."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, FUNCTIONS):
            yield inner
        else:
            yield from outermost_functions(inner)


def runs(function):
    """The shortest runs of at least four statements of a function, from each of its statements on."""
    for node in ast.walk(function):
        for _, block in ast.iter_fields(node):
            if not isinstance(block, list) or not all(isinstance(one, ast.stmt) for one in block):
                continue
            block = [one for one in block if not is_text(one)]
            sizes = [statements(one) for one in block]
            for first in range(len(block)):
                sums = accumulate(sizes[first:])
                size = next((i for i, total in enumerate(sums, 1) if total >= 4), None)
                if size:
                    yield block[first : first + size]


def shape(node, names):
    """What is left of a syntax tree where names are numbered as they come, and texts left out."""
    if isinstance(node, ast.Name):
        return names.setdefault(node.id, len(names))
    if isinstance(node, ast.arg):
        return names.setdefault(node.arg, len(names))
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        return ""
    if isinstance(node, list):
        return tuple(shape(one, names) for one in node)
    if isinstance(node, ast.AST):
        return type(node), *(shape(value, names) for _, value in ast.iter_fields(node))
    return node


def many_positional(tree):
    """The functions with five parameters or more that can be given by position."""
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS):
            given = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
            if len(given) - (given[:1] in (["self"], ["cls"])) >= 5:
                yield node.name


def duties(tree):
    kinds = FUNCTIONS | ast.ClassDef | ast.Module
    for node in ast.walk(tree):
        said = ast.get_docstring(node) or "" if isinstance(node, kinds) else ""
        if said.startswith(("Give", "Tell", "Say")):
            yield said.partition("\n")[0]


OF_NAMES = frozenset("aliases bodies declarations lists words".split())
"""Tables of profiles whose keys are names of nodes, kinds or signs."""


def profile_keys(folder):
    """The languages that have each key of a profile, their newer grammars included; by key."""
    found = {}
    for path in sorted(folder.glob("*/**/lang.toml")):
        language = path.relative_to(folder).parts[0]
        for name, table in tomllib.loads(path.read_text()).items():
            rows = table.values() if name == "embedded" else [table]
            used = {""} if name in OF_NAMES else {f".{key}" for row in rows for key in row}
            for key in used:
                found.setdefault(name + key, set()).add(language)
    return {key: sorted(of) for key, of in sorted(found.items())}


if __name__ == "__main__":
    sys.exit(main())
