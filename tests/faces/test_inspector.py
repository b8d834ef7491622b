"""The server through the Inspector's command line, a client that shares no code with the SDK.

Needs Node and the npm package: `npm install @modelcontextprotocol/inspector` somewhere, and its program
`mcp-inspector` in PATH or named by STRUCTEDIT_INSPECTOR. Skipped where there is none.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mcp")

from structedit.faces import tools

SOURCE = Path(tools.__file__).parents[3]
INSPECTOR = os.environ.get("STRUCTEDIT_INSPECTOR") or shutil.which("mcp-inspector")

pytestmark = pytest.mark.skipif(
    INSPECTOR is None, reason="no Inspector: npm install @modelcontextprotocol/inspector"
)

APP = "import os\n\n\ndef f(a):\n    return a + 1\n\n\ndef g(a):\n    return a + 2\n"
PATCH = "*** Begin Patch\n*** Add File: b.py\n+b = 1\n*** End Patch"

CALLS = [
    ("outline", {"path": "app.py"}, "f  def f(a):"),
    ("get_region", {"path": "app.py", "selector": "g"}, "9|     return a + 2"),
    ("find", {"text": "a + 2"}, "app.py:9: g:"),
    ("check", {}, "1 clean"),
    ("rewrite", {"pattern": "$X + 2", "template": "$X * 2"}, "would apply"),
    ("insert", {"path": "app.py", "text": "import sys", "at": "imports"}, "applied: insert"),
    ("str_replace", {"path": "app.py", "old": "a + 1", "new": "a - 1"}, "applied: str_replace"),
    (
        "replace_block",
        {"path": "app.py", "selector": "g", "new": "return 2", "part": "body"},
        "applied",
    ),
    ("delete_block", {"path": "app.py", "selector": "f"}, "applied: delete_block"),
    ("apply_edits", {"edits": PATCH}, "created b.py"),
    ("history", {}, "delete_block"),
    ("undo", {}, "undone:"),
    ("redo", {}, "redone"),
    ("get_edit_stats", {}, "edit"),
]


@pytest.fixture
def ask(tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    (root / "app.py").write_text(APP)

    def ask(*arguments):
        server = [sys.executable, "-m", "structedit", "mcp", "--root", str(root)]
        settings = ("-e", f"PYTHONPATH={SOURCE}", "-e", f"XDG_STATE_HOME={tmp_path / 'state'}")
        done = subprocess.run(
            [INSPECTOR, "--cli", *settings, *server, *arguments],
            capture_output=True,
            text=True,
            timeout=120,
            stdin=subprocess.DEVNULL,
        )
        assert done.stdout.startswith("{"), done.stderr + done.stdout
        return json.loads(done.stdout)

    ask.root = root
    return ask


def called(ask, name, arguments):
    given = [word for key, value in arguments.items() for word in ("--tool-arg", f"{key}={value}")]
    return ask("--method", "tools/call", "--tool-name", name, *given)


def test_it_lists_every_tool_with_its_schemas(ask):
    listed = ask("--method", "tools/list")["tools"]
    assert [tool["name"] for tool in listed] == list(tools.TOOLS)
    for tool in listed:
        assert (
            tool["inputSchema"]["properties"]
            == tools.TOOLS[tool["name"]].input_schema["properties"]
        )
        assert tool["outputSchema"]["type"] == "object"
        assert tool["annotations"]["openWorldHint"] is False


def test_it_calls_every_tool(ask):
    assert {name for name, _, _ in CALLS} == set(tools.TOOLS)
    for name, arguments, told in CALLS:
        result = called(ask, name, arguments)
        assert not result.get("isError"), result
        assert told in result["content"][0]["text"]
        assert "status" in result["structuredContent"]
    left = "import os\nimport sys\n\n\ndef g(a):\n    return 2\n"
    assert (ask.root / "app.py").read_text() == left
    assert not (ask.root / "b.py").exists()


def test_a_failure_arrives_with_its_report(ask):
    result = called(ask, "str_replace", {"path": "app.py", "old": "return a", "new": "return b"})
    assert result["isError"]
    assert result["structuredContent"]["reason"] == "several_matches"
    assert (ask.root / "app.py").read_text() == APP
