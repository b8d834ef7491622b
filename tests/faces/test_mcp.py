"""The MCP server through the SDK's own client: every tool, every class of failure, both eras."""

import json
import os
import re
import subprocess
import sys
import time
import tomllib
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import anyio
import pytest

pytest.importorskip("mcp")

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from structedit.calls.operations import EDITING, FILE_OPERATIONS
from structedit.calls.parameters import ALIASES, PARAMETERS
from structedit.calls.report import END_MARK
from structedit.faces import tools
from structedit.faces.command.cli import COMMANDS
from structedit.faces.command.mcp_pages import CLIENTS, FORMS, config
from structedit.faces.mcp_server import server_for, sessions_for
from structedit.faces.tools.placing import is_harmless, pool_of
from structedit.text.document import Document

SOURCE = str(Path(tools.__file__).parents[3])
APP = "import os\n\n\ndef f(a):\n    return a + 1\n\n\ndef g(a):\n    return a + 2\n"
ERAS = ("legacy", "auto")


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "app.py").write_text(APP)
    return folder


@asynccontextmanager
async def in_memory(*roots, mode="auto", pool=None):
    with sessions_for([str(root) for root in roots], pool or pool_of()) as sessions:
        async with Client(server_for(sessions), mode=mode, raise_exceptions=True) as client:
            yield client


def over_stdio(root, mode="auto"):
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "structedit", "mcp", "--root", str(root)],
        env={**os.environ, "PYTHONPATH": SOURCE},
    )
    return Client(command, mode=mode)


def run(root, work, **options):
    """Run a function of a client of a server in memory."""

    async def main():
        async with in_memory(root, **options) as client:
            return await work(client)

    return anyio.run(main)


def call(root, name, **arguments):
    async def work(client):
        return await client.call_tool(name, arguments)

    return run(root, work)


def text(result):
    (content,) = result.content
    return content.text


# What is offered


def test_the_tools_say_what_they_do(root):
    async def work(client):
        return (await client.list_tools()).tools, client.instructions

    listed, instructions = run(root, work)
    assert [tool.name for tool in listed] == [
        *("outline", "get_region", "find", "check", "str_replace", "insert"),
        *("replace_block", "delete_block", "apply_edits", "rewrite", "history", "undo"),
        *("redo", "get_edit_stats"),
    ]
    for tool in listed:
        notes = tool.annotations
        reading = tool.name in ("outline", "get_region", "find", "check", "history")
        assert notes.read_only_hint is reading
        assert notes.open_world_hint is False
        harmless = reading or tool.name in ("insert", "get_edit_stats")
        assert notes.destructive_hint is not harmless
        assert tool.output_schema["type"] == "object"
        for name, schema in tool.input_schema["properties"].items():
            assert schema["description"], name
            assert name in PARAMETERS
        assert set(tool.input_schema["required"]) <= set(tool.input_schema["properties"])
    head = instructions[:500]
    for word in ("outline", "get_region", "replace_block", "str_replace", "retry", "lines="):
        assert word in head
    for name in (*EDITING, *FILE_OPERATIONS):
        in_lists = bool(re.search(rf"list of operations \(also [^)]*\b{name}\b", instructions))
        assert in_lists is (name not in tools.TOOLS), name


# Every tool, in both eras, in memory and over stdio


async def a_day(client, root):
    """Call every tool once, as an agent would."""
    outline = await client.call_tool("outline", {"path": "app.py"})
    assert "f  def f(a):" in text(outline)
    region = await client.call_tool("get_region", {"path": "app.py", "selector": "g"})
    assert "9|     return a + 2" in text(region)
    version = region.structured_content["version"]
    found = await client.call_tool("find", {"text": "a + 2"})
    assert " g: " in found.structured_content["hits"][0]
    edits = [
        ("insert", {"path": "app.py", "text": "import sys", "at": "imports"}),
        ("str_replace", {"path": "app.py", "old_str": "a + 1", "newStr": "a - 1"}),
        ("replace_block", {"path": "app.py", "lines": 9, "version": version, "new": "return 2"}),
        ("delete_block", {"path": "app.py", "selector": "f"}),
        ("apply_edits", {"edits": [{"op": "create_file", "path": "b.py", "text": "b = 1\n"}]}),
    ]
    for name, arguments in edits:
        done = await client.call_tool(name, arguments)
        assert not done.is_error, text(done)
        assert done.structured_content["status"] == "applied"
    assert "lines 9 of version" not in text(done)
    assert (root / "app.py").read_text() == "import os\nimport sys\n\n\ndef g(a):\n    return 2\n"
    stats = await client.call_tool("get_edit_stats", {})
    assert not stats.is_error
    assert "edits" in text(stats)
    undone = await client.call_tool("undo", {})
    assert not undone.is_error
    assert not (root / "b.py").exists()


