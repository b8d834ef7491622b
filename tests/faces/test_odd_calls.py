"""Calls whose arguments a model made up: each is answered, and none ends in an error of the program."""

import random

import pytest

import structedit as se
from structedit.calls.operations import tool_parameters_of
from structedit.faces import tools

APP = "import os\n\n\ndef f(a):\n    return a + 1\n"
TOOLS = (
    *("outline", "get_region", "find", "str_replace", "insert", "replace_block", "delete_block"),
    *("apply_edits", "undo", "get_edit_stats"),
)
PLAUSIBLE = {
    "path": ("app.py", "none.py", "", ".", "../x", "/etc/passwd", ".git/config", "app.py/x"),
    "selector": ("f", ":1-2", "f > return", "# A", "a[0]"),
    "old": ("return a + 1", "retrun a"),
    "text": ("return", "x = 1\n"),
    "at": ("top", "before", "after", "imports"),
    "of": ("f", "# A"),
    "paths": (["app.py"], ["."], []),
    "edits": ("app.py\n<<<<<<< SEARCH\nimport os\n=======\nimport re\n>>>>>>> REPLACE\n", []),
    "anchor": ("def f(a):", "one"),
}
ODD = (
    *(None, True, 0, -1, 10**30, "", " ", "\n", "\r\n", "\0", "\ud800", "x" * 5000, "9" * 5000),
    *(":5-2", "a[-1]", ">", "(" * 3000, "a > " * 900 + "b", "(a+)+$", "(_) @x", "\\g<9>", "٣"),
    *([], {}, [1], [None], [[]], [2, 1], ["\ud800"], {"text": "a", "occurrence": 10**30}),
    *({"start": 1}, [{}], [{"op": 1}], [{"op": "str_replace", "path": 1}], {"": ""}),
)
ODD_NAMES = ("", "outlin", "\ud800", "a" * 10_000, "../outline", "__init__")


def drawn_call(chance):
    """Draw a tool and arguments, of which many do not fit."""
    tool, arguments = chance.choice(TOOLS), {}
    for name in tool_parameters_of(tool):
        if name in PLAUSIBLE and chance.random() < 0.7:
            arguments[name] = chance.choice(PLAUSIBLE[name])
        elif chance.random() < 0.25:
            arguments[name] = chance.choice(ODD)
    if chance.random() < 0.1:
        arguments[chance.choice(("nonsense", "", "\udfff", "Path", "self", "a" * 3000))] = 1
    return (chance.choice(ODD_NAMES) if chance.random() < 0.05 else tool), arguments


@pytest.mark.parametrize("seed", range(8))
def test_every_call_is_answered(tmp_path, seed):
    (tmp_path / ".git").mkdir()
    chance = random.Random(seed)
    for _ in range(25):
        (tmp_path / "app.py").write_text(APP)
        name, arguments = drawn_call(chance)
        with se.Session(root=tmp_path) as session:
            reply = tools.dispatch(name, arguments, session)
        assert "internal error" not in reply.text and "Traceback" not in reply.text, arguments
        assert reply.text, (name, arguments)
