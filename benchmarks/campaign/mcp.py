"""A real server over pipes, called wrongly in every way that a client or a model can.

Thousands of calls whose arguments are drawn from a seed, lines that are no JSON-RPC, calls that are
cancelled, input that ends in the middle of a call. Every request with an id is answered, and the server
lives on or ends soon after its input has.
"""

from __future__ import annotations

import atexit
import json
import os
import random
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks import fuzz
from benchmarks.campaign.cases import PATIENCE, SECONDS, Case
from benchmarks.campaign.client import Server, text_of

from structedit.calls.operations import tool_parameters_of

QUICK = 120
FUZZED = 2000

CLOSING = 2.0
"""Seconds in which a server ends once its input has."""

APP = "import os\n\n\ndef f(a):\n    return a + 1\n\n\ndef g(a):\n    return a + 2\n"
SOURCES = {
    "app.py": APP,
    "b.md": "# A\n\ntext\n\n## B\n\nmore\n",
    "c.json": '{"a": [1, 2, {"b": null}]}\n',
    "d.txt": "one\ntwo\nthree\n" * 50,
    "e.js": "function h(x) {\n  return x;\n}\n",
}


def cases(seed: int, only: str = "") -> list[Case]:
    """Return calls, lines, cancellations and endings."""
    found = [Case(f"call {n}", _fuzzed(f"{seed} {n}")) for n in range(FUZZED)]
    found += [Case(f"line {name}", _line(raw, id)) for name, (raw, id) in LINES.items()]
    for name in LONG:
        for wait in (0.0, 0.01, 0.05, 0.3, 1.0):
            found.append(Case(f"cancelled after {wait} s: {name}", _cancelled(name, wait)))
            found.append(Case(f"input closed after {wait} s: {name}", _closed(name, wait)))
    found += [Case(f"input closed after {raw[:30]!a}", _closed_after(raw)) for raw in HALVES]
    return found


# Servers


def _root(folder: Path) -> Path:
    root = folder / "root"
    (root / ".git").mkdir(parents=True)
    for name, text in SOURCES.items():
        (root / name).write_text(text)
    return root


_SERVERS: list[Server] = []


def _shared() -> Server:
    """Return the server of this process, a new one where that has gone."""
    if _SERVERS and _SERVERS[0].process.poll() is None:
        return _SERVERS[0]
    if _SERVERS:
        _SERVERS.pop().__exit__()
    folder = Path(os.path.realpath(tempfile.mkdtemp(prefix="campaign-")))
    server = Server(_root(folder))
    _SERVERS.append(server)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(server.__exit__)
    if not server.begin():
        raise RuntimeError(f"the server does not start: {server.told()[-300:]}")
    return server


def _given_up() -> None:
    if _SERVERS:
        _SERVERS.pop().__exit__()


# Calls


_ODD_NAMES = ("", "outlin", "rm", "\ud800", "a" * 10_000, "../outline", "__init__")
_ODD_PATHS = ("none.py", "", ".", "../x", "/etc/passwd", ".git/config", "/dev/zero", "app.py/x")


def drawn_call(draw: random.Random) -> tuple[object, object]:
    """Draw a tool and its arguments, of which many do not fit."""
    tool, file = draw.choice(fuzz.TOOLS), draw.choice(list(SOURCES))
    known = tool_parameters_of(tool)
    arguments = fuzz.drawn(draw, tool, known, fuzz.facts_of(file, SOURCES[file].encode()))
    if draw.random() < 0.5:
        fuzz.spoiled(draw, arguments, known, foreign=False)
    if "path" in known:
        arguments["path"] = draw.choice((*[file] * 8, *_ODD_PATHS))
    if draw.random() < 0.1:
        arguments[draw.choice(("nonsense", "", "\udfff", "Path", "self", "a" * 3000))] = 1
    # JSON has no infinity, and a line with one would not be a request.
    kept = {name: one for name, one in arguments.items() if not isinstance(one, float)}
    name = draw.choice(_ODD_NAMES) if draw.random() < 0.05 else tool
    return name, draw.choice((None, [], "text", 1, True)) if draw.random() < 0.03 else kept


def _fuzzed(seed: str) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        name, arguments = drawn_call(random.Random(seed))
        server = _shared()
        answer = server.call(name, arguments, SECONDS)
        shown = f"{ascii(name)[:40]} {ascii(arguments)[:300]}"
        if answer is None:
            gone = server.process.poll()
            _given_up()
            return f"not answered{'' if gone is None else f', and the server ended with {gone}'}: {shown}"
        return _wrong_in(answer, shown)

    return run