@pytest.mark.parametrize("mode", ERAS)
def test_a_day_in_memory(root, mode):
    run(root, lambda client: a_day(client, root), mode=mode)


@pytest.mark.parametrize("mode", ERAS)
def test_a_day_over_stdio(root, mode):
    async def main():
        async with over_stdio(root, mode) as client:
            await a_day(client, root)

    anyio.run(main)


# Failures


@pytest.mark.parametrize(
    ("name", "arguments", "status", "reason"),
    [
        ("str_replace", {"path": "app.py", "old": "zzz", "new": "y"}, "not_found", "no_match"),
        (
            "str_replace",
            {"path": "app.py", "old": "return a", "new": "return b"},
            "ambiguous",
            "several_matches",
        ),
        (
            "str_replace",
            {"path": "app.py", "old": "a + 1", "new": "a +"},
            "refused",
            "new_syntax_error",
        ),
        (
            "replace_block",
            {"path": "app.py", "selector": "h", "new": "x"},
            "not_found",
            "selector_not_found",
        ),
        (
            "replace_block",
            {"path": "app.py", "lines": "5", "new": "x"},
            "refused",
            "content_mismatch",
        ),
        (
            "delete_block",
            {"path": "app.py", "lines": "5", "version": "00"},
            "refused",
            "stale",
        ),
        ("get_region", {"path": "app.py", "lines": "50"}, "refused", "out_of_range"),
        ("get_region", {"path": "none.py"}, "error", "missing_file"),
        ("outline", {"path": "none.py"}, "error", "missing_file"),
        ("outline", {"path": "../x.py"}, "error", "outside_root"),
        ("insert", {"path": "/etc/passwd", "text": "x", "at": "top"}, "refused", "outside_root"),
        ("insert", {"path": ".git/config", "text": "x", "at": "top"}, "refused", "protected"),
        ("find", {"regex": "("}, "error", "usage"),
        ("find", {"text": "a", "regex": "b"}, "error", "usage"),
        ("find", {"text": "a", "paths": ["../.."]}, "error", "outside_root"),
        ("undo", {}, "error", "usage"),
        ("undo", {"id": "nothing"}, "error", "usage"),
        ("apply_edits", {"edits": "<<<<<<< SEARCH\nx\n"}, "error", "format"),
        ("apply_edits", {"edits": [{"op": "nope", "path": "a"}]}, "error", "usage"),
        ("outline", {"path": "app.py", "depth": "deep"}, "error", "usage"),
        ("outline", {}, "error", "usage"),
        ("nothing", {}, "error", "usage"),
    ],
)
def test_failures_reach_the_model_with_their_report(root, name, arguments, status, reason):
    result = call(root, name, **arguments)
    assert result.is_error
    assert result.structured_content["status"] == status
    assert result.structured_content["reason"] == reason
    assert reason in text(result)
    assert (root / "app.py").read_text() == APP


def test_no_argument_is_dropped(root):
    told = text(call(root, "str_replace", path="app.py", old="a + 1", new="b", ocurrence=2))
    assert "no argument 'ocurrence'" in told
    assert "did you mean 'occurrence'?" in told
    assert (root / "app.py").read_text() == APP


@pytest.mark.parametrize("alias", sorted(set(ALIASES) & {"old_str", "search", "oldText"}))
def test_other_names_are_understood(root, alias):
    result = call(root, "str_replace", path="app.py", **{alias: "a + 1"}, replace="a - 1")
    assert not result.is_error


def test_a_retry_sent_unchanged_lands(root):
    (root / "app.py").write_text("def first(a):\n    return a\n\n\ndef other(a):\n    return 2\n")

    async def work(client):
        sent = {"path": "app.py", "selector": "frist", "new": "return 7", "part": "body"}
        missed = await client.call_tool("replace_block", sent)
        assert missed.is_error
        retry = missed.structured_content["diagnosis"]["retry"]
        return await client.call_tool("replace_block", retry)

    result = run(root, work)
    assert not result.is_error, text(result)
    assert (root / "app.py").read_text().startswith("def first(a):\n    return 7\n")


