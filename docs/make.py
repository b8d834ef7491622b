"""Bring the pages of this folder and the README up to date: examples are run, references are read off the program.

    python docs/make.py [PAGE ...]     rewrites what is out of date
    python docs/make.py --check        only says what is, and ends with 1 then

In a page, a fence with a title is a file; a fence `console` whose lines begin with `$ ` is run, in a
folder of the page's own, and its output written below each command (lines that continue one begin
with `> `). What stands between `<!-- made: NAME -->` and `<!-- end -->` is made by the function of
that name here. So do the lines between `# made: NAME` and `# end` in `aio.py`.
`tests/project/test_docs.py` fails where a page is out of date.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import yaml

import structedit as se
from structedit import aio
from structedit.calls.operations import OPERATIONS
from structedit.calls.places import BLOCK_KINDS, DEFINITION_KINDS
from structedit.calls.statuses import REASONS
from structedit.calls.tiers import NO_TIER, TIERS, DifferenceKind, TierFacts
from structedit.faces import tools
from structedit.faces.command.cli import COMMANDS, Commands
from structedit.faces.command.mcp_pages import CLIENTS, FORMS, config, instructions
from structedit.languages.detection import extensions_of, filenames_of
from structedit.languages.known import known_languages, profile

DOCS = Path(__file__).parent
PAGES = (*sorted(DOCS.glob("*.md")), DOCS.parent / "README.md")
CODE = (Path(aio.__file__),)
"""Modules with lines that are made."""

WIDTH = 100
_PYTHON = shlex.quote(sys.executable)
PROGRAMS = {"structedit": f"{_PYTHON} -m structedit", "python": _PYTHON}
"""The programs that examples run, and the words with which a shell starts them."""

NOT_RUN = "<!-- examples are not run -->"
"""Stands in a page whose examples need more than a folder: a checkout, or time."""

_FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<kind>[^\n`]*)\n(?P<body>.*?)^(?P=ticks)$", re.M | re.S)
_TITLE = re.compile(r'title="([^"]+)"')
_MADE = re.compile(r"^<!-- made: (?P<name>\S+) -->\n.*?^<!-- end -->$", re.M | re.S)
_MADE_LINES = re.compile(
    r"^(?P<indent> *)(?P<first># made: (?P<name>\w+)[^\n]*)\n.*?^ *# end$", re.M | re.S
)
_VARIES = (
    (re.compile(r"(?<=undo with id )[0-9a-f]{8}"), "1a2b3c4d"),
    (re.compile(r"^[0-9a-f]{8}(?=  )", re.M), "1a2b3c4d"),
    (re.compile(r"(?<=undone: )[0-9a-f]{8}"), "1a2b3c4d"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?"), "2026-01-01 12:00"),
    (re.compile(r"[\d.]+ ms\b"), "1.0 ms"),
)


# Examples


class Folder:
    """A folder in which the examples of one page are run, one after the other."""

    def __init__(self, top: Path) -> None:
        self.work = top / "shop"
        self.work.mkdir()
        commands = top / "bin"
        commands.mkdir()
        for name, start in PROGRAMS.items():
            (commands / name).write_text(f'#!/bin/sh\nexec {start} "$@"\n')
            (commands / name).chmod(0o755)
        source = str(Path(se.__file__).parent.parent)
        self._settings = {
            **{k: v for k, v in os.environ.items() if not k.startswith("STRUCTEDIT_")},
            "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": source,
            "XDG_STATE_HOME": str(top / "state"),
            "XDG_CONFIG_HOME": str(top / "config"),
            "STRUCTEDIT_SESSION": "docs",
            "GIT_CEILING_DIRECTORIES": str(top),
            "NO_COLOR": "1",
            "COLUMNS": str(WIDTH),
            "LC_ALL": "C.UTF-8",
        }

    def put(self, name: str, text: str) -> None:
        """Make a file of the page."""
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run(self, command: str) -> str:
        """Run a command and give what it prints, with what differs each time made equal."""
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.work,
            env=self._settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=120,
        )
        text = done.stdout.replace(str(self.work.resolve()), "/src/shop")
        text = text.replace(self._settings["XDG_CONFIG_HOME"], "/home/me/.config")
        for pattern, instead in _VARIES:
            text = pattern.sub(instead, text)
        return text.rstrip("\n")


def _ran(body: str, folder: Folder) -> str:
    """Run an example: its commands, each with what it prints."""
    rows: list[str] = []
    for lines in _commands(body):
        rows += lines
        printed = folder.run("\n".join(line[2:] for line in lines))
        rows += printed.split("\n") if printed else []
        rows.append("")
    return "\n".join(rows).rstrip("\n") + "\n"


def _commands(body: str) -> Iterator[list[str]]:
    """Read the commands of an example: a line with `$ `, and those with `> ` right below."""
    command: list[str] = []
    for line in body.split("\n"):
        if line.startswith("$ "):
            if command:
                yield command
            command = [line]
        elif command and line.startswith("> ") and command[-1].startswith(("$ ", "> ")):
            command.append(line)
        elif command:
            yield command
            command = []
    if command:
        yield command


def fences(text: str) -> tuple[tuple[str, str], ...]:
    """The fences of a page, their first line and what is in them; those inside of others not."""
    return tuple((found["kind"], found["body"]) for found in _FENCE.finditer(text))


def up_to_date(text: str) -> str:
    """Rewrite a page: its examples are run, its references made."""
    with tempfile.TemporaryDirectory(prefix="structedit-docs-") as top:
        folder = Folder(Path(top))

        def fence(found: re.Match[str]) -> str:
            kind, body = found["kind"], found["body"]
            title = _TITLE.search(kind)
            if title is not None:
                folder.put(title[1], body)
            elif kind == "console" and body.startswith("$ ") and NOT_RUN not in text:
                body = _ran(body, folder)
            return f"{found['ticks']}{kind}\n{body}{found['ticks']}"

        def made(found: re.Match[str]) -> str:
            name = found["name"]
            return f"<!-- made: {name} -->\n\n{MADE[name]().strip()}\n\n<!-- end -->"

        return _FENCE.sub(fence, _MADE.sub(made, _MADE_LINES.sub(_made_lines, text)))


def _made_lines(found: re.Match[str]) -> str:
    lines = (found["first"], *MADE[found["name"]]().splitlines(), "# end")
    return "\n".join(found["indent"] + line for line in lines)


# References


def commands() -> str:
    """Make the reference of the command from its own help."""
    group = Commands("structedit")
    top = click.Context(group, info_name="structedit")
    parts = []
    for name in COMMANDS:
        command = group.get_command(top, name)
        assert command is not None
        parts.append(_command(command, name, top))
        if isinstance(command, click.Group):
            context = click.Context(command, info_name=name, parent=top)
            for below in command.list_commands(context):
                inner = command.get_command(context, below)
                assert inner is not None
                parts.append(_command(inner, f"{name} {below}", top))
    return "\n\n".join(parts)


def _command(command: click.Command, name: str, top: click.Context) -> str:
    context = click.Context(command, info_name=name, parent=top, terminal_width=WIDTH)
    return f"## {name}\n\n```text\n{command.get_help(context).rstrip()}\n```"


def tool_table() -> str:
    """List the tools with what a model is told of them."""
    parts = []
    for tool in tools.TOOLS.values():
        notes = [
            word
            for word, holds in (
                ("only reads", tool.read_only),
                ("may take content away", tool.destructive),
                ("the same call again changes nothing more", tool.idempotent),
            )
            if holds
        ]
        rows = "".join(
            f"| `{name}`{' (needed)' if name in tool.required else ''} | {parameter.help} |\n"
            for name, parameter in tool.shown.items()
        )
        heading = f"### {tool.name}\n\n{tool.description}"
        told = f"\n\n*{', '.join(notes)}*" if notes else ""
        parts.append(f"{heading}{told}\n\n| argument | means |\n|---|---|\n{rows}")
    return "\n".join(parts)


def client_table() -> str:
    """Show what each client is told."""
    parts = []
    for name, client in CLIENTS.items():
        told = config(name, "/home/me/.local/bin/structedit", ["mcp"], ["/src/shop"])
        form = "toml" if client.form == "toml" else "json"
        parts.append(f'=== "{client.title}"\n\n    Goes into {client.file}.\n\n')
        parts[-1] += "".join(
            f"    {line}\n" for line in f"```{form}\n{told.rstrip()}\n```".split("\n")
        )
        parts[-1] += f"\n    `structedit mcp config --client {name} --root /src/shop` prints it.\n"
    return "\n".join(parts)


def agents_page() -> str:
    """Show what agents are told of structedit."""
    return f"````markdown\n{instructions(FORMS[0]).rstrip()}\n````"


def reason_table() -> str:
    """List why edits do not land."""
    rows = "".join(f"| `{reason}` | {told} |\n" for reason, told in REASONS.items())
    return f"| reason | means |\n|---|---|\n{rows}"


def selector_kinds() -> str:
    """List the kinds that a selector may name."""
    blocks, definitions = (
        " ".join(f"`{kind}`" for kind in sorted(kinds)) for kinds in (BLOCK_KINDS, DEFINITION_KINDS)
    )
    return f"Kinds of blocks: {blocks}\n\nKinds for `kind:name`: {definitions}"


def action_inputs() -> str:
    """List what the action for GitHub takes."""
    inputs = yaml.safe_load((DOCS.parent / "action.yml").read_text())["inputs"]
    rows = "".join(
        f"| `{name}` | {given['description']} | `{given['default']}` |\n"
        for name, given in inputs.items()
    )
    return f"| input | means | left out |\n|---|---|---|\n{rows}"


def language_table() -> str:
    """List the languages with a profile of their own."""
    lines = "".join(
        f"| `{name}` | {_names(extensions_of(name), filenames_of(name))} |\n"
        for name in known_languages()
        if profile(name).support == "full"
    )
    return f"| language | endings and names |\n|---|---|\n{lines}"


def import_table() -> str:
    """List the languages whose imports are known, by whether one import may list several names."""
    profiles = [profile(name) for name in known_languages()]
    known = [one for one in profiles if "@import." in one.bindings]
    lists = [one for one in known if re.search(r"@import\.(group|keyword_\w*groups)", one.bindings)]
    rows = (
        ("lists of names", lists),
        ("statements", [one for one in known if one not in lists]),
        ("code inside", [one for one in profiles if any(e.imports for e in one.embedded.values())]),
    )
    lines = "".join(
        f"| {told} ({len(some)}) | {', '.join(f'`{one.id}`' for one in some)} |\n"
        for told, some in rows
    )
    return f"| imports are | languages |\n|---|---|\n{lines}"


def _names(extensions: tuple[str, ...], filenames: tuple[str, ...]) -> str:
    names = [*(f".{ending.lstrip('.')}" for ending in extensions), *filenames]
    return " ".join(f"`{name}`" for name in names[:8]) + (" …" if len(names) > 8 else "")


ALIASES_OF_TYPES = {
    "ScriptEdit": "What a script returns for a file: a request on it, or bytes for a span of it"
}
"""Names for several types, which have no docstring."""


def library_names() -> str:
    """List everything that the library exports, with its first sentence."""
    rows = []
    for name in se.__all__:
        value = getattr(se, name)
        told = (
            (ALIASES_OF_TYPES.get(name) or value.__doc__ or "")
            .strip()
            .split("\n\n")[0]
            .replace("\n", " ")
        )
        told = re.sub(r" +", " ", told).split(". ")[0].rstrip(".").replace("|", "\\|")
        rows.append(f"| `{name}` | {told} |\n")
    return "| name | is |\n|---|---|\n" + "".join(rows)


@dataclass(frozen=True)
class Example:
    """What a tier forgives: a caller's texts and a file in which they land there, or do not."""

    tier: str
    told: str
    file: str
    old: str
    new: str
    path: str = "app.py"