def _wrong_in(answer: dict[str, object], shown: str) -> str:
    text = text_of(answer)
    if "internal error" in text or "Traceback" in text:
        return f"{text[:300]}: {shown}"
    if "result" not in answer and "error" not in answer:
        return f"neither a result nor an error: {text[:200]}: {shown}"
    return ""


# Lines


def _request(**parts: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **parts}).encode() + b"\n"


def _called(name: str, arguments: object, id: object) -> bytes:
    return _request(id=id, method="tools/call", params={"name": name, "arguments": arguments})


LINES: dict[str, tuple[bytes, object]] = {
    "that is empty": (b"\n", None),
    "of blanks": (b"   \t \n", None),
    "that is no JSON": (b"hello\n", None),
    "that is half": (b'{"jsonrpc": "2.0", "id": 1, "meth\n', None),
    "of two halves": (b'{"jsonrpc": "2.0", "id": "halves",\n "method": "ping"}\n', None),
    "of two in one": (_request(id=1, method="ping").strip() * 2 + b"\n", None),
    "that is a list": (b"[]\n", None),
    "of a batch": (b'[{"jsonrpc":"2.0","id":"b1","method":"ping"}]\n', None),
    "that is a number": (b"1\n", None),
    "that is a text": (b'"ping"\n', None),
    "that is null": (b"null\n", None),
    "that is true": (b"true\n", None),
    "of an empty object": (b"{}\n", None),
    "without a version": (b'{"id": "nov", "method": "ping"}\n', None),
    "of another version": (b'{"jsonrpc": "1.0", "id": "old", "method": "ping"}\n', None),
    "of an unknown method": (_request(id="unknown", method="nothing/at/all"), "unknown"),
    "of an empty method": (_request(id="empty", method=""), "empty"),
    "of a method that is a number": (b'{"jsonrpc":"2.0","id":"num","method":5}\n', None),
    "with a list of params": (_request(id="plist", method="tools/call", params=[1]), None),
    "with a text for params": (_request(id="ptext", method="tools/call", params="x"), None),
    "without params": (_request(id="nop", method="tools/call"), "nop"),
    "with no name": (_request(id="noname", method="tools/call", params={}), "noname"),
    "with a name of a number": (_called(5, {}, "number"), "number"),  # type: ignore[arg-type]
    "with arguments of a list": (_called("outline", [1], "args"), "args"),
    "with id null": (_request(id=None, method="ping"), None),
    "with id true": (_request(id=True, method="ping"), None),
    "with id 1.5": (_request(id=1.5, method="ping"), None),
    "with id of a list": (_request(id=[1], method="ping"), None),
    "with id of an object": (_request(id={"a": 1}, method="ping"), None),
    "with a huge id": (_request(id=10**300, method="ping"), None),
    "with a negative id": (_request(id=-7, method="ping"), -7),
    "with an empty id": (_request(id="", method="ping"), ""),
    "with a long id": (_request(id="i" * 100_000, method="ping"), "i" * 100_000),
    "with a surrogate for id": (b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}\n', None),
    "of an answer nobody waits for": (b'{"jsonrpc":"2.0","id":99,"result":{}}\n', None),
    "of an error nobody waits for": (
        b'{"jsonrpc":"2.0","id":98,"error":{"code":-1,"message":"x"}}\n',
        None,
    ),
    "of an unknown notification": (_request(method="notifications/nothing"), None),
    "that cancels nothing": (_request(method="notifications/cancelled", params={}), None),
    "that cancels what is not there": (
        _request(method="notifications/cancelled", params={"requestId": 12345}),
        None,
    ),
    "that begins again": (
        _request(
            id="again",
            method="initialize",
            params={"protocolVersion": "1999", "capabilities": {}, "clientInfo": {}},
        ),
        None,
    ),
    "of invalid UTF-8": (b'{"jsonrpc":"2.0","id":"\xff\xfe","method":"ping"}\n', None),
    "of invalid UTF-8 in an argument": (
        b'{"jsonrpc":"2.0","id":"utf","method":"tools/call","params":{"name":"outline",'
        b'"arguments":{"path":"\xc0\x80"}}}\n',
        None,
    ),
    "with a mark": (b"\xef\xbb\xbf" + _request(id="mark", method="ping"), None),
    "of NUL": (b"\0" * 1000 + b"\n", None),
    "with crlf": (_request(id="crlf", method="ping").replace(b"\n", b"\r\n"), "crlf"),
    "with a lone surrogate in an argument": (
        _called("outline", {"path": "\ud800"}, "surrogate"),
        "surrogate",
    ),
    "with a lone surrogate in old": (
        _called("str_replace", {"path": "app.py", "old": "\udfff", "new": "x"}, "old"),
        "old",
    ),
    "with a lone surrogate for a name": (_called("\ud800", {}, "surname"), "surname"),
    "of 10 MB without an end of JSON": (b'{"a": "' + b"x" * 10_000_000 + b"\n", None),
    "of 10 MB of an argument": (_called("find", {"text": "x" * 10_000_000}, "big"), "big"),
    "of 10 MB of old": (
        _called("str_replace", {"path": "app.py", "old": "x\n" * 5_000_000, "new": ""}, "bigold"),
        "bigold",
    ),
    "of 10 MB of new": (
        _called(
            "str_replace", {"path": "app.py", "old": "a + 1", "new": "x" * 10_000_000}, "bignew"
        ),
        "bignew",
    ),
    "of 10 MB of edits": (
        _called("apply_edits", {"edits": "x\n" * 5_000_000}, "bigtext"),
        "bigtext",
    ),
    "of deep lists": (b"[" * 100_000 + b"\n", None),
    "of deep arguments": (
        b'{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"outline",'
        b'"arguments":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"}}\n",
        None,
    ),
    "with a long number": (
        b'{"jsonrpc":"2.0","id":' + b"9" * 10_000 + b',"method":"ping"}\n',
        None,
    ),
    "with a name twice": (
        b'{"jsonrpc":"2.0","id":"twice","method":"x","method":"ping"}\n',
        "twice",
    ),
}
"""Lines, with the id that is answered; None where the line has none that the protocol knows."""