def test_the_third_failure_in_a_row_is_answered_otherwise(root):
    async def work(client):
        sent = {"path": "app.py", "old": "return c + 77", "new": "x"}
        return [text(await client.call_tool("str_replace", sent)) for _ in range(3)]

    first, _, third = run(root, work)
    assert "in a row" not in first
    assert "failure 3 in a row" in third
    assert "needs no `old`: replace_block" in third or "copy from the lines" in third


# Several at once, and clients that go away


def test_concurrent_calls_on_one_file_all_land(root):
    (root / "many.py").write_text("".join(f"x{n} = {n}\n" for n in range(20)))

    async def work(client):
        results = []

        async def edit(n):
            sent = {"path": "many.py", "old": f"x{n} = {n}\n", "new": f"x{n} = -{n}\n"}
            results.append(await client.call_tool("str_replace", sent))

        async with anyio.create_task_group() as group:
            for n in range(1, 20):
                group.start_soon(edit, n)
        return results

    assert not any(result.is_error for result in run(root, work))
    expected = "x0 = 0\n" + "".join(f"x{n} = -{n}\n" for n in range(1, 20))
    assert (root / "many.py").read_text() == expected


def test_a_call_that_takes_long_does_not_hold_up_others(root):
    (root / "slow.txt").write_text("a" * 40 + "b\n")
    order = []

    async def work(client):
        async def slow():
            result = await client.call_tool("find", {"regex": "(a+)+$", "paths": ["slow.txt"]})
            order.append("slow")
            assert result.is_error
            assert "took too long" in text(result)

        async with anyio.create_task_group() as group:
            group.start_soon(slow)
            await anyio.sleep(0.3)
            assert not (await client.call_tool("outline", {"path": "app.py"})).is_error
            order.append("quick")
        return await client.call_tool("find", {"regex": "a.b"})

    after = run(root, work, pool=pool_of(2, 1.5))
    assert order == ["quick", "slow"]
    assert not after.is_error


def test_progress_is_told_to_those_who_ask(root):
    for n in range(120):
        (root / f"m{n:03}.txt").write_text("x\n")
    seen = []

    async def work(client):
        async def progress(done, total, message):
            seen.append((done, message))

        await client.call_tool("find", {"text": "nowhere"}, progress_callback=progress)

    run(root, work)
    assert seen == [(50, "50 files searched"), (100, "100 files searched")]


def test_progress_of_a_batch_is_told_before_it_is_written(root):
    seen = []

    async def work(client):
        async def progress(done, total, message):
            seen.append((done, message, (root / "app.py").read_text() == APP))

        edits = [{"op": "delete_block", "path": "app.py", "selector": name} for name in ("f", "g")]
        return await client.call_tool("apply_edits", {"edits": edits}, progress_callback=progress)

    assert not run(root, work).is_error
    assert seen == [(1, "2 edits read", True), (2, "2 edits planned", True)]
    assert (root / "app.py").read_text() == "import os\n"


def test_a_batch_that_is_ended_while_it_is_planned_writes_nothing(root):
    class EndedError(Exception):
        pass

    def ends(done, told):
        if told == "1 edits planned":
            raise EndedError

    edits = [{"op": "delete_block", "path": "app.py", "selector": "f"}]
    with sessions_for([str(root)], pool_of()) as sessions, pytest.raises(EndedError):
        tools.dispatch("apply_edits", {"edits": edits}, sessions, progress=ends)
    assert (root / "app.py").read_text() == APP


def test_a_regular_expression_has_its_time_where_a_hook_is_asked_too(root, users):
    users.write_text("[hooks]\npre_edit = ['true']\n")
    (root / "slow.txt").write_text("a" * 40 + "b\n")
    edit = {"op": "replace_all", "path": "slow.txt", "pattern": "(a+)+$", "new": "", "regex": True}

    async def work(client):
        slow = await client.call_tool("apply_edits", {"edits": [edit]})
        quick = {**edit, "pattern": "ab$", "new": "c"}
        return slow, await client.call_tool("apply_edits", {"edits": [quick]})

    slow, quick = run(root, work, pool=pool_of(1, 1.5))
    assert slow.is_error
    assert "took too long" in text(slow)
    assert not quick.is_error, text(quick)
    assert (root / "slow.txt").read_text() == "a" * 39 + "c\n"


HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    },
}


@contextmanager
def greeted(root):
    """Give a server's process that has answered the first message."""
    process = subprocess.Popen(
        [sys.executable, "-m", "structedit", "mcp", "--root", str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )
    try:
        process.stdin.write(json.dumps(HELLO).encode() + b"\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        assert answer["result"]["serverInfo"]["name"] == "structedit"
        yield process
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            with suppress(BrokenPipeError):
                pipe.close()


def test_the_server_ends_with_a_client_that_vanishes(root):
    with greeted(root) as process:
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 2, "method": "tools/ca')
        process.stdin.close()
        assert process.wait(30) == 0
        assert f"root {root}" in process.stderr.read().decode()


def test_the_server_ends_with_its_input_while_a_call_is_running(root):
    (root / "long.py").write_text("x = '" + "a" * 20_000_000 + "!'\n")  # a minute for its pattern
    with greeted(root) as process:
        call = {"name": "find", "arguments": {"paths": ["long.py"], "regex": "(a+)+$"}}
        sent = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}
        ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        for message in (ready, sent):
            process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        time.sleep(2)  # it is at work
        process.stdin.close()
        assert process.wait(30) == 0


def test_the_server_ends_in_silence_with_a_client_that_no_longer_reads(root):
    with greeted(root) as process:
        process.stdout.close()
        call = {"name": "outline", "arguments": {"path": "app.py"}}
        sent = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}
        ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        for message in (ready, sent):
            process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        time.sleep(2)  # the answer is on its way
        process.stdin.close()
        process.wait(30)
        told = process.stderr.read().decode()
        assert "Traceback" not in told and "report it" not in told, told


# Hostile files


def bomb(name):
    """Give content that is known to end or hold up parsers."""
    return {
        "open.py": b"(" * 40_000,
        "list.yaml": b"- " * 400 + b"a\n",
        "quote.md": b"> " * 400 + b"a\n",
        "deep.json": b"[" * 100_000,
        "generic.java": b"class A { int x = " + b"a<" * 15_000 + b"; }\n",
        "else.pl": b"if(x) y(); else " * 400,
        "line.js": b"x = '" + b"a" * 2_000_000 + b"'\n",
        "comment.ml": b"(*" * 100_000,
        "generic.cpp": b"a<b<" * 20_000,
    }[name]


@pytest.mark.parametrize(
    "name",
    [
        *("open.py", "list.yaml", "quote.md", "deep.json", "generic.java", "else.pl"),
        *("line.js", "comment.ml", "generic.cpp"),
    ],
)
def test_hostile_content_is_answered_and_the_server_lives(root, name):
    (root / name).write_bytes(bomb(name))

    async def work(client):
        results = [
            await client.call_tool("outline", {"path": name}),
            await client.call_tool("get_region", {"path": name}),
            await client.call_tool(
                "str_replace", {"path": name, "old": "not there at all", "new": "x"}
            ),
        ]
        alive = await client.call_tool("outline", {"path": "app.py"})
        return results, alive

    results, alive = run(root, work, pool=pool_of(1, 1.0))
    assert not alive.is_error
    assert not results[1].is_error, text(results[1])
    assert results[2].is_error
    assert all(len(text(result)) < 20_000 for result in results)
    assert (root / name).read_bytes() == bomb(name)


def test_a_search_passes_over_what_its_parser_cannot_stand(root):
    (root / "bad.java").write_bytes(bomb("generic.java") + b"// return a\n")

    async def work(client):
        return [
            await client.call_tool("find", {"text": "return a"}),
            await client.call_tool("find", {"regex": "return [a]"}),
        ]

    for found in run(root, work, pool=pool_of(1, 1.0)):
        assert not found.is_error, text(found)
        paths = [hit.partition(":")[0] for hit in found.structured_content["hits"]]
        assert paths == ["app.py", "app.py", "bad.java"]


