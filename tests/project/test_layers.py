"""The architecture, as a test: ARCHITECTURE.md has the rooms and their order."""

import ast
import re
import subprocess
import sys
import types
from functools import cache
from pathlib import Path

import pytest

import structedit
from checkout import ROOT

SOURCE = Path(structedit.__file__).parent
PAGE = ROOT / "ARCHITECTURE.md"

ROOMS = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
"""The first column of the table: a room imports only from itself and from those before it."""

DOORS = ("__init__", "__main__", "tools", "adapters", "aio")
"""Modules beside the last room: they only show what is in the others."""

ONLY = {
    "tree_sitter": ("tree/", "languages/"),
    "tree_sitter_language_pack": ("languages/",),
    "sqlite3": ("extras/statistics/call_table",),
    "click": ("faces/",),
    **dict.fromkeys(("mcp", "mcp_types", "anyio"), ("faces/mcp_server",)),
    "os": ("disk/", "extras/statistics/", "languages/", "__main__"),  # `languages` reads its data
    "fcntl": ("disk/",),
    **dict.fromkeys(("pathlib", "io", "shutil", "tempfile", "glob"), ("disk/",)),
    **dict.fromkeys(("subprocess", "time", "datetime", "random", "secrets", "uuid"), ("IMPURE",)),
}
"""Modules that only some places import; IMPURE stands for `disk` and the rooms after it."""

PRINTING = {
    "print": ("faces/",),
    "open": ("disk/", "extras/statistics/log", "languages/config_files"),
    "input": (),
}

HEAVY = ("tree_sitter", "tree_sitter_language_pack", "rapidfuzz", "sqlite3", "mcp", "anyio")

SAME_IDEA = {"outcomes", "report"}
"""Names that two modules have, for one idea on two floors."""


def module_of(path):
    """Give the name of a module below the package, as `text/edit`; a folder's is its own."""
    name = path.relative_to(SOURCE).with_suffix("").as_posix()
    return name.removesuffix("/__init__")


PATHS = {module_of(path): path for path in sorted(SOURCE.rglob("*.py"))}
MODULES = sorted(PATHS)


@cache
def tree_of(module):
    return ast.parse(PATHS[module].read_bytes())


@cache
def calls_of(module):
    return tuple(node for node in ast.walk(tree_of(module)) if isinstance(node, ast.Call))


def room_of(module):
    return module.partition("/")[0]


def rank(module):
    return ROOMS.index("faces" if module in DOORS else room_of(module))


@cache
def imports_of(module, *, types_too=True):
    """Return the full name of every module that a module imports, at its top or inside."""
    return tuple(_imports_of(module, types_too))


def _imports_of(module, types_too):
    tree = tree_of(module)
    left_out = set() if types_too else {id(n) for n in for_types_only(tree)}
    for node in ast.walk(tree):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: write imports in full"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if own_name(inner) in PATHS else node.module


def for_types_only(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            for statement in node.body:
                yield from ast.walk(statement)


def own_name(full):
    """Give the name of a module of ours as in `PATHS`; empty for other modules."""
    package, _, rest = full.partition(".")
    return (rest.replace(".", "/") or "__init__") if package == "structedit" else ""


def allowed(module, places):
    impure = rank(module) >= ROOMS.index("disk")
    return any(module.startswith(place) or (place == "IMPURE" and impure) for place in places)


def test_a_room_imports_from_those_before_it():
    rooms = {room_of(module) for module in MODULES if module not in DOORS}
    assert rooms <= set(ROOMS), "a room has a row in ARCHITECTURE.md"
    wrong = [
        (module, name)
        for module in MODULES
        for name in filter(None, map(own_name, imports_of(module)))
        if rank(name) > rank(module)
    ]
    assert not wrong


def test_no_module_imports_itself_by_way_of_others():
    ours = {
        module: {n for n in map(own_name, imports_of(module, types_too=False)) if n in PATHS}
        for module in MODULES
    }
    while True:
        ends = {module for module, imported in ours.items() if not imported - {module}}
        if not ends:
            break
        ours = {module: imported - ends for module, imported in ours.items() if module not in ends}
    assert not ours, "these are on circles, or import from one"


def test_the_page_names_every_folder_and_nothing_that_is_not_there():
    page = PAGE.read_text(encoding="utf-8")
    folders = {path.parent.name for path in SOURCE.rglob("*.py")} - {"structedit"}
    assert not {name for name in folders if f"`{name}`" not in page and f"`{name}/`" not in page}
    named = re.findall(r"`([\w/]+(?:/|\.py|\.md))`", page)
    assert len(named) > len(ROOMS)
    gone = [
        name
        for name in named
        if not (SOURCE / name).exists()
        and not (PAGE.parent / name).exists()
        and not list(SOURCE.glob(f"*/{name}"))
    ]
    assert not gone
    dotted = re.findall(rf"`((?:{'|'.join(ROOMS)})(?:\.\w+)+)`", page)
    assert dotted
    assert not [name for name in dotted if not is_there(name)]


def is_there(dotted):
    """Tell whether a dotted name is a module, or a name in one."""
    path, _, last = dotted.replace(".", "/").rpartition("/")
    if f"{path}/{last}" in PATHS:
        return True
    return path in PATHS and re.search(rf"\b{last}\b", PATHS[path].read_text(encoding="utf-8"))


def test_no_two_modules_have_one_name():
    names = [module.rpartition("/")[2] for module in MODULES if module not in DOORS]
    assert {name for name in names if names.count(name) > 1} <= SAME_IDEA


def test_only_these_places_import_it():
    wrong = [
        (module, name)
        for module in MODULES
        for name in imports_of(module)
        for rule in (name, name.split(".")[0])
        if rule in ONLY and not allowed(module, ONLY[rule])
    ]
    assert not wrong


def test_only_these_places_print_and_open():
    wrong = [
        (module, call.func.id)
        for module in MODULES
        for call in calls_of(module)
        if isinstance(call.func, ast.Name)
        if call.func.id in PRINTING and not allowed(module, PRINTING[call.func.id])
    ]
    assert not wrong


@pytest.mark.parametrize(
    "script",
    [
        "import structedit",
        "import structedit.disk.files",
        "import structedit.faces.command.cli as cli; sys.argv = ['', '--help']; cli.main()",
        "import structedit.faces.command.cli as cli; sys.argv = ['', 'insert', '--help']; cli.main()",
    ],
)
def test_start_up_is_cheap(script):
    script = f"import sys\ntry:\n    {script}\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(SOURCE.parent)},
    )
    assert "structedit" in ran.stderr
    assert not set(ran.stderr.split()) & set(HEAVY)


