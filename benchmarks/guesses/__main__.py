"""Guessed calls of shell, Python and MCP: which work at once, and which with the call that the answer names.

    python -m benchmarks.guesses [--file guesses habits] [--face shell python mcp] [--only WORD] [--show]

Each guess of `guesses.toml` and `habits.toml` runs on a fresh copy of `project/`. It works *at once* if the
files and the answer are as the guess says; *with the named call* if the answer names calls and one of
them, sent once instead, brings about the same: no one reads the answer but a pattern. The calls are

    try: structedit …       a shell line, or a call in Python, in the place of the one that failed
    try: structedit.NAME    a name of the library in the place of the one that is not there
    try: session.…          a call of a session, of the one whose call failed
    try: TOOL {…}           a call of a tool
    retry, these arguments land: {…}, and did you mean 'NAME'?

`wrong` counts guesses that end well and after which a file differs that the guess leaves alone.
Guesses that are mistyped or mixed up are counted in, and once more apart, as `careless`.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from structedit.app.session import Session
from structedit.faces import tools

HERE = Path(__file__).parent
FILES = ("guesses", "habits")
SECONDS = 120
JOBS = 2
_TRY = re.compile(r"^\s*try: (.*)$", re.MULTILINE)
_RETRY = re.compile(r"^retry, these arguments land: (\{.*\})$", re.MULTILINE)
_MEANT = re.compile(r"[Dd]id you mean '([^']+)'\?")
_UNKNOWN = re.compile(r"(?:no|No such) (?:tool|argument|command|option) '([^']+)'|no '(\w+)'")
_AT_LINE = re.compile(r'File "<string>", line (\d+)')

Guess = Mapping[str, Any]


@dataclass(frozen=True)
class Ran:
    """What a call answered: its text, and whether it ended well."""

    answer: str
    well: bool


@dataclass(frozen=True)
class Judged:
    """What came of a guess: `how` is `at once`, `named` or `not`; `why` says what was missing."""

    guess: Guess
    how: str
    why: str
    wrong: bool
    answer: str


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--face", nargs="+", choices=("shell", "python", "mcp"))
    parser.add_argument("--file", nargs="+", default=FILES, choices=FILES)
    parser.add_argument(
        "--only", default="", metavar="WORD", help="guesses whose id or call has it"
    )
    parser.add_argument("--show", action="store_true", help="the answer of each that did not work")
    arguments = parser.parse_args()
    guesses = [
        guess
        for file in arguments.file
        for guess in tomllib.loads((HERE / f"{file}.toml").read_text())["guess"]
        if guess["face"] in (arguments.face or guess["face"]) and arguments.only in str(guess)
    ]
    with ThreadPoolExecutor(JOBS) as pool:
        judged = list(pool.map(judge, guesses))
    for one in judged:
        if one.how == "not" or one.wrong:
            called = one.guess.get("command") or one.guess.get("code") or one.guess.get("tool")
            row = f"{'WRONG ' if one.wrong else ''}{one.guess['id']}: {str(called).strip()[:110]!r}"
            print(f"{row}\n    {one.why}")
            if arguments.show:
                print("".join(f"    | {line}\n" for line in one.answer.splitlines()[-8:]), end="")
    _print_table(judged)


def _print_table(judged: list[Judged]) -> None:
    print(f"{'':10}{'guesses':>8}{'at once':>9}{'named':>7}{'not':>5}{'together':>10}{'wrong':>7}")
    faces = dict.fromkeys(str(one.guess["face"]) for one in judged)
    for name in (*faces, "careless", "all"):
        some = [
            one
            for one in judged
            if name in (one.guess["face"], "all")
            or (name == "careless" and one.guess.get("careless"))
        ]
        count = Counter(one.how for one in some)
        share = (count["at once"] + count["named"]) / max(1, len(some))
        wrong = sum(one.wrong for one in some)
        row = f"{name:10}{len(some):>8}{count['at once']:>9}{count['named']:>7}{count['not']:>5}"
        print(f"{row}{share:>10.1%}{wrong:>7}")


def judge(guess: Guess) -> Judged:
    """Run a guess, and the calls that its answer names until one of them does what was meant."""
    with tempfile.TemporaryDirectory() as place:
        ran, why, wrong = _tried(guess, Path(place))
    if not why:
        return Judged(guess, "at once", "", wrong, ran.answer)
    for other in _named(guess, ran.answer):
        with tempfile.TemporaryDirectory() as place:
            again, missing, damage = _followed(other, Path(place))
        wrong = wrong or damage
        if not missing:
            return Judged(guess, "named", "", wrong, again.answer)
        why = f"{why}; then {missing}"
    return Judged(guess, "not", why, wrong, ran.answer)


def _followed(guess: Guess, place: Path) -> tuple[Ran, str, bool]:
    """Run a guess after a named call; a script may hold several calls, each named in its turn."""
    ran, why, wrong = _tried(guess, place)
    for _ in range(4):
        others = list(_named(guess, ran.answer)) if why and guess["face"] == "python" else []
        if not others:
            break
        guess = others[0]
        shutil.rmtree(place)
        place.mkdir()
        ran, why, wrong = _tried(guess, place)
    return ran, why, wrong


def _tried(guess: Guess, place: Path) -> tuple[Ran, str, bool]:
    """Run a guess on a fresh copy; what is missing afterwards, and whether other files differ."""
    project = place / "project"
    shutil.copytree(HERE / "project", project)
    ran = _run(guess, project, place)
    return ran, *_missing(guess, ran, project)


def _missing(guess: Guess, ran: Ran, project: Path) -> tuple[str, bool]:
    before, after = _files(HERE / "project"), _files(project)
    wished: Mapping[str, Mapping[str, list[str]]] = guess.get("after", {})
    may = {*wished, *guess.get("may_change", ())}
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    damage = sorted(changed - may)
    if damage:
        return f"changed besides: {', '.join(damage)}", ran.well
    if guess.get("exit") == 0 and not ran.well:
        return "did not end well", False
    answer = ran.answer.lower()
    for text in guess.get("output_contains", ()):
        if text.lower() not in answer:
            return f"the answer lacks {text!r}", False
    for name, texts in wished.items():
        content = after.get(name, b"").decode()
        lacking = [text for text in texts.get("contains", ()) if text not in content]
        left = [text for text in texts.get("lacks", ()) if text in content]
        if lacking or left or name not in after:
            why = f"{name} lacks {lacking[0]!r}" if lacking else f"{name} still has {left!r}"
            return why, bool(name in changed and lacking and left)
    return "", False


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not {".structedit", "__pycache__"} & {*path.parts}
    }


# Running


def _run(guess: Guess, project: Path, place: Path) -> Ran:
    if guess["face"] == "mcp":
        return _called(guess, project, place)
    known = {"HOME": str(place), "XDG_STATE_HOME": str(place / "state")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = (
        ["bash", "-c", guess["command"]]
        if guess["face"] == "shell"
        else [sys.executable, "-c", guess["code"]]
    )
    done = subprocess.run(
        command,
        cwd=project,
        env={**os.environ, **known, "PATH": path, "NO_COLOR": "1"},
        input=guess.get("stdin", ""),
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    return Ran(done.stdout + done.stderr, done.returncode == 0)


def _called(guess: Guess, project: Path, place: Path) -> Ran:
    arguments = json.loads(guess["arguments_json"].replace("{PROJECT}", str(project)))
    session = Session(str(project))
    reply = tools.dispatch(guess["tool"], arguments, [session])
    return Ran(reply.text, reply.landed)


# The calls that an answer names


def _named(guess: Guess, answer: str) -> Iterator[Guess]:
    """The guess with each call that the answer names in the place of its own."""
    lines = _TRY.findall(answer)[:3]
    match guess["face"]:
        case "shell":
            yield from ({**guess, "command": _in_line(guess, line)} for line in lines)
        case "python":
            at = [int(number) for number in _AT_LINE.findall(answer)]
            for line in lines:
                code = _in_script(guess["code"], line, at[-1] if at else 0)
                if code is not None:
                    yield {**guess, "code": code}
        case _:
            for line in lines:
                name, _, arguments = line.partition(" ")
                if _is_object(arguments):
                    yield {**guess, "tool": name, "arguments_json": arguments}
            for arguments in _RETRY.findall(answer):
                yield {**guess, "arguments_json": arguments}
    unknown, meant = _UNKNOWN.search(answer), _MEANT.search(answer)
    if unknown and meant and not lines:
        before, after = unknown[1] or unknown[2], meant[1]
        for key in ("command", "code", "tool", "arguments_json"):
            if re.search(rf"(?<!\w){re.escape(before)}(?!\w)", guess.get(key, "")):
                yield {
                    **guess,
                    key: re.sub(rf"(?<!\w){re.escape(before)}(?!\w)", after, guess[key], count=1),
                }
                break


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def _in_line(guess: Guess, line: str) -> str:
    """The shell line with the named call; what stands before the last `&&` or `|` stays."""
    command: str = guess["command"]
    head = re.match(r"(.*(?:&&|\|)\s*)structedit\b", command, re.DOTALL)
    return (head[1] if head else "") + line


def _in_script(code: str, line: str, number: int) -> str | None:
    """The script with the named call in the place of the call of that line."""
    if "(" not in line:
        name = line.strip().removeprefix("structedit.")
        here = code.splitlines()[number - 1] if number else ""
        found = re.search(r"structedit\.(\w+)", here) or re.search(r"import (\w+)$", here)
        return code.replace(found[0], found[0].replace(found[1], name)) if found else None
    calls = [
        node
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call)
        and node.lineno <= number <= (node.end_lineno or 0)
        and isinstance(node.func, ast.Name | ast.Attribute)
    ]
    at, name, said = line.strip().partition(".")
    for call in calls:
        receiver, dot, _ = ast.unparse(call.func).partition(".")
        segment = ast.get_source_segment(code, call)
        is_ours = receiver == "structedit" or re.search(
            rf"from structedit import .*\b{receiver}\b", code
        )
        if segment is not None and at == "session" and dot:
            return code.replace(segment, f"{receiver}{name}{said}")
        if segment is not None and at == "structedit" and is_ours:
            return f"import structedit; {code.replace(segment, f'{at}{name}{said}')}"
    return None


if __name__ == "__main__":
    main()