def test_a_call_that_is_cancelled_leaves_the_server_alive(root):
    (root / "slow.txt").write_text("a" * 40 + "b\n")

    async def work(client):
        async with anyio.create_task_group() as group:
            sent = {"regex": "(a+)+$", "paths": ["slow.txt"]}
            group.start_soon(client.call_tool, "find", sent)
            await anyio.sleep(0.3)
            group.cancel_scope.cancel()
        return await client.call_tool("outline", {"path": "app.py"})

    assert not run(root, work, pool=pool_of(2, 1.0)).is_error


def test_special_files_are_refused_and_never_read(root, tmp_path):
    os.mkfifo(root / "pipe.py")
    pipe = os.open(root / "pipe.py", os.O_RDWR | os.O_NONBLOCK)
    os.write(pipe, b"secret = 1\n")
    (root / "null.py").symlink_to("/dev/zero")
    (tmp_path / "secret.py").write_text("secret = 1\n")
    (root / "out.py").symlink_to(tmp_path / "secret.py")
    (root / "binary.py").write_bytes(bytes(range(256)) * 10)
    for name in ("pipe.py", "null.py", "out.py", "binary.py", "../secret.py", "a/../../x"):
        for tool in ("outline", "get_region"):
            result = call(root, tool, path=name)
            assert result.is_error
            assert "secret = 1" not in text(result)
        result = call(root, "str_replace", path=name, old="secret = 1", new="x = 1")
        assert result.is_error
    assert not call(root, "find", text="secret").structured_content["hits"]
    assert (tmp_path / "secret.py").read_text() == "secret = 1\n"
    assert os.read(pipe, 100) == b"secret = 1\n"  # what waited in the pipe waits there still
    os.close(pipe)


@pytest.mark.parametrize("name", ["line.js", "many.py"])
def test_a_file_of_a_hundred_megabytes_is_refused_and_not_read(root, name):
    with open(root / name, "wb") as file:
        file.write(b"x = 'a\n")
        file.truncate(100_000_000)

    async def work(client):
        sent = {"path": name, "old": "x", "new": "y"}
        edits = [{"op": "delete_block", "path": name, "selector": "f"}]
        refused = [
            await client.call_tool("outline", {"path": name}),
            await client.call_tool("get_region", {"path": name, "lines": "1-3"}),
            await client.call_tool("str_replace", sent),
            await client.call_tool("apply_edits", {"edits": edits}),
        ]
        return refused, await client.call_tool("find", {"text": "a + 2"})

    refused, found = run(root, work)
    for result in refused:
        assert result.is_error
        assert result.structured_content["reason"] == "too_large" or "too_large" in text(result)
    assert [hit.partition(":")[0] for hit in found.structured_content["hits"]] == ["app.py"]


def test_controls_in_a_file_are_shown_as_escapes(root):
    (root / "e.py").write_text("x = 1 # \x1b[31m \u202e evil\r\ny = 2\n", newline="")
    for name, arguments in (
        ("get_region", {}),
        ("str_replace", {"old": "y = 2", "new": "y = 3"}),
        ("str_replace", {"old": "y = 99", "new": "y = 3", "dry_run": True}),
    ):
        shown = text(call(root, name, path="e.py", **arguments))
        assert "\x1b" not in shown
        assert "\u202e" not in shown


def test_what_runs_in_the_server_depends_on_all_that_a_call_is_given():
    document = Document.from_text("def f():\n    return 1\n", path="a.py")
    assert is_harmless(document, {"old": "x" * 100, "new": "y"})
    for large in (
        {"old": "x" * 40_000},
        {"edits": [{"new": "x" * 40_000}]},
        {"within": "a" * 40_000},
    ):
        assert not is_harmless(document, large)


# Configurations


def configured(root, client):
    """The server of a client's configuration, as the client reads it: its program and arguments."""
    printed = subprocess.run(
        [
            *(sys.executable, "-m", "structedit", "mcp", "config"),
            *("--client", client, "--root", str(root)),
        ],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )
    assert "goes into" in printed.stderr
    key = CLIENTS[client].key
    read = tomllib.loads if CLIENTS[client].form == "toml" else json.loads
    server = read(printed.stdout)[key]["structedit"]
    if CLIENTS[client].form == "list":
        assert server.pop("type") == "local"
        program, *words = server.pop("command")
        assert server == {}, "its schema knows no other keys that a server needs"
        return program, words
    return server["command"], server["args"]