def test_an_edit_loads_nothing_that_looks_at_code(tmp_path):
    edit = "structedit.str_replace('a.py', 'a = 1', 'a = 2')"
    (tmp_path / "a.py").write_text("a = 1\n")
    ran = subprocess.run(
        [sys.executable, "-c", f"import structedit, sys; print({edit}.landed, *sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(SOURCE.parent), "XDG_STATE_HOME": str(tmp_path)},
    )
    landed, *loaded = ran.stdout.split()
    assert landed == "True" and not {"dataclasses", "inspect", "ast"} & set(loaded)
    unused = ("search.selectors", "tree.item_index", "tree.literal_texts", "disk.ignore_patterns")
    assert not {f"structedit.{name}" for name in unused} & set(loaded)


@pytest.mark.parametrize("words", [["f(", "x"], ["f($A)", "g($B)"]], ids=["pattern", "template"])
def test_a_command_that_cannot_be_done_loads_nothing_that_guesses_names(tmp_path, words):
    (tmp_path / "a.py").write_text("a = 1\n")
    pattern, template = words
    words = ["", "rewrite", "-p", pattern, "-r", template, "-l", "python", "a.py"]
    ran = subprocess.run(
        [sys.executable, "-c", f"import sys\nsys.argv = {words}\n{_COMMAND_AND_MODULES}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(SOURCE.parent), "XDG_STATE_HOME": str(tmp_path)},
    )
    assert "error: the " in ran.stderr
    assert not {"rapidfuzz", "urllib.parse"} & set(ran.stderr.split())


def test_a_rewrite_without_a_hit_loads_nothing_that_edits(tmp_path):
    (tmp_path / "a.py").write_text("a = 1\n")
    words = ["", "rewrite", "-p", "nowhere($A)", "-r", "x($A)", "a.py"]
    ran = subprocess.run(
        [sys.executable, "-c", f"import sys\nsys.argv = {words}\n{_COMMAND_AND_MODULES}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(SOURCE.parent), "XDG_STATE_HOME": str(tmp_path)},
    )
    loaded = ran.stderr.split()
    assert "structedit.extras.codemods.per_file" in loaded and "1 file searched" in ran.stdout
    not_needed = ("json", "tempfile", "textwrap", *map("structedit.{}".format, _WHAT_EDITS))
    assert not [name for name in loaded if name.startswith(not_needed)]


_COMMAND_AND_MODULES = (
    "from structedit.faces.command.cli import main\nmain()\nprint(*sys.modules, file=sys.stderr)"
)

_WHAT_EDITS = (
    "calls.formats.json_edits",
    "edits.",
    "explain.evidence",
    "extras.reflection",
    "plan.batch.in_order",
    "search.alignment.",
    "tree.syntax_tree",
)


def test_exported_names_are_the_visible_ones():
    exported = {name: getattr(structedit, name) for name in structedit.__all__}
    visible = {
        name
        for name in dir(structedit)
        if not name.startswith("_") and not isinstance(getattr(structedit, name), types.ModuleType)
    }
    assert visible == {name for name in exported if not name.startswith("_")}
    assert len(exported) == len(structedit.__all__)


LOADERS = {
    "__init__": "names of the package, which type checkers see as imports",
    "text/lazily": "modules as a whole, which type checkers see as imports",
    "text/hashing": "modules of the interpreter",
    "languages/grammars": "packages of grammars",
    "disk/worker_process": "what a worker loads before its first call",
}
"""Modules that import others by a name that they compute, and which ones."""


def test_a_call_can_be_followed():
    """From a public function to where an edit is planned, by a reader and by a type checker."""
    wrong = [
        (module, ast.unparse(call))
        for module in MODULES
        for call in calls_of(module)
        if hides_a_name(call, may_import=module in LOADERS)
    ]
    assert not wrong


def hides_a_name(call, *, may_import):
    match call.func:
        case ast.Name(id="locals"):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return not may_import and name.endswith(("import_module", "__import__"))
    return False
