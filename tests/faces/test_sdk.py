"""How the MCP SDK is imported: without clients and HTTP, and with all of it there when it is asked for."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytest.importorskip("mcp")


def answer(script: str) -> object:
    """What a script prints as JSON in a process of its own."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    return json.loads(done.stdout)


SERVER = "import json, sys, structedit.faces.mcp_server as server\n"


def test_a_server_loads_neither_clients_nor_other_servers() -> None:
    names = ("mcp.client", "mcp.server.mcpserver", "httpx2")
    loaded = answer(f"{SERVER}print(json.dumps([n for n in {names} if n in sys.modules]))")
    assert loaded == []


def test_what_was_left_out_is_there_when_a_name_is_asked_for() -> None:
    asked = (
        "import mcp\nfrom mcp import Client\nfrom mcp.server import MCPServer, Server\n"
        "import mcp.server.lowlevel as lowlevel\n"
        "print(json.dumps([Client.__name__, MCPServer.__name__, Server is lowlevel.Server,"
        " mcp.server.Server is server.Server, hasattr(mcp, 'nothing'), hasattr(mcp, '__path__')]))"
    )
    assert answer(SERVER + asked) == ["Client", "MCPServer", True, True, False, True]


def test_models_are_as_strict_as_before_and_those_of_others_are_made_at_once() -> None:
    script = (
        "import mcp_types, pydantic\n"
        "class Other(pydantic.BaseModel):\n    number: int\n"
        "try:\n    mcp_types.Tool(name=[], input_schema={})\n    wrong = 'taken'\n"
        "except pydantic.ValidationError as error:\n    wrong = error.errors()[0]['loc'][0]\n"
        "tool = mcp_types.Tool(name='a', input_schema={'type': 'object'})\n"
        "print(json.dumps([wrong, tool.model_dump(by_alias=True, exclude_none=True),"
        " 'defer_build' in pydantic.BaseModel.model_config, 'defer_build' in Other.model_config]))"
    )
    assert answer(SERVER + script) == [
        "name",
        {"name": "a", "inputSchema": {"type": "object"}},
        False,
        False,
    ]


def test_an_sdk_that_was_imported_before_stays_as_it_is() -> None:
    script = (
        "import json, mcp, mcp.server\nbefore = mcp.Client, mcp.server.MCPServer\n"
        "import structedit.faces.mcp_server\n"
        "print(json.dumps(before == (mcp.Client, mcp.server.MCPServer)))"
    )
    assert answer(script) is True
