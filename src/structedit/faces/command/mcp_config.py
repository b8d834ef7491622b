"""The configuration with which each client starts the server: as data, one row per client."""

from __future__ import annotations

import json
from collections.abc import Sequence

from structedit.faces.command.mcp_pages import REQUIREMENT
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Client:
    """A client: its configuration file, and how that file lists servers.

    `key` is where the servers are listed; `typed` clients need the name of the transport. A client with the form
    `toml` reads tables; one with the form `list` has program and arguments in one list.
    """

    title: str
    file: str
    key: str = "mcpServers"
    typed: bool = False
    form: str = "json"


CLIENTS = {
    "claude-code": Client("Claude Code", ".mcp.json in the project", typed=True),
    "claude-desktop": Client(
        "Claude Desktop", "claude_desktop_config.json, as Settings > Developer shows it"
    ),
    "cursor": Client("Cursor", ".cursor/mcp.json in the project, or ~/.cursor/mcp.json"),
    "vscode": Client("VS Code", ".vscode/mcp.json in the project", "servers", typed=True),
    "codex": Client("Codex", "~/.codex/config.toml", "mcp_servers", form="toml"),
    "zed": Client("Zed", "settings.json", "context_servers"),
    "cline": Client("Cline", "cline_mcp_settings.json, as MCP Servers > Configure shows it"),
    "windsurf": Client("Windsurf", "~/.codeium/windsurf/mcp_config.json"),
    "gemini": Client(
        "Gemini CLI", ".gemini/settings.json in the project, or ~/.gemini/settings.json"
    ),
    "kiro": Client("Kiro", ".kiro/settings/mcp.json in the project"),
    "roo": Client("Roo Code", ".roo/mcp.json in the project"),
    "jetbrains": Client("JetBrains", "Settings > Tools > AI Assistant > Model Context Protocol"),
    "amazon-q": Client("Amazon Q", ".amazonq/mcp.json in the project, or ~/.aws/amazonq/mcp.json"),
    "opencode": Client(
        "opencode",
        "opencode.json in the project, or ~/.config/opencode/opencode.json",
        "mcp",
        form="list",
    ),
}


UVX = ("uvx", ("--from", REQUIREMENT, "structedit"))
"""Program and arguments that start structedit with uv, without an installation."""


def config(client: str, command: str, arguments: Sequence[str], roots: Sequence[str]) -> str:
    """Return the configuration for a client, as its file contains it.

    >>> print(config("codex", "structedit", ["mcp"], ["/src"]), end="")
    [mcp_servers.structedit]
    command = "structedit"
    args = ["mcp", "--root", "/src"]
    """
    chosen = CLIENTS[client]
    args = [*arguments, *(word for root in roots for word in ("--root", root))]
    if chosen.form == "toml":
        return (
            f"[{chosen.key}.structedit]\n"
            f"command = {_toml(command)}\n"
            f"args = [{', '.join(map(_toml, args))}]\n"
        )
    server: dict[str, object] = {"type": "stdio"} if chosen.typed else {}
    if chosen.form == "list":
        server = {"type": "local", "command": [command, *args]}
    else:
        server |= {"command": command, "args": args}
    return json.dumps({chosen.key: {"structedit": server}}, indent=2, ensure_ascii=False) + "\n"


def _toml(text: str) -> str:
    """Return a TOML basic string; its escapes are those of JSON, and one for DEL."""
    return json.dumps(text).replace("\x7f", "\\u007f")