_TOTAL = "class Cart:\n    def total(self):\n        tax = rate(self.country)\n        return self.net * tax\n"
_CALL = "def send(order):\n    post(\n        order.url,\n        order.body,\n        retries=3,\n    )\n"
_LONG = (
    "def check(user):\n    if not user:\n        return False\n    log(user.address)\n"
    "    count(user)\n    return user.active\n"
)
EXAMPLES = (
    Example("exact", "Every byte is the same.", _TOTAL, "rate(self.country)", "rate(self.region)"),
    Example(
        "newline",
        "A missing final line break is ignored.",
        "x = 1\ny = 2",
        "y = 2\n",
        "y = 3\n",
    ),
    Example(
        "trailing-space",
        "Trailing white space is ignored.",
        "def f():\n    a = 1  \n    b = 2\n",
        "a = 1\n    b = 2",
        "a = 1\n    b = 3",
    ),
    Example(
        "indent",
        "The same text at another depth: the new lines are indented as the file is.",
        _TOTAL,
        "tax = rate(self.country)\nreturn self.net * tax",
        "tax = rate(self.country)\nif not tax:\n    return self.net\nreturn self.net * tax",
    ),
    Example(
        "whitespace",
        "White space within lines, and blank lines.",
        _TOTAL,
        "tax=rate( self.country )\n\nreturn self.net*tax",
        "tax=rate( self.country )\n\nreturn round(self.net*tax)",
    ),
    Example(
        "unicode",
        "Look-alikes: smart quotes, dashes, no-break spaces.",
        'title = "a-b"\nsize = 3\n',
        "title = “a–b”\nsize = 3",
        "title = “a–b”\nsize = 4",
    ),
    Example(
        "escape",
        "One level of escaping, too much or too little: a line break where the file has `\\n` in a string;"
        "\nand line numbers copied from a listing.",
        _TOTAL,
        "3|         tax = rate(self.country)\n4|         return self.net * tax",
        "3|         tax = rate(self.country)\n4|         return self.net + tax",
    ),
    Example(
        "syntax",
        "A different layout, other quotes, a final comma: the tokens are the same.",
        _CALL,
        "post(order.url, order.body, retries=3)",
        "post(order.url, order.body, retries=5)",
    ),
    Example(
        "elision",
        "A line such as `# ...` that marks omitted lines; the omitted lines stay. If only `new`, or the new text of a"
        " block, has such a line, it means the lines that `old` or the block has between its neighbours.",
        _LONG,
        "    if not user:\n        return False\n    # ... existing code ...\n    return user.active",
        "    if not user:\n        return None\n    # ... existing code ...\n    return user.active",
    ),
    Example(
        "fuzzy",
        "A typo, here a misspelt word in a line that is not changed. A word in different letter case is also a typo."
        " On any line, such a word is accepted only if it occurs nowhere in the file, is not defined there, and no"
        " other place is as similar to the text.",
        _LONG,
        "        return False\n    log(user.adress)\n    count(user)\n    return user.active",
        "        return False\n    log(user.adress)\n    count(user)\n    return user.is_active",
    ),
)
REFUSED = (
    Example(
        "near_twin",
        "A different name or number may be a twin.",
        "total_a = compute(1)\ntotal_b = compute(2)\n",
        "total_c = compute(3)",
        "total_c = compute(4)",
    ),
    Example(
        "several_matches",
        "structedit never picks the first of several hits.",
        "def f(a):\n    return a\n\n\ndef g(a):\n    return a\n",
        "    return a",
        "    return a + 1",
    ),
    Example(
        "identifier_cut",
        "Text that cuts a word in two does not match.",
        "discount = 1\n",
        "count",
        "number",
    ),
    Example(
        "merge_conflict",
        "The caller changes the word that it misremembered.",
        _LONG,
        "        return False\n    log(user.adress)\n    count(user)\n    return user.active",
        "        return False\n    log(user.adres)\n    count(user)\n    return user.active",
    ),
)


