"""The tools over MCP, on standard input and output; the only module that imports the SDK.

The SDK's lower-level interface is used: the higher one drops undeclared arguments silently, and exceptions lose their
message. Calls run in threads, and work on content in worker processes that can be killed, so that nothing blocks the
connection.

Not here: what the tools do (`tools`), the clients' configuration (`faces.command.mcp_pages`).
"""

from __future__ import annotations

import gc
import json
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self

from structedit import __version__
from structedit.app.session import Session
from structedit.disk import roots
from structedit.disk.surroundings import end_in
from structedit.disk.workers import Pool
from structedit.faces import tools
from structedit.faces.sdk import lean
from structedit.faces.tools.placing import pool_of, runner
from structedit.faces.tools.searching import Progress
from structedit.faces.tools.table import Tool
from structedit.text.errors import StructEditError

with lean():
    import anyio
    import anyio.from_thread
    import anyio.to_thread
    import mcp_types as types
    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server
    from mcp.shared.message import SessionMessage
    from pydantic import ValidationError

LAST_SECONDS = 1.5
"""Seconds that running calls have after the client has closed standard input. By judgement."""

MOST_CALLS = 16
"""Calls that run at once; further ones wait. Chosen by judgement."""

_log = logging.getLogger("structedit.mcp")

Context = ServerRequestContext[Any]


def server_for(sessions: Sequence[Session]) -> Server[Any]:
    """Make the server for some sessions, one per root."""
    limit = anyio.CapacityLimiter(MOST_CALLS)

    async def list_tools(
        ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in tools.TOOLS.values()])

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        arguments = params.arguments or {}
        reply = await anyio.to_thread.run_sync(
            lambda: _answered(params.name, arguments, sessions, ctx), limiter=limit
        )
        return _result(reply)

    return Server(
        "structedit",
        version=__version__,
        title="structedit",
        instructions=tools.INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.read_only,
            destructive_hint=tool.destructive,
            idempotent_hint=tool.idempotent or tool.read_only,
            open_world_hint=False,
        ),
    )


def _answered(
    name: str, arguments: dict[str, Any], sessions: Sequence[Session], ctx: Context
) -> tools.Reply:
    """Run a call in a thread; an error in structedit is an answer too, and is logged in full."""
    try:
        return tools.dispatch(name, arguments, sessions, progress=_progress(ctx))
    except Exception as error:
        _log.exception("in %s", name)
        failure = StructEditError(
            f"internal error, {type(error).__name__}",
            hint="check the file before you go on; please report it",
            code="internal",
        )
        return tools.failed(failure)


def _progress(ctx: Context) -> Progress:
    """Return a function that reports progress if the client asked for it, and ends a cancelled call."""

    def tell(done: int, message: str) -> None:
        anyio.from_thread.check_cancelled()
        anyio.from_thread.run(ctx.session.report_progress, done, None, message)

    return tell


def _result(reply: tools.Reply) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(text=reply.text)],
        structured_content=tools.structured(reply),
        is_error=not reply.landed,
    )


@contextmanager
def sessions_for(
    folders: Sequence[str], pool: Pool, allow: Sequence[str] = ()
) -> Iterator[tuple[Session, ...]]:
    """Yield a session for each root; their work on content is done in a pool that is closed at the end."""
    try:
        yield tuple(
            Session(roots.folder_of(folder), allow=allow, run=runner(pool)) for folder in folders
        )
    finally:
        pool.close()


def serve(folders: Sequence[str], allow: Sequence[str] = ()) -> None:
    """Serve until the client closes standard input; `allow` are protected places that tools may edit.

    Raises:
        FileError: when a root is no folder.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    pool = pool_of()
    with sessions_for(folders, pool, allow) as sessions:
        for session in sessions:
            print(f"structedit {__version__}: root {session.root}", file=sys.stderr, flush=True)
        _settle()

        def on_disconnect() -> None:
            pool.close()
            end_in(LAST_SECONDS)

        with _until_the_client_is_gone():
            anyio.run(_serve, sessions, on_disconnect)


@contextmanager
def _until_the_client_is_gone() -> Iterator[None]:
    """End silently if nobody reads an answer any more."""
    try:
        yield
    except BaseExceptionGroup as group:
        if group.split(BrokenPipeError)[1] is not None:
            raise


def _settle() -> None:
    """Exclude what the start has loaded from later garbage collections.

    Otherwise a collection visits all of the SDK, for 30 ms in the middle of some call. Collecting now would take as
    long before the first answer, and a start leaves next to no garbage.
    """
    import structedit.plan.one_request  # noqa: F401 - what the first call needs, so that it need not wait

    gc.freeze()


async def _serve(sessions: Sequence[Session], on_disconnect: Callable[[], None]) -> None:
    server = server_for(sessions)
    async with stdio_server() as (read, write):
        watched: Any = _Watched(read, write, on_disconnect)
        await server.run(watched, write, server.create_initialization_options())


class _Watched:
    """A stream of messages that notices its end: the server itself waits for running calls.

    A line that is not a message is answered here: the SDK would drop it silently.
    """

    def __init__(self, stream: Any, write: Any, on_disconnect: Callable[[], None]) -> None:
        self._stream, self._write, self._on_disconnect = stream, write, on_disconnect

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)

    async def __aenter__(self) -> Self:
        await self._stream.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self._stream.__aexit__(*error)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        try:
            while isinstance(message := await self._stream.__anext__(), ValidationError):
                await self._write.send(SessionMessage(_unreadable(message)))
            return message
        except StopAsyncIteration:
            self._on_disconnect()
            raise


def _unreadable(error: ValidationError) -> types.JSONRPCError:
    """Return the error for a line that is not a message, with its id if that can be read."""
    faults = error.errors(include_url=False, include_context=False)
    line = faults[0]["input"] if faults and faults[0]["type"] == "json_invalid" else None
    id = _id_in(line) if isinstance(line, str) else None
    code = types.PARSE_ERROR if isinstance(line, str) else types.INVALID_REQUEST
    why = faults[0]["msg"] if isinstance(line, str) else "it is not a JSON-RPC message"
    failure = types.ErrorData(code=code, message=f"the line cannot be read: {why}")
    return types.JSONRPCError(jsonrpc="2.0", id=id, error=failure)


def _id_in(line: str) -> str | int | None:
    """Return the id of a request that Python can parse, though its text cannot be represented in JSON."""
    try:
        id = json.loads(line).get("id")
        return id if isinstance(id, int) else str(id).encode().decode() if id is not None else None
    except (AttributeError, ValueError, RecursionError):
        return None