def test_a_configuration_is_what_its_client_reads_and_starts_the_server(root):
    program, words = configured(root, "claude-code")
    assert Path(program).is_absolute()
    assert words[-3:] == ["mcp", "--root", str(root)]

    async def main():
        command = StdioServerParameters(
            command=program, args=words, env={**os.environ, "PYTHONPATH": SOURCE}
        )
        async with Client(command) as opened:
            return (await opened.list_tools()).tools

    assert len(anyio.run(main)) == len(tools.TOOLS)
    for client in CLIENTS:
        assert configured(root, client) == (program, words), client


def printed(*words):
    return subprocess.run(
        [sys.executable, "-m", "structedit", "mcp", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )


def test_a_configuration_for_uvx_fetches_what_the_server_needs():
    project = tomllib.loads((Path(SOURCE).parent / "pyproject.toml").read_text())["project"]
    told = json.loads(printed("config", "--uvx", "--client", "zed", "--root", SOURCE).stdout)
    server = told["context_servers"]["structedit"]
    assert server["command"] == "uvx"
    assert server["args"][:3] == ["--from", "structedit[mcp]", "structedit"]
    assert server["args"][3:] == ["mcp", "--root", SOURCE]
    assert "mcp" in project["optional-dependencies"] and "structedit" in project["scripts"]


@pytest.mark.parametrize("form", FORMS)
def test_the_page_for_agents_names_tools_and_commands_that_there_are(root, form):
    done = printed("instructions", "--form", form)
    page = done.stdout
    assert done.stderr.startswith("goes into ")
    assert page.startswith("---\nname: structedit\n") is (form == "skill")
    rows = re.findall(r"^\| .* \| `(\w+)` \| `structedit ([\w-]+).*` \|$", page, re.MULTILINE)
    assert len(rows) == 7
    for tool, command in rows:
        assert tool in tools.TOOLS and command in COMMANDS
    assert all(len(line) <= 120 for line in page.splitlines())
    assert len(page) <= 2_400, "a page that is read in every session is short"


def test_the_structured_form_marks_file_content_at_both_ends(root):
    missed = call(root, "str_replace", path="app.py", old="return a + 3", new="return a")
    shown = missed.structured_content["text"].splitlines()
    opened = [at for at, row in enumerate(shown) if row.startswith("--- file content: ")]
    closed = [at for at, row in enumerate(shown) if row == END_MARK]
    assert len(opened) == len(closed) == 1 and opened < closed


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("outline", {"path": "."}),
        ("outline", {"path": "none.py"}),
        ("get_region", {"path": "app.py", "selector": "f"}),
        ("get_region", {"path": "app.py", "selector": "h"}),
        ("find", {"text": "return"}),
        ("check", {"paths": ["."]}),
        ("str_replace", {"path": "app.py", "old": "a + 1", "new": "a + 3"}),
        ("str_replace", {"path": "app.py", "old": "zork", "new": ""}),
        ("apply_edits", {"edits": [{"op": "create_file", "path": "new.py", "text": ""}]}),
        ("apply_edits", {"edits": "no edits"}),
        ("rewrite", {"paths": ["."], "text": "return", "template": "yield"}),
        ("history", {}),
        ("undo", {}),
        ("get_edit_stats", {}),
    ],
)
def test_a_client_that_checks_results_by_their_schemas_takes_each(root, name, arguments):
    async def work(client):
        await client.list_tools()  # from then on the client checks
        return await client.call_tool(name, arguments)

    assert run(root, work).structured_content["status"]


def test_odd_paths_survive_in_a_configuration():
    odd = '/tmp/a "b"\\c\x7fü'
    read = tomllib.loads(config("codex", odd, [], [odd]))["mcp_servers"]["structedit"]
    assert read == {"command": odd, "args": ["--root", odd]}
    read = json.loads(config("zed", odd, [], [odd]))["context_servers"]["structedit"]
    assert read == {"command": odd, "args": ["--root", odd]}


def test_a_line_that_is_no_message_is_answered(root):
    lines = (
        '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"\\ud800"}}',
        '{"jsonrpc":"2.0","id":"\\udfff","method":"ping"}',
        "no JSON",
        "[]",
    )
    served = subprocess.run(
        [sys.executable, "-m", "structedit", "mcp", "--root", str(root)],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": SOURCE},
        check=True,
    )
    answers = [json.loads(line) for line in served.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [7, None, None, None]
    assert [answer["error"]["code"] for answer in answers] == [-32700, -32700, -32700, -32600]