def ladder_table() -> str:
    """The kinds of difference that each tier allows, told from those of the loosest tier that it includes."""
    rows = [
        "| tier | the file's text may differ in | landed | rightly | confidence |",
        "|---|---|---:|---:|---:|",
    ]
    told: dict[str, TierFacts] = {}
    for name, facts in TIERS.items():
        inner = [(other, own) for other, own in told.items() if own.differences < facts.differences]
        base, known = max(inner, key=lambda row: len(row[1].differences), default=("", NO_TIER))
        rest = [
            kind.value for kind in DifferenceKind if kind in facts.differences - known.differences
        ]
        words = "; ".join(([f"what `{base}` allows"] if known.differences else []) + rest)
        rows.append(
            f"| `{name}` | {words or 'nothing'} | {facts.landed:,} | {facts.right:,} | {facts.confidence} |"
        )
        told[name] = facts
    return "\n".join(rows)


def ladder_examples() -> str:
    """Run an example of each tier; one that lands at another tier is a fault of this page."""
    return "\n\n".join(_example(example, landed=True) for example in EXAMPLES)


def ladder_refusals() -> str:
    """Run what does not land."""
    return "\n\n".join(_example(example, landed=False) for example in REFUSED)


def _example(example: Example, *, landed: bool) -> str:
    document = se.Document.from_text(example.file, path=example.path)
    out = se.str_replace(document, example.old, example.new)
    found = out.tier if landed else out.reason
    if out.landed is not landed or found != example.tier:
        raise SystemExit(f"the example of {example.tier} ends as {out.status} {found}")
    asked = "".join(
        f"{mark} {line}\n"
        for mark, text in (("old:", example.old), ("new:", example.new))
        for line in text.removesuffix("\n").split("\n")
    )
    parts = [f"### {example.tier}", example.told, f"```text\n{asked}```"]
    if landed:
        diff = "".join(out.diff.splitlines(keepends=True)[2:])
        parts.append(f"```diff\n{diff.rstrip()}\n```")
    else:
        parts.append(f"```text\n{out.report().rstrip()}\n```")
    return "\n\n".join(parts)


def awaited_functions() -> str:
    """Make the lines of `aio` for the operations of the library."""
    return "\n".join(f"{name} = _awaited(library.{name})" for name in OPERATIONS)


def awaited_methods() -> str:
    """Make the lines of `aio.Session` for the operations of a session."""
    return "\n".join(f"{name} = _method(session.Session.{name})" for name in OPERATIONS)


MADE: dict[str, Callable[[], str]] = {
    function.__name__: function
    for function in (
        commands,
        tool_table,
        client_table,
        agents_page,
        reason_table,
        selector_kinds,
        import_table,
        language_table,
        action_inputs,
        library_names,
        ladder_table,
        awaited_functions,
        awaited_methods,
        ladder_examples,
        ladder_refusals,
    )
}


def main() -> int:
    """Bring pages up to date, or say which are not."""
    parser = argparse.ArgumentParser(prog="python docs/make.py")
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    old = []
    for path in options.pages or (*PAGES, *CODE):
        text = path.read_text()
        new = up_to_date(text)
        if new != text:
            old.append(path)
            if not options.check:
                path.write_text(new)
    for path in old:
        print(f"{path.name}: {'out of date' if options.check else 'written'}")
    return 1 if old and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
