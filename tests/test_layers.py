"""The architecture, as a test: who may import what. See ARCHITECTURE.md for why."""

import ast
import subprocess
import sys
import types
from pathlib import Path

import pytest

import structedit

SOURCE = Path(structedit.__file__).parent

ROWS = (
    {"budget", "errors", "lazily", "values"},
    {"text"},
    {"model"},
    {"syntax"},
    {"formats"},
    {"search"},
    {"landing"},
    {"judging"},
    {"planning"},
    {"plan", "reading", "fold", "prompts", "rounds", "scripting", "rewriting"},
    {"disk"},
    {"batch", "guards", "recording"},
    {
        *("api", "served", "remembered", "session", "transactions", "statistics"),
        *("reflection", "verifying", "workers", "runs"),
    },
    {"", "adapters", "faces", "tools", "__main__"},  # "" is the package: its names are lazy
)
ROW_OF = {name: number for number, row in enumerate(ROWS) for name in row}

SHORTCUTS = {
    ("text/document.py", "structedit.disk.project_files"),
    ("calls/outcomes.py", "structedit.calls.report"),
    ("calls/batch_outcomes.py", "structedit.calls.batch_report"),
    ("extras/reflection/outcomes.py", "structedit.extras.reflection.report"),
    ("extras/statistics/counts.py", "structedit.extras.statistics.report"),
}

ONLY = {
    "tree_sitter": ("syntax/",),
    "tree_sitter_language_pack": ("syntax/",),
    "sqlite3": ("extras/statistics/ledger.py",),
    "click": ("faces/",),
    **dict.fromkeys(("mcp", "mcp_types", "anyio"), ("faces/mcp_server.py",)),
    "importlib.resources": ("languages/known.py",),
    "os": ("disk/", "languages/known.py", "languages/grammars.py", "__main__.py"),  # package data
    **dict.fromkeys(("pathlib", "io", "shutil", "tempfile", "glob", "fcntl"), ("disk/",)),
    **dict.fromkeys(("subprocess", "time", "datetime", "random", "secrets", "uuid"), ("IMPURE",)),
}
"""Modules that only some places import; IMPURE stands for `disk` and what is below it."""

PRINTING = {"print": ("faces/",), "open": ("disk/", "languages/known.py"), "input": ()}

HEAVY = ("tree_sitter", "tree_sitter_language_pack", "rapidfuzz", "sqlite3", "mcp", "anyio")

MODULES = sorted(path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py"))


def imports_of(module):
    """Give the full name of every module that a module imports, at its top or inside."""
    for node in ast.walk(ast.parse((SOURCE / module).read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: write imports in full"
            if node.module in ("structedit", "importlib"):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
            else:
                yield node.module


def layer_of(name):
    """Give the first component below the package: of a path, or of a module's full name."""
    if name.endswith(".py"):
        first = name.split("/")[0].removesuffix(".py")
        return "" if first == "__init__" else first
    first = name.split(".")[1] if "." in name else ""
    return first if first in ROW_OF or (SOURCE / first).exists() else ""


def allowed(module, places):
    impure = ROW_OF[layer_of(module)] >= ROW_OF["disk"]
    return any(module.startswith(place) or (place == "IMPURE" and impure) for place in places)


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_up(module):
    assert layer_of(module) in ROW_OF, "a new layer: give it a row here and in ARCHITECTURE.md"
    wrong = [
        name
        for name in imports_of(module)
        if name.split(".")[0] == "structedit"
        and ROW_OF[layer_of(name)] > ROW_OF[layer_of(module)]
        and (module, name) not in SHORTCUTS
    ]
    assert not wrong


@pytest.mark.parametrize("module", MODULES)
def test_only_these_places_import_it(module):
    wrong = [
        name
        for name in imports_of(module)
        for rule in (name, name.split(".")[0])
        if rule in ONLY and not allowed(module, ONLY[rule])
    ]
    assert not wrong


@pytest.mark.parametrize("module", MODULES)
def test_only_these_places_print_and_open(module):
    calls = (n for n in ast.walk(ast.parse((SOURCE / module).read_bytes())) if type(n) is ast.Call)
    names = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
    assert not [name for name in names & set(PRINTING) if not allowed(module, PRINTING[name])]


@pytest.mark.parametrize(("module", "name"), sorted(SHORTCUTS))
def test_shortcuts_are_used_and_lazy(module, name):
    at_the_top = [
        node
        for node in ast.parse((SOURCE / module).read_bytes()).body
        if isinstance(node, ast.ImportFrom) and node.module == name
    ]
    assert name in imports_of(module)
    assert not at_the_top


@pytest.mark.parametrize(
    "script",
    [
        "import structedit",
        "import structedit.disk.files",
        "import structedit.faces.command.cli as cli; sys.argv = ['structedit', '--help']; cli.main()",
        "import structedit.faces.command.cli as cli; sys.argv = ['', 'insert', '--help']; cli.main()",
    ],
)
def test_start_up_is_cheap(script):
    if "faces" in script and not (SOURCE / "faces" / "cli.py").exists():
        pytest.skip("there is no command yet")
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


def test_exported_names_are_the_visible_ones():
    if not hasattr(structedit, "__all__"):
        pytest.skip("nothing is exported yet")
    exported = {name: getattr(structedit, name) for name in structedit.__all__}
    visible = {
        name
        for name in dir(structedit)
        if not name.startswith("_") and not isinstance(getattr(structedit, name), types.ModuleType)
    }
    assert visible == {name for name in exported if not name.startswith("_")}
    assert len(exported) == len(structedit.__all__)
