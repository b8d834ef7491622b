"""A real server over pipes, called wrongly in the ways that a client or a model can.

Calls whose arguments are drawn from a seed, lines that are no JSON-RPC, calls that are cancelled, input
that ends in the middle of a call. Every request with an id is answered, and the server keeps working or
ends soon after its input.
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

from benchmarks.campaign.cases import PATIENCE, SECONDS, Case
from benchmarks.campaign.client import Server, text_of

from structedit.calls.operations import tool_parameters_of

QUICK = 120
DRAWN = 2000

CLOSING = 2.0
"""Seconds in which a server ends after its input has ended."""

TOOLS = (
    *("outline", "get_region", "find", "str_replace", "insert", "replace_block", "delete_block"),
    *("apply_edits", "undo", "get_edit_stats"),
)
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
    found = [Case(f"call {n}", _drawn(f"{seed} {n}")) for n in range(DRAWN)]
    found += [Case(f"line {name}", _line(raw, id)) for name, (raw, id) in LINES.items()]
    for name in LONG:
        for wait in (0.0, 0.05, 1.0):
            found.append(Case(f"cancelled after {wait} s: {name}", _cancelled(name, wait)))
            found.append(Case(f"input closed after {wait} s: {name}", _closed(name, wait)))
    found += [Case(f"input closed after {raw[:30]!a}", _closed(raw, 0)) for raw in HALVES]
    return found


# Servers


def _root(at: Path) -> Path:
    """Write the files of all cases, a large one and many among them."""
    root = at / "root"
    (root / ".git").mkdir(parents=True)
    for name, text in SOURCES.items():
        (root / name).write_text(text)
    (root / "a.txt").write_text("a" * 40 + "!\n")
    (root / "large.py").write_text("".join(f"def f{n}():\n    return {n}\n" for n in range(4000)))
    (root / "many").mkdir()
    for number in range(100):
        (root / f"many/{number}.py").write_text(APP * 20)
    return root


_SERVERS: list[Server] = []


def _shared() -> Server:
    """Return the server that the drawn calls of this process share; start a new one if it has ended."""
    if _SERVERS and _SERVERS[0].process.poll() is None:
        return _SERVERS[0]
    _give_up()
    folder = Path(os.path.realpath(tempfile.mkdtemp(prefix="campaign-")))
    server = Server(_root(folder))
    _SERVERS.append(server)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(server.__exit__)
    if not server.begin():
        raise RuntimeError(f"the server does not start: {server.told()[-300:]}")
    return server


def _give_up() -> None:
    if _SERVERS:
        _SERVERS.pop().__exit__()


# Calls

PLAUSIBLE = {
    "path": (
        *SOURCES,
        *SOURCES,
        "none.py",
        "",
        ".",
        "../x",
        "/etc/passwd",
        ".git/config",
        "app.py/x",
    ),
    "selector": ("f", "g", "# A", "a[0]", ":1-2", "h", "f > return"),
    "old": ("return a + 1", "two\n", "retrun a", "text"),
    "text": ("return", "x = 1\n", "one"),
    "at": ("top", "before", "after", "imports"),
    "of": ("f", "# A"),
    "paths": (["app.py"], ["."], []),
    "edits": ("app.py\n<<<<<<< SEARCH\nimport os\n=======\nimport re\n>>>>>>> REPLACE\n", []),
    "anchor": ("def f(a):", "one"),
}
ODD: tuple[object, ...] = (
    *(
        None,
        True,
        0,
        -1,
        2,
        10**30,
        "",
        " ",
        "\n",
        "\r\n",
        "\0",
        "\ud800",
        "\udfff",
        "x" * 5000,
        "9" * 5000,
    ),
    *(
        ":5-2",
        "a[-1]",
        ">",
        "(" * 3000,
        "a > " * 900 + "b",
        "(a+)+$",
        "(_) @x",
        "\\g<9>",
        "../x",
        "٣",
    ),
    *(
        [],
        {},
        [1],
        [None],
        [[]],
        [2, 1],
        ["\ud800"],
        {"text": "a", "occurrence": 10**30},
        {"start": 1},
    ),
    *([{}], [{"op": 1}], [{"op": "str_replace", "path": 1}], {"": ""}),
)
ODD_NAMES = ("", "outlin", "\ud800", "a" * 10_000, "../outline", "__init__")


def drawn_call(draw: random.Random) -> tuple[object, object]:
    """Draw a tool and its arguments, of which many do not fit."""
    tool = draw.choice(TOOLS)
    arguments: dict[str, object] = {}
    for name in tool_parameters_of(tool):
        if name in PLAUSIBLE and draw.random() < 0.7:
            arguments[name] = draw.choice(PLAUSIBLE[name])
        elif draw.random() < 0.25:
            arguments[name] = draw.choice(ODD)
    if draw.random() < 0.1:
        arguments[draw.choice(("nonsense", "", "\udfff", "Path", "self", "a" * 3000))] = 1
    name = draw.choice(ODD_NAMES) if draw.random() < 0.05 else tool
    return name, draw.choice((None, [], "text", 1, True)) if draw.random() < 0.03 else arguments


def _drawn(seed: str) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        name, arguments = drawn_call(random.Random(seed))
        server = _shared()
        answer = server.call(name, arguments, SECONDS)
        shown = f"{ascii(name)[:40]} {ascii(arguments)[:300]}"
        if answer is None:
            gone = server.process.poll()
            _give_up()
            return f"not answered; the server {'runs' if gone is None else f'ended with {gone}'}: {shown}"
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


def _called(name: object, arguments: object, id: object) -> tuple[bytes, object]:
    return _request(id=id, method="tools/call", params={"name": name, "arguments": arguments}), id


def _ping(raw_id: str) -> tuple[bytes, None]:
    """Return a ping whose id the protocol does not allow."""
    return f'{{"jsonrpc":"2.0","id":{raw_id},"method":"ping"}}\n'.encode("latin-1"), None


def _old(text: str, id: str) -> tuple[bytes, object]:
    return _called("str_replace", {"path": "app.py", "old": text, "new": "x"}, id)


_DEEP = (
    b'{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"outline","arguments":'
    + (b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"}}\n")
)
LINES: dict[str, tuple[bytes, object]] = {
    "that is empty": (b"\n", None),
    "that is no JSON": (b"hello\n", None),
    "that is half": (b'{"jsonrpc": "2.0", "id": 1, "meth\n', None),
    "of two in one": (_request(id=1, method="ping").strip() * 2 + b"\n", None),
    "of a batch": (b'[{"jsonrpc":"2.0","id":"b1","method":"ping"}]\n', None),
    "that is a number": (b"1\n", None),
    "that is null": (b"null\n", None),
    "of an empty object": (b"{}\n", None),
    "without a version": (b'{"id": "nov", "method": "ping"}\n', None),
    "of an unknown method": (_request(id="unknown", method="nothing/at/all"), "unknown"),
    "of a method that is a number": (b'{"jsonrpc":"2.0","id":"num","method":5}\n', None),
    "with a list of params": (_request(id="plist", method="tools/call", params=[1]), None),
    "without params": (_request(id="nop", method="tools/call"), "nop"),
    "with no name": (_request(id="noname", method="tools/call", params={}), "noname"),
    "with a name of a number": _called(5, {}, "number"),
    "with arguments of a list": _called("outline", [1], "args"),
    "with id null": _ping("null"),
    "with id true": _ping("true"),
    "with id 1.5": _ping("1.5"),
    "with id of a list": _ping("[1]"),
    "with id of an object": _ping('{"a": 1}'),
    "with a huge id": _ping("9" * 10_000),
    "with a surrogate for id": _ping('"\\ud800"'),
    "of invalid UTF-8": _ping('"\xff\xfe"'),
    "with a negative id": (_request(id=-7, method="ping"), -7),
    "with a long id": (_request(id="i" * 100_000, method="ping"), "i" * 100_000),
    "of an answer nobody waits for": (b'{"jsonrpc":"2.0","id":99,"result":{}}\n', None),
    "of an unknown notification": (_request(method="notifications/nothing"), None),
    "that cancels nothing": (_request(method="notifications/cancelled", params={}), None),
    "of NUL": (b"\0" * 1000 + b"\n", None),
    "with crlf": (_request(id="crlf", method="ping").replace(b"\n", b"\r\n"), "crlf"),
    "with a lone surrogate in an argument": _called("outline", {"path": "\ud800"}, "surrogate"),
    "with a lone surrogate in old": _old("\udfff", "old"),
    "with a lone surrogate for a name": _called("\ud800", {}, "surname"),
    "of 10 MB without an end of JSON": (b'{"a": "' + b"x" * 10_000_000 + b"\n", None),
    "of 10 MB of an argument": _called("find", {"text": "x" * 10_000_000}, "big"),
    "of 10 MB of old": _old("x\n" * 5_000_000, "bigold"),
    "of 10 MB of edits": _called("apply_edits", {"edits": "x\n" * 5_000_000}, "bigtext"),
    "of deep lists": (b"[" * 100_000 + b"\n", None),
    "of deep arguments": (_DEEP, None),
}
"""Lines with the id that must be answered; None if the protocol knows no id of that line."""


def _line(raw: bytes, id: object) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        with Server(_root(at)) as server:
            if not server.begin():
                return "the server does not start"
            server.write(raw)
            answer = server.wait_for(id) if id is not None else {"result": None}
            wrong = "not answered" if answer is None else _wrong_in(answer, "")
            if not server.lives() or server.call("outline", {"path": "app.py"}) is None:
                return f"{wrong}; the server does not answer any more: {server.told()[-200:]}"
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
HALVES = (b"", b"{", b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "par', b"x" * 5_000_000)


def _begun(server: Server, name: str, wait: float) -> object:
    """Begin a long call, wait a moment, and return its id."""
    tool, arguments = LONG[name]
    id = server.number()
    server.send("tools/call", {"name": tool, "arguments": arguments}, id=id)
    if wait:
        server.wait_for("nothing", wait)
    return id


def _cancelled(name: str, wait: float) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        with Server(_root(at)) as server:
            server.begin()
            id = _begun(server, name, wait)
            server.send("notifications/cancelled", {"requestId": id, "reason": "enough"})
            if not server.lives() or server.call("outline", {"path": "b.md"}) is None:
                return "the next call is not answered"
            return _end(server)

    return run


def _closed(begun: str | bytes, wait: float) -> Callable[[Path], str]:
    """Close the input after the beginning of a call, or after some bytes."""

    def run(at: Path) -> str:
        root = _root(at)
        with Server(root) as server:
            server.begin()
            if isinstance(begun, bytes):
                server.write(begun)
            else:
                _begun(server, begun, wait)
            if wrong := _end(server):
                return wrong
        if (root / "app.py").read_text() not in (APP, APP.replace("a + 1", "a + 3")):
            return "the file is neither old nor new"
        return ""

    return run


def _end(server: Server) -> str:
    """Close the input of a server and return what is wrong with its end."""
    busy = os.getloadavg()[0] > (os.cpu_count() or 1)
    seconds = CLOSING * PATIENCE if busy else CLOSING
    server.close_input()
    if not server.ended_within(seconds):
        return f"the server does not end in {seconds:.0f} s"
    told = server.told().strip()
    return f"a traceback: {told[-200:]}" if "Traceback" in told else ""
