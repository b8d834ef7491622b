"""User interfaces. They show outcomes and decide nothing.

`command` is the shell command, `mcp_server` the MCP server; `tools` and `adapters` serve function-calling
interfaces.
"""

from structedit.text.lazily import lazily

__getattr__ = lazily(__name__)