def _line(raw: bytes, id: object) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        with Server(_root(at)) as server:
            if not server.begin():
                return "the server does not start"
            server.write(raw)
            wrong = ""
            if id is not None:
                answer = server.wait_for(id)
                wrong = "not answered" if answer is None else _wrong_in(answer, "")
            if not server.lives():
                return (
                    f"{wrong}; the server does not answer any more: {server.told().strip()[-200:]}"
                )
            if server.call("outline", {"path": "app.py"}) is None:
                return f"{wrong}; the server does not work any more"
            return wrong

    return run


# Cancelled and closed

LONG: dict[str, tuple[str, dict[str, object]]] = {
    "find by a bad expression": ("find", {"regex": "(a+)+$"}),
    "find in many files": ("find", {"text": "return", "paths": ["many"]}),
    "str_replace of much": (
        "str_replace",
        {"path": "large.py", "old": "retrun 1\n" * 400, "new": "x"},
    ),
    "an edit": ("str_replace", {"path": "app.py", "old": "a + 1", "new": "a + 3"}),
}


def _large(at: Path) -> Path:
    root = _root(at)
    (root / "a.txt").write_text("a" * 40 + "!\n")
    (root / "large.py").write_text("".join(f"def f{n}():\n    return {n}\n" for n in range(4000)))
    (root / "many").mkdir()
    for number in range(300):
        (root / f"many/{number}.py").write_text(APP * 20)
    return root


def _begun(server: Server, name: str, wait: float) -> object:
    tool, arguments = LONG[name]
    id = server.number()
    server.send("tools/call", {"name": tool, "arguments": arguments}, id=id)
    if wait:
        server.wait_for("nothing", wait)
    return id


def _cancelled(name: str, wait: float) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        with Server(_large(at)) as server:
            server.begin()
            id = _begun(server, name, wait)
            server.send("notifications/cancelled", {"requestId": id, "reason": "enough"})
            if not server.lives():
                return "the server does not answer any more"
            if server.call("outline", {"path": "b.md"}) is None:
                return "the next call is not answered"
            server.close_input()
            return "" if server.ended_within(_soon()) else "the server does not end"

    return run


def _closed(name: str, wait: float) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        root = _large(at)
        with Server(root) as server:
            server.begin()
            _begun(server, name, wait)
            server.close_input()
            if not server.ended_within(_soon()):
                return f"the server does not end in {_soon():.0f} s"
            if "Traceback" in server.told():
                return f"a traceback: {server.told().strip()[-200:]}"
        if (root / "app.py").read_text() not in (APP, APP.replace("a + 1", "a + 3")):
            return "the file is neither old nor new"
        return ""

    return run


HALVES = (
    b"",
    b"{",
    b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "outl',
    b"x" * 5_000_000,
    b"\xff\xfe",
)


def _closed_after(raw: bytes) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        with Server(_root(at)) as server:
            server.begin()
            server.write(raw)
            server.close_input()
            if not server.ended_within(_soon()):
                return f"the server does not end in {_soon():.0f} s"
            return "a traceback" if "Traceback" in server.told() else ""

    return run


def _soon() -> float:
    """Return how long a server may take to end: longer where the machine has other work."""
    busy = os.getloadavg()[0] > (os.cpu_count() or 1)
    return CLOSING * PATIENCE if busy else CLOSING
